"""The functions of windows: what they are called with, their state, what they emit and where to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from pyrite.common import Time
from pyrite.core.errors import InvalidProgramError, UserFunctionError
from pyrite.datastream import (
    AllWindowFunction,
    DataStream,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
    ReduceFunction,
    StreamExecutionEnvironment,
    TimeCharacteristic,
    WindowFunction,
)
from pyrite.datastream.state import ListStateDescriptor, ValueStateDescriptor
from pyrite.datastream.window import (
    CountTrigger,
    DeltaTrigger,
    EventTimeTrigger,
    GlobalWindows,
    Trigger,
    TriggerResult,
)
from pyrite.testing import OperatorTestHarness, StreamRecord
from tests.operators.window.assigner_cases import sessions, sliding, tumbling
from tests.operators.window.programs import (
    Described,
    Listed,
    ListedAll,
    Sum,
    SumWithoutMerge,
    Windows,
    key_of,
    numbers,
    process,
    seconds,
    text_of,
)
from tests.operators.window.transcript import SIDE, OnOperator, records_of
from tests.operators.window.trigger_cases import difference
from tests.whole.behaviour.run import collect, stamped


class Larger(ReduceFunction):
    def reduce(self, value1: Any, value2: Any) -> Any:
        return max(value1, value2, key=lambda value: value[2])


class Applied(WindowFunction[Any, str, str, Any]):
    def apply(self, key: str, window: Any, inputs: Iterable[Any]) -> list[str]:
        return [text_of(key, window, numbers(inputs))]


class AppliedToAll(AllWindowFunction[Any, str, Any]):
    def apply(self, window: Any, inputs: Iterable[Any]) -> list[str]:
        return [text_of("", window, numbers(inputs))]


class Nothing(ProcessWindowFunction[Any, str, str, Any]):
    def process(self, key: str, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]) -> None:
        return None


class ToTheSide(ProcessWindowFunction[Any, Any, str, Any]):
    """The count to the main output, the numbers to the side."""

    def process(self, key: str, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]) -> Iterator[Any]:
        actual = list(elements)
        yield text_of(key, context.window(), len(actual))
        for element in actual:
            yield SIDE, element


class ToTheSideOfAll(ProcessAllWindowFunction[Any, Any, Any]):
    def process(self, context: ProcessAllWindowFunction.Context[Any], elements: Iterable[Any]) -> Iterator[Any]:
        for element in elements:
            yield SIDE, element


ENDS: dict[str, tuple[Callable[[Any], DataStream], str]] = {
    "reduce": (lambda w: w.reduce(Larger()), "9"),
    "reduce_lambda": (lambda w: w.reduce(lambda a, b: (a[0], a[1], a[2] + b[2])), "15"),
    "reduce_and_process": (lambda w: w.reduce(Larger(), Described()), "[0,10)=9"),
    "reduce_and_apply": (lambda w: w.reduce(Larger(), Applied()), "[0,10)=9"),
    "aggregate": (lambda w: w.aggregate(Sum()), "15"),
    "aggregate_and_process": (lambda w: w.aggregate(Sum(), Described()), "[0,10)=15"),
    "aggregate_that_cannot_merge": (lambda w: w.aggregate(SumWithoutMerge(), Described()), "[0,10)=15"),
    "apply": (lambda w: w.apply(Applied()), "[0,10)=5,9,1"),
    "process": (lambda w: w.process(Listed()), "[0,10)=5,9,1"),
    "process_that_returns_none": (lambda w: w.process(Nothing()), ""),
    "sum": (lambda w: w.sum(2), "15"),
    "min": (lambda w: w.min(2), "1"),
    "max": (lambda w: w.max(2), "9"),
    "min_by": (lambda w: w.min_by(2), "1"),
    "max_by": (lambda w: w.max_by(2), "9"),
}


@pytest.mark.parametrize("trigger", [None, CountTrigger.of(3)], ids=["at_the_end", "by_count"])
@pytest.mark.parametrize(("ends", "expected"), ENDS.values(), ids=list(ENDS))
def test_end_of_windows_gives_its_result(ends: Any, expected: str, trigger: Any) -> None:
    OnOperator(Windows(tumbling(10), ends, trigger)).run(f"1=5 2=9 3=1 W10 => {expected}")


@pytest.mark.parametrize("assigner", [tumbling(10), sliding(10, 10)], ids=["tumbling", "sliding"])
@pytest.mark.parametrize("lateness", [0, 5])
def test_merge_of_an_aggregate_is_not_called_for_windows_that_do_not_merge(assigner: Any, lateness: int) -> None:
    program = Windows(assigner, lambda w: w.aggregate(SumWithoutMerge(), Described()), lateness=lateness)
    OnOperator(program).run("a:1 a:2 b:3 b:8 W10 => a:[0,10)=3 b:[0,10)=11")


@pytest.mark.parametrize("trigger", [None, CountTrigger.of(3)], ids=["at_the_end", "by_count"])
def test_merge_of_an_aggregate_is_called_for_sessions(trigger: Any) -> None:
    program = Windows(sessions(5), lambda w: w.aggregate(Sum(), Described()), trigger)
    OnOperator(program).run("1 8 4 W13 => [1,13)=13")
    with pytest.raises(Exception, match="merge was called"):
        OnOperator(Windows(sessions(5), lambda w: w.aggregate(SumWithoutMerge()), trigger)).run("1 8 4 W13")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("sum", ("a", 1000, 25)),
        ("min", ("a", 1000, 1)),
        ("max", ("a", 1000, 9)),
        ("min_by", ("a", 3000, 1)),
        ("max_by", ("a", 2000, 9)),
    ],
)
def test_aggregation_of_a_field_changes_it_or_picks_a_record(name: str, expected: Any) -> None:
    harness = OnOperator(Windows(tumbling(10), lambda w: getattr(w, name)(2))).run("a:1=5 a:2=9 a:3=1 a:4=9 a:5=1")
    harness.process_watermark(9_999)
    assert harness.extract_output_values() == [expected]


def test_apply_of_windows_of_all_keys_gets_all_records() -> None:
    program = Windows(tumbling(10), lambda w: w.apply(AppliedToAll()), all_keys=True)
    OnOperator(program).run("a:1 b:2 W10 => [0,10)=1,2")


def test_reduce_and_aggregate_of_windows_of_all_keys_give_one_result() -> None:
    OnOperator(Windows(tumbling(10), lambda w: w.sum(2), all_keys=True)).run("1 a:2 W10 => 3")
    program = Windows(tumbling(10), lambda w: w.aggregate(Sum(), AppliedSum()), all_keys=True)
    OnOperator(program).run("1 a:2 W10 => [0,10)=3")


class AppliedSum(AllWindowFunction[float, str, Any]):
    def apply(self, window: Any, inputs: Iterable[float]) -> list[str]:
        (value,) = inputs
        return [text_of("", window, value)]


@pytest.mark.parametrize("assigner", [tumbling(10), sliding(10, 5), sessions(5)], ids=repr)
@pytest.mark.parametrize("ends", [lambda w: w.sum(2), lambda w: w.process(Listed())], ids=["sum", "process"])
def test_result_has_the_last_time_of_its_window(assigner: Any, ends: Any) -> None:
    harness = OperatorTestHarness.of(Windows(assigner, ends))
    harness.process_elements([("", 6_000, 1)], [6_000])
    harness.end_input()
    times = [record.timestamp for record in harness.extract_output_stream_records()]
    assert times == {"Tumb": [9_999], "Slid": [9_999, 14_999], "Even": [10_999]}[repr(assigner)[:4]]


def test_watermark_comes_after_what_it_fires() -> None:
    harness = OperatorTestHarness.of(Windows(tumbling(10), lambda w: w.sum(2)))
    harness.process_elements([("", 6_000, 1)], [6_000])
    harness.process_watermark(9_999)
    assert [type(event).__name__ for event in harness.get_output()] == ["StreamRecord", "Watermark"]


# Side outputs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("assigner", "window"), [(tumbling(10), "[0,10)"), (sessions(8), "[1,10)")])
def test_window_function_emits_to_a_side_output(assigner: Any, window: str) -> None:
    OnOperator(Windows(assigner, process(ToTheSide()))).run(f"1 2 W10 => {window}=2 side:1 side:2")


def test_window_function_of_all_keys_emits_to_a_side_output() -> None:
    OnOperator(Windows(tumbling(10), process(ToTheSideOfAll()), all_keys=True)).run("1 a:2 W10 => side:1 side:a:2")


def test_side_output_of_a_window_function_has_the_last_time_of_the_window() -> None:
    harness = OnOperator(Windows(tumbling(10), process(ToTheSide()))).run("1")
    harness.process_watermark(9_999)
    assert harness.get_side_output(SIDE) == [StreamRecord(("", 1_000, 1), 9_999)]


def test_late_record_in_the_side_output_keeps_its_time() -> None:
    harness = OnOperator(Windows(tumbling(10), late=SIDE)).run("W10")
    harness.process_elements([("", 3_000, 3)], [3_000])
    assert harness.get_side_output(SIDE) == [StreamRecord(("", 3_000, 3), 3_000)]


# State and clear -----------------------------------------------------------------------------------------------------

FIRINGS = ValueStateDescriptor("firings")
TOTAL = ListStateDescriptor("total")


class Remembers(ProcessWindowFunction[Any, str, str, Any]):
    """Tells how often the window has fired, and which windows of the key have, before and with this firing."""

    def __init__(self) -> None:
        self.cleared: list[str] = []

    def process(self, key: str, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]) -> Iterator[str]:
        firings = context.window_state().get_state(FIRINGS)
        firings.update((firings.value() or 0) + 1)
        total = context.global_state().get_list_state(TOTAL)
        total.add(context.window().start // 1000)
        yield text_of(key, context.window(), f"{firings.value()}th;{'/'.join(map(str, total.get()))}")

    def clear(self, context: ProcessWindowFunction.Context[Any]) -> None:
        context.window_state().get_state(FIRINGS).clear()
        self.cleared.append(str(context.window().start // 1000))


class RemembersOfAll(ProcessAllWindowFunction[Any, str, Any]):
    def process(self, context: ProcessAllWindowFunction.Context[Any], elements: Iterable[Any]) -> Iterator[str]:
        firings = context.window_state().get_state(FIRINGS)
        firings.update((firings.value() or 0) + 1)
        total = context.global_state().get_list_state(TOTAL)
        total.add(context.window().start // 1000)
        yield text_of("", context.window(), f"{firings.value()}th;{'/'.join(map(str, total.get()))}")

    def clear(self, context: ProcessAllWindowFunction.Context[Any]) -> None:
        context.window_state().get_state(FIRINGS).clear()


STATEFUL_SCRIPT = """
    a:1 b:2 W10              => a:[0,10)=1th;0 b:[0,10)=1th;0
    a:3 a:4 a:12             => a:[0,10)=2th;0/0 a:[0,10)=3th;0/0/0
    W20                      => a:[10,20)=1th;0/0/0/10
    b:25 end                 => b:[20,30)=1th;0/20
