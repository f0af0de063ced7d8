"""The table format raw: a message is the value of a single column."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.table_format import (
    ColumnDecoder,
    ColumnEncoder,
    DecodedRows,
    TableFormat,
    UndecodableMessageError,
)
from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    BigIntType,
    BinaryStringType,
    BinaryType,
    BooleanType,
    CharacterStringType,
    DoubleType,
    FloatType,
    IntType,
    LogicalType,
    RowType,
    SmallIntType,
    TinyIntType,
)
from pyrite.core.types.arrow import to_arrow_type
from pyrite.formats.table_values import batch_of

CHARSET: Final = ConfigOption("charset", str, "UTF-8", "The charset of strings.")
ENDIANNESS: Final = ConfigOption(
    "endianness", str, "big-endian", "The byte order of numbers: 'big-endian' or 'little-endian'."
)

_NUMBERS: Final[dict[type[LogicalType], tuple[str, str]]] = {
    BooleanType: ("BOOLEAN", "i1"),
    TinyIntType: ("TINYINT", "i1"),
    SmallIntType: ("SMALLINT", "i2"),
    IntType: ("INT", "i4"),
    BigIntType: ("BIGINT", "i8"),
    FloatType: ("FLOAT", "f4"),
    DoubleType: ("DOUBLE", "f8"),
}
"""The name of a type in errors, and its numpy type without the byte order."""
_MARKS: Final = {
    "utf-16": (codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE),
    "utf-32": (codecs.BOM_UTF32_BE, codecs.BOM_UTF32_LE),
}
"""The byte order marks with which texts in these charsets may begin."""
_ORDERS: Final = {"big-endian": ">", "little-endian": "<"}


class RawTableFormat(TableFormat):
    """Bytes, strings or numbers, without any framing."""

    identifier = "raw"
    optional_options: ClassVar[tuple[ConfigOption[Any], ...]] = (CHARSET, ENDIANNESS)

    def validate_decoding(self, options: Configuration) -> None:
        charset, endianness = options.get(CHARSET), options.get(ENDIANNESS)
        try:
            codecs.lookup(charset)
        except LookupError:
            raise ValidationException(f"Unsupported 'raw.charset' name: {charset}.") from None
        if endianness.lower() not in _ORDERS:
            raise ValidationException(
                f"Unsupported endianness name: {endianness}. "
                "Valid values of 'raw.endianness' option are 'big-endian' and 'little-endian'."
            )

    def validate_encoding(self, options: Configuration) -> None:
        self.validate_decoding(options)

    def create_decoder(
        self, row_type: RowType, options: Configuration, columns: Optional[Sequence[int]] = None
    ) -> ColumnDecoder:
        return RawDecoder(row_type, options.get(CHARSET), _order(options), columns is None or len(columns) > 0)

    def create_encoder(self, row_type: RowType, options: Configuration) -> ColumnEncoder:
        return RawEncoder(single_column(row_type), options.get(CHARSET), _order(options))


def _order(options: Configuration) -> str:
    return _ORDERS[options.get(ENDIANNESS).lower()]


def single_column(row_type: RowType) -> LogicalType:
    """Returns the type of the only column. ValidationException, in Flink's words, for several columns."""
    if len(row_type.fields) != 1:
        fields = ", ".join(field.as_summary_string() for field in row_type.fields)
        raise ValidationException(
            "The 'raw' format only supports single physical column. "
            f"However the defined schema contains multiple physical columns: [{fields}]"
        )
    kind = row_type.children[0]
    if type(kind) not in _NUMBERS and not isinstance(kind, (CharacterStringType, BinaryStringType)):
        raise ValidationException(f"The 'raw' format doesn't supports '{kind.as_summary_string()}' as column type.")
    return kind


def decoded(message: bytes, charset: str) -> str:
    """Decodes a message as Java does. UTF-16 and UTF-32 are big-endian, unless a byte order mark says otherwise."""
    name = codecs.lookup(charset).name
    if name in _MARKS and not message.startswith(_MARKS[name]):
        name += "-be"
    return message.decode(name, "replace")


