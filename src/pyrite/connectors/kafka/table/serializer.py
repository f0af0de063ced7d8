"""ColumnSerializer: serializes blocks of columns into Messages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, Optional

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pyrite.connectors.kafka.sink.block_serializer import OVERHEAD_BYTES, headers_bytes, longest_bytes
from pyrite.connectors.kafka.sink.messages import Headers, Messages
from pyrite.connectors.kafka.sink.partitioner import FlinkFixedPartitioner, FlinkKafkaPartitioner
from pyrite.connectors.kafka.sink.record_serialization import KafkaRecordSerializationSchema
from pyrite.connectors.kafka.sink.topics import SinkTopics
from pyrite.connectors.kafka.table.records import METADATA
from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.connector.table_format import ColumnEncoder
from pyrite.core.errors import ConnectorError

ROUND_ROBIN: Final = "round-robin"


def _by_columns(record: Any) -> NoReturn:
    raise AssertionError("records of tables are written in blocks")


@dataclass(frozen=True, kw_only=True)
class TableSerialization(KafkaRecordSerializationSchema):
    """The schema of a table's rows, which are serialized from columns.

    With several topics, or a pattern, `topic` is "", and the column `$metadata.topic` has the topic of each row.
    """

    topic: str = ""
    value: Any = _by_columns
    value_encoder: ColumnEncoder
    value_columns: tuple[int, ...]
    key_encoder: Optional[ColumnEncoder] = None
    key_columns: tuple[int, ...] = ()
    topics: tuple[str, ...] = ()
    pattern: Optional[str] = None
    round_robin: bool = False
    is_upsert: bool = False
    """Whether a deleted row is written as a tombstone."""
    reduces: bool = False
    """Whether only the last row of each key in a block is written."""


class ColumnSerializer:
    """Serializes column blocks, as `BlockSerializer` serializes row blocks."""

    def __init__(
        self, schema: TableSerialization, max_bytes: int, topics: SinkTopics, context: WriterInitContext
    ) -> None:
        self._schema = schema
        self._max_bytes = max_bytes
        self._topics = topics
        self._subtask = context.subtask
        self._next = context.subtask
        """The next partition of round-robin."""
        if schema.partitioner is not None:
            schema.partitioner.open(context.subtask, context.parallelism)
        if schema.topic:
            topics.partitions(schema.topic)

    def serialize(self, block: ColumnBlock) -> Messages:
        schema = self._schema
        if schema.reduces:
            block = _last_of_keys(block, schema.key_columns)
        batch = block.batch
        topics = schema.topic or self._topics_of(batch)
        values = self._values_of(block)
        keys = None
        if schema.key_encoder is not None:
            keys = schema.key_encoder.encode(_select(batch, schema.key_columns))
        headers = _headers_of(batch)
        self._check_sizes(values, keys, headers)
        return Messages(topics, values, keys, self._partitions(topics, keys, values), _timestamps_of(batch), headers)

    def _values_of(self, block: ColumnBlock) -> list[Optional[bytes]]:
        columns = _select(block.batch, self._schema.value_columns)
        if not self._schema.is_upsert or block.change_kinds is None:
            return self._schema.value_encoder.encode(columns)
        stays = pc.is_in(block.change_kinds, pa.array([ChangeKind.INSERT, ChangeKind.UPDATE_AFTER], pa.int8()))
        encoded = iter(self._schema.value_encoder.encode(columns.filter(stays)))
        return [next(encoded) if stay else None for stay in stays.to_pylist()]

    def _topics_of(self, batch: Any) -> list[str]:
        column = _metadata(batch, "topic")
        assert column is not None, "create_sink() has checked that the column exists"
        topics: list[str] = column.to_pylist()
        for topic in set(topics):
            self._check_topic(topic)
            self._topics.partitions(topic)
        return topics

    def _check_topic(self, topic: Optional[str]) -> None:
        allowed, pattern = self._schema.topics, self._schema.pattern
        if topic is None:
            raise ConnectorError("The topic of the sink record is not valid. The topic cannot be null.")
        if allowed and topic not in allowed:
            raise ConnectorError(
                "The topic of the sink record is not valid. "
                f"Expected topic to be in: [{', '.join(allowed)}] but was: {topic}"
            )
        if pattern is not None and re.fullmatch(pattern, topic) is None:
            raise ConnectorError(
                f"The topic of the sink record is not valid. Expected topic to match: {pattern} but was: {topic}"
            )

    def _check_sizes(
        self,
        values: Sequence[Optional[bytes]],
        keys: Optional[Sequence[Optional[bytes]]],
        headers: Optional[list[Optional[Headers]]],
    ) -> None:
        """Kafka's client checks the size too, but at that point the row may be part of a completed checkpoint."""
        if headers is None and longest_bytes(values) + longest_bytes(keys or []) + OVERHEAD_BYTES <= self._max_bytes:
            return
        for index, value in enumerate(values):
            key = None if keys is None else keys[index]
            size = OVERHEAD_BYTES + len(key or b"") + len(value or b"")
            size += headers_bytes((headers[index] if headers is not None else None) or [])
            if size > self._max_bytes:
                raise ConnectorError(
                    f"a row has {size} bytes as a Kafka record, including key and headers, but the producer's "
                    f"'message.max.bytes' ('properties.max.request.size') is {self._max_bytes}. Its value begins with "
                    f"{(value or b'')[:100]!r}"
                )

    def _partitions(
        self, topics: str | list[str], keys: Optional[list[Optional[bytes]]], values: list[Optional[bytes]]
    ) -> int | list[int]:
        partitioner = self._schema.partitioner
        if isinstance(topics, str):
            partitions = self._topics.partitions(topics)
            if self._schema.round_robin:
                places = (np.arange(len(values)) + self._next) % len(partitions)
                self._next += len(values)
                return [partitions[place] for place in places.tolist()]
            if isinstance(partitioner, FlinkFixedPartitioner):
                return partitions[self._subtask % len(partitions)]
        return -1 if partitioner is None else self._by_partitioner(partitioner, topics, keys, values)

    def _by_partitioner(
        self,
        partitioner: FlinkKafkaPartitioner,
        topics: str | list[str],
        keys: Optional[list[Optional[bytes]]],
        values: list[Optional[bytes]],
    ) -> list[int]:
        names = [topics] * len(values) if isinstance(topics, str) else topics
        return [
            partitioner.partition(
                None, None if keys is None else keys[row], value, topic, self._topics.partitions(topic)
            )
            for row, (topic, value) in enumerate(zip(names, values, strict=True))
        ]


