"""Async I/O in one operator: order, marks, capacity, time-outs, attempts and errors, on a clock that tests move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from pyrite.common import Time
from pyrite.core.errors import InvalidProgramError, UserFunctionError
from pyrite.core.state.state_types import ValueStateDescriptor
from pyrite.datastream import AsyncDataStream, AsyncFunction, DataStream
from pyrite.testing import OperatorTestHarness, StreamRecord, Watermark
from tests.operators.capabilities import waits_of

Wait = Callable[..., DataStream]
BOTH = pytest.mark.parametrize("wait", [AsyncDataStream.ordered_wait, AsyncDataStream.unordered_wait])


class Sleep(AsyncFunction[Any, Any]):
    """A record is how many milliseconds its answer takes; a negative one never gets an answer."""

    def __init__(self) -> None:
        self.running = 0
        self.cancelled: list[Any] = []
        self.closed = False

    async def async_invoke(self, value: int) -> list[int]:
        self.running += 1
        try:
            await asyncio.sleep(value / 1000 if value >= 0 else 10**6)
            return [value]
        except asyncio.CancelledError:
            self.cancelled.append(value)
            raise
        finally:
            self.running -= 1

    def close(self) -> None:
        self.closed = True


class SleepOrDefault(Sleep):
    def timeout(self, value: int) -> list[int]:
        return [value * 1000]


def waiting(
    function: AsyncFunction[Any, Any],
    wait: Wait = AsyncDataStream.ordered_wait,
    timeout_ms: int = 1000,
    capacity: int = 100,
    **settings: Any,
) -> OperatorTestHarness:
    return OperatorTestHarness.of(
        lambda stream: wait(stream, function, Time.milliseconds(timeout_ms), capacity), **settings
    )


# Order and marks ------------------------------------------------------------------------------------------------------


def test_ordered_results_leave_in_the_order_of_their_records() -> None:
    harness = waiting(Sleep())
    harness.process_elements([30, 10, 20])
    harness.advance_processing_time(29)
    assert harness.extract_output_values() == []
    harness.advance_processing_time(1)
    assert harness.extract_output_values() == [30, 10, 20]


def test_unordered_results_leave_as_they_come() -> None:
    harness = waiting(Sleep(), AsyncDataStream.unordered_wait)
    harness.process_elements([30, 10, 20])
    harness.advance_processing_time(30)
    assert harness.extract_output_values() == [10, 20, 30]


def test_unordered_result_does_not_overtake_a_watermark() -> None:
    harness = waiting(Sleep(), AsyncDataStream.unordered_wait)
    harness.process_elements([30, 10], [1, 2])
    harness.process_watermark(5)
    harness.process_elements([1], [6])
    harness.advance_processing_time(29)
    assert harness.get_output() == [StreamRecord(10, 2)]
    harness.advance_processing_time(1)
    assert harness.get_output() == [StreamRecord(10, 2), StreamRecord(30, 1), Watermark(5), StreamRecord(1, 6)]


@BOTH
def test_watermark_and_idleness_wait_for_the_records_before_them(wait: Wait) -> None:
    harness = waiting(Sleep(), wait)
    harness.process_element(10, 1)
    harness.process_watermark(5)
    harness.operator.process_idle(True)
    assert harness.get_output() == []
    harness.advance_processing_time(10)
    assert harness.get_output() == [StreamRecord(10, 1), Watermark(5), True]


@BOTH
def test_watermark_leaves_at_once_where_nothing_waits(wait: Wait) -> None:
    harness = waiting(Sleep(), wait)
    harness.process_watermark(5)
    assert harness.get_output() == [Watermark(5)]


def test_results_none_one_or_many_carry_their_records_timestamp() -> None:
    class Repeat(AsyncFunction[int, str]):
        async def async_invoke(self, value: int) -> list[str]:
            return [str(value)] * value

    harness = waiting(Repeat())
    harness.process_elements([2, 0, 1], [10, 20, 30])
    assert harness.extract_output_stream_records() == [StreamRecord("2", 10)] * 2 + [StreamRecord("1", 30)]
    harness.process_element(1)
    assert harness.extract_output_stream_records()[3:] == [StreamRecord("1")]


# Capacity and the end -------------------------------------------------------------------------------------------------


def test_no_more_than_the_capacity_is_asked_at_a_time() -> None:
    function = Sleep()
    harness = waiting(function, capacity=2)
    harness.process_elements([10, 10, 10, 10, 10])
    assert (function.running, waits_of(harness.operator).is_full) == (2, True)
    harness.advance_processing_time(10)
    assert harness.extract_output_values() == [10, 10]
    assert (function.running, waits_of(harness.operator).is_full) == (2, True)
    harness.advance_processing_time(10)
    assert (function.running, waits_of(harness.operator).is_full) == (1, False)


def test_results_that_wait_for_an_earlier_one_count_for_the_capacity() -> None:
    """Else a call that hangs would let results pile up without end."""
    function = Sleep()
    harness = waiting(function, capacity=3)
    harness.process_elements([500, 1, 1, 1, 1])
    harness.advance_processing_time(100)
    assert (harness.extract_output_values(), function.running, waits_of(harness.operator).is_full) == ([], 1, True)


def test_end_of_input_waits_for_what_is_on_its_way() -> None:
    harness = waiting(Sleep(), capacity=1)
    harness.process_elements([10, 20])
    harness.end_input()
    assert harness.extract_output_values() == [10, 20]
    assert not waits_of(harness.operator).is_waiting
    assert (harness.num_state_entries(), harness.clock.now_ms()) == (0, 30)


def test_close_cancels_what_is_on_its_way() -> None:
    function = Sleep()
    harness = waiting(function)
    harness.process_elements([10, -1])
    harness.close()
    assert (function.cancelled, function.running, function.closed) == ([10, -1], 0, True)
    assert harness.extract_output_values() == []


# Time-outs ------------------------------------------------------------------------------------------------------------


def test_call_that_hangs_fails_with_operator_function_and_record() -> None:
    harness = waiting(Sleep(), timeout_ms=50, uid="ask")
    harness.process_element(-7)
    with pytest.raises(UserFunctionError) as raised:
        harness.advance_processing_time(50)
    reported = str(raised.value)
    assert reported.startswith("TimeoutError: async_invoke() timed out")
    assert "in operator 'async wait operator' (uid ask), subtask 1/1" in reported
    assert "Sleep (" in reported and "test_async_wait.py:" in reported and "with record -7" in reported


def test_call_that_hangs_is_cancelled_and_gives_the_functions_own_result() -> None:
    function = SleepOrDefault()
    harness = waiting(function, timeout_ms=50)
    harness.process_elements([-1, 10])
    harness.advance_processing_time(50)
    assert (harness.extract_output_values(), function.cancelled) == ([-1000, 10], [-1])


def test_call_that_will_not_be_cancelled_holds_nobody_up_and_no_longer_counts() -> None:
    class Stubborn(AsyncFunction[int, int]):
        async def async_invoke(self, value: int) -> list[int]:
            try:
                await asyncio.sleep(1)
            except asyncio.CancelledError:
                await asyncio.sleep(1)
            return [value]

        def timeout(self, value: int) -> list[int]:
            return [-value]

    harness = waiting(Stubborn(), timeout_ms=100)
    harness.process_element(1)
    harness.advance_processing_time(100)
    assert harness.extract_output_values() == [-1]
    harness.advance_processing_time(5000)
    assert harness.extract_output_values() == [-1]


def test_timeout_of_zero_is_none() -> None:
    harness = waiting(Sleep(), timeout_ms=0)
    harness.process_element(10**8)
    harness.advance_processing_time(10**8)
    assert harness.extract_output_values() == [10**8]


def test_timeout_counts_from_the_call_and_not_from_the_arrival() -> None:
    harness = waiting(Sleep(), timeout_ms=50, capacity=1)
    harness.process_elements([40, 40])
    harness.advance_processing_time(80)
    assert harness.extract_output_values() == [40, 40]


# Errors ---------------------------------------------------------------------------------------------------------------


class Fail(AsyncFunction[Any, Any]):
    def __init__(self, error: BaseException) -> None:
        self._error = error

    async def async_invoke(self, value: Any) -> list[Any]:
        await asyncio.sleep(0.01)
        raise self._error


@pytest.mark.parametrize(
    ("error", "reported"),
    [
        (ValueError("no"), "ValueError: no"),
        (SystemExit("gone"), "RuntimeError: the function raised SystemExit: gone"),
        (asyncio.CancelledError(), "RuntimeError: the call was canceled, and not by Pyrite"),
    ],
)
def test_exception_fails_with_the_functions_line_and_the_record(error: BaseException, reported: str) -> None:
    harness = waiting(Fail(error))
    harness.process_element("x")
    with pytest.raises(UserFunctionError) as raised:
        harness.advance_processing_time(10)
    assert raised.value.error == reported
    assert raised.value.record == "'x'"
    if isinstance(error, ValueError):
        assert "raise self._error" in raised.value.user_traceback


@pytest.mark.parametrize("argument", [None, 1, "text", b"bytes", {"a": 1}])
def test_what_is_no_list_of_results_is_refused(argument: Any) -> None:
    class Give(AsyncFunction[Any, Any]):
        async def async_invoke(self, value: Any) -> Any:
            return argument

    harness = waiting(Give())
    with pytest.raises(UserFunctionError, match=r"returns a list of results, \[\] for none, not"):
        harness.process_element(1)


def test_record_that_the_function_changes_is_kept_as_it_came() -> None:
    class Change(AsyncFunction[Any, Any]):
        async def async_invoke(self, value: Any) -> Any:
            value.append("changed")
            await asyncio.sleep(0.01)
            return [value]

    harness = waiting(Change())
    harness.process_element(["a"])
    assert harness.snapshot().lists["async-wait"][0][0] == ["a"]
    harness.advance_processing_time(10)
    assert harness.extract_output_values() == [["a", "changed"]]


def test_result_that_the_function_changes_later_is_emitted_as_it_was() -> None:
    class Keep(AsyncFunction[Any, Any]):
        def __init__(self) -> None:
            self._kept: list[Any] = []

        async def async_invoke(self, value: Any) -> Any:
            self._kept.append(value)
            return [self._kept]

    harness = waiting(Keep())
    harness.process_elements([1, 2])
    assert harness.extract_output_values() == [[1], [1, 2]]


# The function's life --------------------------------------------------------------------------------------------------


class Session(AsyncFunction[Any, Any]):
    """Opens and closes something that needs a running loop, as a client of HTTP does."""

    def __init__(self) -> None:
        self.story: list[str] = []

    async def open(self, runtime_context: Any) -> None:  # type: ignore[override]
        await asyncio.sleep(0.1)
        self._loop = asyncio.get_running_loop()
        self.story.append(f"open {runtime_context.get_index_of_this_subtask()}")

    async def async_invoke(self, value: Any) -> list[Any]:
        assert asyncio.get_running_loop() is self._loop
        return [value]

    async def close(self) -> None:  # type: ignore[override]
        assert asyncio.get_running_loop() is self._loop
        self.story.append("close")


def test_open_and_close_may_be_async_and_run_in_the_loop() -> None:
    function = Session()
    with waiting(function) as harness:
        harness.process_element(1)
    assert (harness.extract_output_values(), function.story) == ([1], ["open 0", "close"])


def test_error_in_open_is_the_users() -> None:
    class Broken(Sleep):
        def open(self, runtime_context: Any) -> None:
            raise OSError("no server")

    with pytest.raises(UserFunctionError, match="OSError: no server"):
        waiting(Broken())


def test_keyed_state_is_refused_with_a_way_out() -> None:
    class Stateful(Sleep):
        def open(self, runtime_context: Any) -> None:
            runtime_context.get_state(ValueStateDescriptor("count"))

    with pytest.raises(UserFunctionError, match="read the state in a process function before it"):
        OperatorTestHarness.of(
            lambda stream: AsyncDataStream.ordered_wait(stream.key_by(lambda n: n), Stateful(), Time.seconds(1))
        )
    assert issubclass(InvalidProgramError, ValueError)


# Checkpoints ----------------------------------------------------------------------------------------------------------


@BOTH
def test_snapshot_holds_what_is_on_its_way_and_what_waits_and_a_restore_asks_again(wait: Wait) -> None:
    first = waiting(Sleep(), wait, capacity=2)
    first.process_elements([10, 30, 20], [1, 2, 3])
    first.process_watermark(4)
    first.advance_processing_time(10)
    taken = first.snapshot()
    assert taken.lists["async-wait"] == [(30, 2), (20, 3)]
    again = waiting(Sleep(), wait, capacity=2, restore=taken)
    again.process_element(1, 9)
    again.end_input()
    records = [record for record in again.get_output() if isinstance(record, StreamRecord)]
    assert sorted(records, key=lambda record: record.timestamp) == [
        StreamRecord(30, 2),
        StreamRecord(20, 3),
        StreamRecord(1, 9),
    ]


def test_restored_watermark_follows_the_records_it_had_waited_for() -> None:
    """Whoever sent it will not send it again, if the operator was not the first of its task."""
    first = waiting(Sleep())
    first.process_element(10, 1)
    first.process_watermark(4)
    again = waiting(Sleep(), restore=first.snapshot())
    assert again.get_output() == []
    again.advance_processing_time(10)
    assert again.get_output() == [StreamRecord(10, 1), Watermark(4)]


def test_restored_watermark_leaves_where_a_rescale_has_left_no_record() -> None:
    first = waiting(Sleep())
    first.process_element(10, 1)
    first.process_watermark(4)
    taken = first.snapshot()
    taken.lists["async-wait"].clear()
    assert waiting(Sleep(), restore=taken).get_output() == [Watermark(4)]
