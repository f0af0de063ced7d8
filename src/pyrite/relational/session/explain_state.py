"""The section of EXPLAIN about state: the state of each operator, and its time to live."""

from __future__ import annotations

from collections.abc import Sequence

from pyrite.core.operator_spec import OperatorSpec
from pyrite.graph.program import Program
from pyrite.graph.transformation import TransformationId
from pyrite.operators.relational.join.regular_join import RegularJoinSpec
from pyrite.operators.relational.time_join.interval_join import IntervalJoinSpec
from pyrite.operators.relational.time_join.temporal_join import TemporalJoinSpec
from pyrite.operators.relational.time_join.window_join import WindowJoinSpec
from pyrite.operators.relational.window.row_windows import RowWindowsSpec
from pyrite.relational.plan.windows import duration_text


def state_section(program: Program, transformations: Sequence[TransformationId]) -> str:
    """Returns a line for each operator with state, inputs first; empty without state."""
    lines = [
        f"{operator.description}\n   keeps {operator.keyed_layout}; {_how_long(operator)}\n"
        for operator in (program[each].operator for each in program.upstream(transformations))
        if operator is not None and operator.keyed_layout
    ]
    return f"== State ==\n{''.join(lines)}" if lines else ""


def _how_long(operator: OperatorSpec) -> str:
    if isinstance(operator, RowWindowsSpec):
        return "until it has all its rows"
    if isinstance(operator, RegularJoinSpec):
        left, right = map(_for, operator.ttls_ms)
        return left if left == right else f"left {left}, right {right}"
    if isinstance(operator, IntervalJoinSpec):
        return _of_interval_join(operator)
    if isinstance(operator, WindowJoinSpec):
        return "until the watermark passes the end of its window"
    if isinstance(operator, TemporalJoinSpec):
        last = _for(operator.ttl_ms)
        return f"left until the watermark passes its time, right until a later version replaces it, the last one {last}"
    ttl_ms = getattr(operator, "ttl_ms", None)
    return "until its time is over" if ttl_ms is None else _for(ttl_ms)


def _of_interval_join(join: IntervalJoinSpec) -> str:
    """A row waits for the last row of the other side that may match it, and then for the timer of its key."""
    clock = "processing time" if join.times is None else "the watermark"
    waits_ms = {"left": join.cleanup_ms - join.lower_ms, "right": join.cleanup_ms + join.upper_ms}
    return ", ".join(f"{side} until {clock} {_reaches(wait_ms)} its time" for side, wait_ms in waits_ms.items())


def _reaches(wait_ms: int) -> str:
    if wait_ms == 0:
        return "passes"
    return f"is {duration_text(abs(wait_ms))} {'past' if wait_ms > 0 else 'before'}"


def _for(ttl_ms: int) -> str:
    return f"for {duration_text(ttl_ms)} after it was last written" if ttl_ms else "always"
