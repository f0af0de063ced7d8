"""ConsumerRecord: a Kafka record with all that the broker knows of it, and schemas that read it."""

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
    """A record as the broker gave it. `value` is None for a tombstone."""

    topic: str
    partition: int
    offset: int
    timestamp: int
    """Milliseconds; when the record was made or, by the topic's setting, when the broker got it."""
    key: Optional[bytes]
    value: Optional[bytes]
    headers: tuple[tuple[str, Optional[bytes]], ...]


@persisted("kafka-record-deserialization-schema/1")
class KafkaRecordDeserializationSchema(ABC):
    """Turns a Kafka record, with its key, headers and place, into a record of the job; None gives none."""

    @abstractmethod
    def deserialize(self, record: ConsumerRecord) -> Any:
        """The record for a Kafka record: with its key, headers, topic, partition and offset at hand."""

    def get_produced_type(self) -> TypeInformation:
        """The type of the records that `deserialize` gives."""
        return Types.PICKLED_BYTE_ARRAY()

    @staticmethod
    def value_only(deserialization_schema: DeserializationSchema) -> KafkaRecordDeserializationSchema:
        """Reads the value only; a tombstone gives no record."""
        return ValueOnly(value_schema(deserialization_schema))


@persisted("kafka-value-only/1")
class ValueOnly(KafkaRecordDeserializationSchema):
    """Reads values by another schema."""

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
    """A schema, or a function that does what one does."""
    if isinstance(schema, DeserializationSchema):
        return schema
    if callable(schema) and not _is_schema_class(schema, DeserializationSchema):
        return _ValueByFunction(schema)
    raise InvalidProgramError(f"expected a DeserializationSchema or a function of the value's bytes, got {schema!r}")


def record_schema(
    schema: KafkaRecordDeserializationSchema | Callable[[ConsumerRecord], Any],
) -> KafkaRecordDeserializationSchema:
    """A schema of whole records, or a function that does what one does."""
    if isinstance(schema, KafkaRecordDeserializationSchema):
        return schema
    if callable(schema) and not _is_schema_class(schema, KafkaRecordDeserializationSchema):
        return _ByFunction(schema)
    raise InvalidProgramError(
        f"expected a KafkaRecordDeserializationSchema or a function of a ConsumerRecord, got {schema!r}"
    )


def _is_schema_class(schema: object, kind: type) -> bool:
    """Whether someone gave the class for the schema itself."""
    return isinstance(schema, type) and issubclass(schema, kind)


def record_of(message: Any) -> ConsumerRecord:
    """A Message of librdkafka's as a record."""
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
