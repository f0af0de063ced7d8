"""Text from a TCP server: cut at the delimiter, however the bytes come."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.connectors.builtin import socket_text
from pyrite.connectors.builtin.socket_text import SocketTextReader, SocketTextSource
from pyrite.core.clock import ManualClock
from pyrite.core.connector.source import END_OF_INPUT, Boundedness, EndOfInput, SourceBlock, SourceReaderContext
from pyrite.core.errors import InvalidProgramError

SOON_S = 10.0


class Server:
    """Sends each connection its chunks, one after the other, and ends it."""

    def __init__(self, *connections: list[bytes]) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.released = threading.Event()
        self._connections = connections
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        for chunks in self._connections:
            connection, _ = self._listener.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with connection:
                for chunk in chunks:
                    if chunk == b"":
                        self.released.wait(SOON_S)
                    else:
                        connection.sendall(chunk)
                        time.sleep(0.001)
        self._listener.close()

    def join(self) -> None:
        self._thread.join(SOON_S)


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_text, "_RETRY_S", 0.02)


def reader(port: int, delimiter: str = "\n", max_retry: int = 0) -> SocketTextReader:
    source = SocketTextSource("127.0.0.1", port, delimiter, max_retry)
    made = source.create_reader(SourceReaderContext(0, 1, ManualClock()))
    made.open()
    assert isinstance(made, SocketTextReader)
    return made


def blocks(actual: SocketTextReader, max_records: int = 100) -> Iterator[SourceBlock]:
    deadline = time.monotonic() + SOON_S
    while not isinstance(polled := actual.poll(max_records, 10), EndOfInput):
        assert time.monotonic() < deadline, "the input does not end"
        if polled is not None:
            yield polled


def lines(*chunks: bytes, delimiter: str = "\n", max_records: int = 100) -> list[str]:
    """What is read from a server that sends these chunks."""
    server = Server(list(chunks))
    actual = reader(server.port, delimiter)
    read = [line for block in blocks(actual, max_records) for line in block.values]
    actual.close()
    server.join()
    return read


def test_lines_are_cut_at_the_delimiter() -> None:
    assert lines(b"one\ntwo\n\nthree\n") == ["one", "two", "", "three"]


def test_line_in_many_chunks_is_one() -> None:
    assert lines(b"on", b"e\nt", b"wo", b"\n") == ["one", "two"]


def test_last_line_needs_no_delimiter() -> None:
    assert lines(b"one\ntwo") == ["one", "two"]
    assert lines(b"only") == ["only"]


def test_connection_that_says_nothing_gives_nothing() -> None:
    assert lines() == []


def test_carriage_return_before_a_newline_is_not_in_the_line() -> None:
    assert lines(b"one\r\ntwo\r", b"\nth\rree\n") == ["one", "two", "th\rree"]


@pytest.mark.parametrize("delimiter", [",", "||", "\r\n", "ß", "END"])
def test_delimiter_may_be_any_text_also_across_chunks(delimiter: str) -> None:
    sent = f"one{delimiter}two\r{delimiter}three\n".encode()
    assert lines(*(bytes([byte]) for byte in sent), delimiter=delimiter) == ["one", "two\r", "three\n"]


def test_text_in_utf8_may_be_cut_anywhere() -> None:
    text = "süß\n日本語\n🎉 fin\n"
    assert lines(*(bytes([byte]) for byte in text.encode())) == ["süß", "日本語", "🎉 fin"]


def test_bytes_that_are_no_utf8_are_marked() -> None:
    assert lines(b"a\xffb\nok\n") == ["a\N{REPLACEMENT CHARACTER}b", "ok"]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text("ab\r日", max_size=4), max_size=6), st.lists(st.integers(1, 5), max_size=8))
def test_lines_are_the_same_however_they_are_cut_into_chunks(texts: list[str], sizes: list[int]) -> None:
    sent = "".join(f"{text}\n" for text in texts).encode()
    chunks = []
    for size in sizes:
        chunks.append(sent[:size])
        sent = sent[size:]
    assert lines(*filter(None, [*chunks, sent])) == [text.removesuffix("\r") for text in texts]


def test_no_more_lines_come_at_once_than_were_asked_for() -> None:
    server = Server([b"1\n2\n3\n4\n5\n"])
    sizes = [len(block.values) for block in blocks(reader(server.port), 2)]
    assert (max(sizes), sum(sizes)) == (2, 5)


def test_line_is_given_while_the_connection_continues() -> None:
    server = Server([b"one\ntw", b"", b"o\n"])
    actual = reader(server.port)
    first = next(blocks(actual))
    assert (first.values, actual.poll(10, 20)) == (["one"], None)
    server.released.set()
    assert [line for block in blocks(actual) for line in block.values] == ["two"]
    assert actual.poll(10, 0) is END_OF_INPUT
    actual.close()


def test_reader_waits_no_longer_than_it_is_reported() -> None:
    server = Server([b""])
    actual = reader(server.port)
    begun = time.monotonic()
    assert actual.poll(10, 20) is None
    assert time.monotonic() - begun < SOON_S / 2
    server.released.set()
    actual.close()


# Connections that fail ------------------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def test_refused_connection_is_reported_with_its_address() -> None:
    port = free_port()
    with pytest.raises(ConnectionError, match=rf"no connection to 127\.0\.0\.1:{port}"):
        reader(port)


def test_refused_connection_is_tried_again_as_often_as_said() -> None:
    actual = reader(free_port(), max_retry=2)
    deadline = time.monotonic() + SOON_S
    with pytest.raises(ConnectionError, match="no connection"):
        while time.monotonic() < deadline:
            assert actual.poll(10, 1) is None
    assert actual._retries == 0


def test_server_that_comes_late_is_found_by_a_retry() -> None:
    port = free_port()
    actual = reader(port, max_retry=-1)
    assert actual.poll(10, 1) is None
    with socket.create_server(("127.0.0.1", port)) as listener:
        assert actual.poll(10, 1) is None
        wait_for(lambda: (actual.poll(10, 1), actual._connection is not None)[1])
        connection, _ = listener.accept()
        connection.sendall(b"late\n")
        assert next(blocks(actual)).values == ["late"]
        connection.close()
    actual.close()


def test_connection_that_ended_is_made_again_as_often_as_said() -> None:
    server = Server([b"one\nt"], [b"wo\nthree\n"], [b"four"])
    actual = reader(server.port, max_retry=2)
    assert [line for block in blocks(actual) for line in block.values] == ["one", "two", "three", "four"]
    server.join()


def test_connection_that_was_reset_ends_like_one_that_was_closed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        actual = reader(listener.getsockname()[1])
        connection, _ = listener.accept()
        connection.sendall(b"one\ntw")
        assert next(blocks(actual)).values == ["one"]
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        connection.close()
    assert [line for block in blocks(actual) for line in block.values] == ["tw"]


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SOON_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


# The source -----------------------------------------------------------------------------------------------------------


def test_source_has_no_end_as_far_as_anyone_can_tell() -> None:
    assert SocketTextSource("localhost", 9999).get_boundedness() is Boundedness.CONTINUOUS_UNBOUNDED


@pytest.mark.parametrize(
    ("port", "delimiter", "max_retry", "reported"),
    [(0, "\n", 0, "0"), (65536, "\n", 0, "65536"), (80, "", 0, "delimiter"), (80, "\n", -2, "-2")],
)
def test_wrong_argument_is_refused(port: int, delimiter: str, max_retry: int, reported: str) -> None:
    with pytest.raises(InvalidProgramError, match=reported):
        SocketTextSource("localhost", port, delimiter, max_retry)
