"""TableRecords and ColumnMessageDecoder: decode messages of librdkafka into columns of a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.connectors.kafka.source.record import ConsumerRecord, KafkaRecordDeserializationSchema
from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.connector.source import SourceReaderContext
from pyrite.core.connector.table_format import ColumnDecoder, DecodedRows, UndecodableMessageError
from pyrite.core.errors import BadRecordError
from pyrite.core.extras import load
from pyrite.core.metrics.declared_metrics import NUM_BAD_RECORDS
from pyrite.core.types import (
    BigIntType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    RowType,
    bytes_type,
    string_type,
)
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.values import to_column

READABLE: Final[dict[str, LogicalType]] = {
    "topic": string_type().not_null(),
    "partition": IntType(nullable=False),
    "headers": MapType(string_type().not_null(), bytes_type().not_null(), nullable=False),
    "leader-epoch": IntType(),
    "offset": BigIntType(nullable=False),
    "timestamp": LocalZonedTimestampType(3, nullable=False),
    "timestamp-type": string_type().not_null(),
}
"""The metadata columns of a record, with their types."""
METADATA: Final = "$metadata."
_TIMESTAMP_TYPES: Final = ("NoTimestampType", "CreateTime", "LogAppendTime")


@dataclass(frozen=True)
class TableRecords(KafkaRecordDeserializationSchema):
    """The schema of a table's records, which are decoded into columns.

    `sources` has an entry for each physical column of `produced_type`: whether it is in the key, and its index in the
    key or in the value. The columns of `metadata` follow.
    """

    produced_type: RowType
    value: ColumnDecoder
    key: Optional[ColumnDecoder]
    sources: tuple[tuple[bool, int], ...]
    metadata: tuple[str, ...] = ()
    is_upsert: bool = False
    """Whether a record replaces the row with its key, and a tombstone deletes it."""

    def deserialize(self, record: ConsumerRecord) -> Any:
        raise AssertionError("records of tables are read in blocks")


class ColumnMessageDecoder:
    """Decodes blocks of messages of one partition."""

    def __init__(self, records: TableRecords, context: SourceReaderContext) -> None:
        self._records = records
        self._message = load("confluent_kafka", "kafka", "KafkaSource").Message
        self._schema = to_arrow_schema(records.produced_type)
        group = None if context.runtime_context is None else context.runtime_context.get_metrics_group()
        self._counter = None if group is None else group.counter(NUM_BAD_RECORDS.name)

    def decode(self, split_id: str, messages: list[Any]) -> tuple[Any, None]:
        """A block of columns. Timestamps are in a metadata column, if the table has it."""
        kind = self._message
        if self._records.is_upsert:
            return self._upserts(messages), None
        values = self._decoded(self._records.value, list(map(kind.value, messages)), messages)
        columns, origins = values.batch.columns, values.origins
        key_columns: Sequence[Any] = ()
        rows = values.batch.num_rows
        if self._records.key is not None:
            keys = self._decoded(self._records.key, list(map(kind.key, messages)), messages)
            key_columns = keys.batch.columns
            if origins is not None or keys.origins is not None:
                value_rows, key_rows = _combined(_origins(values, len(messages)), _origins(keys, len(messages)))
                columns = [column.take(value_rows) for column in columns]
                key_columns = [column.take(key_rows) for column in key_columns]
                origins = _origins(values, len(messages))[value_rows.to_numpy()]
                rows = len(value_rows)
        arrays = [(key_columns if is_key else columns)[place] for is_key, place in self._records.sources]
        arrays += [_METADATA[name](kind, messages, origins) for name in self._records.metadata]
        if not arrays:
            return ColumnBlock(pa.RecordBatch.from_struct_array(pa.array([{}] * rows, pa.struct([])))), None
        return ColumnBlock(pa.RecordBatch.from_arrays(arrays, schema=self._schema)), None

    def _upserts(self, messages: list[Any]) -> ColumnBlock:
        """A row for each message. The row of a tombstone has only the columns of the key."""
        assert self._records.key is not None, "an upsert table has a key"
        payload = list(map(self._message.value, messages))
        there = np.array([value is not None for value in payload], bool)
        written = [message for message, value in zip(messages, payload, strict=True) if value is not None]
        values = self._decoded(self._records.value, [value for value in payload if value is not None], written)
        keys = self._decoded(self._records.key, list(map(self._message.key, messages)), messages)
        gone = np.flatnonzero(~there)
        origins = np.concatenate([np.flatnonzero(there)[_origins(values, len(written))], gone])
        order = np.argsort(origins, kind="stable")
        places, key_rows = _combined(origins[order], _origins(keys, len(messages)))
        rows = np.concatenate([np.arange(values.batch.num_rows), np.full(len(gone), -1)])[order][places.to_numpy()]
        is_gone = rows < 0
        indices = pa.array(np.maximum(rows, 0), mask=is_gone)
        columns = [
            keys.batch.column(place).take(key_rows) if is_key else values.batch.column(place).take(indices)
            for is_key, place in self._records.sources
        ]
        row_origins = origins[order][places.to_numpy()]
        columns += [_METADATA[name](self._message, messages, row_origins) for name in self._records.metadata]
        kinds = np.where(is_gone, ChangeKind.DELETE, ChangeKind.UPDATE_AFTER).astype(np.int8)
        schema = self._schema.append(pa.field(CHANGE_KINDS, pa.int8()))
        return ColumnBlock(pa.RecordBatch.from_arrays([*columns, pa.array(kinds)], schema=schema))

    def _decoded(self, decoder: ColumnDecoder, payload: list[Optional[bytes]], messages: list[Any]) -> DecodedRows:
        try:
            decoded = decoder.decode(payload)
        except UndecodableMessageError as error:
            message = messages[error.index]
            part = "key" if decoder is self._records.key else "value"
            raise BadRecordError(
                f"Kafka topic '{message.topic()}', partition {message.partition()}, offset {message.offset()}: "
                f"the {part} cannot be read: {error}"
            ) from None
        if decoded.skipped and self._counter is not None:
            self._counter.inc(decoded.skipped)
        return decoded


def _origins(decoded: DecodedRows, count: int) -> Any:
    return np.arange(count) if decoded.origins is None else decoded.origins


def _combined(value_origins: Any, key_origins: Any) -> tuple[Any, Any]:
    """The pairs of value rows and key rows: as in Flink, the cross product within each message."""
    first = np.searchsorted(key_origins, value_origins, "left")
    times = np.searchsorted(key_origins, value_origins, "right") - first
    value_rows = np.repeat(np.arange(len(value_origins)), times)
    ends = np.cumsum(times)
    key_rows = np.arange(len(value_rows)) - np.repeat(ends - times, times) + np.repeat(first, times)
    return pa.array(value_rows), pa.array(key_rows)


# Metadata -------------------------------------------------------------------------------------------------------------

Metadata = Callable[[Any, list[Any], Optional[Any]], Any]


def _metadata(name: str, values_of: Callable[[Any, list[Any]], list[Any]]) -> Metadata:
    def column(kind: Any, messages: list[Any], origins: Optional[Any]) -> Any:
        whole = to_column(values_of(kind, messages), READABLE[name])
        return whole if origins is None else whole.take(pa.array(origins))

    return column


def _headers(kind: Any, messages: list[Any]) -> list[Any]:
    return [dict(headers or ()) for headers in map(kind.headers, messages)]


def _epochs(kind: Any, messages: list[Any]) -> list[Any]:
    return [None if epoch is None or epoch < 0 else epoch for epoch in map(kind.leader_epoch, messages)]


def _timestamps(kind: Any, messages: list[Any]) -> list[Any]:
    return [timestamp_ms * 1_000_000 for _, timestamp_ms in map(kind.timestamp, messages)]


def _timestamp_types(kind: Any, messages: list[Any]) -> list[Any]:
    return [_TIMESTAMP_TYPES[number] for number, _ in map(kind.timestamp, messages)]


_METADATA: Final[dict[str, Metadata]] = {
    "topic": _metadata("topic", lambda kind, messages: list(map(kind.topic, messages))),
    "partition": _metadata("partition", lambda kind, messages: list(map(kind.partition, messages))),
    "headers": _metadata("headers", _headers),
    "leader-epoch": _metadata("leader-epoch", _epochs),
    "offset": _metadata("offset", lambda kind, messages: list(map(kind.offset, messages))),
    "timestamp": _metadata("timestamp", _timestamps),
    "timestamp-type": _metadata("timestamp-type", _timestamp_types),
}