"""


@pytest.mark.parametrize("restarts", [False, True], ids=["", "restarts"])
@pytest.mark.parametrize("ends", ["process", "reduce", "aggregate"])
def test_states_of_the_window_and_of_the_key_live_as_long_as_they(ends: str, restarts: bool) -> None:
    ways: dict[str, Callable[[Any], DataStream]] = {
        "process": lambda w: w.process(Remembers()),
        "reduce": lambda w: w.reduce(Larger(), Remembers()),
        "aggregate": lambda w: w.aggregate(Sum(), Remembers()),
    }
    harness = OnOperator(Windows(tumbling(10), ways[ends], lateness=5), restarts=restarts).run(STATEFUL_SCRIPT)
    assert harness.num_state_entries() == 2, "the global state of two keys"


def test_states_of_the_window_and_of_the_stream_are_there_without_keys() -> None:
    harness = OnOperator(Windows(tumbling(10), process(RemembersOfAll()), lateness=5, all_keys=True)).run(
        """
        a:1 b:2 W10              => [0,10)=1th;0
        a:3 a:12 W20             => [0,10)=2th;0/0 [10,20)=1th;0/0/10
        end
        """
    )
    assert harness.num_state_entries() == 1


TRIGGERS = {"own_trigger": None, "count_trigger": CountTrigger.of(1)}


@pytest.mark.parametrize("trigger", TRIGGERS.values(), ids=list(TRIGGERS))
@pytest.mark.parametrize("lateness", [0, 5])
@pytest.mark.parametrize("assigner", [tumbling(10), sliding(10, 5)], ids=["tumbling", "sliding"])
def test_clear_is_called_once_for_each_key_and_window(assigner: Any, lateness: int, trigger: Any) -> None:
    function = Remembers()
    harness = OperatorTestHarness.of(Windows(assigner, process(function), trigger, lateness=lateness))
    for blocks, watermark in ((["a:1 b:2 a:3 a:12"], 9_999), (["a:4", "a:11"], 14_999), (["b:30"], 90_000)):
        for block in blocks:
            records = records_of(block)
            harness.process_elements(records, [record[1] for record in records])
        harness.process_watermark(watermark)
    tumbled, slid = ["0", "0", "10", "30"], ["-5", "-5", "0", "0", "5", "10", "25", "30"]
    assert sorted(function.cleared) == sorted(tumbled if "Tumbling" in repr(assigner) else slid)


class Clears(ProcessWindowFunction[Any, str, str, Any]):
    def __init__(self, calls: list[str]) -> None:
        self.calls = calls

    def process(self, key: str, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]) -> None:
        self.calls.append(f"process {context.window().start // 1000}")

    def clear(self, context: ProcessWindowFunction.Context[Any]) -> None:
        self.calls.append(f"clear {context.window().start // 1000}")


def test_clear_of_a_session_is_called_once_for_what_it_became() -> None:
    for trigger in TRIGGERS.values():
        calls: list[str] = []
        harness = OnOperator(Windows(sessions(5), process(Clears(calls)), trigger)).run("1 8 4")
        calls.clear()
        harness.process_watermark(30_000)
        assert calls[-1:] == ["clear 1"] and calls.count("clear 1") == 1


@pytest.mark.parametrize("assigner", [tumbling(10), sessions(5)], ids=["tumbling", "sessions"])
def test_window_is_cleared_before_the_next_one_of_its_key_fires(assigner: Any) -> None:
    """Flink fires a key's timers in order of time, and both are due at the end of a window."""
    calls: list[str] = []
    harness = OnOperator(Windows(assigner, process(Clears(calls)))).run("0 20 30")
    harness.process_watermark(50_000)
    assert calls == ["process 0", "clear 0", "process 20", "clear 20", "process 30", "clear 30"]