def _last_of_keys(block: ColumnBlock, columns: tuple[int, ...]) -> ColumnBlock:
    keys = zip(*(block.batch.column(place).to_pylist() for place in columns), strict=True)
    last = {repr(key): place for place, key in enumerate(keys)}
    return ColumnBlock(block.batch.take(pa.array(sorted(last.values()), pa.int64())))


def _select(batch: Any, columns: tuple[int, ...]) -> Any:
    if not columns:
        return pa.RecordBatch.from_struct_array(pa.array([{}] * batch.num_rows, pa.struct([])))
    return batch.select(list(columns))


def _metadata(batch: Any, name: str) -> Optional[Any]:
    place = batch.schema.get_field_index(METADATA + name)
    return None if place < 0 else batch.column(place)


def _timestamps_of(batch: Any) -> int | list[int]:
    """Milliseconds. A record without a timestamp has 0: the producer assigns its current time."""
    column = _metadata(batch, "timestamp")
    if column is None:
        return 0
    times: list[int] = column.cast(pa.int64()).fill_null(0).to_numpy().tolist()
    if times and min(times) < 0:
        raise ConnectorError(f"a Kafka record cannot have a timestamp before 1970: {min(times)} ms")
    return times


def _headers_of(batch: Any) -> Optional[list[Optional[Headers]]]:
    column = _metadata(batch, "headers")
    if column is None:
        return None
    return [None if entries is None else [*entries] for entries in column.to_pylist()]
