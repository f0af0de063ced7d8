"""Over: columns that are computed for each row from neighboring rows. The logical node.

A filter on the row number converts it to a Rank.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Optional

from pyrite.core.types import RowField, RowType, TimestampKind
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.expression_tree import BoundKind, FrameUnit
from pyrite.expressions.resolved import ResolvedExpression, ValueLiteral
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.relational.plan.aggregate import call_text, moved_call
from pyrite.relational.plan.nodes import SingleInput

RANKS: Final = frozenset(("ROW_NUMBER", "RANK", "DENSE_RANK"))


@dataclass(frozen=True)
class OverBound:
    """A bound of a frame. Only PRECEDING and FOLLOWING have an offset: a number of rows, a number, or an interval."""

    kind: BoundKind
    offset: Optional[ValueLiteral] = None

    def __str__(self) -> str:
        return self.kind.value if self.offset is None else f"{self.offset.value} {self.kind.value}"


@dataclass(frozen=True)
class OverFrame:
    """The neighboring rows: ROWS counts them, RANGE compares their sort values."""

    unit: FrameUnit
    lower: OverBound
    upper: OverBound

    def __str__(self) -> str:
        return f"{self.unit.value} BETWEEN {self.lower} AND {self.upper}"


PRECEDING: Final = OverBound(BoundKind.UNBOUNDED_PRECEDING)
CURRENT: Final = OverBound(BoundKind.CURRENT_ROW)
FOLLOWING: Final = OverBound(BoundKind.UNBOUNDED_FOLLOWING)


@dataclass(frozen=True)
class OverGroup:
    """The calls over one window."""

    partition: tuple[int, ...]
    order: tuple[SortColumn, ...]
    frame: OverFrame
    calls: tuple[AggregateCall, ...]
    """Aggregates, ROW_NUMBER and other window functions."""
    time_kind: TimestampKind = TimestampKind.REGULAR
    """The kind of time attribute of the first sort column. Passes set it where the column's type does not show it."""

    @property
    def columns(self) -> set[int]:
        """The input columns that it reads."""
        columns = {*self.partition, *(each.place for each in self.order)}
        for call in self.calls:
            columns |= {*call.arguments, *(() if call.filter is None else (call.filter,))}
        return columns

    def moved(self, places: Mapping[int, int]) -> OverGroup:
        """Renumbers its columns."""
        return replace(
            self,
            partition=tuple(places[place] for place in self.partition),
            order=tuple(replace(each, place=places[each.place]) for each in self.order),
            calls=tuple(moved_call(call, places) for call in self.calls),
        )

    def described(self, names: Sequence[str]) -> str:
        parts = [
            f"PARTITION BY {', '.join(names[place] for place in self.partition)}" if self.partition else "",
            f"ORDER BY {order_text(self.order, names)}" if self.order else "",
            str(self.frame),
        ]
        return f"{', '.join(call_text(call, names) for call in self.calls)} OVER ({' '.join(filter(None, parts))})"


@dataclass(frozen=True)
class Over(SingleInput):
    """The columns of the input, then the calls of each group."""

    groups: tuple[OverGroup, ...]
    names: tuple[str, ...]

    @property
    def calls(self) -> tuple[AggregateCall, ...]:
        return tuple(call for group in self.groups for call in group.calls)

    @property
    def row_type(self) -> RowType:
        fields = [RowField(name, call.result_type) for name, call in zip(self.names, self.calls, strict=True)]
        return RowType((*self.input.row_type.fields, *fields), nullable=False)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        names = self.input.field_names
        groups = [f"window#{number}=[{group.described(names)}]" for number, group in enumerate(self.groups)]
        return f"Over({', '.join(groups)})"


def order_text(order: Sequence[SortColumn], names: Sequence[str]) -> str:
    """Returns an order in Flink's format: `a ASC, b DESC`. NULLs are named if they are not first in ASC."""
    return ", ".join(f"{names[each.place]} {'DESC' if each.is_descending else 'ASC'}{_nulls(each)}" for each in order)


def _nulls(each: SortColumn) -> str:
    """Returns the position of NULLs, if it differs from the default, in which NULL is the least value."""
    if each.nulls_first is not each.is_descending:
        return ""
    return " NULLS FIRST" if each.nulls_first else " NULLS LAST"
