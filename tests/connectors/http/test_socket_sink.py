"""What a SocketSink sends again over a new connection."""

from __future__ import annotations

import dataclasses
import socket
import struct
import threading
import time
from collections.abc import Iterator

import pytest

from pyrite.common.block import Block
from pyrite.core.connector.sink import SinkWriter
from pyrite.datastream.connectors.http import SocketSink
from tests.connectors.http.test_http import PLACE
from tests.whole.contract.cases.http import Lines

ABORT = struct.pack("ii", 1, 0)
"""SO_LINGER: close() resets the connection."""
LINE = 1000


@pytest.fixture
def server() -> Iterator[socket.socket]:
    """Its connections hold a few lines before somebody reads."""
    with socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 * LINE)
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.settimeout(5)
        yield server


def writer_to(server: socket.socket, checkpointing: bool) -> SinkWriter:
    sink = SocketSink("127.0.0.1", server.getsockname()[1], Lines())
    return sink.create_writer(dataclasses.replace(PLACE, checkpointing=checkpointing))


def write(writer: SinkWriter, numbers: range) -> None:
    for number in numbers:
        writer.write(Block([str(number).zfill(LINE - 1)]))


def numbers_in(data: bytes) -> list[int]:
    return [int(line) for line in data.split(b"\n") if len(line) == LINE - 1]


def read(connection: socket.socket, count: int) -> list[int]:
    connection.settimeout(5)
    return numbers_in(connection.recv(count * LINE, socket.MSG_WAITALL))


def abort(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABORT)
    connection.close()


def all_of(server: socket.socket, writer: SinkWriter) -> list[int]:
    """What comes over the next connection until the writer ends."""

    def end() -> None:
        writer.flush(end_of_input=True)
        writer.close()

    ends = threading.Thread(target=end)
    ends.start()
    connection, _ = server.accept()
    connection.settimeout(5)
    data = b"".join(iter(lambda: connection.recv(65536), b""))
    ends.join(5)
    return numbers_in(data)


def written_and_read(server: socket.socket, checkpointing: bool) -> tuple[SinkWriter, socket.socket]:
    """A writer of a hundred lines, and its connection, over which all have come."""
    writer = writer_to(server, checkpointing)
    connection, _ = server.accept()
    for number in range(100):
        write(writer, range(number, number + 1))
        assert read(connection, 1) == [number]
    return writer, connection


def test_all_since_the_checkpoint_is_sent_again(server: socket.socket) -> None:
    writer, connection = written_and_read(server, checkpointing=True)
    abort(connection)
    assert all_of(server, writer) == list(range(100))


def test_what_the_other_side_has_is_not_kept_without_checkpoints(server: socket.socket) -> None:
    writer, connection = written_and_read(server, checkpointing=False)
    abort(connection)
    assert set(all_of(server, writer)) <= {99}


def test_what_the_other_side_does_not_have_is_sent_again_without_checkpoints(server: socket.socket) -> None:
    writer = writer_to(server, checkpointing=False)
    connection, _ = server.accept()
    write(writer, range(30))
    time.sleep(0.2)
    has = numbers_in(connection.recv(30 * LINE, socket.MSG_PEEK))
    assert 0 < len(has) < 30
    abort(connection)
    assert sorted({*has, *all_of(server, writer)}) == list(range(30))
