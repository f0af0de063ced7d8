"""BlockSerializer: serializes blocks into Messages, and rejects records that cannot be produced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import length_hint
from typing import Any, Optional

from pyrite.connectors.kafka.sink.messages import Headers, Messages
from pyrite.connectors.kafka.sink.record_serialization import KafkaRecordSerializationSchema, headers_of
from pyrite.connectors.kafka.sink.topics import SinkTopics
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.functions.user_function import raise_user_error, shorten

_BYTES = {bytes, type(None)}
OVERHEAD_BYTES = 36
"""The overhead that librdkafka adds to the size of each record before it compares the size with its limit."""


@dataclass(frozen=True)
class SerializerSetup:
    """The parameters of a serializer."""

    schema: KafkaRecordSerializationSchema
    timestamps: bool = True
    """Whether records keep their timestamps. Otherwise Kafka assigns the time of writing."""
    max_bytes: int = 1_000_000
    """The maximum size of a record, with key and headers: the producer's `message.max.bytes`."""


class BlockSerializer:
    """Serializes column by column. Topics and partitions are checked when they first occur."""

    def __init__(self, setup: SerializerSetup, topics: SinkTopics, context: WriterInitContext) -> None:
        self._setup = setup
        self._schema = setup.schema
        self._topics = topics
        runtime = context.runtime_context
        self._task = "" if runtime is None else runtime.get_task_name_with_subtasks()
        if self._schema.partitioner is not None:
            self._schema.partitioner.open(context.subtask, context.parallelism)
        if isinstance(self._schema.topic, str):
            topics.partitions(self._schema.topic)

    def serialize(self, block: RowBlock) -> Messages:
        schema, records = self._schema, block.values
        topics = self._topics_of(records)
        values = self._bytes_column(schema.value, records)
        keys = None if schema.key is None else self._bytes_column(schema.key, records)
        make_headers = schema.headers
        headers = (
            None
            if make_headers is None
            else self._column(lambda record: headers_of(make_headers(record)), records, make_headers)
        )
        self._check_sizes(records, keys, values, headers)
        partitions = -1 if schema.partitioner is None else self._partitions(records, topics, keys, values)
        return Messages(topics, values, keys, partitions, self._timestamps(block), headers)

    def _topics_of(self, records: list[Any]) -> str | list[str]:
        if isinstance(self._schema.topic, str):
            return self._schema.topic
        topics: list[str] = self._column(self._schema.topic, records)
        if set(map(type, topics)) - {str}:
            select = self._schema.topic
            topics = self._column(lambda record: _as_topic(select(record)), records, select)
        for topic in set(topics):
            self._topics.partitions(topic)
        return topics

    def _column(self, call: Callable[[Any], Any], records: list[Any], func: Any = None) -> list[Any]:
        """The results of a function for all records. Its first failure is raised as a user error."""
        remaining = iter(records)
        try:
            column = [call(record) for record in remaining]
        except Exception as error:
            record = records[len(records) - length_hint(remaining) - 1]
            raise_user_error(error, self._task, func or call, shorten(record))
        return column

    def _bytes_column(self, call: Callable[[Any], Any], records: list[Any]) -> list[Optional[bytes]]:
        column = self._column(call, records)
        if not _BYTES.issuperset(map(type, column)):
            return self._column(lambda record: _as_bytes(call(record)), records, call)
        return column

    def _check_sizes(
        self,
        records: list[Any],
        keys: Optional[list[Optional[bytes]]],
        values: list[Optional[bytes]],
        headers: Optional[list[Optional[Headers]]],
    ) -> None:
        """Kafka's client checks the size too, but at that point the record may be part of a completed checkpoint."""
        most = self._setup.max_bytes
        if headers is None and longest_bytes(values) + longest_bytes(keys or []) + OVERHEAD_BYTES <= most:
            return
        nothing = [None] * len(values)
        for record, key, value, record_headers in zip(
            records, keys or nothing, values, headers or nothing, strict=True
        ):
            size = OVERHEAD_BYTES + len(key or b"") + len(value or b"") + headers_bytes(record_headers or [])
            if size > most:
                error = ValueError(
                    f"the record has {size} bytes, including key, headers and {OVERHEAD_BYTES} bytes of overhead, but "
                    f"the producer's 'message.max.bytes' ('max.request.size') is {most}"
                )
                raise_user_error(error, self._task, self._schema.value, shorten(record))

    def _partitions(
        self,
        records: list[Any],
        topics: str | list[str],
        keys: Optional[list[Optional[bytes]]],
        values: list[Optional[bytes]],
    ) -> list[int]:
        partitioner = self._schema.partitioner
        assert partitioner is not None
        choices = []
        for index, record in enumerate(records):
            topic = topics if isinstance(topics, str) else topics[index]
            partitions = self._topics.partitions(topic)
            try:
                partition = partitioner.partition(
                    record, None if keys is None else keys[index], values[index], topic, partitions
                )
                if partition not in partitions:
                    raise ValueError(
                        f"topic '{topic}' has no partition {partition!r}: expected 0 to {len(partitions) - 1}"
                    )
            except Exception as error:
                raise_user_error(error, self._task, partitioner, shorten(record))
            choices.append(partition)
        return choices

    def _timestamps(self, block: RowBlock) -> int | list[int]:
        if block.timestamps is None or not self._setup.timestamps:
            return 0
        if min(block.timestamps) >= 0:
            return block.timestamps
        return [max(0, timestamp) for timestamp in block.timestamps]


def _as_topic(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"the topic selector must return the name of a topic, not {value!r}")
    return value


def _as_bytes(value: Any) -> Optional[bytes]:
    if value is not None and not isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"the serialization schema must return bytes or None, not {value!r}")
    return None if value is None else bytes(value)


def longest_bytes(column: Sequence[Optional[bytes]]) -> int:
    return max(map(len, filter(None, column)), default=0)


def headers_bytes(headers: Headers) -> int:
    """The size as librdkafka counts it: names and values, each with a length prefix."""
    parts = [part for name, value in headers for part in (len(name.encode()), len(value or b""))]
    return sum(parts) + sum(max(1, ((2 * part).bit_length() + 6) // 7) for part in parts)
