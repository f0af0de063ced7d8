"""The contract of every store, and opening a store by its URI."""

from __future__ import annotations

import pickle
import threading
from pathlib import Path

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError
from pyrite.storage.disk import OsDisk
from pyrite.storage.open_store import open_store
from pyrite.storage.store import CheckpointStore, LocalStore, MemoryStore, NotWrittenError


def test_store_reads_what_was_written(store: CheckpointStore) -> None:
    store.write("a/b/file", b"text")
    assert store.read("a/b/file") == b"text"
    assert store.exists("a/b/file")


def test_store_replaces_a_file(store: CheckpointStore) -> None:
    store.write("file", b"old")
    store.write("file", b"new")
    assert store.read("file") == b"new"


def test_store_takes_empty_and_large_files(store: CheckpointStore, tmp_path: Path) -> None:
    large = bytes(range(256)) * 24_000
    store.write("large", large)
    store.write("empty", b"")
    assert store.read("large") == large
    assert store.read("empty") == b""


def test_store_raises_when_file_is_missing(store: CheckpointStore, tmp_path: Path) -> None:
    store.write("a/file", b"text")
    assert not store.exists("a/other")
    with pytest.raises(FileNotFoundError):
        store.read("a/other")
    with pytest.raises(FileNotFoundError):
        store.download("a/other", tmp_path / "target")


def test_store_creates_a_name_once(store: CheckpointStore) -> None:
    assert store.create("a/name", b"first")
    assert not store.create("a/name", b"second")
    assert store.read("a/name") == b"first"


def test_store_creates_a_name_for_one_of_many_writers(store: CheckpointStore) -> None:
    wins: list[str] = []

    def race(writer: str) -> None:
        for index in range(8):
            if store.create(f"a/{index}", writer.encode()):
                wins.append(f"{index} {writer}")

    threads = [threading.Thread(target=race, args=(str(number),)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(wins) == [f"{index} {store.read(f'a/{index}').decode()}" for index in range(8)]


def test_store_uploads_and_downloads_files(store: CheckpointStore, tmp_path: Path) -> None:
    for size in (0, 10, 1 << 20):
        (tmp_path / "source").write_bytes(b"x" * size)
        store.upload(tmp_path / "source", "a/file")
        store.download("a/file", tmp_path / "target")
        assert (tmp_path / "target").read_bytes() == b"x" * size


def test_store_lists_files_and_folders(store: CheckpointStore) -> None:
    store.write("a/file", b"1234")
    store.write("a/folder/inner", b"")
    store.write("ab/other", b"")
    assert store.list("a") == ["file", "folder"]
    assert store.sizes("a") == {"file": 4}
    assert store.list("none") == []
    assert store.sizes("none") == {}


def test_store_deletes_files_and_folders(store: CheckpointStore) -> None:
    for name in ("a/1", "a/2", "a/b/3", "ab/4"):
        store.write(name, b"")
    store.delete("a/1")
    store.delete("a/none")
    assert store.list("a") == ["2", "b"]
    store.delete_folder("a")
    store.delete_folder("none")
    assert store.list("a") == []
    assert store.list("ab") == ["4"]


def test_store_writes_again_into_a_folder_that_was_pruned(store: CheckpointStore) -> None:
    store.write("a/1", b"")
    store.prune("a")
    assert store.list("a") == ["1"]
    store.delete("a/1")
    store.prune("a")
    store.write("a/2", b"")
    assert store.list("a") == ["2"]


def test_local_store_writes_after_another_process_removed_its_folder(tmp_path: Path) -> None:
    first, second = (LocalStore(OsDisk(), str(tmp_path)) for _ in range(2))
    first.write("a/1", b"")
    second.delete_folder("a")
    assert first.create("a/2", b"")
    assert second.list("a") == ["2"]


def test_store_pickles() -> None:
    store = pickle.loads(pickle.dumps(open_store("/tmp/some/where", Configuration())))
    assert store.uri == "file:///tmp/some/where"


def test_memory_store_of_a_task_refuses_to_write() -> None:
    store = pickle.loads(pickle.dumps(MemoryStore(limit_bytes=77)))
    assert store.limit_bytes == 77
    with pytest.raises(CheckpointError, match="driver's memory"):
        store.write("file", b"")


def test_memory_store_refuses_more_than_its_limit() -> None:
    store = MemoryStore(limit_bytes=10)
    store.write("a", b"123456")
    store.write("a", b"12345678")
    with pytest.raises(NotWrittenError, match=r"used 8 of 10.*execution\.checkpointing\.dir"):
        store.create("b", b"123")
    assert store.list("") == ["a"]


@pytest.mark.parametrize("uri", ["file:///tmp/here", "/tmp/here", "file:/tmp/here"])
def test_open_store_finds_local_folders(uri: str) -> None:
    assert open_store(uri, Configuration()).uri == "file:///tmp/here"


@pytest.mark.parametrize("uri", ["viewfs://host/path", "gs://bucket/path", "ftp://me:secret@host/path"])
def test_open_store_refuses_other_schemes_and_names_the_supported_ones(uri: str) -> None:
    with pytest.raises(CheckpointError, match="file:///path, s3://bucket/path or hdfs://host:8020/path") as error:
        open_store(uri, Configuration())
    assert "secret" not in str(error.value)
