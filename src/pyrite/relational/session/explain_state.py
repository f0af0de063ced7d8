"""What EXPLAIN says of state: what each operator keeps for each key, and for how long."""

from __future__ import annotations

from collections.abc import Sequence

from pyrite.core.operator_spec import OperatorSpec
from pyrite.graph.program import Program
from pyrite.graph.transformation import TransformationId
from pyrite.operators.relational.window.row_windows import RowWindowsSpec
from pyrite.relational.plan.windows import duration_text


def state_section(program: Program, transformations: Sequence[TransformationId]) -> str:
    """A line for each operator that keeps something, inputs first; empty if none does."""
    lines = [
        f"{operator.description}\n   keeps {operator.keyed_layout}; {_how_long(operator)}\n"
        for operator in (program[each].operator for each in program.upstream(transformations))
        if operator is not None and operator.keyed_layout
    ]
    return f"== State ==\n{''.join(lines)}" if lines else ""


def _how_long(operator: OperatorSpec) -> str:
    if isinstance(operator, RowWindowsSpec):
        return "until it has all its rows"
    ttl_ms = getattr(operator, "ttl_ms", None)
    if ttl_ms is None:
        return "until its time is over"
    return f"for {duration_text(ttl_ms)} after it was last written" if ttl_ms else "always"
