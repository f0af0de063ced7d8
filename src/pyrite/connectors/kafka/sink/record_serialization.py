"""KafkaRecordSerializationSchema: the topic, key, value, headers and partition of a record of the job."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.connectors.kafka.sink.messages import Headers
from pyrite.connectors.kafka.sink.partitioner import FlinkKafkaPartitioner, PartitionFunction, partitioner_of
from pyrite.core.connector.serialization import SerializationSchema
from pyrite.core.errors import InvalidProgramError

Serialize = Callable[[Any], Optional[bytes]]
GivenHeaders = Mapping[str, Any] | Iterable[tuple[str, Any]] | None
"""The result of a header provider."""


class KafkaTopicSelector(ABC):
    """Chooses the topic of each record. It must be picklable, because it is sent to the tasks."""

    @abstractmethod
    def apply(self, data: Any) -> str:
        """The topic of a record."""


class HeaderProvider(ABC):
    """Provides the headers of each record. It must be picklable, because it is sent to the tasks."""

    @abstractmethod
    def get_headers(self, data: Any) -> GivenHeaders:
        """The headers: names with values of type bytes, str or None."""


@dataclass(frozen=True)
class KafkaRecordSerializationSchema:
    """Serializes records of the job into Kafka records. Created by `builder()`."""

    topic: str | Callable[[Any], str]
    value: Serialize
    key: Optional[Serialize] = None
    headers: Optional[Callable[[Any], GivenHeaders]] = None
    partitioner: Optional[FlinkKafkaPartitioner] = None

    @staticmethod
    def builder() -> KafkaRecordSerializationSchemaBuilder:
        """Returns a new builder."""
        return KafkaRecordSerializationSchemaBuilder()


class KafkaRecordSerializationSchemaBuilder:
    """Builds a KafkaRecordSerializationSchema. A topic, or a topic selector, and a schema for values are required."""

    def __init__(self) -> None:
        self._topic: str | Callable[[Any], str] | None = None
        self._key: Optional[Serialize] = None
        self._value: Optional[Serialize] = None
        self._headers: Optional[Callable[[Any], GivenHeaders]] = None
        self._partitioner: Optional[FlinkKafkaPartitioner] = None

    def set_topic(self, topic: str) -> KafkaRecordSerializationSchemaBuilder:
        """Writes all records to one topic."""
        if not isinstance(topic, str) or not topic:
            raise InvalidProgramError(f"set_topic() takes the name of a topic, not {topic!r}")
        return self._set_topic(topic)

    def set_topic_selector(
        self, topic_selector: Callable[[Any], str] | KafkaTopicSelector
    ) -> KafkaRecordSerializationSchemaBuilder:
        """Chooses a topic for each record."""
        if isinstance(topic_selector, KafkaTopicSelector):
            return self._set_topic(topic_selector.apply)
        if not callable(topic_selector) or isinstance(topic_selector, type):
            raise InvalidProgramError(
                f"set_topic_selector() takes a KafkaTopicSelector or a function, not {topic_selector!r}"
            )
        return self._set_topic(topic_selector)

    def _set_topic(self, topic: str | Callable[[Any], str]) -> KafkaRecordSerializationSchemaBuilder:
        if self._topic is not None:
            raise InvalidProgramError("call either set_topic() or set_topic_selector(), and only once")
        self._topic = topic
        return self

    def set_key_serialization_schema(
        self, key_serialization_schema: SerializationSchema | Serialize
    ) -> KafkaRecordSerializationSchemaBuilder:
        """Serializes the key from the whole record. Records with equal keys keep their order, in one partition."""
        self._key = serialize_of(key_serialization_schema, "set_key_serialization_schema()")
        return self

    def set_value_serialization_schema(
        self, value_serialization_schema: SerializationSchema | Serialize
    ) -> KafkaRecordSerializationSchemaBuilder:
        """Serializes the value from the whole record. None writes a tombstone."""
        self._value = serialize_of(value_serialization_schema, "set_value_serialization_schema()")
        return self

    def set_header_provider(
        self, header_provider: HeaderProvider | Callable[[Any], GivenHeaders]
    ) -> KafkaRecordSerializationSchemaBuilder:
        """Provides the headers from the whole record."""
        if isinstance(header_provider, HeaderProvider):
            self._headers = header_provider.get_headers
        elif callable(header_provider) and not isinstance(header_provider, type):
            self._headers = header_provider
        else:
            raise InvalidProgramError(
                f"set_header_provider() takes a HeaderProvider or a function, not {header_provider!r}"
            )
        return self

    def set_partitioner(
        self, partitioner: FlinkKafkaPartitioner | PartitionFunction
    ) -> KafkaRecordSerializationSchemaBuilder:
        """Chooses partitions. The default is the hash of the key, as in Java clients, or random without a key."""
        self._partitioner = partitioner_of(partitioner)
        return self

    def build(self) -> KafkaRecordSerializationSchema:
        """Returns the schema. InvalidProgramError if the topic or the schema of the value is missing."""
        if self._topic is None:
            raise InvalidProgramError("a KafkaRecordSerializationSchema needs set_topic() or set_topic_selector()")
        if self._value is None:
            raise InvalidProgramError("a KafkaRecordSerializationSchema needs set_value_serialization_schema()")
        return KafkaRecordSerializationSchema(self._topic, self._value, self._key, self._headers, self._partitioner)


def serialize_of(schema: SerializationSchema | Serialize, where: str) -> Serialize:
    """The serializing function: a method of a schema, or a function with its signature."""
    if isinstance(schema, SerializationSchema):
        return schema.serialize
    if callable(schema) and not isinstance(schema, type):
        return schema
    raise InvalidProgramError(f"{where} takes a SerializationSchema or a function that returns bytes, not {schema!r}")


def headers_of(headers: GivenHeaders) -> Optional[Headers]:
    """Headers as Kafka's client accepts them; TypeError for a header with a wrong type."""
    if not headers:
        return None
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    return [(_text(name), _bytes(name, value)) for name, value in pairs]


def _text(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"the name of a header must be a str, not {name!r}")
    return name


def _bytes(name: str, value: Any) -> Optional[bytes]:
    if isinstance(value, str):
        return value.encode()
    if value is not None and not isinstance(value, (bytes, bytearray)):
        raise TypeError(f"header '{name}': the value must be bytes, str or None, not {value!r}")
    return None if value is None else bytes(value)
