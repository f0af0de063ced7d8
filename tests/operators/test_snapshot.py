"""Snapshots of operators: a new operator resumes from one as if nothing had happened, and nothing is shared."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.broadcast_functions import (
    KeyedBroadcastProcessFunction,
    KeyedBroadcastReadContext,
    KeyedBroadcastWriteContext,
)
from pyrite.core.functions.functions import (
    KeyedContext,
    KeyedProcessFunction,
    ProcessFunction,
    RuntimeContext,
    TimeDomain,
    TimerContext,
)
from pyrite.core.state.state_ttl import StateTtlConfig
from pyrite.core.state.state_types import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    ValueStateDescriptor,
)
from pyrite.core.time.time import Time
from pyrite.testing import OperatorSubtaskState, OperatorTestHarness, ProcessFunctionTestHarnesses
from tests.state.test_keyed_states import Average

RULES, LIMITS = MapStateDescriptor("rules"), MapStateDescriptor("limits")


class Everything(KeyedProcessFunction):
    """Keeps each record in every kind of state; a record `(key, event time, processing time)` sets two timers."""

    def open(self, runtime_context: RuntimeContext) -> None:
        expiring = ValueStateDescriptor("expiring")
        expiring.enable_time_to_live(StateTtlConfig.new_builder(Time.milliseconds(100)).build())
        self._expiring = runtime_context.get_state(expiring)
        self._value = runtime_context.get_state(ValueStateDescriptor("value"))
        self._list = runtime_context.get_list_state(ListStateDescriptor("list"))
        self._map = runtime_context.get_map_state(MapStateDescriptor("map"))
        self._sum = runtime_context.get_reducing_state(ReducingStateDescriptor("sum", lambda a, b: a + b))
        self._mean = runtime_context.get_aggregating_state(AggregatingStateDescriptor("mean", Average()))

    def process_element(self, value: Any, ctx: KeyedContext) -> Iterator[Any]:
        _, event_ms, clock_ms = value
        ctx.timer_service().register_event_time_timer(event_ms)
        ctx.timer_service().register_processing_time_timer(clock_ms)
        self._expiring.update(event_ms)
        self._value.update(event_ms)
        self._list.add(event_ms)
        self._map.put(event_ms, clock_ms)
        self._sum.add(event_ms)
        self._mean.add(event_ms)
        yield self._seen(ctx)

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Iterator[Any]:
        yield ctx.time_domain(), timestamp, self._seen(ctx)

    def _seen(self, ctx: KeyedContext) -> tuple[Any, ...]:
        kept = self._value.value(), tuple(self._list.get()), tuple(self._map.items()), self._sum.get()
        return ctx.get_current_key(), self._expiring.value(), *kept, self._mean.get()


def everything(restore: Optional[OperatorSubtaskState] = None, now_ms: int = 0) -> OperatorTestHarness:
    return ProcessFunctionTestHarnesses.for_keyed_process_function(
        Everything(), lambda record: record[0], restore=restore, now_ms=now_ms
    )


def travelled(harness: OperatorTestHarness) -> OperatorSubtaskState:
    """The harness's snapshot as it comes out of a store."""
    snapshot: OperatorSubtaskState = pickle.loads(pickle.dumps(harness.snapshot()))
    return snapshot


RECORDS = st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 9), st.integers(0, 9)), max_size=8)


def play(harness: OperatorTestHarness, records: list[Any]) -> None:
    for record in records:
        harness.process_element(record, timestamp=record[1])


@given(before=RECORDS, after=RECORDS)
def test_restored_operator_continues_as_if_nothing_had_happened(before: list[Any], after: list[Any]) -> None:
    undisturbed = everything()
    play(undisturbed, before)
    restored = everything(travelled(undisturbed))
    counts = (undisturbed.num_state_entries(), undisturbed.num_event_time_timers())
    assert (restored.num_state_entries(), restored.num_event_time_timers()) == counts
    assert restored.num_processing_time_timers() == undisturbed.num_processing_time_timers()
    undisturbed.clear_output()
    for harness in (undisturbed, restored):
        play(harness, after)
        harness.process_watermark(5)
        harness.advance_processing_time(6)
        harness.end_input()
    assert restored.get_output() == undisturbed.get_output()


def test_timers_of_both_domains_come_back() -> None:
    before = everything()
    play(before, [("a", 10, 20)])
    after = everything(travelled(before))
    assert (after.num_event_time_timers(), after.num_processing_time_timers()) == (1, 1)
    after.process_watermark(10)
    after.advance_processing_time(20)
    fired = [value[:2] for value in after.extract_output_values()]
    assert fired == [(TimeDomain.EVENT_TIME, 10), (TimeDomain.PROCESSING_TIME, 20)]


def test_restored_timers_fire_in_the_order_they_would_have() -> None:
    before = everything()
    play(before, [(key, 10, 100) for key in "cab"])
    after = everything(travelled(before))
    for harness in (before, after):
        harness.clear_output()
        harness.process_watermark(10)
    assert [value[2][0] for value in before.extract_output_values()] == list("cab")
    assert after.extract_output_values() == before.extract_output_values()


def test_deleted_and_fired_timers_do_not_come_back() -> None:
    class Deletes(KeyedProcessFunction):
        def process_element(self, value: Any, ctx: KeyedContext) -> None:
            for time_ms in (10, 20, 30):
                ctx.timer_service().register_event_time_timer(time_ms)
            ctx.timer_service().delete_event_time_timer(20)

    before = ProcessFunctionTestHarnesses.for_keyed_process_function(Deletes(), lambda value: value)
    before.process_element("a")
    before.process_watermark(10)
    assert [(timer.domain, timer.time_ms) for timer in before.snapshot().timers] == [(TimeDomain.EVENT_TIME, 30)]


