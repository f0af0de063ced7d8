"""Schemas and encoders: convert records to bytes and bytes to records."""

from __future__ import annotations

import codecs
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, BinaryIO

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.rows import Row
from pyrite.core.types.types_factory import TypeInformation, Types


@persisted("serialization-schema/1")
class SerializationSchema(ABC):
    """Turns a record into the bytes of one message."""

    @abstractmethod
    def serialize(self, element: Any) -> bytes:
        """The bytes of a message for a record."""


@persisted("deserialization-schema/1")
class DeserializationSchema(ABC):
    """Turns the bytes of one message into a record."""

    @abstractmethod
    def deserialize(self, message: bytes) -> Any:
        """The record of a message. Exceptions are handled by the source's `BadRecords` policy."""

    def get_produced_type(self) -> TypeInformation:
        """The type of the records that `deserialize` returns."""
        return Types.PICKLED_BYTE_ARRAY()


@persisted("simple-string-schema/1")
class SimpleStringSchema(SerializationSchema, DeserializationSchema):
    """Text in a charset. Characters or bytes outside of the charset are an error, not replaced.

    >>> SimpleStringSchema().serialize("tea")
    b'tea'
    """

    def __init__(self, charset: str = "UTF-8") -> None:
        self._charset = _known_charset(charset)

    def serialize(self, element: str) -> bytes:
        if not isinstance(element, str):
            raise _unexpected("SimpleStringSchema", "str", element)
        return element.encode(self._charset)

    def deserialize(self, message: bytes) -> str:
        return bytes(message).decode(self._charset)

    def get_produced_type(self) -> TypeInformation:
        return Types.STRING()


@persisted("byte-array-schema/1")
class ByteArraySchema(SerializationSchema, DeserializationSchema):
    """Unchanged bytes."""

    def serialize(self, element: bytes) -> bytes:
        if not isinstance(element, (bytes, bytearray)):
            raise _unexpected("ByteArraySchema", "bytes", element)
        return bytes(element)

    def deserialize(self, message: bytes) -> bytes:
        return bytes(message)

    def get_produced_type(self) -> TypeInformation:
        return Types.PRIMITIVE_ARRAY(Types.BYTE())


@persisted("row-field-extractor-schema/1")
class RowFieldExtractorSchema(SerializationSchema):
    """Writes one field of a row, which must be bytes. None, as the field or as the row, becomes no bytes."""

    def __init__(self, field_index: int) -> None:
        if field_index < 0:
            raise InvalidProgramError(
                f"RowFieldExtractorSchema: expected a field index of 0 or more, got {field_index}"
            )
        self._field_index = field_index

    def serialize(self, element: Row | Sequence[Any] | None) -> bytes:
        if element is None:
            return b""
        if self._field_index >= len(element):
            raise TypeError(f"RowFieldExtractorSchema: no field {self._field_index} in {element!r}")
        field = element[self._field_index]
        if field is None:
            return b""
        if not isinstance(field, (bytes, bytearray)):
            raise _unexpected(f"RowFieldExtractorSchema: field {self._field_index}", "bytes", field)
        return bytes(field)


@persisted("encoder/1")
class Encoder(ABC):
    """Writes records to a file, one after the other; a file sink calls it."""

    @abstractmethod
    def encode(self, element: Any, stream: BinaryIO) -> None:
        """Writes one record, including the separator from the next one."""

    def encode_all(self, elements: Sequence[Any], stream: BinaryIO) -> None:
        """Writes a block of records. Override it if the encoder has a faster way than record by record."""
        for element in elements:
            self.encode(element, stream)

    @staticmethod
    def simple_string_encoder(charset_name: str = "UTF-8") -> Encoder:
        """An encoder that writes each record's `str` and a newline."""
        return _SimpleStringEncoder(charset_name)


@persisted("simple-string-encoder/1")
class _SimpleStringEncoder(Encoder):
    def __init__(self, charset_name: str) -> None:
        self._charset = _known_charset(charset_name)

    def encode(self, element: Any, stream: BinaryIO) -> None:
        stream.write(f"{element}\n".encode(self._charset))

    def encode_all(self, elements: Sequence[Any], stream: BinaryIO) -> None:
        if elements:
            stream.write("\n".join([*map(str, elements), ""]).encode(self._charset))


@persisted("bulk-writer/1")
class BulkWriter(ABC):
    """Writes many records to one file, in a format such as Parquet.

    The sink calls `add_element` for each record, `flush` when all added records must be on the stream, and `finish`
    once at the end. The writer never closes the stream: the sink does.
    """

    @abstractmethod
    def add_element(self, element: Any) -> None:
        """Adds one record; it may stay in memory until `flush` or `finish`."""

    def add_elements(self, elements: Sequence[Any]) -> None:
        """Adds a block of records. Override it if the writer has a faster way than record by record."""
        for element in elements:
            self.add_element(element)

    @abstractmethod
    def flush(self) -> None:
        """Writes buffered records to the stream, as far as the format allows."""

    @abstractmethod
    def finish(self) -> None:
        """Writes buffered records and the end of the file. The caller closes the stream."""


@persisted("bulk-writer-factory/1")
class BulkWriterFactory(ABC):
    """Creates the BulkWriter of each file. It is sent to the tasks, so it must pickle."""

    @abstractmethod
    def create(self, stream: BinaryIO) -> BulkWriter:
        """Creates a writer for a new file. The stream is open and empty."""

    def can_concatenate(self) -> bool:
        """Whether the concatenation of two files is a file of the format."""
        return False


def _known_charset(charset: str) -> str:
    try:
        codecs.lookup(charset)
    except LookupError:
        raise InvalidProgramError(f"expected a charset such as 'UTF-8', got {charset!r}") from None
    return charset


def _unexpected(where: str, expected: str, value: Any) -> TypeError:
    return TypeError(f"{where}: expected {expected}, got {value!r} ({type(value).__name__})")
