"""The operator: order, lateness, time limits, side outputs, and that nothing stays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Optional

import pytest

from pyrite.cep import (
    CEP,
    AfterMatchSkipStrategy,
    EventComparator,
    IterativeCondition,
    Pattern,
    PatternContext,
    PatternMatch,
    PatternProcessFunction,
    PatternSelectFunction,
    PatternStream,
    SimpleCondition,
    SkipError,
    TimedOutPartialMatchHandler,
    WithinType,
)
from pyrite.common import Time
from pyrite.core.errors import InvalidProgramError, StateUnreadableError, UserFunctionError
from pyrite.core.functions.functions import RuntimeContext
from pyrite.core.functions.output_tag import OutputTag
from pyrite.datastream import DataStream
from pyrite.testing import OperatorTestHarness
from tests.operators.harness import late_records
from tests.state.contract.backends import BACKENDS, GROUPS

LATE, LOST, ODD = OutputTag("late"), OutputTag("lost"), OutputTag("odd")
Event = tuple[str, str]
"""A key and what happened."""


def happened(letters: str) -> Any:
    return lambda event: event[1][0] in letters


A_THEN_B = Pattern.begin("a").where(happened("a")).followed_by("b").where(happened("b")).within(Time.milliseconds(10))


def text_of(match: PatternMatch) -> str:
    return " ".join(f"{name}={event[1]}" for name, events in match.items() for event in events)


class Telling(PatternProcessFunction, TimedOutPartialMatchHandler):
    """Reports matches with their times, and what ran out of time on the side."""

    def process_match(self, match: PatternMatch, ctx: PatternContext) -> Iterator[Any]:
        yield text_of(match), ctx.timestamp()

    def process_timed_out_match(self, match: PatternMatch, ctx: PatternContext) -> Iterator[Any]:
        yield LOST, (text_of(match), ctx.timestamp())


def harness_of(
    pattern: Pattern, build: Any = lambda stream: stream.process(Telling()), **settings: Any
) -> OperatorTestHarness:
    def program(stream: DataStream) -> DataStream:
        done: DataStream = build(CEP.pattern(stream.key_by(lambda event: event[0]), pattern))
        return done

    return OperatorTestHarness.of(program, **settings)


def nothing_held(harness: OperatorTestHarness) -> bool:
    timers = harness.num_event_time_timers() + harness.num_processing_time_timers()
    return (harness.num_state_entries(), timers) == (0, 0)


# Event time -----------------------------------------------------------------------------------------------------------


def test_events_are_looked_at_in_order_of_time() -> None:
    harness = harness_of(A_THEN_B)
    harness.process_element(("k", "b1"), 5)
    harness.process_element(("k", "a1"), 3)
    assert harness.extract_output_values() == []
    harness.process_watermark(4)
    assert harness.extract_output_values() == []
    harness.process_watermark(5)
    assert harness.extract_output_values() == [("a=a1 b=b1", 5)]
    assert harness.extract_output_stream_records()[0].timestamp == 5


def test_events_of_one_time_are_looked_at_as_they_came() -> None:
    harness = harness_of(A_THEN_B)
    harness.process_elements([("k", "b1"), ("k", "a1"), ("k", "b2")], [5, 5, 5])
    harness.process_watermark(5)
    assert harness.extract_output_values() == [("a=a1 b=b2", 5)]


def test_keys_do_not_meet() -> None:
    harness = harness_of(A_THEN_B)
    harness.process_elements([("k", "a1"), ("l", "b1"), ("l", "a2"), ("k", "b2")], [1, 2, 3, 4])
    harness.process_watermark(9)
    assert harness.extract_output_values() == [("a=a1 b=b2", 4)]


def test_comparator_orders_events_of_one_time() -> None:
    class Backwards(EventComparator):
        def compare(self, first: Event, second: Event) -> int:
            return (first < second) - (first > second)

    for comparator in (Backwards(), lambda first, second: (first < second) - (first > second)):

        def program(stream: DataStream, value: Any = comparator) -> DataStream:
            return CEP.pattern(stream.key_by(lambda event: event[0]), A_THEN_B, value).process(Telling())

        harness = OperatorTestHarness.of(lambda stream: program(stream))
        harness.process_elements([("k", "a1"), ("k", "b1"), ("k", "b0")], [5, 5, 6])
        harness.process_watermark(6)
        assert harness.extract_output_values() == [("a=a1 b=b0", 6)]


def test_late_event_is_dropped_and_counted() -> None:
    harness = harness_of(A_THEN_B)
    harness.process_watermark(5)
    harness.process_elements([("k", "a1"), ("k", "a2")], [5, 6])
    assert late_records(harness.operator) == 1
    assert harness.num_state_entries() == 1


def test_late_event_goes_to_its_side_output() -> None:
    harness = harness_of(A_THEN_B, lambda stream: stream.side_output_late_data(LATE).process(Telling()))
    harness.process_watermark(5)
    harness.process_elements([("k", "a1"), ("k", "b1")], [5, 4])
    assert [(record.value, record.timestamp) for record in harness.get_side_output(LATE)] == [
        (("k", "a1"), 5),
        (("k", "b1"), 4),
    ]
    assert late_records(harness.operator) == 0 and nothing_held(harness)


def test_event_without_a_timestamp_is_refused() -> None:
    harness = harness_of(A_THEN_B)
    with pytest.raises(UserFunctionError, match="the record has no timestamp"):
        harness.process_element(("k", "a1"))


# Time limits ----------------------------------------------------------------------------------------------------------


def test_partial_match_that_runs_out_of_time_goes_to_the_side() -> None:
    harness = harness_of(A_THEN_B)
    harness.process_element(("k", "a1"), 3)
    harness.process_watermark(12)
    assert harness.get_side_output(LOST) == []
    assert (harness.num_state_entries(), harness.num_event_time_timers()) == (1, 1)
    harness.process_watermark(13)
    assert [(record.value, record.timestamp) for record in harness.get_side_output(LOST)] == [(("a=a1", 13), 13)]
    assert nothing_held(harness)


def test_time_runs_out_before_a_later_event_and_not_with_the_watermark() -> None:
    harness = harness_of(A_THEN_B)
    harness.process_elements([("k", "a1"), ("k", "b1")], [3, 13])
    harness.process_watermark(100)
    assert harness.extract_output_values() == []
    assert harness.side_recorder(LOST).values == [("a=a1", 13)]
    assert nothing_held(harness)


def test_door_left_open_is_reported_when_the_time_is_up() -> None:
    opened = Pattern.begin("open").where(happened("o")).not_followed_by("close").where(happened("c"))
    harness = harness_of(opened.within(Time.milliseconds(10)))
    harness.process_elements([("k", "o1"), ("l", "o2"), ("k", "c1")], [0, 5, 9])
    harness.process_watermark(14)
    assert harness.extract_output_values() == []
    harness.process_watermark(15)
    assert harness.extract_output_values() == [("open=o2", 15)]
    assert harness.side_recorder(LOST).values == [] and nothing_held(harness)


def test_time_between_events_has_a_timer_of_its_own() -> None:
    step = Pattern.begin("a").where(happened("a")).followed_by("b").where(happened("b"))
    harness = harness_of(step.within(Time.milliseconds(4), WithinType.PREVIOUS_AND_CURRENT))
    harness.process_element(("k", "a1"), 1)
    harness.process_watermark(5)
    assert harness.side_recorder(LOST).values == [("a=a1", 5)] and nothing_held(harness)


# Processing time ------------------------------------------------------------------------------------------------------


def in_processing_time(stream: PatternStream) -> DataStream:
    return stream.in_processing_time().process(Telling())


def test_events_are_looked_at_as_they_come_in_processing_time() -> None:
    harness = harness_of(A_THEN_B, in_processing_time)
    harness.set_processing_time(100)
    harness.process_element(("k", "a1"), 50)
    harness.set_processing_time(109)
    harness.process_element(("k", "b1"), 3)
    assert harness.extract_output_values() == [("a=a1 b=b1", 109)]
    assert nothing_held(harness)


def test_time_limit_follows_the_clock_in_processing_time() -> None:
    harness = harness_of(A_THEN_B, in_processing_time)
    harness.set_processing_time(100)
    harness.process_element(("k", "a1"))
    harness.set_processing_time(109)
    assert (harness.num_state_entries(), harness.num_processing_time_timers()) == (1, 1)
    harness.set_processing_time(110)
    assert harness.side_recorder(LOST).values == [("a=a1", 110)]
    assert nothing_held(harness)


def test_comparator_orders_events_that_come_in_one_millisecond() -> None:
    def program(stream: DataStream) -> DataStream:
        keyed = stream.key_by(lambda event: event[0])
        return in_processing_time(
            CEP.pattern(keyed, A_THEN_B, lambda first, second: (first > second) - (first < second))
        )

    harness = OperatorTestHarness.of(program)
    harness.process_elements([("k", "b1"), ("k", "a1")])
    assert harness.extract_output_values() == []
    harness.advance_processing_time(1)
    assert harness.extract_output_values() == [("a=a1 b=b1", 0)]
    assert nothing_held(harness)


def test_event_time_can_be_asked_for_again() -> None:
    harness = harness_of(A_THEN_B, lambda stream: stream.in_processing_time().in_event_time().process(Telling()))
    harness.process_elements([("k", "a1"), ("k", "b1")], [1, 2])
    assert harness.num_event_time_timers() == 1


# Functions ------------------------------------------------------------------------------------------------------------


def run_a_b(build: Any) -> OperatorTestHarness:
    harness = harness_of(A_THEN_B, build)
    harness.process_elements([("k", "a1"), ("k", "b1"), ("k", "a2")], [1, 2, 3])
    harness.process_watermark(100)
    return harness


def test_select_gives_a_record_for_each_match() -> None:
    assert run_a_b(lambda stream: stream.select(text_of)).extract_output_values() == ["a=a1 b=b1"]


def test_select_gives_partial_matches_out_of_time_to_the_side() -> None:
    def build(stream: PatternStream) -> DataStream:
        return stream.select(
            text_of,
            timed_out_tag=LOST,
            pattern_timeout_function=lambda match, time_ms: f"{text_of(match)} until {time_ms}",
        )

    assert run_a_b(build).side_recorder(LOST).values == ["a=a2 until 13"]


def test_flat_select_gives_any_number_of_records() -> None:
    def build(stream: PatternStream) -> DataStream:
        return stream.flat_select(
            lambda match: [*match["a"], *match["b"]],
            timed_out_tag=LOST,
            pattern_flat_timeout_function=lambda match, time_ms: [time_ms] * 2,
        )

    harness = run_a_b(build)
    assert harness.extract_output_values() == [("k", "a1"), ("k", "b1")]
    assert harness.side_recorder(LOST).values == [13, 13]


def test_context_emits_to_side_outputs() -> None:
    class Aside(PatternProcessFunction):
        def process_match(self, match: PatternMatch, ctx: PatternContext) -> None:
            ctx.output(ODD, ctx.current_processing_time())

    assert run_a_b(lambda stream: stream.process(Aside())).side_recorder(ODD).values == [0]


def test_timed_out_match_that_goes_to_the_main_output_is_refused() -> None:
    class Wrong(Telling):
        def process_timed_out_match(self, match: PatternMatch, ctx: PatternContext) -> Iterator[Any]:
            yield text_of(match)

    with pytest.raises(UserFunctionError, match="may only emit to side outputs"):
        run_a_b(lambda stream: stream.process(Wrong()))


def test_functions_and_conditions_are_opened_and_closed() -> None:
    calls: list[str] = []

    class Opened(SimpleCondition):
        def open(self, runtime_context: RuntimeContext) -> None:
            calls.append(f"open {runtime_context.get_index_of_this_subtask()}")

        def filter(self, value: Any) -> bool:
            return True

        def close(self) -> None:
            calls.append("close")

    class Select(PatternSelectFunction):
        def open(self, runtime_context: RuntimeContext) -> None:
            calls.append("open select")

        def select(self, match: PatternMatch) -> Any:
            return match

    harness = harness_of(Pattern.begin("a").where(Opened()), lambda stream: stream.select(Select()))
    harness.close()
    assert sorted(calls) == ["close", "open 0", "open select"]


@pytest.mark.parametrize(
    ("pattern", "build", "words"),
    [
        (Pattern.begin("a").where(lambda event: 1 / 0), lambda stream: stream.select(text_of), "with record"),
        (Pattern.begin("a"), lambda stream: stream.select(lambda match: match["b"]), "KeyError"),
    ],
)
def test_error_of_a_function_names_it_and_the_record(pattern: Pattern, build: Any, words: str) -> None:
    harness = harness_of(pattern, build)
    harness.process_element(("k", "a1"), 1)
    with pytest.raises(UserFunctionError, match=words) as told_error:
        harness.process_watermark(5)
    assert "test_cep_operator.py" in told_error.value.function
    assert "a1" in told_error.value.record


# State ----------------------------------------------------------------------------------------------------------------


def events(count: int, keys: int, seed: int) -> list[tuple[Event, int]]:
    rng = random.Random(seed)
    return [((f"k{rng.randrange(keys)}", f"{rng.choice('abcd')}{n}"), n // 3 + rng.randrange(4)) for n in range(count)]


LOOPS = (
    Pattern.begin("a", AfterMatchSkipStrategy.skip_past_last_event())
    .where(happened("a"))
    .followed_by("b")
    .where(happened("b"))
    .one_or_more()
    .followed_by("c")
    .where(happened("c"))
    .within(Time.milliseconds(40))
)


def outputs(harness: OperatorTestHarness) -> list[Any]:
    return sorted([*harness.extract_output_values(), *harness.side_recorder(LOST).values])


def play(
    harness: OperatorTestHarness, stream: list[tuple[Event, int]], begin: int = 0, end: Optional[int] = None
) -> None:
    for number in range(begin, len(stream) if end is None else end):
        event, time_ms = stream[number]
        harness.process_element(event, time_ms)
        if number % 10 == 9:
            harness.process_watermark(number // 3 - 1)


def test_snapshot_at_any_point_changes_nothing() -> None:
    stream = events(90, 3, seed=5)
    whole = harness_of(LOOPS)
    play(whole, stream)
    whole.end_input()
    assert len(outputs(whole)) > 5 and nothing_held(whole)
    for cut in range(0, 90, 7):
        first = harness_of(LOOPS)
        play(first, stream, end=cut)
        second = harness_of(LOOPS, restore=first.snapshot())
        play(second, stream, begin=cut)
        second.end_input()
        assert sorted([*outputs(first), *outputs(second)]) == outputs(whole)
        assert nothing_held(second)


def test_one_timer_a_key() -> None:
    harness = harness_of(LOOPS)
    play(harness, events(200, 5, seed=6))
    assert harness.num_state_entries() == harness.num_event_time_timers() == 5
    harness.process_watermark(10_000)
    assert nothing_held(harness)


def test_changed_pattern_does_not_take_the_state_of_another() -> None:
    first = harness_of(A_THEN_B)
    first.process_element(("k", "a1"), 1)
    first.process_watermark(1)
    with pytest.raises(StateUnreadableError, match="partial matches of another pattern"):
        harness_of(A_THEN_B.followed_by("c"), restore=first.snapshot())


def test_changed_pattern_continues_where_nothing_of_the_old_one_is_left() -> None:
    first = harness_of(A_THEN_B)
    first.process_element(("k", "a1"), 1)
    first.process_watermark(50)
    changed = harness_of(Pattern.begin("c").where(happened("c")), restore=first.snapshot())
    changed.process_element(("k", "c1"), 60)
    changed.process_watermark(70)
    assert changed.extract_output_values() == [("c=c1", 60)]
    assert harness_of(Pattern.begin("c").where(happened("c")), restore=changed.snapshot())


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_backend_gives_the_same(backend: str) -> None:
    stream = events(400, 12, seed=7)
    expected = harness_of(LOOPS)
    play(expected, stream)
    expected.end_input()
    assert backend_outputs(backend, stream) == outputs(expected)


def backend_outputs(name: str, stream: list[tuple[Event, int]]) -> list[Any]:
    harness = harness_of(LOOPS)
    inputs = harness.operator.context
    backend = BACKENDS[name](range(GROUPS))
    harness.operator.setup(replace(inputs, backend=backend))
    play(harness, stream)
    backend.freeze(1)
    harness.end_input()
    assert backend.entry_count() == 0
    backend.close()
    return outputs(harness)


# Batch ----------------------------------------------------------------------------------------------------------------


def test_batch_looks_at_each_key_when_it_is_whole() -> None:
    harness = harness_of(A_THEN_B, batch=True)
    harness.process_elements([("k", "b1"), ("k", "a1"), ("k", "a2")], [5, 3, 9])
    assert harness.extract_output_values() == []
    harness.end_key("k")
    assert harness.extract_output_values() == [("a=a1 b=b1", 5)]
    assert harness.side_recorder(LOST).values == [("a=a2", 19)]
    assert nothing_held(harness)


class Never(IterativeCondition):
    def filter(self, value: Any, context: Any) -> bool:
        return False


def test_pattern_that_never_matches_holds_nothing() -> None:
    harness = harness_of(Pattern.begin("a").where(Never()))
    play(harness, events(100, 3, seed=8))
    harness.end_input()
    assert harness.extract_output_values() == [] and nothing_held(harness)


# Errors ---------------------------------------------------------------------------------------------------------------


def innocent(event: Event) -> bool:
    return True


def guilty(event: Event) -> bool:
    raise ValueError("boom")


class Guilty(IterativeCondition):
    def filter(self, value: Event, context: Any) -> bool:
        raise ValueError("boom")


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        (Pattern.begin("a").where(innocent).where(guilty), "guilty"),
        (Pattern.begin("a").where(guilty).where(innocent), "guilty"),
        (Pattern.begin("a").where(lambda event: False).or_where(guilty), "guilty"),
        (Pattern.begin("a").where(innocent).where(Guilty()), "Guilty"),
    ],
)
def test_error_names_the_condition_that_has_raised(pattern: Pattern, name: str) -> None:
    harness = harness_of(pattern)
    harness.process_element(("k", "a1"), 1)
    with pytest.raises(UserFunctionError, match=rf"calling {name} \("):
        harness.process_watermark(5)


def test_match_without_the_event_to_skip_to_is_reported_with_operator_and_key() -> None:
    skip = AfterMatchSkipStrategy.skip_to_first("b").throw_exception_on_miss()
    pattern = Pattern.begin("a", skip).where(happened("a")).followed_by("b").where(happened("b")).optional()
    harness = harness_of(pattern)
    harness.process_element(("k", "a1"), 1)
    with pytest.raises(SkipError, match=r"'CEP', subtask 1/1, key 'k': cannot skip to first 'b'"):
        harness.process_watermark(5)


def test_late_events_go_to_a_tag_only() -> None:
    with pytest.raises(InvalidProgramError, match=r"takes an OutputTag, not 'late'"):
        harness_of(A_THEN_B, lambda stream: stream.side_output_late_data("late").process(Telling()))


def test_events_that_wait_for_the_comparator_are_there_when_the_input_ends() -> None:
    harness = OperatorTestHarness.of(
        lambda stream: (
            CEP.pattern(stream.key_by(lambda event: 0), Pattern.begin("a"), lambda one, other: one - other)
            .in_processing_time()
            .select(lambda match: match["a"][0])
        )
    )
    harness.process_elements([3, 1, 2])
    assert harness.extract_output_values() == []
    harness.end_input()
    assert harness.extract_output_values() == [1, 2, 3]
    assert nothing_held(harness)