def encoded(text: str, charset: str) -> bytes:
    """Encodes a text as Java does. UTF-16 has a byte order mark, UTF-32 does not, and both are big-endian."""
    name = codecs.lookup(charset).name
    if name not in _MARKS:
        return text.encode(charset, "replace")
    mark = codecs.BOM_UTF16_BE if name == "utf-16" and text else b""
    return mark + text.encode(f"{name}-be", "replace")


class RawDecoder(ColumnDecoder):
    """Reads a row for each message, NULL for a message without a value."""

    def __init__(self, row_type: RowType, charset: str, order: str, is_read: bool = True) -> None:
        self._kind = single_column(row_type)
        self._row_type = row_type if is_read else RowType((), nullable=row_type.nullable)
        self._name = row_type.names[0]
        self._charset = charset
        self._order = order

    def decode(self, messages: Sequence[Optional[bytes]]) -> DecodedRows:
        columns = [self._column(messages)] if self._row_type.fields else []
        return DecodedRows(batch_of(columns, self._row_type, len(messages)))

    def _column(self, messages: Sequence[Optional[bytes]]) -> Any:
        kind, target = self._kind, to_arrow_type(self._kind)
        if isinstance(kind, CharacterStringType):
            return self._texts(messages)
        if isinstance(kind, BinaryType):
            self._check_lengths(messages, kind.length, kind.as_summary_string())
        if isinstance(kind, BinaryStringType):
            return pa.array(messages, target)
        name, code = _NUMBERS[type(kind)]
        numbers = np.dtype(self._order + code)
        self._check_lengths(messages, numbers.itemsize, name)
        missing = np.array([message is None for message in messages], bool)
        data = b"".join(bytes(numbers.itemsize) if message is None else message for message in messages)
        values = np.frombuffer(data, numbers).astype(numbers.newbyteorder("="))
        if isinstance(kind, BooleanType):
            values = values != 0
        return pa.array(values, target, mask=missing if missing.any() else None)

    def _texts(self, messages: Sequence[Optional[bytes]]) -> Any:
        if codecs.lookup(self._charset).name == "utf-8":
            try:
                return pa.array(messages, pa.binary()).cast(pa.string())
            except pa.ArrowInvalid:
                pass
        texts = [None if message is None else decoded(message, self._charset) for message in messages]
        return pa.array(texts, pa.string())

    def _check_lengths(self, messages: Sequence[Optional[bytes]], length: int, name: str) -> None:
        for index, message in enumerate(messages):
            if message is not None and len(message) != length:
                reason = f"Size of data received for deserializing {name} type is not {length}."
                raise UndecodableMessageError(index, self._name, reason)


class RawEncoder(ColumnEncoder):
    """Writes a message for each row, None for NULL."""

    def __init__(self, kind: LogicalType, charset: str, order: str) -> None:
        self._kind = kind
        self._charset = charset
        self._order = order

    def encode(self, batch: Any) -> list[Optional[bytes]]:
        column = batch.column(0)
        if isinstance(self._kind, BinaryStringType):
            return column.to_pylist()  # type: ignore[no-any-return]
        if isinstance(self._kind, CharacterStringType):
            texts = column.to_pylist()
            return [None if text is None else encoded(text, self._charset) for text in texts]
        _, code = _NUMBERS[type(self._kind)]
        valid = column.is_valid().to_pylist()
        numbers = column.cast(pa.int8()) if isinstance(self._kind, BooleanType) else column
        numpy_values = numbers.fill_null(0).to_numpy(zero_copy_only=False).astype(self._order + code)
        width, whole = numpy_values.dtype.itemsize, numpy_values.tobytes()
        return [whole[i * width : i * width + width] if is_valid else None for i, is_valid in enumerate(valid)]
