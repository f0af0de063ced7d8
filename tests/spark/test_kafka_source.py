"""Kafka's source on Spark: windows over the records' own times, by partition, and offsets of the group."""

from __future__ import annotations

from pathlib import Path

from pyrite.common import SimpleStringSchema, Time, WatermarkStrategy
from pyrite.core.connector.bad_records import BadRecord, BadRecords
from pyrite.core.functions.output_tag import OutputTag
from pyrite.datastream.connectors.kafka import KafkaOffsetsInitializer, KafkaSource
from pyrite.datastream.window import TumblingEventTimeWindows
from tests.connectors.kafka.broker import new_topic, shared_broker
from tests.connectors.kafka.reading import produce
from tests.connectors.kafka.test_commits import committed
from tests.spark.conftest import environment


def test_kafka_source_gives_each_record_once_with_its_time(tmp_path: Path) -> None:
    broker = shared_broker()
    topic = new_topic(broker, 3)
    for partition in range(3):
        for second in range(1, 5):
            produce(broker, topic, [f"{partition}"] * 100, partition, timestamp=second * 1000)
    produce(broker, topic, [b"\xff"], timestamp=1)
    bad = OutputTag("bad")
    source = (
        KafkaSource.builder()
        .set_bootstrap_servers(broker.address)
        .set_topics(topic)
        .set_group_id(topic)
        .set_bounded(KafkaOffsetsInitializer.latest())
        .set_value_only_deserializer(SimpleStringSchema())
        .set_bad_records(BadRecords.to_side_output(bad))
        .build()
    )
    env = environment(**{"execution--checkpointing--dir": tmp_path.as_uri()})
    env.enable_checkpointing(200)
    stream = env.from_source(source, WatermarkStrategy.for_monotonous_timestamps(), "kafka")
    counts = (
        stream.map(lambda text: (text, 1))
        .key_by(lambda pair: pair[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(2)))
        .reduce(lambda one, other: (one[0], one[1] + other[1]))
    )
    broken = stream.get_side_output(bad).map(lambda record: record.position if isinstance(record, BadRecord) else "")
    actual = list(counts.map(lambda pair: f"{pair[0]}: {pair[1]}").union(broken).execute_and_collect())
    windows = [f"{partition}: {count}" for partition in range(3) for count in (100, 200, 100)]
    assert sorted(actual) == sorted([*windows, f"{topic}-0, offset 400"])
    assert [committed(broker, topic, topic, partition) for partition in range(3)] == [401, 400, 400]
