"""The witness of a soak: its files tell who has written and what was committed, whatever the sink inside is."""

from __future__ import annotations

from pathlib import Path

from chaos.commits import Commits
from chaos.file_sink import LinesSink
from chaos.witness import Witness
from pyrite.common.block import Block
from pyrite.core.connector.sink import SinkWriter, WriterInitContext


def folders(root: Path) -> tuple[Path, Path]:
    inside, outside = root / "inside", root / "outside"
    inside.mkdir()
    outside.mkdir()
    return inside, outside


def writer(sink: Witness, attempt: int = 1) -> SinkWriter:
    return sink.create_writer(
        WriterInitContext(0, 1, attempt, lambda text, error: None, lambda values: None, job_id="chaos")
    )


def test_attempt_is_seen_when_it_writes_and_its_commit_when_it_is_done(tmp_path: Path) -> None:
    inside, outside = folders(tmp_path)
    sink = Witness(LinesSink(inside, "windows"), outside, "windows")
    open_writer = writer(sink, attempt=3)
    assert Commits.of(outside) == Commits(0, (0, 0), (0, 0))
    open_writer.write(Block([1]))
    assert Commits.of(outside) == Commits(0, (0, 0), (1, 3))
    sink.create_committer().commit(open_writer.prepare_commit())
    assert Commits.of(outside) == Commits(1, (1, 3), (1, 3))
    assert [path.read_text() for path in inside.iterdir()] == ["1\n"]


def test_nothing_is_committed_when_nothing_was_written(tmp_path: Path) -> None:
    inside, outside = folders(tmp_path)
    open_writer = writer(Witness(LinesSink(inside, "windows"), outside, "windows"))
    assert open_writer.prepare_commit() == []


def test_repeated_commit_shows_one_file(tmp_path: Path) -> None:
    inside, outside = folders(tmp_path)
    sink = Witness(LinesSink(inside, "windows"), outside, "windows")
    open_writer = writer(sink)
    open_writer.write(Block([1]))
    prepared = open_writer.prepare_commit()
    for _ in range(2):
        sink.create_committer().commit(prepared)
    assert [path.name for path in outside.iterdir()] == ["windows-0-chaos-1-0"]
