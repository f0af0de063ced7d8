"""KafkaRecordSerializationSchema: a record of the job becomes topic, key, value, headers and partition."""

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
"""What a header provider gives."""


class KafkaTopicSelector(ABC):
    """Chooses the topic of a record. It travels to the tasks, so it must pickle."""

    @abstractmethod
    def apply(self, data: Any) -> str:
        """The topic of a record."""


class HeaderProvider(ABC):
    """Gives the headers of a record. It travels to the tasks, so it must pickle."""

    @abstractmethod
    def get_headers(self, data: Any) -> GivenHeaders:
        """Names with values: bytes, str or None."""


@dataclass(frozen=True)
class KafkaRecordSerializationSchema:
    """How records are written; made by `builder()`."""

    topic: str | Callable[[Any], str]
    value: Serialize
    key: Optional[Serialize] = None
    headers: Optional[Callable[[Any], GivenHeaders]] = None
    partitioner: Optional[FlinkKafkaPartitioner] = None

    @staticmethod
    def builder() -> KafkaRecordSerializationSchemaBuilder:
        """Begins a serializer."""
        return KafkaRecordSerializationSchemaBuilder()


class KafkaRecordSerializationSchemaBuilder:
    """Needs a topic, or a selector of topics, and a schema for the value."""

    def __init__(self) -> None:
        self._topic: str | Callable[[Any], str] | None = None
        self._key: Optional[Serialize] = None
        self._value: Optional[Serialize] = None
        self._headers: Optional[Callable[[Any], GivenHeaders]] = None
        self._partitioner: Optional[FlinkKafkaPartitioner] = None

    def set_topic(self, topic: str) -> KafkaRecordSerializationSchemaBuilder:
        """The topic of all records."""
        if not isinstance(topic, str) or not topic:
            raise InvalidProgramError(f"set_topic() takes the name of a topic, not {topic!r}")
        return self._set_topic(topic)

    def set_topic_selector(
        self, topic_selector: Callable[[Any], str] | KafkaTopicSelector
    ) -> KafkaRecordSerializationSchemaBuilder:
        """A topic for each record."""
        if isinstance(topic_selector, KafkaTopicSelector):
            return self._set_topic(topic_selector.apply)
        if not callable(topic_selector) or isinstance(topic_selector, type):
            raise InvalidProgramError(
                f"set_topic_selector() takes a KafkaTopicSelector or a function, not {topic_selector!r}"
            )
        return self._set_topic(topic_selector)

    def _set_topic(self, topic: str | Callable[[Any], str]) -> KafkaRecordSerializationSchemaBuilder:
        if self._topic is not None:
            raise InvalidProgramError("only one of set_topic() and set_topic_selector() can be used, and only once")
        self._topic = topic
        return self

    def set_key_serialization_schema(
        self, key_serialization_schema: SerializationSchema | Serialize
    ) -> KafkaRecordSerializationSchemaBuilder:
        """The key, from the whole record; records of a key are in one partition, in their order."""
        self._key = serialize_of(key_serialization_schema, "set_key_serialization_schema()")
        return self

    def set_value_serialization_schema(
        self, value_serialization_schema: SerializationSchema | Serialize
    ) -> KafkaRecordSerializationSchemaBuilder:
        """The value, from the whole record. None writes a tombstone."""
        self._value = serialize_of(value_serialization_schema, "set_value_serialization_schema()")
        return self

    def set_header_provider(
        self, header_provider: HeaderProvider | Callable[[Any], GivenHeaders]
    ) -> KafkaRecordSerializationSchemaBuilder:
        """The headers, from the whole record."""
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
        """Chooses partitions. Without one, by the hash of the key, as Java clients do, or at random without a key."""
        self._partitioner = partitioner_of(partitioner)
        return self

    def build(self) -> KafkaRecordSerializationSchema:
        """The serializer. InvalidProgramError without a topic or a schema of values."""
        if self._topic is None:
            raise InvalidProgramError("a KafkaRecordSerializationSchema needs set_topic() or set_topic_selector()")
        if self._value is None:
            raise InvalidProgramError("a KafkaRecordSerializationSchema needs set_value_serialization_schema()")
        return KafkaRecordSerializationSchema(self._topic, self._value, self._key, self._headers, self._partitioner)


def serialize_of(schema: SerializationSchema | Serialize, where: str) -> Serialize:
    """What to call: a schema's method, or a function that does what it does."""
    if isinstance(schema, SerializationSchema):
        return schema.serialize
    if callable(schema) and not isinstance(schema, type):
        return schema
    raise InvalidProgramError(f"{where} takes a SerializationSchema or a function that gives bytes, not {schema!r}")


def headers_of(headers: GivenHeaders) -> Optional[Headers]:
    """Headers as they are produced; TypeError for one that cannot be."""
    if not headers:
        return None
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    return [(_text(name), _bytes(name, value)) for name, value in pairs]


def _text(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"a header's name is a str, not {name!r}")
    return name


def _bytes(name: str, value: Any) -> Optional[bytes]:
    if isinstance(value, str):
        return value.encode()
    if value is not None and not isinstance(value, (bytes, bytearray)):
        raise TypeError(f"header '{name}': the value is bytes, str or None, not {value!r}")
    return None if value is None else bytes(value)
