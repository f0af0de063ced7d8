"""LocalGroupAggregate and GlobalGroupAggregate: GROUP BY in two phases, before and after the exchange.

IncrementalGroupAggregate is between the two if DISTINCT aggregates are split. MiniBatchAssigner starts bundles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Optional

from pyrite.core.types import BigIntType, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.partials import TwoPhases, increments, two_phases
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.plan.aggregate import EXTREMES, Grouped, PartialFinal
from pyrite.relational.plan.nodes import Scan, SingleInput

_BUFFERS = {
    "AVG": ("sum", "count"),
    "$SUM0": ("sum",),
    "LISTAGG": ("accDelimiter", "concatAcc"),
}
"""Flink's names of an aggregate's accumulator fields, if they differ from the function's name."""


@dataclass(frozen=True)
class AccumulatorNames:
    """The names of accumulator fields in Flink's plans, for calls and for values of DISTINCT."""

    calls: tuple[AggregateCall, ...]
    """With retraction, Flink adds a row count if no call is one."""
    of_calls: tuple[str, ...]
    distinct: dict[tuple[int, ...], str]
    suffix: str

    @staticmethod
    def of(calls: Sequence[AggregateCall], retracts: bool, counts_rows: bool = False) -> AccumulatorNames:
        star = AggregateCall("COUNT", (), (), BigIntType(nullable=False))
        all_calls = (*calls, *([star] if (retracts or counts_rows) and star not in calls else []))
        numbers = count()
        of_calls = tuple(_buffer_names(call, retracts, numbers) for call in all_calls)
        keys = dict.fromkeys(call.arguments for call in all_calls if call.is_distinct and call.function not in EXTREMES)
        distinct = {arguments: f"distinct${number}" for number, arguments in enumerate(keys)}
        return AccumulatorNames(all_calls, of_calls, distinct, "_RETRACT" if retracts else "")

    def local_items(self, names: Sequence[str]) -> list[str]:
        """Returns the items that the local phase selects."""
        items = []
        for call, own in zip(self.calls, self.of_calls, strict=True):
            arguments = ", ".join(names[place] for place in call.arguments) or "*"
            filtered = "" if call.filter is None else f" FILTER {names[call.filter]}"
            items.append(f"{call.function}{self.suffix}({self._distinct(call)}{arguments}){filtered} AS {own}")
        values = [
            f"DISTINCT({', '.join(names[place] for place in arguments)}) AS {name}"
            for arguments, name in self.distinct.items()
        ]
        return [*items, *values]

    def global_calls(self) -> list[str]:
        """Returns the items that the global phase selects."""
        return [
            f"{call.function}{self.suffix}({self._distinct(call)}{own})"
            for call, own in zip(self.calls, self.of_calls, strict=True)
        ]

    def final_calls(self, calls: Sequence[AggregateCall]) -> list[str]:
        """Returns the items of a phase that merges the results of these calls. Its own calls differ."""
        pairs = zip(calls, self.of_calls, strict=False)
        return [f"{call.function}{self.suffix}({own})" for call, own in pairs]

    def _distinct(self, call: AggregateCall) -> str:
        name = self.distinct.get(call.arguments, "") if call.is_distinct else ""
        return f"{name} " if name and call.function not in EXTREMES else ""


def is_count_of_rows(call: AggregateCall) -> bool:
    return call.function == "COUNT" and not call.arguments and call.filter is None


def _buffer_names(call: AggregateCall, retracts: bool, numbers: Iterator[int]) -> str:
    match call.function:
        case "COUNT":
            names: tuple[str, ...] = ("count" if call.arguments else "count1",)
        case "SUM" if retracts:
            names = ("sum", "count")
        case "LISTAGG" if retracts:
            names = ("listagg",)
        case _:
            names = _BUFFERS.get(call.function, (call.function.lower(),))
    numbered = ", ".join(f"{name}${next(numbers)}" for name in names)
    return f"({numbered})" if len(names) > 1 else numbered


