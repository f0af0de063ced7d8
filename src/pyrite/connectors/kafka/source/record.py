"""ConsumerRecord: a Kafka record with its metadata, and schemas that deserialize it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple, Optional

from pyrite.core.connector.serialization import DeserializationSchema
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.time.time import NO_TIMESTAMP
from pyrite.core.types.types_factory import TypeInformation, Types


@persisted("kafka-consumer-record/1")
class ConsumerRecord(NamedTuple):
    """A record as received from the broker. `value` is None for a tombstone."""

    topic: str
    partition: int
    offset: int
    timestamp: int
    """Milliseconds; the creation time or, if the topic is configured so, the append time at the broker."""
    key: Optional[bytes]
    value: Optional[bytes]
    headers: tuple[tuple[str, Optional[bytes]], ...]


@persisted("kafka-record-deserialization-schema/1")
class KafkaRecordDeserializationSchema(ABC):
    """Deserializes a Kafka record, with its key, headers and position. None skips the record."""

    @abstractmethod
    def deserialize(self, record: ConsumerRecord) -> Any:
        """Deserializes a Kafka record, with its key, headers, topic, partition and offset."""

    def get_produced_type(self) -> TypeInformation:
        """The type of the records that `deserialize` returns."""
        return Types.PICKLED_BYTE_ARRAY()

    @staticmethod
    def value_only(deserialization_schema: DeserializationSchema) -> KafkaRecordDeserializationSchema:
        """Deserializes values only, and skips tombstones."""
        return ValueOnly(value_schema(deserialization_schema))


@persisted("kafka-value-only/1")
class ValueOnly(KafkaRecordDeserializationSchema):
    """Deserializes values by a DeserializationSchema."""

    def __init__(self, schema: DeserializationSchema) -> None:
        self.schema = schema

    def deserialize(self, record: ConsumerRecord) -> Any:
        return None if record.value is None else self.schema.deserialize(record.value)

    def get_produced_type(self) -> TypeInformation:
        return self.schema.get_produced_type()


@persisted("kafka-record-by-function/1")
class _ByFunction(KafkaRecordDeserializationSchema):
    def __init__(self, func: Callable[[ConsumerRecord], Any]) -> None:
        self._func = func

    def deserialize(self, record: ConsumerRecord) -> Any:
        return self._func(record)


@persisted("kafka-value-by-function/1")
class _ValueByFunction(DeserializationSchema):
    def __init__(self, func: Callable[[bytes], Any]) -> None:
        self._func = func

    def deserialize(self, message: bytes) -> Any:
        return self._func(message)


def value_schema(schema: DeserializationSchema | Callable[[bytes], Any]) -> DeserializationSchema:
    """Accepts a schema, or a function of the value's bytes."""
    if isinstance(schema, DeserializationSchema):
        return schema
    if callable(schema) and not _is_schema_class(schema, DeserializationSchema):
        return _ValueByFunction(schema)
    raise InvalidProgramError(f"expected a DeserializationSchema or a function of the value's bytes, got {schema!r}")


def record_schema(
    schema: KafkaRecordDeserializationSchema | Callable[[ConsumerRecord], Any],
) -> KafkaRecordDeserializationSchema:
    """Accepts a schema of whole records, or a function of a ConsumerRecord."""
    if isinstance(schema, KafkaRecordDeserializationSchema):
        return schema
    if callable(schema) and not _is_schema_class(schema, KafkaRecordDeserializationSchema):
        return _ByFunction(schema)
    raise InvalidProgramError(
        f"expected a KafkaRecordDeserializationSchema or a function of a ConsumerRecord, got {schema!r}"
    )


def _is_schema_class(schema: object, kind: type) -> bool:
    """Whether the user passed the class in place of an instance."""
    return isinstance(schema, type) and issubclass(schema, kind)


def record_of(message: Any) -> ConsumerRecord:
    """Converts a message of librdkafka into a record."""
    kind, timestamp_ms = message.timestamp()
    return ConsumerRecord(
        message.topic(),
        message.partition(),
        message.offset(),
        timestamp_ms if kind else NO_TIMESTAMP,
        message.key(),
        message.value(),
        tuple(message.headers() or ()),
    )
