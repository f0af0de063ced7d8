"""Aggregate, the logical node, and GroupAggregate, which maintains a result for each key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Optional

from pyrite.core.types import RowField, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.plan.nodes import SingleInput

EXTREMES: Final = ("MIN", "MAX")
"""Functions for which DISTINCT has no effect."""


class PartialFinal(Enum):
    """The part of a split DISTINCT aggregate: the buckets, or the result of the buckets."""

    NONE = "it is not split"
    PARTIAL = "PARTIAL"
    FINAL = "FINAL"

    def described(self) -> str:
        return "" if self is PartialFinal.NONE else f"partialFinalType=[{self.value}], "


@dataclass(frozen=True)
class Grouped(SingleInput):
    """Groups of rows with equal keys: the keys, then a column for each aggregate."""

    grouping: tuple[int, ...]
    calls: tuple[AggregateCall, ...]
    names: tuple[str, ...]
    """The names of the aggregates' columns."""
    state_ttl_ms: Optional[int] = field(default=None, kw_only=True)
    """The time to live in a hint; None: the session's."""
    partial_final: PartialFinal = field(default=PartialFinal.NONE, kw_only=True)

    @property
    def row_type(self) -> RowType:
        fields = self.input.row_type.fields
        keys = [fields[place] for place in self.grouping]
        results = [RowField(name, call.result_type) for name, call in zip(self.names, self.calls, strict=True)]
        return RowType((*keys, *results), nullable=False)

    def _items(self) -> list[str]:
        """Returns the columns as plans show them: `SUM(v) AS total`, or `SUM_RETRACT(v) AS total` over changes."""
        names = self.input.field_names
        suffix = "" if self.input.changelog.is_insert_only else "_RETRACT"
        items = [call_text(_without_idle_distinct(call), names, suffix) for call in self.calls]
        pairs = zip(items, self.names, strict=True)
        return [text if text == name else f"{text} AS {name}" for text, name in pairs]


@dataclass(frozen=True)
class Aggregate(Grouped):
    """GROUP BY.

    With several `sets` of indices into `grouping`, there are groups for each set; keys outside of it are NULL.
    """

    sets: tuple[tuple[int, ...], ...] = ()

    @property
    def row_type(self) -> RowType:
        plain = super().row_type
        if not self.sets:
            return plain
        fields = [
            field
            if place >= len(self.grouping) or all(place in each for each in self.sets)
            else RowField(field.name, field.type.copy(nullable=True))
            for place, field in enumerate(plain.fields)
        ]
        return RowType(tuple(fields), nullable=False)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        calls = [
            f"{name}=[{call_text(call, [f'${place}' for place in range(len(self.input.field_names))])}]"
            for call, name in zip(self.calls, self.names, strict=True)
        ]
        sets = [_set([self.grouping[place] for place in each]) for each in self.sets]
        groups = [f"groups=[[{', '.join(sets)}]]"] if sets else []
        return f"LogicalAggregate({', '.join([f'group=[{_set(self.grouping)}]', *groups, *calls])})"


def _set(places: Sequence[int]) -> str:
    return f"{{{', '.join(map(str, places))}}}"


@dataclass(frozen=True)
class GroupAggregate(Grouped):
    """A row for each key in state. An input row updates the row of its key and emits the change."""

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        names = self.input.field_names
        keys = [names[place] for place in self.grouping]
        by = f"groupBy=[{', '.join(keys)}], " if keys else ""
        part = self.partial_final.described()
        return f"GroupAggregate({by}{part}select=[{', '.join([*keys, *self._items()])}])"


def unnamed_columns(keys: Sequence[str], count: int) -> tuple[str, ...]:
    """Returns Flink's names of unnamed results: `$f2` for the third column, `$f2_0` if a key has this name."""
    names: list[str] = []
    for place in range(len(keys), len(keys) + count):
        names.append(unique_name(f"$f{place}", [*keys, *names]))
    return tuple(names)


def unique_name(name: str, names: Sequence[str]) -> str:
    unique, number = name, 0
    while unique in names:
        unique, number = f"{name}_{number}", number + 1
    return unique


def _without_idle_distinct(call: AggregateCall) -> AggregateCall:
    return replace(call, is_distinct=False) if call.function in EXTREMES else call


def call_text(call: AggregateCall, names: Sequence[str], suffix: str = "") -> str:
    """Returns a call as plans show it."""
    distinct = "DISTINCT " if call.is_distinct else ""
    arguments = ", ".join(names[place] for place in call.arguments) or "*"
    filtered = "" if call.filter is None else f" FILTER {names[call.filter]}"
    return f"{call.function}{suffix}({distinct}{arguments}){filtered}"


def moved_call(call: AggregateCall, places: Mapping[int, int]) -> AggregateCall:
    """Renumbers the columns of a call."""
    return replace(
        call,
        arguments=tuple(places[place] for place in call.arguments),
        filter=None if call.filter is None else places[call.filter],
    )