def test_restored_time_to_live_continues() -> None:
    before = everything(now_ms=1000)
    play(before, [("a", 1, 5000)])
    after = everything(travelled(before), now_ms=1099)
    play(after, [("b", 2, 5000)])
    after.process_watermark(1)
    assert after.extract_output_values()[-1][2][1] == 1
    later = everything(travelled(before), now_ms=1100)
    later.process_watermark(1)
    assert later.extract_output_values()[-1][2][1] is None


def test_snapshot_shares_nothing_with_the_operator() -> None:
    class Changes(KeyedProcessFunction):
        def open(self, runtime_context: RuntimeContext) -> None:
            self._held = runtime_context.get_state(ValueStateDescriptor("held"))

        def process_element(self, value: Any, ctx: KeyedContext) -> Iterator[Any]:
            contents = self._held.value() or []
            contents.append(value)  # in place
            self._held.update(contents)
            yield list(contents)

    def harness(restore: Optional[OperatorSubtaskState] = None) -> OperatorTestHarness:
        return ProcessFunctionTestHarnesses.for_keyed_process_function(Changes(), lambda value: "k", restore=restore)

    first = harness()
    first.process_element(1)
    snapshot = first.snapshot()
    first.process_element(2)
    for _ in range(2):
        restored = harness(snapshot)
        restored.process_element(3)
        assert restored.extract_output_values() == [[1, 3]]


# Broadcast and reduce -------------------------------------------------------------------------------------------------


class Rules(KeyedBroadcastProcessFunction):
    """Counts a key's records against a limit that was broadcast."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: str, ctx: KeyedBroadcastReadContext) -> Iterator[Any]:
        self._count.update((self._count.value() or 0) + 1)
        ctx.timer_service().register_event_time_timer(100)
        yield value, self._count.value(), dict(ctx.get_broadcast_state(RULES).items())

    def process_broadcast_element(self, value: Any, ctx: KeyedBroadcastWriteContext) -> None:
        for entry in ctx.get_broadcast_state(RULES).values():
            entry.append(value)  # in place
        ctx.get_broadcast_state(RULES).put(value, [value])
        ctx.get_broadcast_state(LIMITS).put(value, 1)

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[Any]:
        yield "timer", ctx.get_current_key(), self._count.value(), sorted(ctx.get_broadcast_state(LIMITS).keys())


def rules(restore: Optional[OperatorSubtaskState] = None) -> OperatorTestHarness:
    return ProcessFunctionTestHarnesses.for_keyed_broadcast_process_function(
        Rules(), lambda value: value, RULES, LIMITS, restore=restore
    )


def test_broadcast_state_comes_back_beside_keyed_state_and_timers() -> None:
    before = rules()
    before.process_broadcast_element("limit")
    before.process_element("a")
    after = rules(travelled(before))
    assert after.num_state_entries() == before.num_state_entries() == 3
    after.process_element("a")
    after.process_watermark(100)
    assert after.extract_output_values() == [("a", 2, {"limit": ["limit"]}), ("timer", "a", 2, ["limit"])]


def test_broadcast_snapshot_shares_nothing_with_the_operator() -> None:
    before = rules()
    before.process_broadcast_element("limit")
    snapshot = before.snapshot()
    assert snapshot.broadcast["rules"] == {"limit": ["limit"]}
    before.process_broadcast_element("other")
    after = rules(snapshot)
    after.process_broadcast_element("another")
    after.process_element("a")
    assert after.extract_output_values()[0][2] == {"limit": ["limit", "another"], "another": ["another"]}
    assert snapshot.broadcast["rules"] == {"limit": ["limit"]}


def test_broadcast_state_that_the_program_has_no_more_is_left_out() -> None:
    before = rules()
    before.process_broadcast_element("limit")
    snapshot = OperatorSubtaskState(broadcast={**before.snapshot().broadcast, "gone": {"a": 1}})
    after = rules(snapshot)
    assert after.num_state_entries() == 2


def reducing(restore: Optional[OperatorSubtaskState] = None, batch: bool = False) -> OperatorTestHarness:
    return OperatorTestHarness.of(
        lambda stream: stream.key_by(lambda value: value % 2).reduce(lambda a, b: a + b), restore=restore, batch=batch
    )


@given(before=st.lists(st.integers(0, 9)), after=st.lists(st.integers(0, 9)))
def test_reduce_continues_with_the_values_of_its_keys(before: list[int], after: list[int]) -> None:
    undisturbed = reducing()
    undisturbed.process_elements(before)
    restored = reducing(travelled(undisturbed))
    undisturbed.clear_output()
    for harness in (undisturbed, restored):
        harness.process_elements(after)
    assert restored.extract_output_values() == undisturbed.extract_output_values()


def test_operator_without_state_has_an_empty_snapshot() -> None:
    class Plain(ProcessFunction):
        def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
            yield value

    harness = ProcessFunctionTestHarnesses.for_process_function(Plain())
    harness.process_element(1)
    assert harness.snapshot() == OperatorSubtaskState()
    again = ProcessFunctionTestHarnesses.for_process_function(Plain(), restore=harness.snapshot())
    again.process_element(2)
    assert again.extract_output_values() == [2]


def test_keyed_state_for_an_operator_that_is_not_keyed_is_refused() -> None:
    before = reducing()
    before.process_elements([1])
    with pytest.raises(InvalidProgramError, match="has keyed state to restore but is not on a keyed stream"):
        OperatorTestHarness.of(lambda stream: stream.map(lambda value: value), restore=before.snapshot())
