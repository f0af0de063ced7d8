"""MQTT: acknowledgements after checkpoints, a broker that is killed, brokers that are not there, secrets."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.connectors.mqtt.source import SessionSplit
from pyrite.core.clock import ManualClock
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.source import SourceBlock, SourceReader, SourceReaderContext
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.datastream.connectors.mqtt import MqttSink, MqttSource
from servers.mosquitto import MosquittoServer
from tests.connectors.mqtt.broker import publish, shared_broker, started, subscribe_session


@pytest.fixture
def own_broker() -> Iterator[MosquittoServer]:
    broker = started()
    yield broker
    broker.stop()


def reader_of(broker: MosquittoServer, name: str, checkpointing: bool = True) -> SourceReader[SessionSplit]:
    source = MqttSource("127.0.0.1", name, name, SimpleStringSchema(), broker.port)
    reader = source.create_reader(SourceReaderContext(0, 1, ManualClock(0), checkpointing=checkpointing))
    reader.add_splits([SessionSplit(name)])
    return reader


def read(reader: SourceReader[SessionSplit], count: int) -> list[Any]:
    actual: list[Any] = []
    for _ in range(200):
        polled = reader.poll(100, 50)
        if isinstance(polled, SourceBlock):
            actual.extend(polled.values)
        if len(actual) >= count:
            break
    return actual


def filled(broker: MosquittoServer, values: list[str]) -> str:
    name = f"s{uuid.uuid4().hex[:12]}"
    subscribe_session(broker, name, name)
    publish(broker, name, values)
    return name


def test_what_is_not_in_a_complete_checkpoint_comes_again() -> None:
    name = filled(shared_broker(), ["1", "2", "3"])
    first = reader_of(shared_broker(), name)
    assert read(first, 3) == ["1", "2", "3"]
    first.snapshot_state(1)
    first.close()
    second = reader_of(shared_broker(), name)
    assert read(second, 3) == ["1", "2", "3"]
    second.snapshot_state(2)
    second.notify_checkpoint_complete(2)
    publish(shared_broker(), name, ["4"])
    assert read(second, 1) == ["4"]
    second.close()
    third = reader_of(shared_broker(), name)
    assert read(third, 1) == ["4"]
    third.close()


def test_messages_are_done_when_read_without_checkpoints() -> None:
    name = filled(shared_broker(), ["1"])
    first = reader_of(shared_broker(), name, checkpointing=False)
    assert read(first, 1) == ["1"]
    publish(shared_broker(), name, ["2"])
    assert read(first, 1) == ["2"]
    first.close()


def test_reader_continues_when_the_broker_was_killed(own_broker: MosquittoServer) -> None:
    name = filled(own_broker, ["1"])
    reader = reader_of(own_broker, name)
    assert read(reader, 1) == ["1"]
    reader.snapshot_state(1)
    reader.notify_checkpoint_complete(1)
    publish(own_broker, name, ["2"])
    assert read(reader, 1)[-1:] == ["2"]
    own_broker.kill()
    own_broker.start()
    publish(own_broker, name, ["3"])
    assert "3" in read(reader, 2)
    reader.close()


def test_broker_that_is_not_there_is_reported_with_its_address() -> None:
    source = MqttSource("127.0.0.1", "t", "s", SimpleStringSchema(), port=1)
    reader = source.create_reader(SourceReaderContext(0, 1, ManualClock(0)))
    with pytest.raises(ConnectorError, match=r"no MQTT broker at 127\.0\.0\.1:1"):
        reader.add_splits([SessionSplit("s")])


def test_session_must_have_a_name() -> None:
    with pytest.raises(InvalidProgramError, match="needs a session"):
        MqttSource("h", "t", "", SimpleStringSchema())


def test_password_is_in_no_text() -> None:
    source = MqttSource("h", "t", "s", SimpleStringSchema(), username="u", password="hunter2")
    assert "hunter2" not in repr(vars(source))


@pytest.mark.parametrize(
    ("wrong", "reported"),
    [
        ({"port": "zz"}, "a number below 65536, not 'zz'"),
        ({"topic": "a/#"}, r"must not contain \+ or #: 'a/#'"),
        ({"topic": ""}, r"must not contain \+ or #"),
    ],
)
def test_sink_that_cannot_work_is_refused(wrong: dict[str, Any], reported: str) -> None:
    settings: dict[str, Any] = {"host": "h", "topic": "t", "serialization_schema": SimpleStringSchema()} | wrong
    with pytest.raises(InvalidProgramError, match=reported):
        MqttSink(**settings)
