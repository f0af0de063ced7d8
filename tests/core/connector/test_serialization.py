"""Schemas, encoders and type serializers.

What a charset cannot write or read is an error here; Java writes `?` and reads U+FFFD silently.
"""

from __future__ import annotations

import pickle
from io import BytesIO
from typing import Any, BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.connector.serialization import (
    BulkWriter,
    BulkWriterFactory,
    ByteArraySchema,
    DeserializationSchema,
    Encoder,
    RowFieldExtractorSchema,
    SerializationSchema,
    SimpleStringSchema,
)
from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.rows import Row
from pyrite.core.types.serializer import TypeSerializer
from pyrite.core.types.types_factory import Types


class Number(TypeSerializer[int]):
    def __init__(self, width: int) -> None:
        self.width = width

    def serialize(self, element: int, stream: BytesIO) -> None:
        stream.write(element.to_bytes(self.width, "big"))

    def deserialize(self, stream: BytesIO) -> int:
        return int.from_bytes(stream.read(self.width), "big")


class Lines(BulkWriterFactory):
    def create(self, stream: BinaryIO) -> BulkWriter:
        return LinesWriter(stream)


class LinesWriter(BulkWriter):
    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lines: list[str] = []

    def add_element(self, element: Any) -> None:
        self._lines.append(f"{element}\n")

    def flush(self) -> None:
        self._stream.write("".join(self._lines).encode())
        self._lines.clear()

    def finish(self) -> None:
        self.flush()
        self._stream.write(b"end")


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_string_schema_gives_the_text_back(text: str) -> None:
    assert SimpleStringSchema().deserialize(SimpleStringSchema().serialize(text)) == text


def test_string_schema_writes_in_its_charset() -> None:
    assert SimpleStringSchema("ISO-8859-1").serialize("é") == b"\xe9"
    assert SimpleStringSchema().serialize("é") == b"\xc3\xa9"


def test_string_schema_refuses_what_its_charset_cannot_hold_or_read() -> None:
    with pytest.raises(UnicodeEncodeError):
        SimpleStringSchema("ISO-8859-1").serialize("€")
    with pytest.raises(UnicodeDecodeError):
        SimpleStringSchema().deserialize(b"\xff")


def test_string_schema_says_what_it_got_when_it_is_no_text() -> None:
    with pytest.raises(TypeError, match=r"SimpleStringSchema: expected str, got 5 \(int\)"):
        SimpleStringSchema().serialize(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [SimpleStringSchema, Encoder.simple_string_encoder])
def test_charset_is_refused_when_it_is_unknown(make: Any) -> None:
    with pytest.raises(InvalidProgramError, match="got 'nope'"):
        make("nope")


def test_byte_array_schema_leaves_bytes_as_they_are() -> None:
    schema = ByteArraySchema()
    assert (schema.serialize(b"ab"), schema.deserialize(b"ab")) == (b"ab", b"ab")
    with pytest.raises(TypeError, match="expected bytes, got 'ab'"):
        schema.serialize("ab")  # type: ignore[arg-type]


def test_schemas_tell_the_type_they_give() -> None:
    assert SimpleStringSchema().get_produced_type() == Types.STRING()
    assert ByteArraySchema().get_produced_type() == Types.PRIMITIVE_ARRAY(Types.BYTE())


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        (Row("k", b"v"), b"v"),
        (("k", b"v"), b"v"),
        (Row("k", bytearray(b"v")), b"v"),
        (Row("k", None), b""),
        (None, b""),
    ],
)
def test_row_field_extractor_writes_the_field(element: Any, expected: bytes) -> None:
    assert RowFieldExtractorSchema(1).serialize(element) == expected


def test_row_field_extractor_refuses_a_field_that_is_no_bytes_or_not_there() -> None:
    with pytest.raises(TypeError, match=r"field 0: expected bytes, got 'k' \(str\)"):
        RowFieldExtractorSchema(0).serialize(Row("k"))
    with pytest.raises(TypeError, match=r"no field 1 in <Row\('k'\)>"):
        RowFieldExtractorSchema(1).serialize(Row("k"))


def test_row_field_extractor_is_refused_with_a_negative_index() -> None:
    with pytest.raises(ValueError, match="0 or more, got -1"):
        RowFieldExtractorSchema(-1)


def test_simple_string_encoder_writes_lines() -> None:
    stream = BytesIO()
    encoder = Encoder.simple_string_encoder()
    encoder.encode("héy", stream)
    encoder.encode(5, stream)
    assert stream.getvalue() == "héy\n5\n".encode()


def test_bulk_writer_writes_when_it_is_flushed_and_finished() -> None:
    stream = BytesIO()
    writer = pickle.loads(pickle.dumps(Lines())).create(stream)
    writer.add_element(1)
    assert stream.getvalue() == b""
    writer.flush()
    writer.add_element(2)
    writer.finish()
    assert stream.getvalue() == b"1\n2\nend"


@pytest.mark.parametrize("schema", [SimpleStringSchema("UTF-16"), ByteArraySchema(), RowFieldExtractorSchema(0)])
def test_schema_comes_back_from_pickle(schema: SerializationSchema) -> None:
    back = pickle.loads(pickle.dumps(schema))
    assert (type(back), vars(back)) == (type(schema), vars(schema))


@pytest.mark.parametrize(
    "kind", [SerializationSchema, DeserializationSchema, Encoder, BulkWriterFactory, TypeSerializer]
)
def test_abstract_class_cannot_be_made(kind: type) -> None:
    with pytest.raises(TypeError, match="abstract"):
        kind()


def test_type_serializer_reads_values_one_after_the_other() -> None:
    stream = BytesIO()
    for number in (1, 2, 300):
        Number(2).serialize(number, stream)
    stream.seek(0)
    assert [Number(2).deserialize(stream) for _ in range(3)] == [1, 2, 300]


def test_type_serializers_are_equal_by_class_and_fields() -> None:
    assert Number(2) == Number(2)
    assert Number(2) != Number(4)
    assert hash(Number(2)) == hash(Number(2))
    assert repr(Number(2)) == "Number()"
