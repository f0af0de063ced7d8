"""The table format raw."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.table_format import UndecodableMessageError
from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    BigIntType,
    BooleanType,
    DateType,
    DoubleType,
    FloatType,
    IntType,
    LogicalType,
    RowType,
    SmallIntType,
    TinyIntType,
    bytes_type,
    string_type,
)
from pyrite.formats.raw.table_format import RawTableFormat


@pytest.mark.parametrize(
    ("kind", "options", "value", "message"),
    [
        (string_type(), {}, "é", b"\xc3\xa9"),
        (string_type(), {"charset": "ISO-8859-1"}, "é", b"\xe9"),
        (string_type(), {"charset": "UTF-16BE"}, "a", b"\x00a"),
        (bytes_type(), {}, b"\xff", b"\xff"),
        (BooleanType(), {}, True, b"\x01"),
        (TinyIntType(), {}, -2, b"\xfe"),
        (SmallIntType(), {}, 258, b"\x01\x02"),
        (IntType(), {"endianness": "little-endian"}, 258, b"\x02\x01\x00\x00"),
        (BigIntType(), {}, -1, b"\xff" * 8),
        (FloatType(), {}, 1.5, b"\x3f\xc0\x00\x00"),
        (DoubleType(), {"endianness": "LITTLE-ENDIAN"}, 1.5, b"\x00" * 6 + b"\xf8\x3f"),
    ],
)
def test_values_are_read_and_written(kind: LogicalType, options: dict[str, str], value: Any, message: bytes) -> None:
    row_type = RowType.of([kind], ["v"])
    decoded = RawTableFormat().create_decoder(row_type, Configuration(options)).decode([message, None])
    assert decoded.batch.to_pylist() == [{"v": value}, {"v": None}]
    assert RawTableFormat().create_encoder(row_type, Configuration(options)).encode(decoded.batch) == [message, None]


def test_wrong_length_names_the_message() -> None:
    decoder = RawTableFormat().create_decoder(RowType.of([IntType()], ["v"]), Configuration())
    with pytest.raises(UndecodableMessageError) as caught:
        decoder.decode([b"1234", b"123"])
    assert (caught.value.index, caught.value.field) == (1, "v")
    assert caught.value.reason == "Size of data received for deserializing INT type is not 4."


def test_invalid_utf8_is_replaced() -> None:
    decoder = RawTableFormat().create_decoder(RowType.of([string_type()], ["v"]), Configuration())
    assert decoder.decode([b"a\xff"]).batch.to_pylist() == [{"v": "a\ufffd"}]


def test_other_columns_and_types_are_refused() -> None:
    two = RowType.of([IntType(), IntType()], ["a", "b"])
    with pytest.raises(ValidationException, match="only supports single physical column"):
        RawTableFormat().create_decoder(two, Configuration())
    with pytest.raises(ValidationException, match="doesn't supports 'DATE' as column type"):
        RawTableFormat().create_encoder(RowType.of([DateType()], ["d"]), Configuration())


def test_wrong_options_are_refused() -> None:
    with pytest.raises(ValidationException, match="Unsupported endianness name: middle"):
        RawTableFormat().validate_decoding(Configuration({"endianness": "middle"}))
    with pytest.raises(ValidationException, match="name: klingon"):
        RawTableFormat().validate_encoding(Configuration({"charset": "klingon"}))
