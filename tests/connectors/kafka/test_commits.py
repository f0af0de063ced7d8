"""Offsets committed to the group, and figures of how far the source is."""

from __future__ import annotations

import time
from collections.abc import Callable

from confluent_kafka import Consumer, KafkaException, TopicPartition

from pyrite.connectors.kafka.offsets import KafkaOffsetsInitializer
from pyrite.connectors.kafka.source.partition_metrics import PartitionMetrics
from pyrite.core.clock import ManualClock
from pyrite.core.connector.source import SourceReaderContext
from pyrite.metrics import MetricGroup
from pyrite.operators.operator_context import OperatorContext, OperatorPlace
from pyrite.operators.output import Output
from pyrite.operators.runtime_context import OperatorRuntimeContext
from servers.kafka import KafkaServer
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.reading import PATIENCE_S, Run, builder, produce


def committed(broker: KafkaServer, group: str, topic: str, partition: int = 0) -> int:
    """-1001 where there is none. The topic of offsets is made by the first who asks, and may be away meanwhile."""
    consumer = Consumer({"bootstrap.servers": broker.address, "group.id": group, "log_level": 0})
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            offset: int = consumer.committed([TopicPartition(topic, partition)], timeout=5)[0].offset
        except KafkaException:
            if time.monotonic() > until:
                raise
            continue
        consumer.close()
        return offset


def poll_until(run: Run, is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < until
        for reader in run.readers:
            reader.poll(10, 10)


def measured(metrics: MetricGroup) -> SourceReaderContext:
    clock = ManualClock()
    place = OperatorPlace("kafka", "", 0, 1, 128, 0)
    runtime = OperatorRuntimeContext(OperatorContext(place, clock, Output([], {}), metrics=metrics))
    return SourceReaderContext(0, 1, clock, runtime_context=runtime)


def test_offsets_are_committed_when_a_checkpoint_is_complete(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, list("abcde"))
    with Run(builder(broker, topic).set_group_id(topic).build()) as run:
        run.values(3, max_records=3)
        run.snapshot(1)
        run.values(2)
        run.snapshot(2)
        assert committed(broker, topic, topic) == -1001
        run.readers[0].notify_checkpoint_complete(1)
        poll_until(run, lambda: committed(broker, topic, topic) == 3)


def test_last_offsets_are_committed_before_a_source_that_has_ended_closes(broker: KafkaServer) -> None:
    topic = new_topic(broker, 2)
    produce(broker, topic, list("abc"))
    source = builder(broker, topic).set_group_id(topic).set_bounded(KafkaOffsetsInitializer.latest()).build()
    with Run(source) as run:
        run.rest()
        run.snapshot(1)
        run.readers[0].notify_checkpoint_complete(1)
    assert [committed(broker, topic, topic, partition) for partition in (0, 1)] == [3, 0]


def test_nothing_is_committed_when_the_user_says_so(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, list("abc"))
    made = builder(broker, topic).set_group_id(topic).set_property("commit.offsets.on.checkpoint", "false")
    with Run(made.build()) as run:
        run.values(3)
        run.snapshot(1)
        run.readers[0].notify_checkpoint_complete(1)
    assert committed(broker, topic, topic) == -1001


def test_offsets_are_committed_by_the_client_when_the_user_says_so(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, list("abc"))
    made = builder(broker, topic).set_group_id(topic).set_property("enable.auto.commit", "true")
    with Run(made.build()) as run:
        run.values(3)
    assert committed(broker, topic, topic) == 3


def test_metrics_tell_how_far_each_partition_is_read(broker: KafkaServer) -> None:
    topic = new_topic(broker, 2)
    produce(broker, topic, list("abcde"), 1)
    metrics = MetricGroup()
    source = builder(broker, topic).set_group_id(topic).build()
    with Run(source, context=lambda subtask: measured(metrics)) as run:
        run.values(3, max_records=3)
        of_partition = f"KafkaSourceReader.topic.{topic}.partition.1"
        numbers = metrics.read()
        assert numbers[f"{of_partition}.currentOffset"] == 3
        assert numbers[f"{of_partition}.records-lag"] == numbers["pendingRecords"] == 2
        assert f"{of_partition}.committedOffset" not in numbers
        run.snapshot(1)
        run.readers[0].notify_checkpoint_complete(1)
        poll_until(run, lambda: metrics.read()["KafkaSourceReader.commitsSucceeded"] == 1)
        assert metrics.read()[f"{of_partition}.committedOffset"] == 3
        assert metrics.read()[f"{of_partition}.records-lag"] == 0


def test_metrics_of_a_partition_that_has_ended_are_not_asked_for() -> None:
    metrics, asked = MetricGroup(), list[tuple[str, int]]()

    def ask(place: tuple[str, int]) -> int:
        asked.append(place)
        return 0

    partitions = PartitionMetrics(measured(metrics), ask, ask, ask)
    for number in range(3):
        partitions.add(("orders", number))
    partitions.remove(("orders", 1))
    metrics.read()
    assert set(asked) == {("orders", 0), ("orders", 2)}


def test_reader_of_a_source_that_had_ended_before_takes_notifications_without_being_opened(broker: KafkaServer) -> None:
    reader = builder(broker, "t").set_group_id("g").build().create_reader(SourceReaderContext(0, 1, ManualClock()))
    reader.notify_checkpoint_complete(1)
    reader.close()
