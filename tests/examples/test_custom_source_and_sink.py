"""The example's source goes on from its positions, and its commit can be repeated."""

from __future__ import annotations

from pathlib import Path

import pytest
from examples.streaming.custom_source_and_sink import FileCommitter, FileSplit, LineReader, PendingFile, build

from pyrite.common import JobStatus
from pyrite.common.source import SourceBlock, SourceReaderContext
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import ManualClock, SimulationOptions, simulate


def reader_of(split: FileSplit) -> LineReader:
    reader = LineReader(SourceReaderContext(0, 1, ManualClock()))
    reader.add_splits([split])
    return reader


def read(reader: LineReader, count: int) -> list[str]:
    block = reader.poll(count, 0)
    assert isinstance(block, SourceBlock)
    return block.values


def test_reader_goes_on_from_its_position(tmp_path: Path) -> None:
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


@pytest.mark.parametrize("seed", range(20))
def test_job_publishes_all_or_nothing_when_a_task_crashes(seed: int, tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    target.mkdir()
    for name in "abc":
        (source / name).write_text(f"{name}1\n{name}2\n")
    env = StreamExecutionEnvironment()
    build(env, source, target)
    result = simulate(env, seed, SimulationOptions(crash=True))
    published = [path.read_text() for path in target.iterdir() if not path.name.startswith(".")]
    lines = sorted("".join(published).split())
    assert lines == (["A1", "A2", "B1", "B2", "C1", "C2"] if result.status is JobStatus.FINISHED else [])
