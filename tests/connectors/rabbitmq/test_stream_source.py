"""RMQStreamSource against a real broker."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.datastream.connectors.rabbitmq import RMQConnectionConfig, RMQStreamSource
from servers.rabbitmq import RabbitMQServer
from tests.connectors.polling import nothing_comes, opened, read
from tests.connectors.rabbitmq.broker import config_of, cut, send, shared_broker

_streams = itertools.count()
STREAM = {"x-queue-type": "stream"}


@pytest.fixture
def broker() -> RabbitMQServer:
    return shared_broker()


@pytest.fixture
def stream(broker: RabbitMQServer) -> str:
    name = f"stream-{next(_streams)}"
    send(broker, name, "abcdef", arguments=STREAM)
    return name


def source(broker: RabbitMQServer, stream: str, start: str | int = "first") -> RMQStreamSource:
    return RMQStreamSource(config_of(broker).build(), stream, SimpleStringSchema(), start)


def test_stream_is_read_on_from_the_offset_in_the_checkpoint(broker: RabbitMQServer, stream: str) -> None:
    before = opened(source(broker, stream))
    assert read(before, 4, max_records=4) == list("abcd")
    splits = before.snapshot_state(1)
    read(before, 2)
    before.close()
    after = opened(source(broker, stream), splits)
    assert read(after, 2) == ["e", "f"]
    after.close()


def test_stream_begins_at_the_offset_that_was_asked_for(broker: RabbitMQServer, stream: str) -> None:
    reader = opened(source(broker, stream, start=4))
    assert read(reader, 2) == ["e", "f"]
    reader.close()


def test_cut_connection_costs_and_repeats_nothing(broker: RabbitMQServer, stream: str) -> None:
    reader: Any = opened(source(broker, stream))
    assert read(reader, 3, max_records=3) == list("abc")
    cut(reader._consumer._connection)
    send(broker, stream, "g", arguments=STREAM)
    assert read(reader, 4) == list("defg")
    assert nothing_comes(reader)
    reader.close()


def test_messages_that_were_dropped_before_they_were_read_fail_the_job(broker: RabbitMQServer) -> None:
    name = f"stream-{next(_streams)}"
    arguments: dict[str, Any] = {**STREAM, "x-max-length-bytes": 60_000, "x-stream-max-segment-size-bytes": 30_000}
    send(broker, name, "ab", arguments=arguments)
    before = opened(source(broker, name))
    assert read(before, 2) == ["a", "b"]
    splits = before.snapshot_state(1)
    before.close()
    for _ in range(10):
        send(broker, name, ["x" * 5000] * 4, ids=False, arguments=arguments)
    after = opened(source(broker, name), splits)
    with pytest.raises(ConnectorError, match=rf"stream '{name}' dropped the messages 2 to \d+ before they were read"):
        read(after, 1)
    after.close()


@pytest.mark.parametrize("start", ["next", -1])
def test_start_that_is_not_one_is_refused(start: str | int) -> None:
    config = RMQConnectionConfig.Builder().set_host("h").build()
    with pytest.raises(InvalidProgramError, match="'first', an offset"):
        RMQStreamSource(config, "s", SimpleStringSchema(), start)


def test_stream_that_is_not_there_is_named(broker: RabbitMQServer) -> None:
    with pytest.raises(
        ConnectorError, match=r"RMQStreamSource of 'nowhere': RabbitMQ refused the subscription: .*no queue 'nowhere'"
    ):
        opened(source(broker, "nowhere"))