@pytest.mark.parametrize("trigger", TRIGGERS.values(), ids=list(TRIGGERS))
def test_state_of_the_window_is_refused_for_windows_that_merge(trigger: Any) -> None:
    """As in Flink: 'Per-window state is not allowed when using merging windows.'"""
    harness = OperatorTestHarness.of(Windows(sessions(5), process(Remembers()), trigger))
    with pytest.raises(Exception, match=r"merging windows do not support per-window state|Per-window state"):
        harness.process_elements([("a", 1_000, 1)], [1_000])
        harness.process_watermark(50_000)


class Times(ProcessWindowFunction[Any, Any, str, Any]):
    def process(self, key: str, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]) -> Iterator[Any]:
        yield context.current_watermark(), context.current_processing_time()


@pytest.mark.parametrize("assigner", [tumbling(10), sessions(5)], ids=["tumbling", "sessions"])
@pytest.mark.parametrize("trigger", [None, CountTrigger.of(1)], ids=["fast", "general"])
def test_context_tells_both_times(assigner: Any, trigger: Any) -> None:
    harness = OperatorTestHarness.of(Windows(assigner, process(Times()), trigger), now_ms=77)
    if trigger is not None:
        harness.process_watermark(12_345)
    harness.process_elements([("a", 12_000, 1)], [12_000])
    if trigger is None:
        harness.process_watermark(23_456)
    assert harness.extract_output_values() == [(23_456 if trigger is None else 12_345, 77)]


