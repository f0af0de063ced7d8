"""The sinks without transactions: what waits for the brokers, and what is reported when they are away."""

from __future__ import annotations

import time

import pytest

from pyrite.common.block import Block
from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.kafka.sink.flink_kafka_producer import FlinkKafkaProducer
from pyrite.connectors.kafka.sink.sink import KafkaSink
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, NO_GUARANTEE
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.errors import ConnectorError
from servers.kafka import KafkaServer
from servers.server import free_port
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.sinking import consumed, context, sink_of, to_topic, values


def test_flush_waits_until_all_is_delivered(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    sink = sink_of(broker, to_topic(topic), DeliveryGuarantee.AT_LEAST_ONCE, linger_ms="200")
    writer = sink.create_writer(context())
    writer.write(Block([str(number) for number in range(1000)]))
    writer.flush(end_of_input=False)
    assert len(values(broker, topic)) == 1000
    assert sink.guarantee().delivery == AT_LEAST_ONCE and sink.create_committer() is None


def test_checkpoint_does_not_wait_without_a_guarantee_but_the_end_does(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    sink = sink_of(broker, to_topic(topic), DeliveryGuarantee.NONE, linger_ms="2000")
    writer = sink.create_writer(context())
    writer.write(Block(["a"]))
    begun = time.monotonic()
    writer.flush(end_of_input=False)
    assert time.monotonic() - begun < 1
    writer.flush(end_of_input=True)
    assert values(broker, topic) == ["a"]
    assert sink.guarantee().delivery == NO_GUARANTEE


def test_queue_that_is_full_makes_the_writer_wait(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    sink = sink_of(broker, to_topic(topic), DeliveryGuarantee.AT_LEAST_ONCE, queue_buffering_max_messages="10")
    writer = sink.create_writer(context())
    writer.write(Block([f"{number:03}" for number in range(200)]))
    writer.flush(end_of_input=False)
    assert values(broker, topic) == [f"{number:03}" for number in range(200)]


def test_record_that_the_broker_refuses_fails_the_task(broker: KafkaServer) -> None:
    broker.create_topic("small", 1, {"max.message.bytes": "1000"})
    sink = sink_of(broker, to_topic("small"), DeliveryGuarantee.AT_LEAST_ONCE)
    writer = sink.create_writer(context())
    with pytest.raises(
        ConnectorError, match=r"Kafka at 127.0.0.1:\d+: a record for topic 'small' was not delivered.*batch.size"
    ):
        writer.write(Block(["a" * 5000]))
        writer.flush(end_of_input=False)


@pytest.mark.parametrize("delivery", list(DeliveryGuarantee))
def test_missing_broker_is_reported_with_its_address(delivery: DeliveryGuarantee) -> None:
    address = f"127.0.0.1:{free_port()}"
    builder = KafkaSink.builder().set_bootstrap_servers(address).set_record_serializer(to_topic("out").build())
    sink = builder.set_delivery_guarantee(delivery).set_property("max.block.ms", "300").build()
    with pytest.raises(ConnectorError, match=f"no answer from Kafka at {address} in 0 s: .*Connection refused"):
        sink.create_writer(context())


def test_flink_kafka_producer_writes_values_without_timestamps_until_reported(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    config = {"bootstrap.servers": broker.address}
    for write_timestamps in (False, True):
        sink = FlinkKafkaProducer(topic, SimpleStringSchema(), config)
        sink.set_write_timestamp_to_kafka(write_timestamps)
        writer = sink.create_writer(context())
        writer.write(Block([str(write_timestamps)], [5]))
        writer.flush(end_of_input=False)
    actual = {message.value(): message.timestamp()[1] for message in consumed(broker, topic)}
    assert actual.pop(b"True") == 5 and actual.pop(b"False") > 1_600_000_000_000
