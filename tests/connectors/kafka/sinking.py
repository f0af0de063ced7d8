"""Sinks of tests: how they are made and written to, and what an independent consumer then finds."""

from __future__ import annotations

import time
from contextlib import closing
from typing import Any

from confluent_kafka import OFFSET_BEGINNING, Consumer, Message, TopicPartition

from pyrite.common.block import Block
from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.kafka.sink.record_serialization import (
    KafkaRecordSerializationSchema,
    KafkaRecordSerializationSchemaBuilder,
)
from pyrite.connectors.kafka.sink.sink import KafkaSink
from pyrite.connectors.kafka.sink.staged_writer import StagedTransaction
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.sink import SinkWriter, WriterInitContext
from servers.kafka import KafkaServer

WAIT_S = 30.0


def consumed(broker: KafkaServer, *topics: str, isolation: str = "read_committed") -> list[Message]:
    """All messages that topics have now, in the order of each partition."""
    with closing(_consumer(broker, isolation)) as consumer:
        partitions = [
            TopicPartition(topic, number)
            for topic in topics
            for number in consumer.list_topics(topic, WAIT_S).topics[topic].partitions
        ]
        return [message for partition in partitions for message in _messages(broker, consumer, partition, isolation)]


def _consumer(broker: KafkaServer, isolation: str) -> Consumer:
    settings = {"bootstrap.servers": broker.address, "group.id": "reader", "log_level": 0, "fetch.wait.max.ms": 10}
    return Consumer({**settings, "isolation.level": isolation, "enable.partition.eof": True})


def _messages(broker: KafkaServer, consumer: Consumer, partition: TopicPartition, isolation: str) -> list[Message]:
    if isolation == "read_committed":
        _await_markers(broker, partition)
    end = consumer.get_watermark_offsets(partition, WAIT_S)[1]
    consumer.assign([TopicPartition(partition.topic, partition.partition, OFFSET_BEGINNING)])
    actual: list[Message] = []
    until = time.monotonic() + WAIT_S
    while True:
        assert time.monotonic() < until, f"the end of {partition} does not come"
        message = consumer.poll(1.0)
        error = None if message is None else message.error()
        if message is not None and error is None:
            actual.append(message)
        elif message is not None and (message.offset() or 0) >= end:
            return actual


def _await_markers(broker: KafkaServer, partition: TopicPartition) -> None:
    """A commit is a fact before all partitions have its marker; a reader waits for that."""
    until = time.monotonic() + WAIT_S
    with closing(_consumer(broker, "read_committed")) as stable, closing(_consumer(broker, "read_uncommitted")) as end:
        while stable.get_watermark_offsets(partition, WAIT_S) != end.get_watermark_offsets(partition, WAIT_S):
            assert time.monotonic() < until, f"a transaction stays open in {partition}"
            time.sleep(0.01)


def values(broker: KafkaServer, *topics: str, isolation: str = "read_committed") -> list[str]:
    return sorted((message.value() or b"").decode() for message in consumed(broker, *topics, isolation=isolation))


def to_topic(topic: str) -> KafkaRecordSerializationSchemaBuilder:
    builder = KafkaRecordSerializationSchema.builder().set_topic(topic)
    return builder.set_value_serialization_schema(SimpleStringSchema())


def sink_of(
    broker: KafkaServer,
    serializer: KafkaRecordSerializationSchemaBuilder,
    delivery: DeliveryGuarantee = DeliveryGuarantee.EXACTLY_ONCE,
    **properties: str,
) -> KafkaSink:
    """Properties with _ for dots."""
    builder = KafkaSink.builder().set_bootstrap_servers(broker.address).set_record_serializer(serializer.build())
    for key, value in properties.items():
        builder.set_property(key.replace("_", "."), value)
    return builder.set_delivery_guarantee(delivery).build()


def context(subtask: int = 0, attempt: int = 1) -> WriterInitContext:
    nothing: Any = lambda *_: None  # noqa: E731
    return WriterInitContext(subtask, 2, attempt, nothing, nothing, job_id="job", operator_id="sink")


def staged(sink: KafkaSink, *records: Any, attempt: int = 1) -> list[StagedTransaction]:
    """What a writer prepares of some records."""
    return prepare(sink.create_writer(context(attempt=attempt)), *records)


def prepare(writer: SinkWriter, *records: Any) -> list[StagedTransaction]:
    writer.write(Block(list(records)))
    writer.flush(end_of_input=False)
    return writer.prepare_commit()


def commit(sink: KafkaSink, owed: list[StagedTransaction]) -> None:
    """Commits as a task does that has just started."""
    committer = sink.create_committer()
    assert committer is not None
    committer.commit(owed)
    committer.close()
