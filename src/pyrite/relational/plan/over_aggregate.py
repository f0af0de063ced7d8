"""OverAggregate: rows with aggregates over their frames. The physical nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyrite.core.types import RowField, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.plan.aggregate import call_text
from pyrite.relational.plan.nodes import SingleInput
from pyrite.relational.plan.over import OverGroup, order_text


@dataclass(frozen=True)
class AnyOverAggregate(SingleInput):
    """The columns of the input, then the calls."""

    groups: tuple[OverGroup, ...]
    """All groups have the same partition keys."""
    names: tuple[str, ...]

    @property
    def partition(self) -> tuple[int, ...]:
        return self.groups[0].partition

    @property
    def calls(self) -> tuple[AggregateCall, ...]:
        return tuple(call for group in self.groups for call in group.calls)

    @property
    def row_type(self) -> RowType:
        fields = [RowField(name, call.result_type) for name, call in zip(self.names, self.calls, strict=True)]
        return RowType((*self.input.row_type.fields, *fields), nullable=False)

    def _items(self) -> str:
        names = self.input.field_names
        items = [f"{call_text(call, names)} AS {name}" for call, name in zip(self.calls, self.names, strict=True)]
        return ", ".join([*names, *items])

    def _by(self) -> str:
        keys = ", ".join(self.input.field_names[place] for place in self.partition)
        return f"partitionBy=[{keys}], " if keys else ""


@dataclass(frozen=True)
class OverAggregate(AnyOverAggregate):
    """In the order of time: a row is emitted once, when its time has passed."""

    @property
    def group(self) -> OverGroup:
        return self.groups[0]

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        order = order_text(self.group.order, self.input.field_names)
        return f"OverAggregate({self._by()}orderBy=[{order}], window=[ {self.group.frame}], select=[{self._items()}])"


@dataclass(frozen=True)
class ChangingOverAggregate(OverAggregate):
    """In the order of a column that is not a time: an inserted row changes the results of the following rows."""


@dataclass(frozen=True)
class BatchOverAggregate(AnyOverAggregate):
    """Over all rows at once, with any order and frame."""

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        names = self.input.field_names
        windows = ", ".join(
            f"window#{number}=[{', '.join(call_text(call, names) for call in group.calls)} {group.frame}]"
            for number, group in enumerate(self.groups)
        )
        order = order_text(self.groups[0].order, names)
        ordered = f"orderBy=[{order}], " if order else ""
        return f"OverAggregate({self._by()}{ordered}{windows}, select=[{self._items()}])"
