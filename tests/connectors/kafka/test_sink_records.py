"""What a record becomes in Kafka: topic, key, value, headers, partition, timestamp; and what cannot become one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional

import pytest
from confluent_kafka import KafkaException, Message, Producer

from pyrite.common.block import Block
from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.kafka.sink.partitioner import FlinkFixedPartitioner
from pyrite.connectors.kafka.sink.record_serialization import (
    HeaderProvider,
    KafkaRecordSerializationSchema,
    KafkaRecordSerializationSchemaBuilder,
    KafkaTopicSelector,
)
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.errors import ConnectorError, UserFunctionError
from pyrite.core.time.time import NO_TIMESTAMP
from servers.kafka import KafkaServer
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.sinking import commit, consumed, context, sink_of, staged, to_topic, values

WAYS = (DeliveryGuarantee.EXACTLY_ONCE, DeliveryGuarantee.AT_LEAST_ONCE)


@pytest.fixture(params=WAYS, ids=lambda way: way.name.lower())
def write(request: pytest.FixtureRequest, broker: KafkaServer) -> Callable[..., None]:
    """Writes a block by each way: records become the same."""

    def write(serializer: KafkaRecordSerializationSchemaBuilder, block: Block, subtask: int = 0) -> None:
        sink = sink_of(broker, serializer, request.param)
        writer = sink.create_writer(context(subtask))
        writer.write(block)
        writer.flush(end_of_input=False)
        if request.param is DeliveryGuarantee.EXACTLY_ONCE:
            commit(sink, writer.prepare_commit())

    return write


def parts_of(messages: list[Message], *parts: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(getattr(message, part)() for part in parts) for message in messages)


def test_key_and_value_and_timestamp_are_written(broker: KafkaServer, write: Callable[..., None]) -> None:
    topic = new_topic(broker)
    serializer = to_topic(topic).set_key_serialization_schema(lambda record: record[:1].encode())
    write(serializer, Block(["ab", "cd"], [5, 7]))
    actual = parts_of(consumed(broker, topic), "key", "value", "timestamp")
    assert actual == [(b"a", b"ab", (1, 5)), (b"c", b"cd", (1, 7))]


def test_record_without_timestamp_gets_the_time_of_writing(broker: KafkaServer, write: Callable[..., None]) -> None:
    topic = new_topic(broker)
    write(to_topic(topic), Block(["a"], [NO_TIMESTAMP]))
    assert consumed(broker, topic)[0].timestamp()[1] > 1_600_000_000_000


class Sources(HeaderProvider):
    def get_headers(self, data: str) -> dict[str, Any]:
        return {} if data == "plain" else {"source": data, "raw": b"\x00", "none": None}


def test_headers_are_written(broker: KafkaServer, write: Callable[..., None]) -> None:
    topic = new_topic(broker)
    write(to_topic(topic).set_header_provider(Sources()), Block(["a", "plain"]))
    actual = {message.value(): message.headers() for message in consumed(broker, topic)}
    assert actual == {b"a": [("source", b"a"), ("raw", b"\x00"), ("none", None)], b"plain": None}


class ByLength(KafkaTopicSelector):
    def __init__(self, *topics: str) -> None:
        self._topics = topics

    def apply(self, data: str) -> str:
        return self._topics[len(data) % 2]


def test_topic_is_chosen_for_each_record(broker: KafkaServer, write: Callable[..., None]) -> None:
    even, odd = new_topic(broker), new_topic(broker)
    serializer = KafkaRecordSerializationSchema.builder().set_topic_selector(ByLength(even, odd))
    write(serializer.set_value_serialization_schema(SimpleStringSchema()), Block(["a", "bb", "ccc"]))
    assert parts_of(consumed(broker, even), "value") == [(b"bb",)]
    assert parts_of(consumed(broker, odd), "value") == [(b"a",), (b"ccc",)]


def test_topic_that_is_no_name_is_reported_with_the_record(broker: KafkaServer, write: Callable[..., None]) -> None:
    class NoTopic(KafkaTopicSelector):
        def apply(self, data: str) -> str:
            return None  # type: ignore[return-value]

    serializer = KafkaRecordSerializationSchema.builder().set_topic_selector(NoTopic())
    serializer.set_value_serialization_schema(SimpleStringSchema())
    with pytest.raises(
        UserFunctionError, match="the topic selector must return the name of a topic, not None"
    ) as parts_of:
        write(serializer, Block(["ab"]))
    assert "'ab'" in str(parts_of.value)


def last_digit(record: str, key: Optional[bytes], value: Optional[bytes], topic: str, partitions: list[int]) -> int:
    assert value == record.encode() and partitions == [0, 1, 2]
    return int(record[-1]) % len(partitions)


def test_function_chooses_the_partition(broker: KafkaServer, write: Callable[..., None]) -> None:
    topic = new_topic(broker, 3)
    write(to_topic(topic).set_partitioner(last_digit), Block(["a0", "a1", "b1", "b5"]))
    actual = parts_of(consumed(broker, topic), "partition", "value")
    assert actual == [(0, b"a0"), (1, b"a1"), (1, b"b1"), (2, b"b5")]


def test_fixed_partitioner_gives_each_subtask_a_partition(broker: KafkaServer, write: Callable[..., None]) -> None:
    topic = new_topic(broker, 3)
    for subtask in (0, 1):
        write(to_topic(topic).set_partitioner(FlinkFixedPartitioner()), Block([str(subtask)] * 3), subtask)
    assert set(parts_of(consumed(broker, topic), "partition", "value")) == {(0, b"0"), (1, b"1")}


def test_keys_go_where_a_java_program_writes_them(broker: KafkaServer, write: Callable[..., None]) -> None:
    topic = new_topic(broker, 10)
    serializer = to_topic(topic).set_key_serialization_schema(SimpleStringSchema())
    write(serializer, Block(["21", "foobar", "a-little-bit-long-string"]))
    hashes = {b"21": -973932308, b"foobar": -790332482, b"a-little-bit-long-string": -985981536}  # Kafka's own tests
    expected = {(key, (value & 0x7FFFFFFF) % 10) for key, value in hashes.items()}
    assert set(parts_of(consumed(broker, topic), "key", "partition")) == expected


def test_none_is_a_tombstone(broker: KafkaServer, write: Callable[..., None]) -> None:
    topic = new_topic(broker)
    serializer = KafkaRecordSerializationSchema.builder().set_topic(topic)
    serializer.set_key_serialization_schema(SimpleStringSchema())
    write(serializer.set_value_serialization_schema(lambda record: None), Block(["a"]))
    assert parts_of(consumed(broker, topic), "key", "value") == [(b"a", None)]


def test_record_that_cannot_be_serialized_is_shown(broker: KafkaServer, write: Callable[..., None]) -> None:
    with pytest.raises(UserFunctionError) as raised:
        write(to_topic(new_topic(broker)), Block(["a", 5]))
    assert raised.value.record == "5" and "SimpleStringSchema: expected str" in raised.value.error


def test_schema_that_gives_no_bytes_is_reported(broker: KafkaServer, write: Callable[..., None]) -> None:
    serializer = KafkaRecordSerializationSchema.builder().set_topic(new_topic(broker))
    text: Any = str
    with pytest.raises(UserFunctionError, match="the serialization schema must return bytes or None, not 'a'"):
        write(serializer.set_value_serialization_schema(lambda record: text(record)), Block(["a"]))


@pytest.mark.parametrize(
    ("headers", "counted"),
    [([], 0), ([("h", None)], 3), ([("ä", b"x" * 200)], 205), ([("h", b"x" * 2_000), ("i", b"x" * 63)], 2_070)],
)
def test_record_that_is_too_large_is_refused_before_it_is_owed(
    broker: KafkaServer, headers: list[tuple[str, str | bytes | None]], counted: int
) -> None:
    """The largest that is taken can be committed; librdkafka itself refuses one of a byte more."""
    topic = new_topic(broker)
    serializer = to_topic(topic).set_key_serialization_schema(lambda record: b"key")
    if headers:
        serializer.set_header_provider(lambda record: headers)
    sink = sink_of(broker, serializer, message_max_bytes="20000")
    largest = 20_000 - 36 - len("key") - counted
    with pytest.raises(UserFunctionError, match=r"the record has 20001 bytes, .*'message.max.bytes'") as raised:
        staged(sink, "a", "b" * (largest + 1))
    assert raised.value.record.startswith("'bbb")
    commit(sink, staged(sink, "b" * largest))
    assert values(broker, topic) == ["b" * largest]
    producer = Producer({"bootstrap.servers": broker.address, "message.max.bytes": 20_000})
    with pytest.raises(KafkaException, match="MSG_SIZE_TOO_LARGE"):
        producer.produce(topic, "b" * (largest + 1), b"key", headers=headers)


def test_partition_that_is_not_there_is_reported(broker: KafkaServer, write: Callable[..., None]) -> None:
    topic = new_topic(broker)
    with pytest.raises(UserFunctionError, match=f"topic '{topic}' has no partition 7: expected 0 to 0"):
        write(to_topic(topic).set_partitioner(lambda *_: 7), Block(["a"]))


def test_bad_header_is_reported(broker: KafkaServer, write: Callable[..., None]) -> None:
    serializer = to_topic(new_topic(broker)).set_header_provider(lambda record: [("n", 5)])
    with pytest.raises(UserFunctionError, match="header 'n': the value must be bytes, str or None, not 5"):
        write(serializer, Block(["a"]))


def test_topic_with_a_name_that_no_topic_can_have_is_reported(broker: KafkaServer) -> None:
    with pytest.raises(ConnectorError, match=r"topic 'not/a/topic': .*Create the topic"):
        sink_of(broker, to_topic("not/a/topic")).create_writer(context())


def test_topic_that_is_not_there_is_created_if_the_broker_does_so(broker: KafkaServer) -> None:
    sink_of(broker, to_topic("by-itself")).create_writer(context())
    assert consumed(broker, "by-itself") == []