# What windows hold ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", ["sum", "aggregate"])
@pytest.mark.parametrize("assigner", [tumbling(10), sessions(10), GlobalWindows.create()], ids=repr)
def test_aggregating_window_holds_one_value_and_not_its_records(assigner: Any, ends: str) -> None:
    def end(windowed: Any) -> DataStream:
        stream: DataStream = windowed.sum(2) if ends == "sum" else windowed.aggregate(Sum())
        return stream

    harness = OperatorTestHarness.of(Windows(assigner, end))
    for _ in range(200):
        harness.process_elements([("a", 1_000, 1)] * 5, [1_000] * 5)
    contents = repr(harness.snapshot().keyed)
    assert "1000" in contents and contents.count("1000") < 10, "the sum, and not a thousand records"


def add_in_place(old: list[Any], new: list[Any]) -> list[Any]:
    old[1] += new[1]
    return old


@pytest.mark.parametrize("trigger", [None, CountTrigger.of(2)], ids=["fast", "general"])
def test_reduce_that_changes_its_argument_does_not_reach_other_windows(trigger: Any) -> None:
    def program(stream: DataStream) -> DataStream:
        windowed = stream.key_by(lambda value: value[0]).window(sliding(10, 5))
        return (windowed if trigger is None else windowed.trigger(trigger)).reduce(add_in_place)

    harness = OperatorTestHarness.of(program)
    harness.process_elements([["a", 1], ["a", 10]], [6_000, 7_000])
    harness.end_input()
    assert harness.extract_output_values() == [["a", 11], ["a", 11]]


