"""Kafka's source on Spark: each record once over a worker that dies, and watermarks by partition."""

from __future__ import annotations

from pyrite.common import SimpleStringSchema, WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors.kafka import KafkaOffsetsInitializer, KafkaSource
from tests.connectors.kafka.broker import new_topic, shared_broker
from tests.connectors.kafka.reading import produce


def test_kafka_source_gives_each_record_once(env: StreamExecutionEnvironment) -> None:
    broker = shared_broker()
    topic = new_topic(broker, 3)
    for partition in range(3):
        produce(broker, topic, [f"{partition}-{number}" for number in range(1000)], partition)
    source = (
        KafkaSource.builder()
        .set_bootstrap_servers(broker.address)
        .set_topics(topic)
        .set_group_id("spark")
        .set_bounded(KafkaOffsetsInitializer.latest())
        .set_value_only_deserializer(SimpleStringSchema())
        .build()
    )
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "kafka").map(str.upper)
    assert sorted(stream.execute_and_collect()) == sorted(
        f"{partition}-{number}" for partition in range(3) for number in range(1000)
    )
