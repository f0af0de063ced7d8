"""WindowRank and WindowDeduplicate: the first rows of each key in a window, at the window's end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Optional

from pyrite.core.types import RowField, RowType
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.relational.plan.nodes import SingleInput
from pyrite.relational.plan.over import order_text
from pyrite.relational.plan.rank import NUMBER_TYPE
from pyrite.relational.plan.windows import Windowing


@dataclass(frozen=True)
class OfWindows(SingleInput):
    """The base class of nodes that process each window separately."""

    windowing: Windowing
    bounds: tuple[int, int]
    """The columns of the window's start and end."""
    partition: tuple[int, ...]
    """The partition columns without the window's."""
    order: tuple[SortColumn, ...]

    def _window_text(self) -> str:
        names = self.input.field_names
        start, end = self.bounds
        return self.windowing.described(names, f"win_start=[{names[start]}], win_end=[{names[end]}]")

    def _keys_text(self) -> str:
        return ", ".join(self.input.field_names[place] for place in self.partition)


@dataclass(frozen=True)
class WindowRank(OfWindows):
    """The rows with row numbers from `start` to `end`. `number` is the name of the number's column."""

    start: int
    end: int
    number: Optional[str]

    @property
    def row_type(self) -> RowType:
        number_field = () if self.number is None else (RowField(self.number, NUMBER_TYPE),)
        return RowType((*self.input.row_type.fields, *number_field), nullable=False)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        order = order_text(self.order, self.input.field_names)
        return (
            f"WindowRank(window=[{self._window_text()}], rankType=[ROW_NUMBER], rankRange=[rankStart={self.start}, "
            f"rankEnd={self.end}], partitionBy=[{self._keys_text()}], orderBy=[{order}], "
            f"select=[{', '.join(self.field_names)}])"
        )


@dataclass(frozen=True)
class WindowDeduplicate(OfWindows):
    """The first or last row by event time."""

    @property
    def keeps_last(self) -> bool:
        return self.order[0].is_descending

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        keep = "LastRow" if self.keeps_last else "FirstRow"
        time = self.input.field_names[self.order[0].place]
        return (
            f"WindowDeduplicate(window=[{self._window_text()}], keep=[{keep}], "
            f"partitionKeys=[{self._keys_text()}], orderKey=[{time}], order=[ROWTIME])"
        )
