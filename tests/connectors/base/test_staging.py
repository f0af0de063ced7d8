"""The stage of write-ahead sinks: what goes in comes out, from memory, from files, and after a pickle."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from pyrite.connectors.base import staging
from pyrite.connectors.base.staging import Part, Stage


def contents(parts: list[Part]) -> list[object]:
    return [item for part in parts for item in part.items()]


def test_items_come_out_in_their_order() -> None:
    stage = Stage()
    for number in range(10):
        stage.add([number] * number)
    assert contents(stage.take()) == [[number] * number for number in range(10)]


def test_nothing_is_taken_twice() -> None:
    stage = Stage()
    stage.add("a")
    stage.take()
    assert stage.take() == []
    stage.add("b")
    assert contents(stage.take()) == ["b"]


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staging, "CHUNK_BYTES", 1000)


def filled(stage: Stage) -> list[Part]:
    for number in range(100):
        stage.add((number, bytes(500)))
    return stage.take()


@pytest.mark.usefixtures("small_chunks")
def test_parts_have_about_their_size() -> None:
    parts = filled(Stage(part_bytes=5000))
    assert len(parts) == 10
    assert [item[0] for part in parts for item in part.items()] == list(range(100))


@pytest.mark.usefixtures("small_chunks")
def test_parts_beyond_the_memory_lie_in_files_and_can_be_read_again() -> None:
    parts = filled(Stage(part_bytes=5000, memory_bytes=200))
    assert sum(part._file is not None for part in parts) > 5
    assert sum(bool(part._chunks) for part in parts) < 5
    assert contents(parts) == contents(parts) == contents(filled(Stage()))


@pytest.mark.usefixtures("small_chunks")
def test_part_in_a_file_pickles_with_its_contents() -> None:
    parts = filled(Stage(part_bytes=5000, memory_bytes=0))
    assert contents(pickle.loads(pickle.dumps(parts))) == contents(parts)


@pytest.mark.usefixtures("small_chunks")
def test_parts_that_nobody_has_committed_yet_count_against_the_memory_of_the_next() -> None:
    stage = Stage(part_bytes=5000, memory_bytes=1000)
    owed = [filled(stage) for _ in range(20)]
    assert sum(part.in_memory_bytes for parts in owed for part in parts) <= 1000
    assert not any(part.in_memory_bytes for part in owed[-1])
    owed.clear()
    assert any(part.in_memory_bytes for part in filled(stage))


@pytest.mark.usefixtures("small_chunks")
def test_parts_share_files_so_that_any_number_of_checkpoints_can_be_pending() -> None:
    stage = Stage(part_bytes=5000, memory_bytes=0)
    before = open_files()
    owed = [filled(stage) for _ in range(50)]
    assert sum(len(parts) for parts in owed) == 500
    assert open_files() == before + 1
    assert all(contents(parts) == contents(owed[0]) for parts in owed)
    owed.clear()
    assert open_files() == before, "the file goes with its last part"


@pytest.mark.usefixtures("small_chunks")
def test_file_that_is_full_takes_no_further_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staging, "FILE_BYTES", 500)
    stage = Stage(part_bytes=5000, memory_bytes=0)
    before = open_files()
    parts = filled(stage)
    assert open_files() > before + 1
    assert contents(parts) == contents(filled(Stage()))
    del parts[1:]
    assert open_files() == before + 1


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))
