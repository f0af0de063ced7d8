"""A sink that stages records: however many checkpoints fail, each record is written to storage once."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Optional

import pytest

from pyrite.core.errors import CorruptStateError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.functions import CheckpointCommitter, GenericWriteAheadSink
from pyrite.runtime.task.checkpoint.snapshot_upload import SnapshotUpload, files_of
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import CheckpointSettings, OperatorRestore, SubtaskRestore
from pyrite.state.handles import TaskStateSnapshot
from pyrite.storage.store import CheckpointStore, LocalStore, MemoryStore
from pyrite.testing.simulated_disk import SimulatedDisk
from tests.graph.programs import environment, numbers
from tests.runtime.task.task import Task

WRITTEN: list[tuple[int, list[Any]]] = []
RECORD = "a record that is long enough to be staged in a file of its own"


class Notes(CheckpointCommitter):
    def create_resource(self) -> None: ...

    def commit_checkpoint(self, subtask_idx: int, checkpoint_id: int) -> None: ...

    def is_checkpoint_committed(self, subtask_idx: int, checkpoint_id: int) -> bool:
        return False


class Target(GenericWriteAheadSink):
    def send_values(self, values: Iterable[Any], checkpoint_id: int, timestamp: int) -> bool:
        WRITTEN.append((checkpoint_id, list(values)))
        return True


@pytest.fixture(autouse=True)
def nothing_written() -> None:
    WRITTEN.clear()


def disk() -> LocalStore:
    return LocalStore(SimulatedDisk(random.Random(1)), "/checkpoints", "t")


def program() -> StreamExecutionEnvironment:
    """Level 0: a source of one; level 1: the sink."""
    env = environment(1)
    numbers(env).rebalance().add_sink(Target(Notes()))
    return env


def sink(store: CheckpointStore, handle: Optional[TaskStateSnapshot] = None, inline_bytes: int = 10) -> Task:
    restore = None
    if handle is not None:
        operators = {
            name: OperatorRestore((), (item.unkeyed,), 0, staged=(item.staged,))
            for name, item in handle.operators.items()
        }
        restore = SubtaskRestore(1, operators)
    return Task(
        program(), 1, 0, checkpoints=CheckpointSettings(store, "job", inline_bytes=inline_bytes), restore=restore
    )


def checkpoint(task: Task, number: int) -> TaskStateSnapshot:
    """One more record, and a checkpoint with it that nobody completes."""
    task.receive_records([f"{RECORD} {number}"])
    task.receive_barrier(number)
    return task.upload()


def staged_files(handle: TaskStateSnapshot) -> list[str]:
    return [ref.path for ref in files_of(handle) if ref.path.startswith("taskowned/")]


def owed(*numbers: int) -> list[tuple[int, list[str]]]:
    return [(number, [f"{RECORD} {number}"]) for number in numbers]


def test_records_are_written_to_storage_once_however_many_checkpoints_fail() -> None:
    store = disk()
    task = sink(store)
    handles = [checkpoint(task, number) for number in range(1, 30)]
    assert len(store.list("job/taskowned")) == 29
    assert [len(staged_files(handle)) for handle in handles] == list(range(1, 30))
    assert staged_files(handles[-1])[:-1] == staged_files(handles[-2])


def test_checkpoint_refers_to_what_an_aborted_one_has_staged() -> None:
    store = disk()
    task = sink(store)
    first = checkpoint(task, 1)
    task.core.handle(messages.Abort(1))
    second = checkpoint(task, 2)
    assert staged_files(first)[0] in staged_files(second)
    task.core.handle(messages.Complete(2))
    assert owed(1, 2) == WRITTEN


def test_what_could_not_be_staged_is_staged_with_the_next_checkpoint() -> None:
    store = disk()
    task = sink(store)
    task.receive_records([f"{RECORD} 1"])
    task.receive_barrier(1)
    task.core.uploads.clear()
    assert len(staged_files(checkpoint(task, 2))) == 2


def test_staged_records_are_committed_after_a_restore() -> None:
    store = disk()
    task = sink(store)
    checkpoint(task, 1)
    sink(store, checkpoint(task, 2))
    assert owed(1, 2) == WRITTEN


def test_committed_records_are_in_no_later_checkpoint() -> None:
    task = sink(disk())
    checkpoint(task, 1)
    task.core.handle(messages.Complete(1))
    assert len(staged_files(checkpoint(task, 2))) == 1


def test_few_records_stay_in_the_manifest_of_the_first_checkpoint_only() -> None:
    store = disk()
    task = sink(store, inline_bytes=10_000)
    assert staged_files(checkpoint(task, 1)) == []
    assert len(staged_files(checkpoint(task, 2))) == 1


def test_records_are_in_the_manifest_where_storage_has_no_files() -> None:
    store = MemoryStore()
    task = sink(store)
    checkpoint(task, 1)
    second = checkpoint(task, 2)
    assert files_of(second) != []
    sink(store, second)
    assert owed(1, 2) == WRITTEN


def test_savepoint_holds_staged_records_itself() -> None:
    task = sink(disk())
    checkpoint(task, 1)
    task.receive_barrier(2, savepoint="file:///savepoint")
    upload: SnapshotUpload = task.core.uploads.pop()
    assert all(not frozen.staged for frozen in upload.operators.values())


def test_staged_file_that_is_missing_is_named() -> None:
    store = disk()
    handle = checkpoint(sink(store), 1)
    store.delete(f"job/{staged_files(handle)[0]}")
    with pytest.raises(CorruptStateError, match=r"taskowned/.* is missing"):
        sink(store, handle)