def add_nine(value: list[Any]) -> list[Any]:
    value.append(9)
    return value


@pytest.mark.parametrize("lateness", [0, 5])
@pytest.mark.parametrize("batch", [False, True], ids=["streaming", "batch"])
def test_results_of_two_windows_share_nothing_that_the_next_function_could_change(lateness: int, batch: bool) -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        keyed = stamped(env.from_collection([["a", 6_000]])).key_by(lambda value: value[0])
        return keyed.window(sliding(10, 5)).allowed_lateness(lateness).reduce(add_in_place).map(add_nine)

    assert collect(program, batch) == [["a", 6_000, 9]] * 2


# What is refused -----------------------------------------------------------------------------------------------------


def test_trigger_that_cannot_merge_is_refused_for_sessions() -> None:
    with pytest.raises(InvalidProgramError, match="merge"):
        OperatorTestHarness.of(Windows(sessions(5), trigger=DeltaTrigger.of(1, difference)))


@pytest.mark.parametrize("assigner", [tumbling(10), sliding(10, 5), sessions(5)], ids=repr)
@pytest.mark.parametrize("trigger", [None, CountTrigger.of(1)], ids=["fast", "general"])
def test_record_without_timestamp_is_reported(assigner: Any, trigger: Any) -> None:
    harness = OperatorTestHarness.of(Windows(assigner, trigger=trigger))
    with pytest.raises(Exception, match="assign_timestamps_and_watermarks"):
        harness.process_element(("a", 1_000, 1))


def test_negative_allowed_lateness_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="negative"):
        OperatorTestHarness.of(Windows(tumbling(10), lateness=-1))


@pytest.mark.parametrize(("slide", "expected"), [(None, "[0,10)=6"), (5, "[0,10)=6 [5,15)=6")])
def test_time_window_is_the_former_name_of_event_time_windows(slide: Any, expected: str) -> None:
    def program(stream: DataStream) -> DataStream:
        stream.get_execution_environment().set_stream_time_characteristic(TimeCharacteristic.EventTime)
        keyed = stream.key_by(key_of).time_window(seconds(10), None if slide is None else seconds(slide))
        return keyed.process(Listed())

    OnOperator(program).run(f"6 end => {expected}")


def test_count_and_time_windows_of_keyed_and_whole_streams_are_those_of_their_assigners() -> None:
    OnOperator(lambda stream: stream.key_by(key_of).count_window(2).process(Listed())).run("a:1 b:2 a:3 => a:#0=1,3")
    OnOperator(lambda stream: stream.key_by(key_of).count_window(2, 1).process(Listed())).run("1 2 3 => #0=1,2 #1=2,3")
    OnOperator(lambda stream: stream.count_window_all(2).process(ListedAll())).run("a:1 b:2 => #0=a1,b2")
    OnOperator(lambda stream: stream.count_window_all(2, 1).process(ListedAll())).run("1 2 3 => #0=1,2 #1=2,3")


