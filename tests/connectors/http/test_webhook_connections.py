"""What a webhook makes of bodies that end too early, lengths that are none, and callers that go away."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Iterator

import pytest

from pyrite.connectors.http.webhook import ListenerSplit
from pyrite.core.connector.source import SourceBlock, SourceReader
from servers.server import free_port
from tests.connectors.http.test_http import polled, reader_at

ABORT = struct.pack("ii", 1, 0)
"""SO_LINGER: close() resets the connection."""


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def reader(port: int) -> Iterator[SourceReader[ListenerSplit]]:
    reader = reader_at(port, checkpointing=False)
    yield reader
    reader.close()


def said(port: int, request: bytes) -> bytes:
    """What is answered until the connection is closed. Nothing follows the request."""
    with socket.create_connection(("127.0.0.1", port), 5) as caller:
        caller.sendall(request)
        caller.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: caller.recv(4096), b""))


def request(body: bytes, *headers: bytes, path: bytes = b"/in") -> bytes:
    return b"\r\n".join([b"POST " + path + b" HTTP/1.1", b"Host: here", *headers, b"", body])


def statuses(answers: bytes) -> list[int]:
    return [int(part[:3]) for part in answers.split(b"HTTP/1.1 ")[1:]]


def records(reader: SourceReader[ListenerSplit]) -> list[str]:
    block = reader.poll(10, 100)
    return block.values if isinstance(block, SourceBlock) else []


def test_body_that_ends_too_early_is_no_record(port: int, reader: SourceReader[ListenerSplit]) -> None:
    answers = said(port, request(b"partial", b"Content-Length: 100"))
    assert (statuses(answers), records(reader)) == ([400], [])


def test_body_for_another_path_is_not_the_next_request(port: int, reader: SourceReader[ListenerSplit]) -> None:
    hidden = request(b"hidden", b"Content-Length: 6")
    first = request(hidden, b"Content-Length: %d" % len(hidden), path=b"/elsewhere")
    answers = said(port, first + request(b"next", b"Content-Length: 4"))
    assert (statuses(answers), records(reader)) == ([404, 202], ["next"])


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([], 411),
        ([b"Content-Length: \xb2"], 411),
        ([b"Content-Length: -1"], 411),
        ([b"Content-Length: 6", b"Content-Length: 7"], 411),
        ([b"Content-Length: 6", b"Transfer-Encoding: chunked"], 411),
        ([b"Content-Length: 999999999"], 413),
        ([b"Content-Length: " + b"9" * 5000], 413),
    ],
)
def test_connection_is_closed_when_nobody_knows_where_the_body_ends(
    port: int, reader: SourceReader[ListenerSplit], headers: list[bytes], status: int
) -> None:
    answers = said(port, request(request(b"hidden", b"Content-Length: 6"), *headers))
    assert (statuses(answers), records(reader)) == ([status], [])
    assert b"Connection: close" in answers


def test_caller_that_goes_away_while_it_is_answered_is_not_reported(
    port: int, capfd: pytest.CaptureFixture[str]
) -> None:
    reader = reader_at(port, timeout_ms=200)
    caller = socket.create_connection(("127.0.0.1", port), 5)
    caller.sendall(request(b"a", b"Content-Length: 1"))
    assert polled(reader) == ["a"]
    caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABORT)
    caller.close()
    time.sleep(0.5)
    reader.close()
    assert capfd.readouterr().err == ""
