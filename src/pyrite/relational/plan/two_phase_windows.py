"""LocalWindowAggregate and GlobalWindowAggregate: windows in two phases, with time slices between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Optional

from pyrite.core.types import BigIntType, RowField, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.partials import TwoPhases, two_phases
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.operators.relational.window.time_windows import Hop
from pyrite.relational.plan.nodes import SingleInput
from pyrite.relational.plan.two_phases import AccumulatorNames
from pyrite.relational.plan.windows import WindowAggregate, Windowing, bounds_text, window_text

SLICE: Final = RowField("$slice", BigIntType(nullable=False))
"""The number of a row's time slice."""


def _accumulators(node: LocalWindowAggregate | GlobalWindowAggregate) -> AccumulatorNames:
    return AccumulatorNames.of(node.calls, node.retracts, isinstance(node.windowing.windows, Hop))


@dataclass(frozen=True)
class LocalWindowAggregate(SingleInput):
    """Partial aggregates for each key and slice, before the exchange: keys, slice, accumulators."""

    keys: tuple[int, ...]
    calls: tuple[AggregateCall, ...]
    windowing: Windowing
    attached: Optional[tuple[int, int]]
    """The columns of start and end, if rows have windows."""

    @property
    def retracts(self) -> bool:
        return not self.input.changelog.is_insert_only

    @property
    def grouping(self) -> tuple[int, ...]:
        """The grouping columns, over the input with the slice as its last column."""
        slices = (len(self.input.row_type.fields),) if self.attached is None else self.attached
        return (*self.keys, *slices)

    @property
    def phases(self) -> TwoPhases:
        return two_phases(self.calls, self.retracts, len(self.grouping), counts_rows=True)

    @property
    def sliced_type(self) -> RowType:
        fields = self.input.row_type.fields
        return RowType((*fields, *((SLICE,) if self.attached is None else ())), nullable=False)

    @property
    def row_type(self) -> RowType:
        fields = self.sliced_type.fields
        return RowType((*(fields[place] for place in self.grouping), *self.phases.fields()), nullable=False)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        names = self.input.field_names
        end = "$slice_end" if self.attached is None else "$window_end"
        items = [*_accumulators(self).local_items(names), f"slice_end('w$) AS {end}"]
        window = self.windowing.described(names, bounds_text(names, self.attached))
        return window_text("LocalWindowAggregate", [names[key] for key in self.keys], window, items)


@dataclass(frozen=True)
class GlobalWindowAggregate(WindowAggregate):
    """A WindowAggregate over the results of a local phase. `calls` are the query's."""

    retracts: bool = False
    """Whether the input of the local phase has updates or deletes."""

    @property
    def phases(self) -> TwoPhases:
        first = len(self.grouping) + (1 if self.attached is None else 2)
        return two_phases(self.calls, self.retracts, first, counts_rows=True)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        is_sliced = self.attached is None
        window = self.windowing.described((), "slice_end=[$slice_end]" if is_sliced else "win_end=[$window_end]")
        properties = [f"{each.value}('w$)" for each, _ in self.properties]
        names = [*self.names, *(name for _, name in self.properties)]
        columns = [*_accumulators(self).global_calls(), *properties]
        pairs = zip(columns, names, strict=False)  # as in Flink, which also counts rows for HOP
        keys = [self.input.field_names[place] for place in self.grouping]
        return window_text("GlobalWindowAggregate", keys, window, [f"{item} AS {name}" for item, name in pairs])
