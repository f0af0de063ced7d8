"""The test kit's harnesses: one function or operator, fed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrite.common import Types
from pyrite.core.errors import InvalidProgramError, UserFunctionError
from pyrite.core.time.time import MAX_WATERMARK, NO_TIMESTAMP
from pyrite.datastream import (
    BroadcastProcessFunction,
    CoProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    KeySelector,
    MapStateDescriptor,
    OutputTag,
    ProcessFunction,
    RuntimeContext,
    ValueStateDescriptor,
)
from pyrite.testing import OperatorTestHarness, ProcessFunctionTestHarnesses, StreamRecord, Watermark

RULES = MapStateDescriptor("rules")
LATE, TYPED = OutputTag("late"), OutputTag("typed", Types.INT())


class Timers(KeyedProcessFunction):
    """Sets a timer of each domain; tells its key's count when one fires."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self.context = runtime_context
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> None:
        self._count.update((self._count.value() or 0) + 1)
        ctx.timer_service().register_event_time_timer(value[1])
        ctx.timer_service().register_processing_time_timer(value[1])

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield ctx.get_current_key(), self._count.value(), timestamp


class ToSides(ProcessFunction):
    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        yield value
        yield LATE, -value
        yield OutputTag("other"), value * 10


class First(KeySelector):
    def get_key(self, value: Any) -> Any:
        return value[0]


def keyed(**settings: Any) -> OperatorTestHarness:
    return ProcessFunctionTestHarnesses.for_keyed_process_function(Timers(), First(), **settings)


# In and out -----------------------------------------------------------------------------------------------------------


def test_harness_shows_records_watermarks_and_timestamps_in_order() -> None:
    harness = OperatorTestHarness.of(lambda stream: stream.map(lambda value: value + 1))
    harness.process_element(1)
    harness.process_element(2, timestamp=5)
    harness.process_watermark(7)
    harness.process_elements([3, 4], [8, 9])
    assert harness.get_output() == [
        StreamRecord(2, NO_TIMESTAMP),
        StreamRecord(3, 5),
        Watermark(7),
        StreamRecord(4, 8),
        StreamRecord(5, 9),
    ]
    assert harness.extract_output_values() == [2, 3, 4, 5]
    assert harness.extract_output_stream_records()[1] == StreamRecord(3, 5)


def test_harness_keeps_side_outputs_apart_whether_asked_before_or_behind() -> None:
    harness = ProcessFunctionTestHarnesses.for_process_function(ToSides())
    assert harness.get_side_output(LATE) == []
    harness.process_element(1, timestamp=5)
    harness.process_element(2)
    assert harness.get_side_output(LATE) == [StreamRecord(-1, 5), StreamRecord(-2)]
    assert [record.value for record in harness.get_side_output(OutputTag("other"))] == [10, 20]
    assert harness.extract_output_values() == [1, 2]


def test_cleared_output_is_empty_and_continues() -> None:
    harness = ProcessFunctionTestHarnesses.for_process_function(ToSides())
    harness.process_element(1)
    harness.clear_output()
    assert (harness.get_output(), harness.get_side_output(LATE)) == ([], [])
    harness.process_element(2)
    assert (harness.extract_output_values(), harness.get_side_output(LATE)) == ([2], [StreamRecord(-2)])


def test_declared_types_are_checked_as_in_a_job() -> None:
    harness = OperatorTestHarness.of(lambda stream: stream.map(lambda value: value, output_type=Types.INT()))
    harness.process_element(1)
    with pytest.raises(UserFunctionError, match="does not fit the declared type"):
        harness.process_element("one")
    key_typed = OperatorTestHarness.of(
        lambda stream: stream.key_by(lambda value: value, key_type=Types.INT()).map(lambda value: value)
    )
    with pytest.raises(Exception, match=r"int|INT|Int"):
        key_typed.process_element("one")


