"""datagen: bounds, sequences, nested values, pace, and the same rows after a restore."""

from __future__ import annotations

import pickle
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.connectors.builtin.datagen_source import DatagenSource
from pyrite.connectors.builtin.random_words import below, seed_of, words_at
from pyrite.core.clock import ManualClock
from pyrite.core.connector.source import Boundedness
from pyrite.core.connector.table import ValidationException
from pyrite.core.types import (
    ArrayType,
    BigIntType,
    BinaryType,
    BooleanType,
    CharType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    RowField,
    RowType,
    SmallIntType,
    TimestampType,
    TimeType,
    TinyIntType,
    VarCharType,
    YearMonthIntervalType,
    bytes_type,
    string_type,
)
from tests.connectors.readers import reader_of
from tests.connectors.tables import blocks_of, read_table, reader_at, rows_of, source_of, table

ALL_TYPES: dict[str, LogicalType] = {
    "b": BooleanType(),
    "c": CharType(5),
    "v": VarCharType(7),
    "s": string_type(),
    "bi": BinaryType(3),
    "by": bytes_type(),
    "t": TinyIntType(),
    "sm": SmallIntType(),
    "i": IntType(),
    "l": BigIntType(),
    "f": FloatType(),
    "d": DoubleType(),
    "de": DecimalType(10, 2),
    "big": DecimalType(38, 3),
    "ym": YearMonthIntervalType(),
    "dt": DayTimeIntervalType(),
    "ts": TimestampType(3),
    "ltz": LocalZonedTimestampType(6),
    "da": DateType(),
    "ti": TimeType(),
    "a": ArrayType(IntType()),
    "m": MapType(BooleanType(), string_type()),
    "ms": MultisetType(TinyIntType()),
    "r": RowType((RowField("x", IntType()), RowField("y", ArrayType(string_type())))),
}


def generated(options: dict[str, Any], rows: int = 200, **types: LogicalType) -> list[tuple[Any, ...]]:
    return read_table(source_of(table({"connector": "datagen", "number-of-rows": rows, **options}, **types)))


def values(options: dict[str, Any], kind: LogicalType, rows: int = 200) -> list[Any]:
    return [row[0] for row in generated({f"fields.f.{key}": value for key, value in options.items()}, rows, f=kind)]


def test_every_type_has_as_many_values_as_asked_for() -> None:
    rows = generated({}, 25, **ALL_TYPES)
    assert len(rows) == 25
    assert not any(value is None for row in rows for value in row)


def test_nulls_come_at_their_rate_for_every_type_that_has_one() -> None:
    without = {"bi", "by", "da", "ti"}
    types = {name: kind for name, kind in ALL_TYPES.items() if name not in without}
    rows = generated({f"fields.{name}.null-rate": 0.5 for name in types}, 400, **types)
    for column in zip(*rows, strict=True):
        assert 120 < column.count(None) < 280


@given(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**63), 2**63 - 1))
def test_numbers_stay_within_their_bounds(one: int, other: int) -> None:
    low, high = min(one, other), max(one, other)
    assert all(low <= number <= high for number in values({"min": low, "max": high}, BigIntType(), 20))


@given(st.integers(1, 2**64))
def test_scaled_words_are_the_upper_half_of_the_product(size: int) -> None:
    import numpy as np

    words = words_at(seed_of("x"), np.arange(10, dtype=np.uint64))
    assert below(words.copy(), size).tolist() == [word * size >> 64 for word in words.tolist()] or size <= 1 << 32
    assert all(number < size for number in below(words.copy(), size).tolist())


def test_small_range_gives_each_of_its_numbers() -> None:
    assert set(values({"min": 1, "max": 3}, IntType())) == {1, 2, 3}


def test_doubles_and_decimals_stay_within_their_bounds() -> None:
    assert all(-1.5 <= number <= 2.5 for number in values({"min": -1.5, "max": 2.5}, DoubleType()))
    numbers = values({"min": -12.5, "max": 99.99}, DecimalType(4, 2))
    assert all(Decimal("-12.5") <= number <= Decimal("99.99") for number in numbers)
    assert any(number < 0 for number in numbers)
    assert all(0 <= number < 10**38 for number in values({}, DecimalType(38, 0)))