@dataclass(frozen=True)
class LocalGroupAggregate(SingleInput):
    """Partial aggregates for each key, before the exchange."""

    grouping: tuple[int, ...]
    calls: tuple[AggregateCall, ...]
    partial_final: PartialFinal = field(default=PartialFinal.NONE, kw_only=True)

    @property
    def retracts(self) -> bool:
        return not self.input.changelog.is_insert_only

    @property
    def phases(self) -> TwoPhases:
        return two_phases(self.calls, self.retracts, len(self.grouping))

    @property
    def row_type(self) -> RowType:
        fields = self.input.row_type.fields
        return RowType((*(fields[place] for place in self.grouping), *self.phases.fields()), nullable=False)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        names = self.input.field_names
        keys = [names[place] for place in self.grouping]
        by = f"groupBy=[{', '.join(keys)}], " if keys else ""
        items = AccumulatorNames.of(self.calls, self.retracts).local_items(names)
        return f"LocalGroupAggregate({by}{self.partial_final.described()}select=[{', '.join([*keys, *items])}])"


@dataclass(frozen=True)
class IncrementalGroupAggregate(SingleInput):
    """Computes the increments of results from the partial aggregates of buckets.

    It combines the global phase of the buckets, which are its groups, with the local phase over them: its state has the
    DISTINCT values, and no results.
    """

    grouping: tuple[int, ...]
    """The columns of a bucket. The first `keys` of them are the query's."""
    keys: int
    calls: tuple[AggregateCall, ...]
    """The calls of the buckets."""
    retracts: bool
    """Whether the input of the local phase has updates or deletes."""
    state_ttl_ms: Optional[int] = field(default=None, kw_only=True)

    @property
    def sent(self) -> TwoPhases:
        """The phases whose local part sends the input."""
        return two_phases(self.calls, self.retracts, len(self.grouping))

    @property
    def phases(self) -> TwoPhases:
        """The phases whose local part is the output."""
        return two_phases(increments(self.calls), self.retracts, self.keys)

    @property
    def row_type(self) -> RowType:
        fields = self.input.row_type.fields
        keys = (fields[place] for place in self.grouping[: self.keys])
        return RowType((*keys, *self.phases.fields()), nullable=False)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        names = [self.input.field_names[place] for place in self.grouping]
        accumulators = AccumulatorNames.of(self.calls, self.retracts)
        pairs = zip(accumulators.global_calls(), accumulators.of_calls, strict=True)
        items = [*names[: self.keys], *(f"{item} AS {own}" for item, own in pairs)]
        groupings = f"partialAggGrouping=[{', '.join(names)}], finalAggGrouping=[{', '.join(names[: self.keys])}]"
        return f"IncrementalGroupAggregate({groupings}, select=[{', '.join(items)}])"


@dataclass(frozen=True)
class GlobalGroupAggregate(Grouped):
    """A GroupAggregate over the results of a local phase. `calls` are the query's."""

    retracts: bool
    """Whether the input of the local phase has updates or deletes."""
    bucket_calls: tuple[AggregateCall, ...] = field(default=(), kw_only=True)
    """Over an incremental phase: the calls of buckets whose increments are merged."""

    @property
    def phases(self) -> TwoPhases:
        return two_phases(increments(self.bucket_calls) or self.calls, self.retracts, len(self.grouping))

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        names = self.input.field_names
        keys = [names[place] for place in self.grouping]
        by = f"groupBy=[{', '.join(keys)}], " if keys else ""
        accumulators = AccumulatorNames.of(self.bucket_calls or self.calls, self.retracts)
        merged = accumulators.final_calls(self.calls) if self.bucket_calls else accumulators.global_calls()
        items = [f"{item} AS {name}" for item, name in zip(merged, self.names, strict=False)]
        parts = f"{by}{self.partial_final.described()}select=[{', '.join([*keys, *items])}]"
        stars = [n for n, call in enumerate(self.bucket_calls) if is_count_of_rows(call)] if self.retracts else []
        return f"GlobalGroupAggregate({parts}{f', indexOfCountStar=[{stars[0]}]' if stars else ''})"


@dataclass(frozen=True)
class MiniBatchAssigner(SingleInput):
    """Starts bundles: by the clock, or by watermarks, of which it then forwards one for each interval."""

    interval_ms: int
    is_event_time: bool

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        mode = "RowTime" if self.is_event_time else "ProcTime"
        return f"MiniBatchAssigner(interval=[{self.interval_ms}ms], mode=[{mode}])"

    @property
    def is_passed_through(self) -> bool:
        """Whether it needs no operator: bundles end by the clock, and no watermark is held back."""
        return not self.is_event_time and isinstance(self.input, Scan) and self.input.watermark is None
