"""DeferredFrames: in order, what was held back first; its files are gone when it is closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.runtime.task.input.alignment import DeferredFrames


def taken(frames: DeferredFrames) -> list[bytes]:
    return [bytes(frames.next()) for _ in list(frames)]


def test_frames_come_in_the_order_in_which_they_were_added() -> None:
    frames = DeferredFrames(memory_bytes=1 << 20)
    frames.add([b"a", b"b"])
    frames.add([b"c"])
    assert (frames.bytes, taken(frames), frames.bytes) == (3, [b"a", b"b", b"c"], 0)
    assert not frames.spools


def test_frames_that_were_held_back_come_before_all_others() -> None:
    frames = DeferredFrames(memory_bytes=1 << 20)
    frames.add([b"b"])
    frames.hold_back(b"a")
    assert (frames.held_back_bytes, frames.bytes, list(frames)) == (1, 1, [b"b"])
    frames.release()
    assert (frames.held_back_bytes, taken(frames)) == (0, [b"a", b"b"])


def test_release_of_nothing_leaves_nothing_to_work_on() -> None:
    frames = DeferredFrames(memory_bytes=1 << 20)
    frames.release()
    frames.add([])
    assert not frames.spools


def test_close_removes_the_files_of_all_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = open_files(tmp_path)
    frames = DeferredFrames(memory_bytes=0)
    for name in (b"a", b"b", b"c"):
        frames.add([name])
        frames.hold_back(name)
    assert open_files(tmp_path) == before + 2
    frames.close()
    assert open_files(tmp_path) == before


def open_files(folder: Path) -> int:
    """How many files of a folder this process has open, those that have no name among them."""
    descriptors = Path("/proc/self/fd").iterdir()
    return sum(str(folder) in str(link.readlink()) for link in descriptors if link.is_symlink())
