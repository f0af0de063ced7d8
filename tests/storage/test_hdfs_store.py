"""HdfsStore: what other stores do not share. A real NameNode is frozen, cut off, in safe mode and without DataNodes."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError
from pyrite.storage import hdfs_client
from pyrite.storage.hdfs_settings import HdfsSettings
from pyrite.storage.open_store import open_store
from pyrite.storage.store import CheckpointStore, NotWrittenError
from servers.hdfs import HdfsServer
from servers.server import Server
from tests.checkpoint.jobs import Driver, log_of, read_all

_NAMES = [f"log/{number}" for number in range(40)]


def _claim(uri: str, writer: int, barrier: multiprocessing.synchronize.Barrier) -> list[str]:
    store = open_store(uri, Configuration())
    barrier.wait()
    return [name for name in _NAMES if store.create(name, f"{writer} {name}".encode())]


def _claim_all(uri: str, writers: int) -> list[list[str]]:
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager, context.Pool(writers) as pool:
        barrier = manager.Barrier(writers)
        return pool.starmap(_claim, [(uri, writer, barrier) for writer in range(writers)])


def test_each_name_has_one_of_many_processes_as_its_creator(hdfs_store: CheckpointStore) -> None:
    wins = _claim_all(hdfs_store.uri, 4)
    assert sorted(name for names in wins for name in names) == sorted(_NAMES)
    for writer, names in enumerate(wins):
        assert all(hdfs_store.read(name) == f"{writer} {name}".encode() for name in names)
    assert hdfs_store.leftovers("log") == []


def test_job_resumes_from_hdfs(hdfs_store: CheckpointStore) -> None:
    first = Driver(hdfs_store, "one")
    first.start()
    for _ in range(3):
        last = first.checkpoint()
        first.storage.drop_unneeded()
    recovery = Driver(pickle.loads(pickle.dumps(hdfs_store)), "two").start()
    assert recovery.manifest is not None
    assert recovery.manifest.checkpoint_id == last
    assert len(read_all(hdfs_store, recovery.manifest)) == 4


class _Cut:
    """Forwards bytes to the NameNode; after `lose_answer`, the next answer is dropped with its connection."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._method = b""
        self.losses = 0

    def lose_answer(self, method: bytes) -> None:
        """Drops the answer to the next call of a method."""
        self._method = method

    def run(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._target))
            is_lost = threading.Event()
            threading.Thread(target=self._requests, args=(client, server, is_lost), daemon=True).start()
            threading.Thread(target=self._answers, args=(server, client, is_lost), daemon=True).start()

    def _requests(self, client: socket.socket, server: socket.socket, is_lost: threading.Event) -> None:
        while data := _received(client):
            if self._method and self._method in data:
                self._method = b""
                is_lost.set()
            server.sendall(data)
        server.close()

    def _answers(self, server: socket.socket, client: socket.socket, is_lost: threading.Event) -> None:
        while data := _received(server):
            if is_lost.is_set():
                self.losses += 1
                break
            client.sendall(data)
        for side in (client, server):
            with suppress(OSError):
                side.shutdown(socket.SHUT_RDWR)
            side.close()

    def close(self) -> None:
        self._listener.close()


def _received(connection: socket.socket) -> bytes:
    try:
        return connection.recv(1 << 16)
    except OSError:
        return b""


@contextmanager
def _cut_before(server: HdfsServer) -> Iterator[_Cut]:
    cut = _Cut(server.port)
    threading.Thread(target=cut.run, daemon=True).start()
    yield cut
    cut.close()


def test_create_whose_answer_was_lost_is_settled_by_reading_back(hdfs: HdfsServer) -> None:
    with _cut_before(hdfs) as cut:
        store = open_store(f"hdfs://127.0.0.1:{cut.port}/lost-answer", Configuration())
        driver = Driver(store, "one")
        driver.start()
        cut.lose_answer(b"rename2")
        driver.checkpoint()
        assert cut.losses == 1
        assert [entry.kind for entry in log_of(store)] == ["attempt", "checkpoint"]


def test_write_whose_answer_was_lost_is_repeated(hdfs: HdfsServer) -> None:
    with _cut_before(hdfs) as cut:
        store = open_store(f"hdfs://127.0.0.1:{cut.port}/lost-write", Configuration())
        store.write("folder/file", b"old")
        cut.lose_answer(b"rename2")
        store.write("folder/file", b"new")
        assert cut.losses == 1
        assert store.read("folder/file") == b"new"
        assert store.leftovers("folder") == []


