"""The column forms of the table format json equal its row forms."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from typing import Any, Optional

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.table_format import UndecodableMessageError
from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    ArrayType,
    BigIntType,
    BooleanType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    RawType,
    RowType,
    TimestampType,
    TimeType,
    TinyIntType,
    string_type,
)
from pyrite.expressions.values import to_values
from pyrite.formats.json.column_writer import ColumnWriter
from pyrite.formats.json.message_reader import JsonReading, MessageReader
from pyrite.formats.json.message_writer import JsonWriting, MessageWriter
from pyrite.formats.json.table_format import JsonDecoder, JsonTableFormat
from pyrite.formats.table_values import batch_of_rows
from tests.formats.logical_values import tables


def values_of(batch: Any, row_type: RowType) -> list[str]:
    """As text, since NaN is not equal to itself."""
    return [str(to_values(column, kind)) for column, kind in zip(batch.columns, row_type.children, strict=False)]


WRITINGS = st.builds(JsonWriting, st.booleans(), st.booleans(), st.booleans())


@settings(max_examples=40, deadline=None)
@given(tables(), WRITINGS)
def test_column_writer_equals_row_writer(table: tuple[RowType, list[tuple[Any, ...]]], writing: JsonWriting) -> None:
    row_type, rows = table
    writer = MessageWriter(row_type, writing)
    batch = batch_of_rows(rows, row_type)
    assert ColumnWriter(row_type, writing).write(batch) == [writer.write(row) for row in rows]
    assert ColumnWriter(row_type, writing).write(batch.slice(1)) == [writer.write(row) for row in rows[1:]]


@settings(max_examples=50, deadline=None)
@given(tables(), WRITINGS)
def test_what_is_written_reads_back(table: tuple[RowType, list[tuple[Any, ...]]], writing: JsonWriting) -> None:
    row_type, rows = table
    batch = batch_of_rows(rows, row_type)
    messages = ColumnWriter(row_type, writing).write(batch)
    decoder = JsonDecoder(row_type, JsonReading(iso_timestamps=writing.iso_timestamps))
    decoded = decoder.decode(messages)
    assert decoded.origins is None
    assert values_of(decoded.batch, row_type) == values_of(batch, row_type)


EDGES = RowType.of(
    [
        IntType(),
        BigIntType(),
        TinyIntType(),
        DoubleType(),
        FloatType(),
        BooleanType(),
        string_type(),
        DecimalType(5, 2),
        DateType(),
        TimeType(6),
        TimestampType(3),
        LocalZonedTimestampType(3),
        ArrayType(IntType()),
        RowType.of([IntType(), TimestampType(3)], ["x", "y"]),
    ],
    ["i", "l", "t", "d", "f", "b", "s", "n", "da", "ti", "ts", "tz", "a", "r"],
)
NUMBERS = [
    "0",
    "-0",
    "1",
    "1.5",
    "1e2",
    "-7",
    "300",
    "2147483648",
    "1e400",
    "123456.789",
    "1.255",
    "NaN",
    "01",
    "1.",
    "-1",
]
TEXTS = ["12", " 12 ", "x", "", "true", "1.5", "2026-02-30", "2026-01-31", "12:34:56", "12:34:56.1234", "24:00:00"]
MOMENTS = ["2026-01-31 12:34:56", "2026-01-31T12:34:56.7Z", "2026-01-31 12:34:56.789Z", "2026-02-30 00:00:00.1", "NaN"]
SCALARS = (
    st.sampled_from(NUMBERS)
    | st.sampled_from(TEXTS + MOMENTS).map(lambda text: f'"{text}"')
    | st.sampled_from(
        ["null", "true", "false", "{}", "[]", '"\\u00e9"', '"\\ud800"', '"a\x01b"', '"a\nb"', '"ü"', "nul"]
    )
)
VALUES = SCALARS | st.lists(SCALARS, max_size=2).map(lambda parts: f"[{','.join(parts)}]")
ENTRIES = st.tuples(st.sampled_from([*EDGES.names, "x", "y", "other"]), VALUES).map(lambda kv: f'"{kv[0]}":{kv[1]}')
OBJECTS = st.lists(ENTRIES, max_size=4).map(lambda entries: "{" + ",".join(entries) + "}")
NESTED = st.tuples(ENTRIES, OBJECTS).map(lambda parts: "{" + parts[0] + ',"r":' + parts[1] + "}")
MESSAGES = (
    OBJECTS
    | NESTED
    | st.tuples(OBJECTS, st.sampled_from([" ", "\n", "}", "{}", "\r", "x"])).map("".join)
    | st.sampled_from(["", "{", "[]", "[{},{}]", '{"i":', "1}", "null", "\ufeff{}", ' {"i":1}', '{"i":1}\n{"i":2}'])
)
READINGS = st.builds(JsonReading, st.just(False), st.booleans(), st.booleans())


def outcome(decoder: JsonDecoder, messages: list[Optional[bytes]], by_rows: bool) -> Any:
    try:
        decoded = (decoder.decode_rows if by_rows else decoder.decode)(messages)
    except UndecodableMessageError as error:
        return error.index, error.field, error.reason
    origins = list(range(len(messages))) if decoded.origins is None else decoded.origins.tolist()
    return values_of(decoded.batch, EDGES), origins, decoded.skipped, decoded.batch.schema


@settings(max_examples=150, deadline=None)
@given(st.lists(MESSAGES, min_size=1, max_size=4), READINGS)
@example(['{"i":1}', '{"i":1,"i":2,"l":3}'], JsonReading())
def test_column_reader_equals_row_reader(texts: list[str], reading: JsonReading) -> None:
    decoder = JsonDecoder(EDGES, reading)
    messages: list[Optional[bytes]] = [text.encode() for text in texts]
    expected = outcome(decoder, messages, by_rows=True)
    assert outcome(decoder, messages, by_rows=False) == expected
    decoder._columns = None  # so that orjson reads what Arrow can read, too
    assert outcome(decoder, messages, by_rows=False) == expected


@settings(max_examples=150, deadline=None)
@given(MESSAGES, READINGS)
@example('{"s":-0,"d":-0}', JsonReading())
def test_quick_reader_equals_exact_reader(text: str, reading: JsonReading) -> None:
    reader = MessageReader(EDGES, reading)

    def read(rows: Callable[[bytes], Iterable[Any]]) -> str:
        try:
            return str(list(rows(text.encode())))
        except ValueError as error:
            return repr(error)

    assert read(reader.rows) == read(reader.exact_rows)


def test_odd_messages_do_not_change_the_others() -> None:
    row_type = RowType.of([IntType()], ["i"])
    texts = [f'{{"i":{n}}}' if n % 70 else f'[{{"i":"{n}"}},{{"i":1.5}}]' for n in range(300)]
    decoder = pickle.loads(pickle.dumps(JsonTableFormat().create_decoder(row_type, Configuration())))
    messages: list[Optional[bytes]] = [text.encode() for text in texts]
    assert outcome(decoder, messages, by_rows=False) == outcome(decoder, messages, by_rows=True)


def test_error_names_message_and_field() -> None:
    row_type = RowType.of([RowType.of([IntType()], ["age"])], ["person"])
    decoder = JsonTableFormat().create_decoder(row_type, Configuration())
    messages = [b'{"person":{"age":1}}'] * 100 + [b'{"person":{"age":"old"}}']
    with pytest.raises(UndecodableMessageError) as caught:
        decoder.decode(messages)
    assert (caught.value.index, caught.value.field) == (100, "person.age")
    assert "expected a whole number, got 'old'" in str(caught.value)


@pytest.mark.parametrize("kind", [MapType(IntType(), IntType()), RawType("C", "x"), ArrayType(RawType("C", "x"))])
def test_types_without_a_form_are_refused(kind: LogicalType) -> None:
    row_type = RowType.of([kind], ["c"])
    with pytest.raises(ValidationException):
        JsonTableFormat().create_encoder(row_type, Configuration())
    with pytest.raises(ValidationException):
        JsonTableFormat().create_decoder(row_type, Configuration())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"fail-on-missing-field": "true", "ignore-parse-errors": "true"},
            "fail-on-missing-field and ignore-parse-errors shouldn't both be true.",
        ),
        (
            {"timestamp-format.standard": "ISO"},
            "Unsupported value 'ISO' for timestamp-format.standard. Supported values are [SQL, ISO-8601].",
        ),
    ],
)
def test_wrong_options_are_refused(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValidationException) as caught:
        JsonTableFormat().validate_decoding(Configuration(options))
    assert str(caught.value) == sentence


def test_invalid_utf8_is_refused() -> None:
    decoder = JsonTableFormat().create_decoder(RowType.of([string_type()], ["s"]), Configuration())
    with pytest.raises(UndecodableMessageError):
        decoder.decode([b'{"s":"\xff"}'])


def test_plain_messages_are_read_by_columns() -> None:
    message = b'{"i":1,"d":1.5,"s":"a","b":true,"n":1.25,"ti":"01:02:03.5","a":[1],"r":{"y":null}}'
    batch = JsonDecoder(EDGES, JsonReading()).read_columns([message] * 3)
    assert batch is not None and batch.num_rows == 3


def test_projection_reads_the_columns_that_are_asked_for() -> None:
    row_type = RowType.of([IntType(), string_type()], ["i", "s"])
    messages = [b'{"i":1,"s":"a"}', b'{"i":"2"}']
    projected = JsonTableFormat().create_decoder(row_type, Configuration(), [1]).decode(messages)
    assert projected.batch.to_pylist() == [{"s": "a"}, {"s": None}]
    assert JsonTableFormat().create_decoder(row_type, Configuration(), []).decode(messages).batch.num_rows == 2