def test_time_windows_are_of_processing_time_unless_the_environment_says_otherwise() -> None:
    for make in (
        lambda stream: stream.key_by(key_of).time_window(Time.seconds(10)).process(Listed()),
        lambda stream: stream.time_window_all(Time.seconds(10), Time.seconds(5)).process(ListedAll()),
    ):
        harness = OperatorTestHarness.of(make)
        harness.set_processing_time(0)
        harness.process_element(("a", 0, 1))  # without a timestamp
        harness.set_processing_time(30_000)
        assert harness.extract_output_values()


def test_ingestion_time_is_refused_with_what_to_do() -> None:
    with pytest.raises(InvalidProgramError, match=r"for_ingestion_time\(\), and set EventTime"):
        StreamExecutionEnvironment().set_stream_time_characteristic(TimeCharacteristic.IngestionTime)


def test_count_windows_need_no_timestamps() -> None:
    harness = OperatorTestHarness.of(lambda stream: stream.key_by(key_of).count_window(2).process(Listed()))
    harness.process_elements([("a", 0, 1), ("a", 0, 2)])
    assert harness.extract_output_values() == ["a:#0=1,2"]


# Order ---------------------------------------------------------------------------------------------------------------

BOTH = pytest.mark.parametrize("trigger", [None, EventTimeTrigger.create()], ids=["fast", "general"])


@BOTH
def test_late_firings_of_a_key_come_in_the_order_of_its_records(trigger: Any) -> None:
    """Flink handles record by record."""
    harness = OnOperator(Windows(tumbling(10), trigger=trigger, lateness=50)).run("W30")
    block = records_of("11 1 12")
    harness.process_elements(block, [record[1] for record in block])
    assert harness.extract_output_values() == ["[10,20)=11", "[0,10)=1", "[10,20)=11,12"]


@BOTH
def test_late_records_come_out_in_their_order(trigger: Any) -> None:
    harness = OnOperator(Windows(tumbling(10), trigger=trigger, late=SIDE)).run("W30")
    block = records_of("11 1 12 2")
    harness.process_elements(block, [record[1] for record in block])
    assert [record.value for record in harness.get_side_output(SIDE)] == block


@BOTH
def test_windows_of_a_key_fire_in_order_of_their_ends(trigger: Any) -> None:
    harness = OnOperator(Windows(sliding(10, 5), trigger=trigger)).run("21 1 11")
    harness.process_watermark(50_000)
    starts = [0 - 5, 0, 5, 10, 15, 20]
    assert [text.split("=")[0] for text in harness.extract_output_values()] == [f"[{s},{s + 10})" for s in starts]


@BOTH
def test_dropped_records_are_in_the_metric(trigger: Any) -> None:
    harness = OnOperator(Windows(tumbling(10), trigger=trigger)).run("W10 1 2 => dropped:2")
    assert harness.metrics.read()["numLateRecordsDropped"] == 2


class Broken(Trigger[Any, Any]):
    """Raises for each record."""

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        raise ValueError("no trigger")

    def on_processing_time(self, time: int, window: Any, ctx: Any) -> TriggerResult:
        return TriggerResult.CONTINUE

    def on_event_time(self, time: int, window: Any, ctx: Any) -> TriggerResult:
        return TriggerResult.CONTINUE

    def on_merge(self, window: Any, ctx: Any) -> None:
        pass

    def clear(self, window: Any, ctx: Any) -> None:
        pass


class Failing(ProcessWindowFunction[Any, str, str, Any]):
    def process(self, key: str, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]) -> Iterator[str]:
        raise ValueError("no function")


@pytest.mark.parametrize(
    ("trigger", "function", "name"), [(Broken(), Listed(), "Broken"), (CountTrigger.of(1), Failing(), "Failing")]
)
def test_error_names_the_function_that_raised_it(trigger: Any, function: Any, name: str) -> None:
    harness = OperatorTestHarness.of(Windows(tumbling(10), process(function), trigger))
    with pytest.raises(UserFunctionError) as raised:
        harness.process_element(("a", 1_000, 1), 1_000)
    assert raised.value.function.startswith(f"{name} (")
