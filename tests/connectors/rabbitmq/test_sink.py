"""RMQSink against a real broker."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from pyrite.common.block import Block
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.errors import ConnectorError
from pyrite.datastream.connectors.rabbitmq import RMQConnectionConfig, RMQSink
from servers.rabbitmq import RabbitMQServer
from servers.server import free_port
from tests.connectors.rabbitmq.broker import channel_to, config_of, contents, cut, shared_broker

_queues = itertools.count()


@pytest.fixture
def broker() -> RabbitMQServer:
    return shared_broker()


@pytest.fixture
def queue() -> str:
    return f"sink-{next(_queues)}"


def writer_of(sink: RMQSink) -> Any:
    return sink.create_writer(WriterInitContext(0, 1, 1, lambda text, to_stderr: None, lambda values: None))


def sink(broker: RabbitMQServer, queue: str) -> RMQSink:
    return RMQSink(config_of(broker).build(), queue, SimpleStringSchema())


@pytest.mark.slow
def test_block_outlives_a_kill_of_the_broker(broker: RabbitMQServer, queue: str) -> None:
    writer = writer_of(sink(broker, queue))
    writer.write(Block(["a", "b"]))
    broker.kill()
    broker.start()
    writer.write(Block(["c"]))
    writer.close()
    assert contents(broker, queue) == ["a", "b", "c"]


def test_lost_connection_fails_the_attempt_when_recovery_is_off(broker: RabbitMQServer, queue: str) -> None:
    config = config_of(broker).set_automatic_recovery(False).build()
    writer = writer_of(RMQSink(config, queue, SimpleStringSchema()))
    cut(writer._connection)
    with pytest.raises(ConnectorError, match="did not accept the records"):
        writer.write(Block(["a"]))
    writer.close()


def test_records_for_a_queue_that_is_gone_are_an_error(broker: RabbitMQServer, queue: str) -> None:
    writer = writer_of(sink(broker, queue))
    with channel_to(broker) as channel:
        channel.queue_delete(queue)
    with pytest.raises(ConnectorError, match="1 records were returned"):
        writer.write(Block(["a"]))
    writer.close()


def test_messages_get_the_correlation_ids_that_were_asked_for(broker: RabbitMQServer, queue: str) -> None:
    writer = writer_of(sink(broker, queue).set_correlation_id(lambda value: f"id-{value}"))
    writer.write(Block(["a"]))
    writer.close()
    with channel_to(broker) as channel:
        _, properties, _ = channel.basic_get(queue, auto_ack=True)
    assert (properties.correlation_id, properties.delivery_mode) == ("id-a", 2)


def test_missing_broker_is_named() -> None:
    port = free_port()
    config = RMQConnectionConfig.Builder().set_host("127.0.0.1").set_port(port).build()
    with pytest.raises(ConnectorError, match=f"RMQSink to queue 'q': no connection to RabbitMQ at 127.0.0.1:{port}"):
        writer_of(RMQSink(config, "q", SimpleStringSchema()))
