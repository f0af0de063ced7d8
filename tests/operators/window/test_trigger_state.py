"""States of triggers in windows that merge."""

from __future__ import annotations

from operator import add
from typing import Any

import pytest

from pyrite.datastream import AggregateFunction
from pyrite.datastream.state import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    ReducingStateDescriptor,
    StateDescriptor,
    ValueStateDescriptor,
)
from pyrite.datastream.window import Trigger, TriggerResult
from pyrite.testing import OperatorTestHarness
from tests.operators.window.assigner_cases import sessions
from tests.operators.window.programs import Sorted, Windows, process
from tests.operators.window.transcript import OnOperator, assert_nothing_left


class Adding(AggregateFunction):
    def create_accumulator(self) -> int:
        return 0

    def add(self, value: int, accumulator: int) -> int:
        return accumulator + value

    def get_result(self, accumulator: int) -> int:
        return accumulator

    def merge(self, acc_a: int, acc_b: int) -> int:
        return acc_a + acc_b


class ThirdOne(Trigger[Any, Any]):
    """Fires at the third record of a window, whatever it was merged of; counts in a state of the kind given."""

    def __init__(self, descriptor: StateDescriptor) -> None:
        self._descriptor = descriptor

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        state = ctx.get_partitioned_state(self._descriptor)
        if isinstance(self._descriptor, ValueStateDescriptor):
            state.update(1)
            return TriggerResult.CONTINUE
        state.add(1)
        contents = state.get()
        return (
            TriggerResult.FIRE
            if (len(list(contents)) if not isinstance(contents, int) else contents) == 3
            else CONTINUE
        )

    def on_event_time(self, time: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        return TriggerResult.CONTINUE

    def on_processing_time(self, time: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        return TriggerResult.CONTINUE

    def can_merge(self) -> bool:
        return True

    def on_merge(self, window: Any, ctx: Trigger.OnMergeContext) -> None:
        ctx.merge_partitioned_state(self._descriptor)

    def clear(self, window: Any, ctx: Trigger.TriggerContext) -> None:
        ctx.get_partitioned_state(self._descriptor).clear()


CONTINUE = TriggerResult.CONTINUE
MERGEABLE = {
    "reducing": ReducingStateDescriptor("count", add),
    "list": ListStateDescriptor("count"),
    "aggregating": AggregatingStateDescriptor("count", Adding()),
}


@pytest.mark.parametrize("descriptor", MERGEABLE.values(), ids=list(MERGEABLE))
@pytest.mark.parametrize("restarts", [False, True], ids=["", "restarts"])
def test_state_of_a_trigger_is_merged_with_its_windows(descriptor: StateDescriptor, restarts: bool) -> None:
    program = Windows(sessions(5), process(Sorted()), trigger=ThirdOne(descriptor))
    harness = OnOperator(program, restarts=restarts).run(
        """
        1 8 a:1
        4                    => [1,13)=1,4,8
        a:20 a:30
        a:25                 => a:[20,35)=20,25,30
        W40
        """
    )
    assert_nothing_left(harness)


def test_state_of_a_trigger_that_cannot_be_merged_is_reported() -> None:
    """Flink: 'The given state descriptor does not refer to a mergeable state'."""
    harness = OperatorTestHarness.of(Windows(sessions(5), trigger=ThirdOne(ValueStateDescriptor("one"))))
    with pytest.raises(Exception, match="ValueState cannot be merged"):
        harness.process_elements([("a", 1_000, 1), ("a", 3_000, 1)], [1_000, 3_000])
