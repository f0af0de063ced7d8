"""NATS: a server that is killed, streams and servers that are not there, subjects, secrets."""

from __future__ import annotations

import contextlib
import socket
import threading
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.common import WatermarkStrategy
from pyrite.connectors.nats.source import StreamSplit
from pyrite.core.clock import ManualClock
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.source import SourceBlock, SourceReader, SourceReaderContext
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import NumberSequenceSource
from pyrite.datastream.connectors.nats import NatsSink, NatsSource
from pyrite.testing.simulation import simulate
from servers.nats import NatsServer
from tests.connectors.nats.broker import create_stream, messages, publish, purge, shared_server, started


@pytest.fixture
def own_server() -> Iterator[NatsServer]:
    server = started()
    yield server
    server.stop()


def new_name() -> str:
    return f"s{uuid.uuid4().hex[:12]}"


def read(reader: SourceReader[StreamSplit], count: int) -> list[Any]:
    actual: list[Any] = []
    for _ in range(600):
        polled = reader.poll(100, 50)
        if isinstance(polled, SourceBlock):
            actual.extend(polled.values)
        if len(actual) >= count:
            return actual
    return actual


def reader_of(source: NatsSource, split: StreamSplit) -> SourceReader[StreamSplit]:
    reader = source.create_reader(SourceReaderContext(0, 1, ManualClock(0)))
    reader.open()
    reader.add_splits([split])
    return reader


def test_reader_continues_when_the_server_was_killed(own_server: NatsServer) -> None:
    name = new_name()
    create_stream(own_server.url, name)
    publish(own_server.url, f"{name}.a", ["1", "2"])
    reader = reader_of(NatsSource(own_server.url, name, SimpleStringSchema()), StreamSplit(name, 1))
    assert read(reader, 2) == ["1", "2"]
    own_server.kill()
    own_server.start()
    publish(own_server.url, f"{name}.a", ["3"])
    assert read(reader, 1) == ["3"]
    assert reader.snapshot_state(1) == [StreamSplit(name, 4, begun=True)]
    reader.close()


class Cutting:
    """Stands between a client and the server, and breaks the first connection after so many bytes of the server's."""

    def __init__(self, port: int, after: int) -> None:
        self._port = port
        self._left: float = after
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"nats://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                caller = self._listener.accept()[0]
                server = socket.create_connection(("127.0.0.1", self._port))
                for one, other, counted in ((caller, server, False), (server, caller, True)):
                    threading.Thread(target=self._pass_on, args=(one, other, counted), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket, counted: bool) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(4096):
                if counted:
                    self._left -= len(data)
                    if self._left < 0:
                        self._left = float("inf")
                        break
                other.sendall(data)
        for each in (one, other):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listener.close()


def test_what_was_on_its_way_when_the_connection_broke_is_read() -> None:
    name, url = new_name(), shared_server().url
    create_stream(url, name)
    numbers = [str(number) for number in range(3000)]
    publish(url, f"{name}.a", numbers)
    between = Cutting(int(url.rpartition(":")[2]), after=100_000)
    reader = reader_of(NatsSource(between.url, name, SimpleStringSchema()), StreamSplit(name, 1))
    assert read(reader, len(numbers)) == numbers
    reader.close()
    between.close()


def test_messages_that_were_dropped_before_they_were_read_fail_the_job() -> None:
    name, url = new_name(), shared_server().url
    create_stream(url, name)
    publish(url, f"{name}.a", ["1", "2", "3"])
    source = NatsSource(url, name, SimpleStringSchema())
    reader = reader_of(source, StreamSplit(name, 1))
    assert read(reader, 3) == ["1", "2", "3"]
    [split] = reader.snapshot_state(1)
    reader.close()
    purge(url, name)  # these were read
    publish(url, f"{name}.a", ["4", "5"])
    again = reader_of(source, split)
    assert read(again, 2) == ["4", "5"]
    again.close()
    purge(url, name)
    with pytest.raises(ConnectorError, match="dropped the messages 4 to 5 before they were read"):
        reader_of(source, split)


def test_subject_chooses_messages() -> None:
    name, url = new_name(), shared_server().url
    create_stream(url, name)
    for number in range(6):
        publish(url, f"{name}.{'even' if number % 2 == 0 else 'odd'}", [str(number)])
    source = NatsSource(url, name, SimpleStringSchema(), subject=f"{name}.odd", start_sequence=3)
    assert read(reader_of(source, StreamSplit(name, 3)), 2) == ["3", "5"]


def test_subject_can_be_made_from_the_record() -> None:
    name, url = new_name(), shared_server().url
    create_stream(url, name)
    env = StreamExecutionEnvironment()
    numbers = env.from_source(NumberSequenceSource(0, 9), WatermarkStrategy.no_watermarks(), "numbers")
    numbers.map(str).sink_to(NatsSink(url, lambda value: f"{name}.{int(value) % 2}", SimpleStringSchema()))
    simulate(env)
    assert sorted(messages(url, name)) == [str(number).encode() for number in range(10)]


def test_stream_that_is_not_there_is_reported() -> None:
    url = shared_server().url
    with pytest.raises(ConnectorError, match=f"stream 'nowhere' cannot be read at {url}"):
        reader_of(NatsSource(url, "nowhere", SimpleStringSchema()), StreamSplit("nowhere", 1))


def test_server_that_is_not_there_is_reported_with_its_address() -> None:
    with pytest.raises(ConnectorError, match=r"no connection at nats://127.0.0.1:1: \w*Error"):
        reader_of(NatsSource("nats://127.0.0.1:1", "s", SimpleStringSchema()), StreamSplit("s", 1))


def test_password_is_in_no_text() -> None:
    source = NatsSource("nats://h", "s", SimpleStringSchema(), options={"user": "u", "password": "hunter2"})
    assert "hunter2" not in repr(vars(source))


def test_settings_that_mean_nothing_are_refused() -> None:
    with pytest.raises(InvalidProgramError, match="must begin with nats://, tls://"):
        NatsSink("redis://h", "s", SimpleStringSchema())
    with pytest.raises(InvalidProgramError, match="not 'EXACTLY_ONCE'"):
        NatsSink("nats://h", "s", SimpleStringSchema(), "EXACTLY_ONCE")  # type: ignore[arg-type]