@contextmanager
def _frozen(server: Server) -> Iterator[None]:
    os.kill(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.pid, signal.SIGCONT)


def test_frozen_name_node_does_not_hang_a_call(
    hdfs: HdfsServer, hdfs_store: CheckpointStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    hdfs_store.write("file", b"1")
    monkeypatch.setattr(hdfs_client, "_ANSWER_S", 1.0)
    with _frozen(hdfs), pytest.raises(OSError, match=r"hdfs://.*/file: cannot read: no answer within 1 s"):
        hdfs_store.read("file")
    monkeypatch.undo()
    assert hdfs_store.read("file") == b"1"


def test_safe_mode_refuses_writes_and_nothing_is_written(hdfs: HdfsServer, hdfs_store: CheckpointStore) -> None:
    hdfs_store.write("file", b"1")
    hdfs.admin("-safemode", "enter")
    try:
        with pytest.raises(NotWrittenError, match="Name node is in safe mode"):
            hdfs_store.create("other", b"2")
        assert hdfs_store.read("file") == b"1"
    finally:
        hdfs.admin("-safemode", "leave")
    assert hdfs_store.create("other", b"2")


def test_folder_without_permission_is_named(hdfs: HdfsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    open_store(f"{hdfs.uri}/mine", Configuration()).write("file", b"1")
    monkeypatch.setenv("HADOOP_USER_NAME", "a-stranger")
    hdfs_client._connected.cache_clear()
    stranger = open_store(f"{hdfs.uri}/mine", Configuration())
    with pytest.raises(OSError, match="Permission denied: user=a-stranger"):
        stranger.read("file")
    with pytest.raises(NotWrittenError, match="Permission denied: user=a-stranger"):
        stranger.create("other", b"1")
    hdfs_client._connected.cache_clear()


@pytest.mark.slow
def test_store_goes_on_after_its_data_nodes_and_name_node_died() -> None:
    with HdfsServer() as server:
        store = open_store(f"{server.uri}/job", Configuration())
        store.write("file", b"1")
        server.datanodes[0].kill()
        with pytest.raises(NotWrittenError):
            store.create("other", b"2")
        server.datanodes[0].start()
        assert store.create("other", b"2")
        server.kill()
        with pytest.raises(OSError, match="Connection refused"):
            store.read("file")
        server.start()
        assert store.read("other") == b"2"


def test_default_file_system_comes_from_the_files_of_hadoop_or_from_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = (
        "<configuration><property><name>fs.defaultFS</name><value>hdfs://names:8020</value></property></configuration>"
    )
    (tmp_path / "core-site.xml").write_text(site)
    monkeypatch.setenv("HADOOP_CONF_DIR", str(tmp_path))
    assert open_store("hdfs:///a/b", Configuration()).uri == "hdfs://names:8020/a/b"
    settings = Configuration({"flink.hadoop.fs.defaultFS": "hdfs://others:9000/"})
    assert open_store("hdfs:///a/b", settings).uri == "hdfs://others:9000/a/b"
    assert open_store("hdfs://explicit/a", settings).uri == "hdfs://explicit/a"


def test_uri_without_a_name_node_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HADOOP_CONF_DIR", raising=False)
    monkeypatch.delenv("HADOOP_HOME", raising=False)
    with pytest.raises(InvalidProgramError, match=r"has no NameNode, and fs\.defaultFS is not set: .*HADOOP_CONF_DIR"):
        open_store("hdfs:///a", Configuration())


def test_kerberos_is_refused_by_name() -> None:
    with pytest.raises(InvalidProgramError, match="does not support Kerberos"):
        HdfsSettings.of(Configuration({"flink.hadoop.hadoop.security.authentication": "kerberos"}))


def test_credentials_in_a_uri_are_refused_without_repeating_them() -> None:
    with pytest.raises(InvalidProgramError, match="HADOOP_USER_NAME") as error:
        open_store("hdfs://me:hidden@host:8020/a", Configuration())
    assert "hidden" not in str(error.value)


def test_settings_file_that_is_no_xml_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hdfs-site.xml").write_text("<configuration>")
    monkeypatch.setenv("HADOOP_CONF_DIR", str(tmp_path))
    with pytest.raises(InvalidProgramError, match=r"hdfs-site\.xml cannot be read"):
        open_store("hdfs://host/a", Configuration())
