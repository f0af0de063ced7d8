"""The sources of other names: FlinkKafkaConsumer, and DynamicKafkaSource over one cluster."""

from __future__ import annotations

import logging

import pytest
from confluent_kafka import Consumer, TopicPartition

from pyrite.common import SimpleStringSchema
from pyrite.core.config import former_names
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors.dynamic_kafka import (
    DynamicKafkaSource,
    DynamicKafkaSourceBuilder,
    SingleClusterTopicMetadataService,
)
from pyrite.datastream.connectors.kafka import FlinkKafkaConsumer, KafkaOffsetsInitializer
from servers.kafka import KafkaServer
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.reading import Run, produce


@pytest.fixture
def topic(broker: KafkaServer) -> str:
    """Four records, of the times 1, 2, 3 and 4; a group of its name has committed two."""
    name = new_topic(broker)
    for number, value in enumerate("abcd"):
        produce(broker, name, [value], timestamp=number + 1)
    consumer = Consumer({"bootstrap.servers": broker.address, "group.id": name, "log_level": 0})
    consumer.commit(offsets=[TopicPartition(name, 0, 2)], asynchronous=False)
    consumer.close()
    return name


def former(broker: KafkaServer, topic: str, **properties: str) -> FlinkKafkaConsumer:
    inputs = {key.replace("_", "."): value for key, value in properties.items()}
    return FlinkKafkaConsumer(topic, SimpleStringSchema(), {"bootstrap.servers": broker.address, **inputs})


def test_former_consumer_begins_at_the_groups_offsets(broker: KafkaServer, topic: str) -> None:
    with Run(former(broker, topic, group_id=topic)) as run:
        assert run.values(2) == ["c", "d"]
        run.snapshot(1)
        run.readers[0].notify_checkpoint_complete(1)


def test_former_consumer_begins_where_it_is_reported(broker: KafkaServer, topic: str) -> None:
    with Run(former(broker, topic).set_start_from_earliest()) as run:
        assert run.values(4) == list("abcd")
    with Run(former(broker, topic).set_start_from_timestamp(4)) as run:
        assert run.values(1) == ["d"]
    with Run(former(broker, topic, auto_offset_reset="earliest")) as run:
        assert run.values(4) == list("abcd")
    with Run(former(broker, topic).set_start_from_latest()) as run:
        produce(broker, topic, ["e"])
        assert run.values(1) == ["e"]


def test_former_consumer_says_its_new_name_and_is_a_source_of_a_program(
    broker: KafkaServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(former_names, "_warned", set())
    with caplog.at_level(logging.WARNING):
        stream = StreamExecutionEnvironment().add_source(former(broker, "t"))
    assert "FlinkKafkaConsumer is now called KafkaSource" in caplog.text
    assert stream.get_name() == "Custom Source"


def test_former_consumer_refuses_an_unknown_reset(broker: KafkaServer) -> None:
    with pytest.raises(InvalidProgramError, match="earliest, latest or none, not 'begin'"):
        former(broker, "t", auto_offset_reset="begin").get_boundedness()


def dynamic(broker: KafkaServer) -> DynamicKafkaSourceBuilder:
    service = SingleClusterTopicMetadataService("cluster", {"bootstrap.servers": broker.address})
    made = DynamicKafkaSource.builder().set_kafka_metadata_service(service)
    return made.set_value_only_deserializer(SimpleStringSchema())


def test_dynamic_source_reads_streams_of_one_cluster(broker: KafkaServer, topic: str) -> None:
    made = dynamic(broker).set_stream_ids({topic}).set_bounded(KafkaOffsetsInitializer.latest())
    source = made.build()
    assert isinstance(source, DynamicKafkaSource)
    with Run(source) as run:
        assert run.rest() == list("abcd")


def test_dynamic_source_reads_streams_that_match(broker: KafkaServer, topic: str) -> None:
    made = dynamic(broker).set_stream_pattern(topic).set_property("stream-metadata-discovery-interval-ms", "700")
    with Run(made.build()) as run:
        assert run.values(4) == list("abcd")
        assert run.assignment.next_due_ms() == 700
