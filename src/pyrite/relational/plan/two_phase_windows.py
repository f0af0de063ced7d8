"""LocalWindowAggregate and GlobalWindowAggregate: windows in two phases, with slices of time between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from pyrite.core.types import BigIntType, RowField, RowType
from pyrite.expressions.aggregates.partials import TwoPhases, two_phases
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.operators.relational.time_windows import Hop
from pyrite.relational.plan.nodes import SingleInput
from pyrite.relational.plan.two_phases import AccumulatorNames
from pyrite.relational.plan.windows import WindowAggregate

SLICE: Final = RowField("$slice_start", BigIntType(nullable=False))
"""Where the slice of a row begins, in milliseconds as the clock of the zone shows them."""


def _accumulators(whole: WindowAggregate) -> AccumulatorNames:
    """Of the aggregate as one phase, over its rows."""
    retracts = not whole.input.changelog.is_insert_only
    return AccumulatorNames.of(whole.calls, retracts, isinstance(whole.windowing.windows, Hop))


@dataclass(frozen=True)
class LocalWindowAggregate(SingleInput):
    """What rows come to, for each key and slice, before they go to the key's subtask: keys, slice, accumulators."""

    whole: WindowAggregate
    """The aggregate as one phase, over these rows."""

    @property
    def retracts(self) -> bool:
        return not self.input.changelog.is_insert_only

    @property
    def grouping(self) -> tuple[int, ...]:
        """Of the input with the slice as its last column."""
        slices = (len(self.input.row_type.fields),) if self.whole.attached is None else self.whole.attached
        return (*self.whole.grouping, *slices)

    @cached_property
    def phases(self) -> TwoPhases:
        return two_phases(self.whole.calls, self.retracts, len(self.grouping), counts_rows=True)

    @property
    def sliced_type(self) -> RowType:
        fields = self.input.row_type.fields
        return RowType((*fields, *((SLICE,) if self.whole.attached is None else ())), nullable=False)

    @property
    def row_type(self) -> RowType:
        fields = self.sliced_type.fields
        return RowType((*(fields[place] for place in self.grouping), *self.phases.fields()), nullable=False)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        names = self.input.field_names
        end = "$slice_end" if self.whole.attached is None else "$window_end"
        items = [*_accumulators(self.whole).local_items(names), f"slice_end('w$) AS {end}"]
        return self.whole.text_of("LocalWindowAggregate", self.whole.windows_text(names), items)


@dataclass(frozen=True)
class GlobalWindowAggregate(WindowAggregate):
    """A WindowAggregate over what a local phase sends; `calls` are those of the query."""

    local: LocalWindowAggregate = field(kw_only=True)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        is_sliced = self.attached is None
        window = self.windowing.described((), "slice_end=[$slice_end]" if is_sliced else "win_end=[$window_end]")
        properties = [f"{each.value}('w$)" for each, _ in self.properties]
        merged = _accumulators(self.local.whole).global_calls()
        names = [*self.names, *(name for _, name in self.properties)]
        pairs = zip([*merged, *properties], names, strict=False)  # as Flink does, which counts rows of HOP besides
        return self.text_of("GlobalWindowAggregate", window, [f"{item} AS {name}" for item, name in pairs])
