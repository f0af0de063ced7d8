"""The sink operator: its writer's life, its committables, and its errors."""

from __future__ import annotations

from typing import Any, Optional

import pytest

from pyrite.common.block import Block
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import UserFunctionError
from pyrite.operators.sink import SinkOperator
from tests.operators.harness import Harness


class LoggingSink(Sink):
    """Logs every call; fails in the one that it was made to fail in."""

    def __init__(self, fail_in: str = "", two_phase: bool = True) -> None:
        self.log: list[Any] = []
        self._fail_in = fail_in
        self._two_phase = two_phase

    def note(self, call: str, *details: Any) -> None:
        self.log.append((call, *details))
        if call == self._fail_in:
            raise OSError("the disk is full")

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        self.note("create", context.subtask, context.parallelism)
        return LoggingWriter(self)

    def create_committer(self) -> Optional[Committer]:
        return LoggingCommitter(self) if self._two_phase else None


class LoggingWriter(SinkWriter):
    def __init__(self, sink: LoggingSink) -> None:
        self._sink = sink

    def write(self, block: Block) -> None:
        self._sink.note("write", block.values)

    def flush(self, end_of_input: bool) -> None:
        self._sink.note("flush", end_of_input)

    def prepare_commit(self) -> list[Any]:
        self._sink.note("prepare")
        return ["file-1"]

    def close(self) -> None:
        self._sink.note("close")


class LoggingCommitter(Committer):
    def __init__(self, sink: LoggingSink) -> None:
        self._sink = sink

    def commit(self, committables: list[Any]) -> None:
        self._sink.note("commit", committables)

    def close(self) -> None:
        self._sink.note("close committer")


def test_writer_lives_from_create_to_close() -> None:
    sink = LoggingSink()
    harness = Harness(SinkOperator(sink))
    harness.feed([1, 2])
    harness.operator.finish()
    harness.operator.close()
    assert sink.log == [("create", 1, 3), ("write", [1, 2]), ("flush", True), ("prepare",), ("close",)]


def test_committables_are_there_after_the_end_of_input() -> None:
    operator = SinkOperator(LoggingSink())
    harness = Harness(operator)
    assert operator.committables == []
    harness.operator.finish()
    assert operator.committables == ["file-1"]


def test_commit_needs_no_writer() -> None:
    sink = LoggingSink()
    operator = SinkOperator(sink)
    operator.commit(["file-1"])
    operator.commit(["file-2"])
    operator.close()
    assert sink.log == [("commit", ["file-1"]), ("commit", ["file-2"]), ("close committer",)]


def test_commit_of_a_sink_without_a_committer_does_nothing() -> None:
    sink = LoggingSink(two_phase=False)
    SinkOperator(sink).commit(["file-1"])
    assert sink.log == []


def test_committer_is_closed_when_its_commit_fails() -> None:
    sink = LoggingSink(fail_in="commit")
    with pytest.raises(OSError, match="the disk is full"):
        SinkOperator(sink).commit(["file-1"])
    assert sink.log[-1] == ("close committer",)


def test_close_before_open_does_nothing() -> None:
    sink = LoggingSink()
    SinkOperator(sink).close()
    assert sink.log == []


@pytest.mark.parametrize("call", ["create", "write", "flush", "prepare"])
def test_sink_error_names_operator_and_sink(call: str) -> None:
    with pytest.raises(UserFunctionError, match="OSError: the disk is full") as raised:
        harness = Harness(SinkOperator(LoggingSink(fail_in=call)))
        harness.feed([1])
        harness.operator.finish()
    assert raised.value.operator == "'Test', subtask 2/3"
    assert raised.value.function.startswith("LoggingSink (")
