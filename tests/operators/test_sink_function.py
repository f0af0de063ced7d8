"""SinkFunctions: called with every record, its timestamp and the clocks."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.core.errors import UserFunctionError
from pyrite.core.functions.functions import RuntimeContext
from pyrite.core.functions.sink_function import SinkContext, SinkFunction
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK, NO_TIMESTAMP
from pyrite.operators.sink_function import SinkFunctionOperator
from tests.operators.harness import Harness

NOW_MS = 1_000_000


class Notes(SinkFunction):
    """Notes what is called; fails in the call that it was made to fail in."""

    def __init__(self, fail_in: Any = None) -> None:
        self.calls: list[Any] = []
        self._fail_in = fail_in

    def _note(self, call: Any, what: Any) -> None:
        self.calls.append(call)
        if what == self._fail_in:
            raise OSError("the disk is full")

    def open(self, runtime_context: RuntimeContext) -> None:
        self._note(("open", runtime_context.get_index_of_this_subtask()), "open")

    def invoke(self, value: Any, context: SinkContext) -> None:
        times = (context.timestamp(), context.current_watermark(), context.current_processing_time())
        self._note((value, *times), value)

    def finish(self) -> None:
        self._note("finish", "finish")

    def close(self) -> None:
        self._note("close", "close")


class InvokeOnly(SinkFunction):
    def __init__(self) -> None:
        self.values: list[Any] = []

    def invoke(self, value: Any, context: SinkContext) -> None:
        self.values.append(value)


def sinking(function: SinkFunction) -> Harness:
    return Harness(SinkFunctionOperator(function))


def test_function_is_called_with_every_record_and_its_timestamp() -> None:
    notes = Notes()
    sinking(notes).feed(["a", "b"], [5, 7])
    assert notes.calls == [("open", 1), ("a", 5, MIN_WATERMARK, NOW_MS), ("b", 7, MIN_WATERMARK, NOW_MS)]


def test_record_without_a_timestamp_says_so() -> None:
    notes = Notes()
    harness = sinking(notes)
    harness.feed(["a"], [5])
    harness.feed(["b"])
    assert notes.calls[-1] == ("b", NO_TIMESTAMP, MIN_WATERMARK, NOW_MS)


def test_function_sees_both_clocks_move() -> None:
    notes = Notes()
    harness = sinking(notes)
    harness.watermark(50)
    harness.pass_time(3)
    harness.feed(["a"], [60])
    assert notes.calls[-1] == ("a", 60, 50, NOW_MS + 3)


def test_watermarks_continue_and_records_do_not() -> None:
    harness = sinking(Notes())
    harness.feed(["a"])
    harness.watermark(50)
    assert harness.main.events == [("watermark", 50)]


def test_function_is_finished_at_the_end_of_its_input_and_closed() -> None:
    notes = Notes()
    harness = sinking(notes)
    harness.feed(["a"])
    harness.end_input()
    harness.close()
    assert notes.calls[-2:] == ["finish", "close"]
    assert harness.main.watermarks == [MAX_WATERMARK]


def test_function_that_is_closed_early_is_not_finished() -> None:
    notes = Notes()
    sinking(notes).close()
    assert notes.calls == [("open", 1), "close"]


def test_function_needs_invoke_only() -> None:
    function = InvokeOnly()
    harness = sinking(function)
    harness.feed([1, 2])
    harness.end_input()
    harness.close()
    assert function.values == [1, 2]


def test_error_names_the_operator_the_function_and_the_record() -> None:
    harness = sinking(Notes(fail_in="b"))
    with pytest.raises(UserFunctionError) as raised:
        harness.feed(["a", "b", "c"], [1, 2, 3])
    assert (raised.value.record, raised.value.error) == ("'b'", "OSError: the disk is full")
    assert "'Test', subtask 2/3" in raised.value.operator
    assert "Notes" in raised.value.function and "test_sink_function.py" in raised.value.function


@pytest.mark.parametrize("fail_in", ["finish", "close"])
def test_error_at_the_end_is_reported_as_the_users(fail_in: str) -> None:
    harness = sinking(Notes(fail_in))
    with pytest.raises(UserFunctionError, match="the disk is full") as raised:
        harness.end_input()
        harness.close()
    assert raised.value.record == ""