def test_types_of_side_outputs_are_checked_as_in_a_job() -> None:
    class Sides(ProcessFunction):
        def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
            yield TYPED, value

    harness = ProcessFunctionTestHarnesses.for_process_function(Sides())
    harness.process_element(1)
    assert harness.get_side_output(TYPED) == [StreamRecord(1)]
    with pytest.raises(UserFunctionError, match="does not fit the declared type"):
        harness.process_element("one")


# Keys, state and time -------------------------------------------------------------------------------------------------


def test_keyed_harness_counts_state_and_timers() -> None:
    harness = keyed()
    for record in (("a", 10), ("a", 20), ("b", 10)):
        harness.process_element(record)
    assert (harness.num_state_entries(), harness.num_event_time_timers(), harness.num_processing_time_timers()) == (
        2,
        3,
        3,
    )
    harness.process_watermark(10)
    assert harness.extract_output_values() == [("a", 2, 10), ("b", 1, 10)]
    assert (harness.num_event_time_timers(), harness.num_processing_time_timers()) == (1, 3)


def test_clock_fires_what_is_due_when_it_is_moved() -> None:
    harness = keyed(now_ms=5)
    harness.process_element(("a", 10))
    harness.process_element(("a", 20))
    harness.advance_processing_time(4)
    assert harness.extract_output_values() == []
    harness.advance_processing_time(1)
    assert harness.extract_output_values() == [("a", 2, 10)]
    harness.set_processing_time(25)
    assert (harness.clock.now_ms(), harness.extract_output_values()[1:]) == (25, [("a", 2, 20)])


def test_end_of_input_fires_event_time_timers() -> None:
    harness = keyed()
    harness.process_element(("a", 10))
    harness.end_input()
    assert harness.get_output() == [StreamRecord(("a", 1, 10), 10), Watermark(MAX_WATERMARK)]


def test_harness_that_is_not_keyed_has_no_timers_and_no_state() -> None:
    harness = ProcessFunctionTestHarnesses.for_process_function(ToSides())
    assert (harness.num_event_time_timers(), harness.num_processing_time_timers(), harness.num_state_entries()) == (
        0,
        0,
        0,
    )


def test_end_of_a_key_in_batch_emits_what_it_has() -> None:
    harness = OperatorTestHarness.of(
        lambda stream: stream.key_by(lambda value: value % 2).reduce(lambda a, b: a + b), batch=True
    )
    harness.process_elements([1, 3])
    assert harness.extract_output_values() == []
    harness.end_key(1)
    assert (harness.extract_output_values(), harness.num_state_entries()) == ([4], 0)


# Two inputs -----------------------------------------------------------------------------------------------------------


class Sides(CoProcessFunction):
    def process_element1(self, value: Any, ctx: CoProcessFunction.Context) -> Iterator[Any]:
        yield 1, value, ctx.timestamp()

    def process_element2(self, value: Any, ctx: CoProcessFunction.Context) -> Iterator[Any]:
        yield 2, value, ctx.timestamp()


