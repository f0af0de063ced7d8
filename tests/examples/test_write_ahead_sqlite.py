"""The write-ahead sink under crashes: once with notes in the same transaction, at least once with notes elsewhere."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from examples.streaming.write_ahead_sqlite import Notes, Sale, Sales, build

from pyrite.common import JobStatus
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.functions import CheckpointCommitter, GenericWriteAheadSink
from pyrite.testing import Fault, SimulationOptions, simulate

SALES = [(f"product {number % 7}", number) for number in range(100)]
FAULTS = (Fault.TASK, Fault.DRIVER, Fault.ZOMBIE)


def written(database: Path) -> Counter[Sale]:
    with sqlite3.connect(database) as connection:
        return Counter(connection.execute("SELECT product, pieces FROM sales").fetchall())


class FilesOfNotes(CheckpointCommitter):
    """Notes beside the database; the first of each subtask is never written, for a crash is before it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def create_resource(self) -> None:
        self._folder.mkdir(exist_ok=True)

    def _path(self, subtask_idx: int, checkpoint_id: int) -> Path:
        return self._folder / f"{self.job_id}-{subtask_idx}-{checkpoint_id}"

    def is_checkpoint_committed(self, subtask_idx: int, checkpoint_id: int) -> bool:
        return self._path(subtask_idx, checkpoint_id).exists()

    def commit_checkpoint(self, subtask_idx: int, checkpoint_id: int) -> None:
        crashed = self._folder / f"crashed-{subtask_idx}"
        if not crashed.exists():
            crashed.touch()
            raise RuntimeError("the records are written, the note is not")
        self._path(subtask_idx, checkpoint_id).touch()


class SalesWithNotesElsewhere(GenericWriteAheadSink):
    def __init__(self, database: Path) -> None:
        super().__init__(FilesOfNotes(database.parent / "notes"))
        self._database = database

    def send_values(self, values: Iterable[Sale], checkpoint_id: int, timestamp: int) -> bool:
        with sqlite3.connect(self._database) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS sales (product TEXT, pieces INTEGER)")
            connection.executemany("INSERT INTO sales VALUES (?, ?)", values)
        return True


class CrashingNotes(Notes):
    """The same crash, with the notes in the database: the transaction of the records is never committed."""

    def commit_checkpoint(self, subtask_idx: int, checkpoint_id: int) -> None:
        crashed = self._database.parent / f"crashed-{subtask_idx}"
        if not crashed.exists():
            crashed.touch()
            raise RuntimeError("the records are written, the note is not")
        super().commit_checkpoint(subtask_idx, checkpoint_id)


def run_crashing(sink: GenericWriteAheadSink) -> None:
    env = StreamExecutionEnvironment().set_parallelism(1).enable_checkpointing(10)
    env.from_collection(SALES).add_sink(sink)
    result = simulate(env, 1)
    assert result.status is JobStatus.FINISHED
    assert result.restarts > 0, "the crash was there"


@pytest.mark.parametrize("seed", range(15))
def test_every_sale_is_written_once_when_tasks_and_drivers_are_killed(seed: int, tmp_path: Path) -> None:
    env = StreamExecutionEnvironment()
    build(env, tmp_path / "sales.db", SALES)
    env.enable_checkpointing(10)
    assert simulate(env, seed, SimulationOptions(faults=FAULTS, time_passes=0.3)).status is JobStatus.FINISHED
    assert written(tmp_path / "sales.db") == Counter(SALES)


def test_crash_before_the_note_writes_records_twice_when_notes_are_elsewhere(tmp_path: Path) -> None:
    sink = SalesWithNotesElsewhere(tmp_path / "sales.db")
    assert sink.guarantee().delivery == AT_LEAST_ONCE
    run_crashing(sink)
    actual = written(tmp_path / "sales.db")
    assert set(actual) == set(SALES) and max(actual.values()) == 2


def test_crash_before_the_note_writes_nothing_twice_when_it_lands_with_the_records(tmp_path: Path) -> None:
    sink = Sales(tmp_path / "sales.db")
    sink.committer = CrashingNotes(tmp_path / "sales.db")
    assert sink.guarantee().delivery == EXACTLY_ONCE
    run_crashing(sink)
    assert written(tmp_path / "sales.db") == Counter(SALES)
