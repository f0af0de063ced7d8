"""Quoted fields of CSV are read by columns, and as the row reader reads them."""

from __future__ import annotations

from typing import Any, Optional

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.core.connector.table_format import UndecodableMessageError
from pyrite.core.types import BooleanType, IntType, RowType, string_type
from pyrite.formats.csv.fields import CsvSyntax
from pyrite.formats.csv.message_reader import CsvReading
from pyrite.formats.csv.table_format import CsvDecoder

TYPE = RowType.of([string_type(), string_type()], ["a", "b"])
PIECES = st.sampled_from(['"', '""', ",", '","', "a", " ", "b c", '"x"', '"x,y"', '"x ""y"""', "", '"', "\n", "ü", ";"])
LINES = st.lists(PIECES, max_size=7).map("".join)


def outcome(decoder: CsvDecoder, messages: list[Optional[bytes]], by_rows: bool) -> Any:
    try:
        decoded = (decoder.decode_rows if by_rows else decoder.decode)(messages)
    except UndecodableMessageError as error:
        return error.index, error.field, error.reason
    return decoded.batch.to_pylist(), decoded.skipped


@settings(max_examples=400, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=4), st.booleans(), st.sampled_from([None, "x", ""]))
def test_column_reader_equals_row_reader_on_any_quotes(lines: list[str], ignores: bool, null: Optional[str]) -> None:
    decoder = CsvDecoder(TYPE, CsvReading(CsvSyntax(null_literal=null), ignores))
    messages: list[Optional[bytes]] = [line.encode() for line in lines]
    assert outcome(decoder, messages, by_rows=False) == outcome(decoder, messages, by_rows=True)


@pytest.mark.parametrize(
    ("line", "row"),
    [
        (b'"a b",c', ("a b", "c")),
        (b'"",""', ("", "")),
        (b'"a ""b"" c","""d"', ('a "b" c', '"d')),
        (b'"a,","b"', ("a,", "b")),
        (b'"a,b","c"', ("a,b", "c")),
        (b'"a""","b"', ('a"', "b")),
    ],
)
def test_quoted_fields_are_read_by_columns(line: bytes, row: tuple[str, str]) -> None:
    batch = CsvDecoder(TYPE, CsvReading(CsvSyntax())).read_columns([line, b"x,y"])
    assert batch is not None
    assert batch.to_pylist()[0] == {"a": row[0], "b": row[1]}


@pytest.mark.parametrize(
    "line", [b'""a,b', b'""""a,b', b'"a"b,c', b'a"b,c', b' "a",b', b'"a,b', b'"a" ,b', b' "",b', b'","a"x,y"', b'y"",b']
)
def test_doubtful_quotes_are_left_to_the_row_reader(line: bytes) -> None:
    assert CsvDecoder(TYPE, CsvReading(CsvSyntax())).read_columns([line, b"x,y"]) is None


def test_booleans_are_read_by_columns() -> None:
    kind = RowType.of([BooleanType(), IntType()], ["a", "b"])
    batch = CsvDecoder(kind, CsvReading(CsvSyntax())).read_columns([b"true,1", b"false,2"])
    assert batch is not None
    assert batch.to_pylist() == [{"a": True, "b": 1}, {"a": False, "b": 2}]