class KeyedSides(KeyedCoProcessFunction):
    def process_element1(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Iterator[Any]:
        yield 1, ctx.get_current_key()

    def process_element2(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Iterator[Any]:
        yield 2, ctx.get_current_key()


class Rules(BroadcastProcessFunction):
    def process_element(self, value: Any, ctx: BroadcastProcessFunction.ReadOnlyContext) -> Iterator[Any]:
        yield value, ctx.get_broadcast_state(RULES).get(value)

    def process_broadcast_element(self, value: Any, ctx: BroadcastProcessFunction.Context) -> None:
        ctx.get_broadcast_state(RULES).put(*value)


def test_each_input_has_its_method() -> None:
    harness = ProcessFunctionTestHarnesses.for_co_process_function(Sides())
    harness.process_element1("a", timestamp=5)
    harness.process_element2("b", timestamp=6)
    assert harness.extract_output_values() == [(1, "a", 5), (2, "b", 6)]


def test_each_keyed_input_has_its_selector() -> None:
    harness = ProcessFunctionTestHarnesses.for_keyed_co_process_function(
        KeyedSides(), lambda value: value[0], lambda value: value[1]
    )
    harness.process_element1(("a", "b"))
    harness.process_element2(("a", "b"))
    assert harness.extract_output_values() == [(1, "a"), (2, "b")]


def test_watermark_of_two_inputs_is_the_lesser() -> None:
    harness = ProcessFunctionTestHarnesses.for_co_process_function(Sides())
    harness.process_watermark1(10)
    assert harness.get_output() == []
    harness.process_watermark2(5)
    harness.process_watermark2(20)
    harness.process_watermark(30)
    assert harness.get_output() == [Watermark(5), Watermark(10), Watermark(30)]


def test_watermark_of_both_inputs_counts_for_each() -> None:
    harness = ProcessFunctionTestHarnesses.for_co_process_function(Sides())
    harness.process_watermark(30)
    harness.process_watermark1(40)
    harness.process_watermark2(20)
    harness.process_watermark2(35)
    assert harness.get_output() == [Watermark(30), Watermark(35)]


def test_broadcast_side_fills_the_state_that_the_other_reads() -> None:
    harness = ProcessFunctionTestHarnesses.for_broadcast_process_function(Rules(), RULES)
    harness.process_broadcast_element(("a", 1))
    harness.process_element("a")
    assert (harness.extract_output_values(), harness.num_state_entries()) == ([("a", 1)], 1)


# The place in the job -------------------------------------------------------------------------------------------------


def test_settings_are_what_the_function_sees(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("a b")
    function = Timers()
    harness = ProcessFunctionTestHarnesses.for_keyed_process_function(
        function,
        First(),
        subtask=1,
        parallelism=3,
        max_parallelism=12,
        attempt=2,
        name="Mine",
        job_parameters={"greeting": "hello"},
        cached_files={"words": tmp_path / "words"},
    )
    context = function.context
    assert (context.get_index_of_this_subtask(), context.get_number_of_parallel_subtasks()) == (1, 3)
    assert (context.get_max_number_of_parallel_subtasks(), context.get_attempt_number()) == (12, 2)
    assert (context.get_task_name(), context.get_job_parameter("greeting", "")) == ("Mine", "hello")
    assert Path(context.get_distributed_cache().get_file("words")).read_text() == "a b"
    with pytest.raises(KeyError, match="no cached file 'other' was registered; registered files: words"):
        context.get_distributed_cache().get_file("other")
    harness.close()


def test_accumulators_and_metrics_can_be_read() -> None:
    class Counts(ProcessFunction):
        def open(self, runtime_context: RuntimeContext) -> None:
            self._seen = runtime_context.get_long_counter("seen")
            self._bytes = runtime_context.get_metrics_group().counter("bytes")

        def process_element(self, value: Any, ctx: ProcessFunction.Context) -> None:
            self._seen.add(1)
            self._bytes.inc(len(value))

    harness = ProcessFunctionTestHarnesses.for_process_function(Counts())
    harness.process_elements(["a", "bc"])
    assert harness.accumulators["seen"].get_local_value() == 2
    assert harness.metrics.read() == {"bytes": 3}


def test_name_and_uid_of_the_operator_are_in_its_errors() -> None:
    harness = OperatorTestHarness.of(lambda stream: stream.map(lambda value: 1 // value).name("Divide").uid("div"))
    with pytest.raises(UserFunctionError, match=r"'Divide' \(uid div\), subtask 1/1"):
        harness.process_element(0)


def test_function_is_opened_and_as_a_context_manager_closed() -> None:
    calls: list[str] = []

    class Life(ProcessFunction):
        def open(self, runtime_context: RuntimeContext) -> None:
            calls.append("open")

        def process_element(self, value: Any, ctx: ProcessFunction.Context) -> None:
            calls.append(value)

        def close(self) -> None:
            calls.append("close")

    with ProcessFunctionTestHarnesses.for_process_function(Life()) as harness:
        harness.process_element("record")
    assert calls == ["open", "record", "close"]


def test_program_of_more_than_one_operator_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match=r"a harness runs one operator, not \['Map', 'Filter'\]"):
        OperatorTestHarness.of(lambda stream: stream.map(lambda value: value).filter(bool))
