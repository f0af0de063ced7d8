"""LocalGroupAggregate and GlobalGroupAggregate: GROUP BY in two phases, before and after rows go to their key.

MiniBatchAssigner, below which Flink makes bundles of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from pyrite.core.types import BigIntType, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.partials import TwoPhases, two_phases
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.plan.aggregate import Grouped
from pyrite.relational.plan.nodes import SingleInput

_BUFFERS = {
    "AVG": ("sum", "count"),
    "$SUM0": ("sum",),
    "LISTAGG": ("accDelimiter", "concatAcc"),
}
"""The fields that Flink keeps of an aggregate, where they are not named as the function is."""


@dataclass(frozen=True)
class AccumulatorNames:
    """What Flink's plans call the fields of accumulators: of each call, and of the values of DISTINCT."""

    calls: tuple[AggregateCall, ...]
    """With retraction Flink counts rows, if no call does."""
    of_calls: tuple[str, ...]
    distinct: dict[tuple[int, ...], str]
    suffix: str

    @staticmethod
    def of(calls: Sequence[AggregateCall], retracts: bool, counts_rows: bool = False) -> AccumulatorNames:
        star = AggregateCall("COUNT", (), (), BigIntType(nullable=False))
        known = (*calls, *([star] if (retracts or counts_rows) and star not in calls else []))
        numbers = count()
        of_calls = tuple(_buffer_names(call, retracts, numbers) for call in known)
        keys = dict.fromkeys(call.arguments for call in known if call.is_distinct and call.function not in _EXTREMES)
        distinct = {arguments: f"distinct${number}" for number, arguments in enumerate(keys)}
        return AccumulatorNames(known, of_calls, distinct, "_RETRACT" if retracts else "")

    def local_items(self, names: Sequence[str]) -> list[str]:
        """What the local phase selects."""
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
        """What the global phase selects."""
        return [
            f"{call.function}{self.suffix}({self._distinct(call)}{own})"
            for call, own in zip(self.calls, self.of_calls, strict=True)
        ]

    def _distinct(self, call: AggregateCall) -> str:
        name = self.distinct.get(call.arguments, "") if call.is_distinct else ""
        return f"{name} " if name and call.function not in _EXTREMES else ""


_EXTREMES = ("MIN", "MAX")


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
    """What rows come to, for each key, before they go to its subtask."""

    grouping: tuple[int, ...]
    calls: tuple[AggregateCall, ...]

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
        return f"LocalGroupAggregate({by}select=[{', '.join([*keys, *items])}])"


@dataclass(frozen=True)
class GlobalGroupAggregate(Grouped):
    """A GroupAggregate over what a local phase sends; `calls` are those of the query."""

    retracts: bool
    """Whether the local phase takes updates or deletes."""

    @property
    def phases(self) -> TwoPhases:
        return two_phases(self.calls, self.retracts, len(self.grouping))

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        names = self.input.field_names
        keys = [names[place] for place in self.grouping]
        by = f"groupBy=[{', '.join(keys)}], " if keys else ""
        merged = AccumulatorNames.of(self.calls, self.retracts).global_calls()
        items = [f"{item} AS {name}" for item, name in zip(merged, self.names, strict=False)]
        return f"GlobalGroupAggregate({by}select=[{', '.join([*keys, *items])}])"


@dataclass(frozen=True)
class MiniBatchAssigner(SingleInput):
    """Where bundles begin: by the clock, or by watermarks, of which it then passes one on in an interval."""

    interval_ms: int
    is_event_time: bool

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        mode = "RowTime" if self.is_event_time else "ProcTime"
        return f"MiniBatchAssigner(interval=[{self.interval_ms}ms], mode=[{mode}])"
