"""The example's source resumes from its positions, and its commit can be repeated."""

from __future__ import annotations

from pathlib import Path

import pytest
from examples.streaming.custom_source_and_sink import (
    FileCommitter,
    FileSplit,
    FileWriter,
    LineReader,
    PendingFile,
    build,
)

from pyrite.common import JobStatus
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.connector.source import SourceBlock, SourceReaderContext
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import ManualClock, SimulationOptions, simulate
from pyrite.testing.simulation import Fault


def reader_of(split: FileSplit) -> LineReader:
    reader = LineReader(SourceReaderContext(0, 1, ManualClock()))
    reader.add_splits([split])
    return reader


def read(reader: LineReader, count: int) -> list[str]:
    block = reader.poll(count, 0)
    assert isinstance(block, SourceBlock)
    return block.values


def test_reader_resumes_from_its_position(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("ä\nb\nc\n")
    reader = reader_of(FileSplit(str(path)))
    assert read(reader, 1) == ["ä"]
    [position] = reader.snapshot_state(1)
    assert read(reader_of(position), 10) == ["b", "c"]


def test_repeated_commit_changes_nothing(tmp_path: Path) -> None:
    hidden, visible = tmp_path / ".part", tmp_path / "part"
    hidden.write_text("x\n")
    for _ in range(2):
        FileCommitter().commit([PendingFile(str(hidden), str(visible))])
    assert [path.name for path in tmp_path.iterdir()] == ["part"]


def folders(root: Path) -> tuple[Path, Path]:
    """A folder with 150 lines in three files, and an empty one."""
    source, target = root / "in", root / "out"
    source.mkdir()
    target.mkdir()
    for name in "abc":
        (source / name).write_text("".join(f"{name}{number}\n" for number in range(50)))
    return source, target


@pytest.mark.parametrize("seed", range(20))
def test_every_line_is_published_once_when_tasks_and_drivers_are_killed(seed: int, tmp_path: Path) -> None:
    env = StreamExecutionEnvironment()
    source, target = folders(tmp_path)
    build(env, source, target)
    env.enable_checkpointing(10)
    result = simulate(env, seed, SimulationOptions(faults=(Fault.TASK, Fault.DRIVER, Fault.ZOMBIE)))
    assert result.status is JobStatus.FINISHED
    published = [path.read_text() for path in target.iterdir() if not path.name.startswith(".")]
    expected = sorted(f"{name}{number}" for name in "ABC" for number in range(50))
    assert sorted("".join(published).split()) == expected


def test_lines_are_published_at_checkpoints(tmp_path: Path) -> None:
    env = StreamExecutionEnvironment()
    source, target = folders(tmp_path)
    build(env, source, target)
    env.enable_checkpointing(10)
    result = simulate(env, 1, SimulationOptions(time_passes=1.0))
    assert result.checkpoints > 1
    assert len(list(target.iterdir())) > 2, "more than one file of each of the two subtasks"


def test_writer_removes_what_a_broken_attempt_has_left(tmp_path: Path) -> None:
    _, target = folders(tmp_path)
    (target / ".part-orders-0-1-3").write_text("cut")
    (target / ".part-orders-1-1-3").write_text("of another subtask")
    place = WriterInitContext(0, 2, 2, lambda text, stderr: None, lambda values: None, job_id="orders")
    FileWriter(target, place)
    assert [path.name for path in target.iterdir()] == [".part-orders-1-1-3"]