def test_text_is_hexadecimal_and_of_its_length() -> None:
    assert all(len(text) == 100 and set(text) <= set("0123456789abcdef") for text in values({}, string_type()))
    assert {len(text) for text in values({"length": 17}, string_type())} == {17}
    assert {len(text) for text in values({}, VarCharType(9))} == {9}
    assert {len(text) for text in values({"length": 4, "var-len": "true"}, string_type())} == {1, 2, 3}
    assert {len(data) for data in values({"length": 4, "var-len": "true"}, bytes_type())} == {1, 2, 3}


def test_collections_have_their_length() -> None:
    assert {len(part) for part in values({"length": 4}, ArrayType(IntType()))} == {4}
    assert {len(part) for part in values({"length": 0}, ArrayType(IntType()))} == {0}
    assert {len(part) for part in values({}, MapType(BooleanType(), IntType()))} == {1, 2}
    assert set(values({"element.min": 5, "element.max": 5, "length": 1}, ArrayType(IntType()))) == {(5,)}


def test_timestamps_are_up_to_max_past_ago() -> None:
    clock = ManualClock(10_000_000)
    source = source_of(table({"connector": "datagen", "fields.f.max-past": "5 s"}, f=TimestampType(3)))
    (block,) = blocks_of(reader_of(source.create_source(), clock=clock), 500, limit=1)
    ms = [row[0] // 1_000_000 for row in rows_of(block, source.produced_type)]
    assert 9_995_000 <= min(ms) < max(ms) <= 10_000_000


@pytest.mark.parametrize("parallelism", [1, 2, 3])
def test_sequence_is_dealt_among_readers_and_ends(parallelism: int) -> None:
    context = table(
        {"connector": "datagen", "fields.f.kind": "sequence", "fields.f.start": 5, "fields.f.end": 14}, f=IntType()
    )
    parts = [
        [row[0] for block in blocks_of(reader_of(source_of(context).create_source(), subtask, parallelism), 2)
         for row in rows_of(block, context.row_type)]
        for subtask in range(parallelism)
    ]  # fmt: skip
    assert parts == [list(range(5 + subtask, 15, parallelism)) for subtask in range(parallelism)]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (string_type(), ["-1", "0", "1"]),
        (bytes_type(), [b"\xff" * 8, b"\0" * 8, b"\0" * 7 + b"\1"]),
        (BinaryType(8), [b"\xff" * 8, b"\0" * 8, b"\0" * 7 + b"\1"]),
        (DoubleType(), [-1.0, 0.0, 1.0]),
        (DecimalType(5, 2), [Decimal("-1.00"), Decimal("0.00"), Decimal("1.00")]),
        (TinyIntType(), [-1, 0, 1]),
    ],
)
def test_sequence_of_each_type(kind: LogicalType, expected: list[Any]) -> None:
    assert values({"kind": "sequence", "start": -1, "end": 1}, kind) == expected


def test_shortest_sequence_or_the_number_of_rows_ends_the_table() -> None:
    sequences = {
        "fields.a.kind": "sequence", "fields.a.start": 1, "fields.a.end": 5,
        "fields.b.kind": "sequence", "fields.b.start": 1, "fields.b.end": 3,
    }  # fmt: skip
    assert len(generated(sequences, 100, a=IntType(), b=IntType())) == 3
    assert len(generated(sequences, 2, a=IntType(), b=IntType())) == 2


@settings(max_examples=25)
@given(st.integers(1, 30), st.lists(st.integers(1, 17), min_size=1, max_size=4))
def test_restored_reader_repeats_the_same_rows(seed: int, sizes: list[int]) -> None:
    types = {name: ALL_TYPES[name] for name in ("s", "l", "m", "r", "big", "b")}
    context = table({"connector": "datagen", "number-of-rows": 60, "fields.s.null-rate": 0.3}, **types)
    made = source_of(context).create_source()
    assert isinstance(made, DatagenSource)
    source = DatagenSource(made.columns, made.schema, None, made.number_of_rows, seed)
    expected = [row for block in blocks_of(reader_of(source), 60) for row in rows_of(block, context.row_type)]
    reader = reader_of(source)
    rows = []
    for size in sizes:
        rows += [row for block in blocks_of(reader, size, limit=1) for row in rows_of(block, context.row_type)]
        reader = reader_at(pickle.loads(pickle.dumps(source)), reader.snapshot_state(1), ManualClock())
    rows += [row for block in blocks_of(reader, 7) for row in rows_of(block, context.row_type)]
    assert rows == expected


