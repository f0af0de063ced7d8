"""The column forms of the table format csv equal its row forms."""

from __future__ import annotations

import pickle
from typing import Any, Optional

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.table_format import UndecodableMessageError
from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    BigIntType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    MapType,
    RowType,
    TimestampType,
    TinyIntType,
    string_type,
)
from pyrite.expressions.values import to_values
from pyrite.formats.csv.column_writer import CsvColumnWriter, CsvMessageWriter, CsvWriting
from pyrite.formats.csv.fields import CsvSyntax
from pyrite.formats.csv.message_reader import CsvReading
from pyrite.formats.csv.table_format import CsvDecoder, CsvTableFormat
from pyrite.formats.table_values import batch_of_rows
from tests.formats.logical_values import TYPES, tables

SYNTAXES = st.builds(
    CsvSyntax,
    st.sampled_from(",;\t|"),
    st.sampled_from(['"', "'", None]),
    st.sampled_from([None, "\\"]),
    st.just(":"),
    st.sampled_from([None, "null", ""]),
)


@settings(max_examples=40, deadline=None)
@given(tables(TYPES), SYNTAXES, st.booleans())
def test_column_writer_equals_row_writer(
    table: tuple[RowType, list[tuple[Any, ...]]], syntax: CsvSyntax, scientific: bool
) -> None:
    row_type, rows = table
    writing = CsvWriting(syntax, scientific)
    writer = CsvMessageWriter(row_type, writing)
    batch = batch_of_rows(rows, row_type)
    assert CsvColumnWriter(row_type, writing).write(batch) == [writer.write(row) for row in rows]


EDGES = RowType.of(
    [
        IntType(),
        BigIntType(),
        TinyIntType(),
        DoubleType(),
        FloatType(),
        string_type(),
        DecimalType(5, 2),
        DateType(),
        TimestampType(3),
        LocalZonedTimestampType(3),
    ]
)
PLAIN = ["1", "2", "3", "1.5", "2.5", "text", "1.25", "2026-01-31", "2026-01-31 12:34:56.1", "2026-01-31 12:34:56Z"]
ODD = [
    "",
    "null",
    " 1",
    "+1",
    "1e3",
    "300",
    "99999",
    "NaN",
    "-0",
    "1.005",
    "2026-02-30",
    "x",
    '"q"',
    "#",
    "2026-1-1",
    "a\rb",
]


@st.composite
def lines(draw: st.DrawFn) -> bytes:
    texts = list(PLAIN)
    for place in draw(st.lists(st.integers(0, len(texts) - 1), max_size=2)):
        texts[place] = draw(st.sampled_from(ODD))
    text = ",".join(texts[: draw(st.sampled_from([len(texts)] * 5 + [9, 1]))])
    return (text + draw(st.sampled_from(["", "", "", ",", ",x", "\n"]))).encode()


def outcome(decoder: CsvDecoder, messages: list[Optional[bytes]], by_rows: bool) -> Any:
    try:
        decoded = (decoder.decode_rows if by_rows else decoder.decode)(messages)
    except UndecodableMessageError as error:
        return error.index, error.field, error.reason
    origins = list(range(len(messages))) if decoded.origins is None else decoded.origins.tolist()
    kinds = [EDGES.children[EDGES.names.index(name)] for name in decoded.batch.schema.names]
    values = [str(to_values(column, kind)) for column, kind in zip(decoded.batch.columns, kinds, strict=True)]
    return values, origins, decoded.skipped, decoded.batch.schema


@settings(max_examples=150, deadline=None)
@given(
    st.lists(lines(), min_size=1, max_size=4),
    st.booleans(),
    st.sampled_from([None, "null", ""]),
    st.sampled_from([None, [0, 5], [9, 3]]),
)
def test_column_reader_equals_row_reader(
    texts: list[bytes], ignores: bool, null: Optional[str], columns: Optional[list[int]]
) -> None:
    decoder = CsvDecoder(EDGES, CsvReading(CsvSyntax(null_literal=null), ignores), columns)
    messages: list[Optional[bytes]] = [*texts]
    assert outcome(decoder, messages, by_rows=False) == outcome(decoder, messages, by_rows=True)


def test_plain_lines_are_read_by_columns() -> None:
    decoder = pickle.loads(pickle.dumps(CsvTableFormat().create_decoder(EDGES, Configuration())))
    assert decoder.read_columns([",".join(PLAIN).encode()] * 3).num_rows == 3


def test_types_without_a_form_are_refused() -> None:
    row_type = RowType.of([MapType(string_type(), IntType())], ["m"])
    with pytest.raises(ValidationException, match="Unsupported type 'MAP<STRING, INT>' for field 'm'"):
        CsvTableFormat().create_decoder(row_type, Configuration())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"field-delimiter": "ab"}, "Option 'csv.field-delimiter' must be a string with single character, but was: ab"),
        (
            {"disable-quote-character": "true", "quote-character": "'"},
            "Format cannot define a quote character and disabled quote character at the same time.",
        ),
    ],
)
def test_wrong_options_are_refused(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValidationException) as caught:
        CsvTableFormat().validate_decoding(Configuration(options))
    assert str(caught.value) == sentence
