"""The section of EXPLAIN about state: the state of each operator, and its time to live."""

from __future__ import annotations

from collections.abc import Sequence

from pyrite.core.operator_spec import OperatorSpec
from pyrite.graph.program import Program
from pyrite.graph.transformation import TransformationId
from pyrite.operators.relational.join.regular_join import RegularJoinSpec
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
    ttl_ms = getattr(operator, "ttl_ms", None)
    return "until its time is over" if ttl_ms is None else _for(ttl_ms)


def _for(ttl_ms: int) -> str:
    return f"for {duration_text(ttl_ms)} after it was last written" if ttl_ms else "always"