def test_two_jobs_have_different_values() -> None:
    assert generated({}, 5, l=BigIntType()) != generated({}, 5, l=BigIntType())


def test_rows_come_at_their_rate() -> None:
    clock = ManualClock(0)
    source = source_of(table({"connector": "datagen", "rows-per-second": 100}, l=BigIntType())).create_source()
    reader = reader_of(source, clock=clock)
    counts = []
    for _ in range(5):
        counts.append(sum(map(len, blocks_of(reader, 1000, limit=1))))
        assert reader.poll(1000, 0) is None
        assert reader.available_at_ms(clock.now_ms()) == clock.now_ms() + 50
        clock.advance(50)
    assert counts == [5] * 5


def test_table_is_bounded_when_it_ends() -> None:
    endless = source_of(table({"connector": "datagen"}, l=BigIntType()))
    assert (endless.is_bounded, endless.create_source().get_boundedness()) == (
        False,
        Boundedness.CONTINUOUS_UNBOUNDED,
    )
    assert source_of(table({"connector": "datagen", "number-of-rows": 3}, l=BigIntType())).is_bounded


def test_columns_that_are_not_read_are_not_made_and_change_nothing_else() -> None:
    options = {"connector": "datagen", "fields.n.kind": "sequence", "fields.n.start": 1, "fields.n.end": 3}
    source: Any = source_of(table(options, n=IntType(), l=BigIntType(), s=string_type()))
    columns = list(zip(*read_table(source.skip_unread(frozenset({1}))), strict=True))
    assert (columns[0], columns[2]) == ((None,) * 3,) * 2  # the sequence still ends the table
    assert None not in columns[1]


def test_limit_is_a_number_of_rows() -> None:
    source: Any = source_of(table({"connector": "datagen"}, l=BigIntType()))
    assert len(read_table(source.apply_limit(7))) == 7
    assert len(read_table(source.apply_limit(7).apply_limit(9))) == 7


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"fields.f.kind": "other"}, IntType(), "Unsupported generator kind: other"),
        ({"fields.f.kind": "sequence"}, IntType(), "required property 'fields.f.start' for sequence generator"),
        ({"fields.f.length": 3}, CharType(5), "fixed-length type \\(CHAR/BINARY\\) field 'f' is not supported"),
        ({"fields.f.length": 9}, VarCharType(5), "'9' for variable-length type .* shorter than '5' defined"),
        ({"fields.f.var-len": "true"}, IntType(), "Only supports specifying 'fields.#.var-len' option for"),
        ({"fields.f.length": 3}, IntType(), "Unsupported options found for 'datagen'"),
        ({"fields.f.mni": 3}, IntType(), "Did you mean 'fields.f.min'"),
        ({"row-per-second": 3}, IntType(), "Did you mean 'rows-per-second'"),
        ({"fields.f.min": "x"}, IntType(), "Invalid value for option 'fields.f.min'"),
        ({"fields.f.min": 3, "fields.f.max": 2}, IntType(), "'fields.f.min' is 3, which is above"),
        ({"rows-per-second": "x"}, IntType(), "Invalid value for option 'rows-per-second'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], kind: LogicalType, message: str) -> None:
    with pytest.raises(ValidationException, match=message):
        source_of(table({"connector": "datagen", **options}, f=kind))


def test_table_cannot_be_written() -> None:
    from tests.connectors.tables import sink_of

    with pytest.raises(ValidationException, match="'datagen' can only be used as a source"):
        sink_of(table({"connector": "datagen"}, l=BigIntType()))
