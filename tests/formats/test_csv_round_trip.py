"""Whatever row CSV can hold: written and read again, it is the same, whatever the dialect."""

from __future__ import annotations

import csv
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pyrite.common import Row, Types
from pyrite.datastream.formats.csv import CsvRowDeserializationSchema, CsvRowSerializationSchema
from tests.formats.typed_values import SINGLE, TEXT, Typed, typed_rows

NULL = "\\N"
ELEMENTS = [typed for typed in SINGLE if typed.kind != Types.STRING()]
ELEMENTS.append(Typed(Types.STRING(), TEXT.filter(lambda text: "|" not in text and text)))
ARRAYS = st.sampled_from(ELEMENTS).map(
    lambda typed: Typed(Types.OBJECT_ARRAY(typed.kind), st.lists(typed.values.filter(lambda v: v != b""), max_size=3))
)


@given(
    typed_rows(st.sampled_from(SINGLE) | ARRAYS),
    st.sampled_from(",;\t^]- "),
    st.sampled_from("\"'"),
    st.sampled_from([None, "\\", "!"]),
)
def test_row_comes_back(typed: tuple[Any, Row], delimiter: str, quote: str, escape: str | None) -> None:
    row_type, row = typed
    reader, writer = CsvRowDeserializationSchema.Builder(row_type), CsvRowSerializationSchema.Builder(row_type)
    for builder in (reader, writer):
        builder.set_field_delimiter(delimiter).set_quote_character(quote).set_array_element_delimiter("|")
        builder.set_null_literal(NULL if escape is None else "NULL")
        if escape is not None:
            builder.set_escape_character(escape)
    assert reader.build().deserialize(writer.build().serialize(row)) == row


@given(st.lists(TEXT, min_size=2, max_size=5))
def test_line_is_one_that_others_read(texts: list[str]) -> None:
    schema = CsvRowSerializationSchema.Builder(Types.ROW([Types.STRING()] * len(texts))).build()
    line = schema.serialize(Row(*texts)).decode()
    assert list(csv.reader([line])) == [texts]
