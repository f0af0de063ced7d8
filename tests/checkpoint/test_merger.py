"""Merging in a child process."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from pyrite.checkpoint.merge import Merger
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError
from pyrite.state.chain import MergeRequest
from pyrite.state.delta import Delta
from pyrite.storage.disk import OsDisk
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import LocalStore


@pytest.fixture
def files(tmp_path: Path) -> TaskFiles:
    opener = FolderOpener(Configuration({"s3.region": "nowhere"}))
    return TaskFiles(LocalStore(OsDisk(), str(tmp_path)), "job", 1, "task", 0, inline_limit=0, elsewhere=opener)


def request(files: TaskFiles) -> MergeRequest:
    writer = files.for_checkpoint(1)
    deltas = [Delta({"count": ({n: n, "same": n}, set())}) for n in range(3)]
    return MergeRequest(tuple(writer.write(delta.encode(), is_shared=True) for delta in deltas), from_start=True)


def test_files_are_merged(files: TaskFiles) -> None:
    ref = Merger(files).merge(1, request(files))
    assert Delta.decode(files.read(ref)).states == {"count": ({0: 0, 1: 1, 2: 2, "same": 2}, set())}


def test_failed_merge_is_reported(files: TaskFiles) -> None:
    merge_request = request(files)
    files.store.delete(f"job/{merge_request.files[1].path}")
    with pytest.raises(CheckpointError, match=r"merging 3 files failed(.|\n)*is missing"):
        Merger(files).merge(1, merge_request)


def _sleep() -> None:
    time.sleep(60)


def test_merger_that_is_closed_ends_at_once_and_writes_nothing(files: TaskFiles, tmp_path: Path) -> None:
    merge_request = request(files)
    merger = Merger(files, _sleep)
    errors: list[CheckpointError] = []

    def merge() -> None:
        try:
            merger.merge(1, merge_request)
        except CheckpointError as error:
            errors.append(error)

    thread = threading.Thread(target=merge)
    thread.start()
    time.sleep(0.5)
    merger.close()
    thread.join(30)
    assert len(errors) == 1
    assert len(list((tmp_path / "job" / "shared").iterdir())) == 3
    with pytest.raises(CheckpointError, match="the task has ended"):
        merger.merge(2, merge_request)
