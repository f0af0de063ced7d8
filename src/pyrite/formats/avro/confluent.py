"""Rows as Avro messages in Confluent's wire format: a zero byte, the id of the schema, the record."""

from __future__ import annotations

import struct
from functools import cached_property
from typing import Any, Final, Optional

from pyrite.core.connector.serialization import DeserializationSchema, SerializationSchema
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.rows import Row
from pyrite.core.types.type_information import TypeInformation
from pyrite.core.types.types_factory import Types
from pyrite.formats.avro.codec import AvroCodec
from pyrite.formats.avro.schema_registry import SchemaRegistry
from pyrite.formats.compiled import Compiled

_HEAD: Final = struct.Struct(">bI")


@persisted("confluent-registry-avro-deserialization-schema/1")
class ConfluentRegistryAvroDeserializationSchema(Compiled, DeserializationSchema):
    """Reads messages by the schema whose id they carry. Each process requests a schema once.

    With `avro_schema_string`, rows are converted to that schema, also from messages with older and newer schemas, by
    Avro's rules of schema evolution. A registry that does not answer fails the job, regardless of the policy for bad
    records.
    """

    def __init__(self, registry: SchemaRegistry, avro_schema_string: Optional[str] = None) -> None:
        self._registry = registry
        self._read_as = avro_schema_string
        if avro_schema_string is not None:
            AvroCodec(avro_schema_string)  # an invalid schema raises here

    def deserialize(self, message: bytes) -> Row:
        if len(message) < _HEAD.size or message[0] != 0:
            raise ValueError("the message does not begin with a zero byte and the id of a schema")
        schema_id: int = _HEAD.unpack_from(message)[1]
        codec = self._codecs.get(schema_id)
        if codec is None:
            codec = self._codecs[schema_id] = AvroCodec(self._registry.schema(schema_id), self._read_as)
        return codec.decode(message, _HEAD.size)

    def get_produced_type(self) -> TypeInformation:
        """Returns the type of the rows, if it can be determined before the first message."""
        return Types.PICKLED_BYTE_ARRAY() if self._read_as is None else AvroCodec(self._read_as).type_info

    @cached_property
    def _codecs(self) -> dict[int, AvroCodec]:
        return {}


@persisted("confluent-registry-avro-serialization-schema/1")
class ConfluentRegistryAvroSerializationSchema(Compiled, SerializationSchema):
    """Writes messages of a schema, which each process registers under the subject (`topic-value`) at its first row."""

    def __init__(self, subject: str, avro_schema_string: str, registry: SchemaRegistry) -> None:
        self._subject = subject
        self._schema_string = avro_schema_string
        self._registry = registry
        AvroCodec(avro_schema_string)  # an invalid schema raises here

    def serialize(self, element: Any) -> bytes:
        codec, head = self._writing
        return codec.encode(element, head)

    @cached_property
    def _writing(self) -> tuple[AvroCodec, bytes]:
        schema_id = self._registry.register(self._subject, self._schema_string)
        return AvroCodec(self._schema_string), _HEAD.pack(0, schema_id)
