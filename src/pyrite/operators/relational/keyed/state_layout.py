"""Descriptions of keyed state. An operator can restore state only if it has the same description.

Names of columns and NOT NULL are left out, since they do not affect the state.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyrite.core.types import LogicalType, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.operators.relational.window.time_windows import Attached, TimeWindows


def key_layout(row_type: RowType, keys: Sequence[int]) -> str:
    """Returns `for each (BIGINT, STRING)`, or `for all rows` without keys."""
    types = type_layout([row_type.children[key] for key in keys])
    return f"for each ({types})" if keys else "for all rows"


def type_layout(types: Sequence[LogicalType]) -> str:
    return ", ".join(kind.copy(nullable=True).as_summary_string() for kind in types)


def calls_layout(calls: Sequence[AggregateCall], retracts: bool) -> str:
    """Returns, for example, `the number of rows, SUM(DOUBLE)`. With retraction, some functions have more state."""
    parts = ["the number of rows", *map(_call_layout, calls)]
    return ", ".join(parts) + (", with retraction" if retracts else "")


def distinct_layout(calls: Sequence[AggregateCall]) -> str:
    """Returns, for example, `the values of COUNT(DISTINCT BIGINT)`."""
    return ", ".join(f"the values of {_call_layout(call)}" for call in calls)


def _call_layout(call: AggregateCall) -> str:
    distinct = "DISTINCT " if call.is_distinct else ""
    arguments = type_layout(call.argument_types) if call.arguments else "*"
    option = f" {call.option}" if call.option else ""
    return f"{call.function}({distinct}{arguments}){option}{'' if call.filter is None else ' FILTER'}"


def window_layout(windows: TimeWindows) -> str:
    """Returns, for example, `Tumble(size_ms=60000, offset_ms=0)`. The positions of window columns do not matter."""
    return "their own" if isinstance(windows, Attached) else repr(windows)
