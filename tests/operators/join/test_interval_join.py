"""Interval joins: which pairs meet, in which order of arrival, and that nothing stays."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from typing import Any, Optional

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError, UserFunctionError
from pyrite.core.functions.functions import RuntimeContext
from pyrite.core.functions.join_functions import JoinContext, ProcessJoinFunction
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.state.state_types import ValueStateDescriptor
from pyrite.core.time.time import MAX_WATERMARK, Duration, Time
from pyrite.operators.join.interval_join import IntervalJoinOperator
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.testing import OperatorTestHarness
from tests.operators.capabilities import timers_of
from tests.operators.harness import late_records

LEFT, RIGHT, ODD = OutputTag("left"), OutputTag("right"), OutputTag("odd")
Event = tuple[str, str, int]
"""(side, key, time); side `w` is the watermark."""


class Pair(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: JoinContext) -> Iterator[Any]:
        yield left[1], right[1]


class Times(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: JoinContext) -> Iterator[Any]:
        yield ctx.get_left_timestamp(), ctx.get_right_timestamp(), ctx.get_timestamp()


class OddToTheSide(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: JoinContext) -> Iterator[Any]:
        yield (ODD, right[1]) if right[1] % 2 else right[1]


class CountOfKey(ProcessJoinFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, left: Any, right: Any, ctx: JoinContext) -> Iterator[Any]:
        self._count.update((self._count.value() or 0) + 1)
        yield left[0], self._count.value()


class Failing(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: JoinContext) -> None:
        raise ValueError("no pairs today")


class Silent(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: JoinContext) -> None:
        return None


def harness(
    lower: int, upper: int, function: Optional[ProcessJoinFunction] = None, **options: Any
) -> OperatorTestHarness:
    """Records are (key, time)."""
    tags = (options.pop("left_tag", None), options.pop("right_tag", None))
    operator = IntervalJoinOperator(function or Pair(), lower, upper, *tags)
    return OperatorTestHarness(operator, [lambda value: value[0]] * 2, **options)


def feed(actual: OperatorTestHarness, side: int, *times: int, key: str = "a") -> None:
    actual.process_elements([(key, time) for time in times], list(times), input_index=side)


def pairs(actual: OperatorTestHarness) -> list[Any]:
    return sorted(actual.extract_output_values())


# Bounds ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("left_first", [True, False])
@pytest.mark.parametrize(
    ("lower", "upper", "expected"),
    [
        (-2, 1, [(5, 3), (5, 4), (5, 5), (5, 6)]),
        (0, 0, [(5, 5)]),
        (1, 2, [(5, 6), (5, 7)]),
        (-3, -2, [(5, 2), (5, 3)]),
        (1, 0, []),
    ],
)
def test_bounds_are_inclusive_and_may_be_negative(
    lower: int, upper: int, expected: list[Any], left_first: bool
) -> None:
    actual = harness(lower, upper)
    for side in (0, 1) if left_first else (1, 0):
        feed(actual, side, *((5,) if side == 0 else range(10)))
    assert pairs(actual) == expected


def test_records_of_other_keys_do_not_meet() -> None:
    actual = harness(-10, 10)
    feed(actual, 0, 1, key="a")
    feed(actual, 1, 1, key="b")
    assert pairs(actual) == []


def test_result_has_the_later_timestamp_of_both() -> None:
    actual = harness(-10, 10, Times())
    feed(actual, 0, 5)
    feed(actual, 1, 3, 8)
    assert [(record.value, record.timestamp) for record in actual.extract_output_stream_records()] == [
        ((5, 3, 5), 5),
        ((5, 8, 8), 8),
    ]


def test_records_out_of_order_meet_in_order_of_their_time() -> None:
    actual = harness(-10, 10)
    feed(actual, 0, 7, 3, 9, 5, 3)
    feed(actual, 1, 4)
    assert actual.extract_output_values() == [(3, 4), (3, 4), (5, 4), (7, 4), (9, 4)]


def test_documented_example_of_flink() -> None:
    actual = harness(-2, 1)
    feed(actual, 0, 0, 2, 3, 4, 5, 7)
    feed(actual, 1, 0, 1, 6, 7)
    assert pairs(actual) == [(0, 0), (0, 1), (2, 0), (2, 1), (3, 1), (5, 6), (7, 6), (7, 7)]


def test_lists_that_are_joined_are_copied() -> None:
    class Both(ProcessJoinFunction):
        def process_element(self, left: Any, right: Any, ctx: JoinContext) -> Iterator[Any]:
            yield left

    actual = harness(0, 0, Both())
    record = ["a", 1]
    actual.process_elements([record], [1])
    feed(actual, 1, 1, 1)
    first, second = actual.extract_output_values()
    assert first == second == record
    assert first is not second and first is not record


# Late records ---------------------------------------------------------------------------------------------------------


def test_record_before_the_watermark_is_dropped_and_counted() -> None:
    actual = harness(-10, 10)
    actual.process_watermark(5)
    feed(actual, 0, 4, 5, 3)
    feed(actual, 1, 5, 4)
    assert (pairs(actual), late_records(actual.operator)) == ([(5, 5)], 3)


def test_late_records_go_to_the_side_output_of_their_input() -> None:
    actual = harness(-10, 10, left_tag=LEFT, right_tag=RIGHT)
    actual.process_watermark(5)
    feed(actual, 0, 4, 9)
    feed(actual, 1, 3, 8)
    assert [(record.value[1], record.timestamp) for record in actual.get_side_output(LEFT)] == [(4, 4)]
    assert [(record.value[1], record.timestamp) for record in actual.get_side_output(RIGHT)] == [(3, 3)]
    assert (pairs(actual), late_records(actual.operator)) == ([(9, 8)], 0)


def test_records_without_a_timestamp_are_an_error_that_says_what_to_do() -> None:
    actual = harness(-10, 10)
    with pytest.raises(UserFunctionError, match=r"no timestamp.*assign_timestamps_and_watermarks"):
        actual.process_element(("a", 1))


# Nothing leaks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lower", "upper", "left_gone_at", "right_gone_at"), [(-2, 3, 13, 12), (1, 3, 13, 10), (-3, -1, 10, 13)]
)
def test_record_goes_when_the_watermark_passes_all_it_could_meet(
    lower: int, upper: int, left_gone_at: int, right_gone_at: int
) -> None:
    for side, gone_at in enumerate((left_gone_at, right_gone_at)):
        actual = harness(lower, upper)
        feed(actual, side, 10)
        actual.process_watermark(gone_at - 1)
        assert (actual.num_state_entries(), timers_of(actual.operator).timer_count()) == (1, 1)
        actual.process_watermark(gone_at)
        assert (actual.num_state_entries(), timers_of(actual.operator).timer_count()) == (0, 0)


def test_records_that_came_out_of_order_go_in_order_of_their_time() -> None:
    actual = harness(0, 10)
    feed(actual, 0, 8, 2, 5, 2)
    actual.process_watermark(12)
    assert actual.snapshot().keyed[0].value[0] == [5, 8]
    actual.process_watermark(18)
    assert (actual.num_state_entries(), timers_of(actual.operator).timer_count()) == (0, 0)


def test_record_at_the_watermark_goes_with_the_next_one() -> None:
    actual = harness(-5, 0)
    actual.process_watermark(10)
    feed(actual, 0, 10)
    assert actual.num_state_entries() == 1
    actual.process_watermark(11)
    assert actual.num_state_entries() == 0


def test_last_watermark_removes_everything_also_at_the_end_of_time() -> None:
    actual = harness(-10, 10)
    feed(actual, 0, 1, MAX_WATERMARK)
    feed(actual, 1, 1, MAX_WATERMARK, key="b")
    actual.process_watermark(MAX_WATERMARK)
    assert (actual.num_state_entries(), timers_of(actual.operator).timer_count()) == (0, 0)


def test_ever_new_keys_leave_nothing_behind() -> None:
    actual = harness(-5, 5)
    for number in range(500):
        feed(actual, number % 2, number, key=f"key {number}")
        actual.process_watermark(number)
        assert actual.num_state_entries() <= 6
    sides = actual.operator._sides  # type: ignore[attr-defined]
    assert max(len(side._due) + len(side._heap) for side in sides) <= 12


def test_watermark_continues_after_the_pairs() -> None:
    actual = harness(0, 0)
    feed(actual, 0, 5)
    feed(actual, 1, 5)
    actual.process_watermark(5)
    assert [type(event).__name__ for event in actual.get_output()] == ["StreamRecord", "Watermark"]


# The function ---------------------------------------------------------------------------------------------------------


def test_function_may_emit_to_a_side_output_or_nothing() -> None:
    actual = harness(-9, 9, OddToTheSide())
    feed(actual, 0, 1)
    feed(actual, 1, 1, 2)
    assert (pairs(actual), [record.value for record in actual.get_side_output(ODD)]) == ([2], [1])
    silent = harness(-9, 9, Silent())
    feed(silent, 0, 1)
    feed(silent, 1, 1)
    assert silent.get_output() == []


def test_functions_state_belongs_to_the_key() -> None:
    actual = harness(-9, 9, CountOfKey())
    for key in ("a", "b"):
        feed(actual, 0, 1, key=key)
    actual.process_elements([("a", 1), ("b", 1), ("a", 1)], [1, 1, 1], input_index=1)
    assert actual.extract_output_values() == [("a", 1), ("b", 1), ("a", 2)]


def test_error_names_function_and_both_records() -> None:
    actual = harness(-9, 9, Failing())
    feed(actual, 0, 1)
    with pytest.raises(UserFunctionError, match="no pairs today") as raised:
        feed(actual, 1, 2)
    assert raised.value.record == "('a', 1) and ('a', 2)"
    assert raised.value.function.startswith("Failing (")


def test_many_pairs_are_emitted_in_several_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrite.operators.turn.Turn.block", 10)
    actual = harness(-100, 100)
    feed(actual, 0, *range(6))
    feed(actual, 1, *range(4))
    assert [len(block) for block in actual.output.blocks] == [10, 10, 4]


# State ----------------------------------------------------------------------------------------------------------------


def test_snapshot_continues_as_if_nothing_had_happened() -> None:
    first = harness(-5, 5)
    feed(first, 0, 12, 8)
    feed(first, 1, 30, key="b")
    first.process_watermark(7)
    snapshot = pickle.loads(pickle.dumps(first.snapshot()))
    feed(first, 0, 9)
    second = harness(-5, 5, restore=snapshot)
    feed(second, 1, 10, 6)
    assert (pairs(second), late_records(second.operator)) == ([(8, 10), (12, 10)], 1)
    second.process_watermark(13)
    assert second.num_state_entries() == 3
    second.process_watermark(35)
    assert (second.num_state_entries(), timers_of(second.operator).timer_count()) == (0, 0)


def test_batch_joins_all_of_a_key_and_forgets_it() -> None:
    actual = harness(-1, 1, CountOfKey(), batch=True)
    for key in ("a", "b"):
        feed(actual, 0, 3, 1, 2, key=key)
        feed(actual, 1, 2, key=key)
        actual.end_key(key)
        assert (actual.num_state_entries(), timers_of(actual.operator).timer_count()) == (0, 0)
    assert actual.extract_output_values() == [("a", 1), ("a", 2), ("a", 3), ("b", 1), ("b", 2), ("b", 3)]


# The API --------------------------------------------------------------------------------------------------------------


def test_exclusive_bounds_leave_the_bounds_out() -> None:
    def build(left: Any, right: Any) -> Any:
        joined = left.key_by(lambda value: value[0]).interval_join(right.key_by(lambda value: value[0]))
        bounded = joined.between(Time.milliseconds(-2), Duration.of_millis(2))
        return bounded.lower_bound_exclusive().upper_bound_exclusive().process(Pair())

    actual = OperatorTestHarness.of(build)
    feed(actual, 0, 5)
    feed(actual, 1, *range(10))
    assert pairs(actual) == [(5, 4), (5, 5), (5, 6)]


@pytest.mark.parametrize("bounds", [(Time.seconds(2), Time.seconds(1)), (1, 2)])
def test_bounds_that_are_none_are_refused(bounds: tuple[Any, Any]) -> None:
    def build(left: Any, right: Any) -> Any:
        return left.key_by(str).interval_join(right.key_by(str)).between(*bounds)

    with pytest.raises(InvalidProgramError, match="bound"):
        OperatorTestHarness.of(build)


def test_interval_join_needs_a_keyed_stream() -> None:
    with pytest.raises(InvalidProgramError, match=r"call key_by\(\) first"):
        OperatorTestHarness.of(lambda left, right: left.key_by(str).interval_join(right))


def test_interval_join_is_by_event_time() -> None:
    def build(left: Any, right: Any) -> Any:
        return left.key_by(str).interval_join(right.key_by(str)).in_event_time().in_processing_time()

    with pytest.raises(InvalidProgramError, match="event time only"):
        OperatorTestHarness.of(build)


# Against a model ------------------------------------------------------------------------------------------------------

TIMES = st.integers(-20, 40)
EVENTS = st.lists(st.tuples(st.sampled_from("llrrw"), st.sampled_from("ab"), TIMES), max_size=40)


def model(events: list[Event], lower: int, upper: int) -> Counter[tuple[str, int, int]]:
    """All pairs of timely records of which the first is still there when the second comes.

    As in Flink, a record just at the watermark is not late, though its partner may be cleaned up at that watermark.
    """
    watermark = -(2**63)
    kept: list[Event] = []
    pairs: Counter[tuple[str, int, int]] = Counter()
    for side, key, time in events:
        if side == "w":
            watermark = max(watermark, time)
            stays = {"l": max(upper, 0), "r": max(-lower, 0)}
            kept = [event for event in kept if event[2] + stays[event[0]] > watermark]
        elif time >= watermark:
            for other_side, other_key, other in kept:
                left, right = (other, time) if side == "r" else (time, other)
                if other_side != side and other_key == key and left + lower <= right <= left + upper:
                    pairs[key, left, right] += 1
            kept.append((side, key, time))
    return pairs


class Keyed(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: JoinContext) -> Iterator[Any]:
        yield left[0], left[1], right[1]


@settings(max_examples=150, deadline=None)
@given(EVENTS, st.tuples(st.integers(-15, 15), st.integers(-15, 15)), st.integers(0, 40))
def test_join_gives_what_the_model_gives_over_a_restart(
    events: list[Event], bounds: tuple[int, int], restart_at: int
) -> None:
    lower, upper = min(bounds), max(bounds)
    actual = harness(lower, upper, Keyed())
    results: Counter[tuple[str, int, int]] = Counter()
    watermark: Optional[int] = None
    for number, (side, key, time) in enumerate(events):
        if number == restart_at:
            results.update(actual.extract_output_values())
            actual = harness(lower, upper, Keyed(), restore=copied(actual.snapshot()))
        if side != "w":
            feed(actual, "lr".index(side), time, key=key)
        elif watermark is None or time > watermark:
            watermark = time
            actual.process_watermark(time)
    actual.process_watermark(MAX_WATERMARK)
    assert results + Counter(actual.extract_output_values()) == model(events, lower, upper)
    assert (actual.num_state_entries(), timers_of(actual.operator).timer_count()) == (0, 0)


@settings(max_examples=60, deadline=None)
@given(EVENTS, st.integers(-15, 0), st.integers(0, 15))
def test_blocks_of_any_size_give_what_the_model_gives(events: list[Event], lower: int, upper: int) -> None:
    actual = harness(lower, upper, Keyed())
    records = [event for event in events if event[0] != "w"]
    for index, side in enumerate("lr"):
        block = [(key, time) for at, key, time in records if at == side]
        if block:
            actual.process_elements(block, [time for _, time in block], input_index=index)
    assert Counter(actual.extract_output_values()) == model(records, lower, upper)


def copied(snapshot: OperatorSubtaskState) -> OperatorSubtaskState:
    made: OperatorSubtaskState = pickle.loads(pickle.dumps(snapshot))
    return made
