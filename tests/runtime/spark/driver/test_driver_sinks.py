"""What the driver does with sinks of a cancelled job: it commits what is owed, and lets them remove the rest."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from typing import Any, ClassVar, Self

import pytest

from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.connector.staged import Staged
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.runtime.spark.driver.driver_sinks import DriverSinks
from pyrite.state.evolution.loading import dumps_staging
from pyrite.state.handles import FileRef, StoredOperatorState
from pyrite.storage.store import MemoryStore
from tests.graph.programs import execution_graph


class Records(Staged):
    def __init__(self, read: Callable[[], bytes]) -> None:
        self._read = read

    def contents(self) -> bytes:
        return self._read()

    @classmethod
    def of_contents(cls, read: Callable[[], bytes]) -> Self:
        return cls(read)


class Recording(Sink, Committer):
    calls: ClassVar[list[Any]] = []
    slow_s = 0.0

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        raise AssertionError("no writer is made in the driver")

    def create_committer(self) -> Committer:
        return self

    def commit(self, committables: list[Any]) -> None:
        time.sleep(self.slow_s)
        self.calls.extend(item.contents() if isinstance(item, Staged) else item for item in committables)

    def roll_back(self, context: WriterInitContext, states: list[Any], retained: bool) -> None:
        self.calls.append((context.job_id, context.operator_id, context.attempt, states, retained))


def inline(data: bytes) -> FileRef:
    return FileRef("", len(data), zlib.crc32(data), data)


def handle(owed: list[Any], states: list[Any]) -> StoredOperatorState:
    state = OperatorSubtaskState(lists={"writer": states}, numbered={"owed": [(7, owed)]})
    data, staged = dumps_staging(state)
    return StoredOperatorState(None, inline(data), staged=tuple(inline(item.contents()) for item in staged))


def job(sink: Sink) -> ExecutionGraph:
    env = StreamExecutionEnvironment().set_parallelism(2)
    env.from_collection([1]).sink_to(sink).uid("out")
    return execution_graph(env)


def manifest(*handles: StoredOperatorState) -> Manifest:
    state = OperatorState("out", "out", "out", 2, 128, dict(enumerate(handles)))
    return Manifest("job", "a job", 7, 3, 0, 0, {"out": state})


def end(sink: Sink, newest: Manifest | None, timeout_s: float = 10.0) -> list[Any]:
    Recording.calls.clear()
    files = TaskFiles(MemoryStore(), "job", 1, "", 0, 0)
    DriverSinks(job(sink)).end_cancelled(newest, "job", 1, files, retained=True, timeout_s=timeout_s)
    return Recording.calls


def test_cancelled_sink_commits_what_every_subtask_owes_and_then_rolls_back() -> None:
    first = handle(["file 1", Records(lambda: b"staged")], ["open"])
    calls = end(Recording(), manifest(first, handle(["file 2"], [])))
    assert calls == ["file 1", b"staged", "file 2", ("job", "out", 1, ["open"], True)]


def test_cancelled_sink_without_a_checkpoint_rolls_back() -> None:
    assert end(Recording(), None) == [("job", "out", 1, [], True)]


def test_sink_that_does_not_answer_holds_up_the_end_for_a_while_only(caplog: pytest.LogCaptureFixture) -> None:
    sink = Recording()
    sink.slow_s = 3.0
    begun = time.monotonic()
    end(sink, manifest(handle(["file"], [])), timeout_s=0.2)
    assert time.monotonic() - begun < 2
    assert "did not end within" in caplog.text
