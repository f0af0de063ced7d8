"""The broker that tests use."""

import pytest
from confluent_kafka import Consumer, Producer, TopicPartition

from servers.kafka import KafkaServer
from tests.connectors.kafka.broker import new_topic


@pytest.mark.slow
def test_broker_keeps_its_records_when_killed(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    producer = Producer({"bootstrap.servers": broker.address, "log_level": 0})
    producer.produce(topic, b"kept")
    assert producer.flush(10) == 0
    broker.kill()
    broker.start()
    consumer = Consumer({"bootstrap.servers": broker.address, "group.id": "test", "log_level": 0})
    consumer.assign([TopicPartition(topic, 0, 0)])
    try:
        assert [message.value() for message in consumer.consume(1, 20)] == [b"kept"]
    finally:
        consumer.close()
