"""OperatorIteration: an operator's view of its loop with supersteps, and its part of the aggregates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.functions import AggregateFunction, IterationAggregator
from pyrite.core.job.loop import LoopSpec
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.operators.iteration.loop_events import Aggregated, Aggregates, AggregatesKnown, FromOperator, Joined

Lists = dict[str, list[Any]]
_PARTS = "iteration-aggregates"
_PREVIOUS = "iteration-previous"


class OperatorIteration:
    """One operator of one subtask in a loop. `watermark_ms` returns the operator's progress: its output's watermark.

    An operator that requests an aggregator in `open` is a member: it reports its part of every superstep's aggregates
    before the superstep's end is forwarded, and receives the results before the next superstep begins.
    """

    def __init__(
        self, spec: LoopSpec, operator_id: str, watermark_ms: Callable[[], int], tell: Callable[[FromOperator], None]
    ) -> None:
        self.loop = spec.loop
        self._functions: Mapping[str, AggregateFunction] = spec.aggregators
        self._operator_id = operator_id
        self._watermark_ms = watermark_ms
        self._tell = tell
        self._is_member = False
        self._is_open = False
        self._parts: dict[int, dict[str, Any]] = {}
        """Accumulators by superstep and name, for the current and the previous superstep."""
        self._previous: dict[int, Mapping[str, Any]] = {}

    @property
    def superstep(self) -> int:
        """The operator's current superstep, from 1."""
        watermark_ms = self._watermark_ms()
        return 1 if watermark_ms == MAX_WATERMARK else max(0, watermark_ms) + 1

    def aggregator(self, name: str) -> IterationAggregator:
        self._check(name)
        return _Handle(self, name, self._functions[name])

    def previous(self, name: str) -> Any:
        """The aggregate's result in the previous superstep; None in the first."""
        self._check(name)
        return self._previous.get(self.superstep - 1, {}).get(name)

    def _check(self, name: str) -> None:
        if name not in self._functions:
            registered = ", ".join(sorted(self._functions)) or "none"
            raise InvalidProgramError(f"the iteration has no aggregator '{name}'; registered: {registered}")
        if self._is_open and not self._is_member:
            raise InvalidProgramError("the first aggregator must be requested in open()")
        self._is_member = True

    def opened(self) -> None:
        """The operator's function is open. Repeats the report that preceded the restored checkpoint."""
        self._is_open = True
        if self._is_member:
            self._tell(Joined(self._operator_id))
            if self.superstep > 1:
                self._report_part(self.superstep - 1)

    def add(self, name: str, function: AggregateFunction, value: Any) -> None:
        parts = self._parts.setdefault(self.superstep, {})
        accumulator = parts[name] if name in parts else function.create_accumulator()
        parts[name] = function.add(value, accumulator)

    def superstep_ended(self, number: int) -> None:
        """The operator has processed a superstep, whose end has not been forwarded yet."""
        if number == MAX_WATERMARK:  # the loop is over
            self._parts, self._previous = {}, {}
        elif self._is_member:
            self._parts = {k: part for k, part in self._parts.items() if k >= number}
            self._previous = {k: results for k, results in self._previous.items() if k >= number - 1}
            self._report_part(number)

    def _report_part(self, number: int) -> None:
        self._tell(Aggregated(self._operator_id, number, dict(self._parts.get(number, {}))))

    def on_event(self, event: Aggregates) -> None:
        if self._is_member:
            self._previous[event.number] = event.results
            self._tell(AggregatesKnown(self._operator_id, event.number))

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def with_state(self, lists: Lists, unions: Lists) -> tuple[Lists, Lists]:
        """An operator's lists and unions, extended by the state of the iteration."""
        if not self._is_member:
            return lists, unions
        return {**lists, _PARTS: list(self._parts.items())}, {**unions, _PREVIOUS: list(self._previous.items())}

    def restore(self, lists: Lists, unions: Lists) -> None:
        """Restores the state added by `with_state`; after a rescale, the parts of several subtasks or none."""
        for number, part in lists.pop(_PARTS, []):
            accumulators = self._parts.setdefault(number, {})
            for name, accumulator in part.items():
                if name in self._functions:
                    merge = self._functions[name].merge
                    accumulators[name] = merge(accumulators[name], accumulator) if name in accumulators else accumulator
        self._previous.update(unions.pop(_PREVIOUS, []))


class _Handle(IterationAggregator):
    def __init__(self, iteration: OperatorIteration, name: str, function: AggregateFunction) -> None:
        self._iteration = iteration
        self._name = name
        self._function = function

    def aggregate(self, value: Any) -> None:
        self._iteration.add(self._name, self._function, value)
