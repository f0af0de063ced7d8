"""Functions for iterations with supersteps: aggregators, and the join with a solution set."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, Optional

from pyrite.core.functions.functions import AggregateFunction, Function, TimerContext
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.persistence.persisted import persisted
from pyrite.core.state.state_types import ValueState

LOOP_RESULT = OutputTag("pyrite-iteration-result")
"""The side output of the result of a loop with supersteps."""


@persisted("sum-aggregator/1")
class SumAggregator(AggregateFunction):
    """The sum of the values; 0 without any."""

    def create_accumulator(self) -> Any:
        return 0

    def add(self, value: Any, accumulator: Any) -> Any:
        return accumulator + value

    def get_result(self, accumulator: Any) -> Any:
        return accumulator

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return acc_a + acc_b


@persisted("count-aggregator/1")
class CountAggregator(SumAggregator):
    """The number of values."""

    def add(self, value: Any, accumulator: Any) -> Any:
        return accumulator + 1


@persisted("solution-set-function/1")
class SolutionSetFunction(Function):
    """Joins the workset of a delta iteration with its solution set.

    `join` is called once per superstep for each key with records, when all of them have arrived. Keys without records
    cause no call, so the cost of a superstep depends on its workset only.
    """

    @abstractmethod
    def join(self, values: list[Any], entry: ValueState[Any], ctx: TimerContext) -> Optional[Iterable[Any]]:
        """Emits the delta: the changed records.

        `entry` is the solution set's record of the key, or None; `update` replaces it, `clear` removes it.
        `ctx.get_current_key()` is the key, `ctx.timestamp()` the superstep. The order of `values` is undefined.
        """
