"""print and blackhole as tables: lines as Flink's Row.toString has them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from pyrite.connectors.builtin.external_text import text_of
from pyrite.connectors.table_factories import register_table_factory, table_factory
from pyrite.core.blocks.changelog import ALL_CHANGES, ChangeKind
from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.connector.table import TableFactory, ValidationException
from pyrite.core.types import (
    ArrayType,
    BooleanType,
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
    TimestampType,
    TimeType,
    YearMonthIntervalType,
    bytes_type,
    string_type,
)
from tests.connectors.tables import block_of, sink_of, source_of, table, writer_context

NS = 1_000_000_000
ROW = RowType((RowField("x", IntType()), RowField("y", string_type())))


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        (IntType(), None, "null"),
        (BooleanType(), True, "true"),
        (string_type(), "a, b", "a, b"),
        (DoubleType(), 1.0, "1.0"),
        (DoubleType(), 1e7, "1.0E7"),
        (DoubleType(), 9999999.0, "9999999.0"),
        (DoubleType(), 0.001, "0.001"),
        (DoubleType(), 1.5e-4, "1.5E-4"),
        (DoubleType(), -0.0, "-0.0"),
        (DoubleType(), float("nan"), "NaN"),
        (DoubleType(), float("-inf"), "-Infinity"),
        (FloatType(), 0.10000000149011612, "0.1"),
        (DecimalType(10, 2), Decimal("1.50"), "1.50"),
        (DecimalType(10, 8), Decimal("0E-8"), "0E-8"),
        (DateType(), 0, "1970-01-01"),
        (DateType(), 18321, "2020-02-29"),
        (DateType(), -719528 - 1, "-0001-12-31"),
        (DateType(), 2932897, "+10000-01-01"),
        (TimeType(), 0, "00:00"),
        (TimeType(), 1000, "00:00:01"),
        (TimestampType(3), 1_500_000_000, "1970-01-01T00:00:01.500"),
        (TimestampType(3), 0, "1970-01-01T00:00"),
        (TimestampType(9), 1, "1970-01-01T00:00:00.000000001"),
        (TimestampType(6), -1000, "1969-12-31T23:59:59.999999"),
        (LocalZonedTimestampType(3), 0, "1970-01-01T00:00:00Z"),
        (YearMonthIntervalType(), 14, "P1Y2M"),
        (YearMonthIntervalType(), 0, "P0D"),
        (YearMonthIntervalType(), -14, "P-1Y-2M"),
        (DayTimeIntervalType(), 90_061_500, "PT25H1M1.5S"),
        (DayTimeIntervalType(), 0, "PT0S"),
        (DayTimeIntervalType(), -500, "PT-0.5S"),
        (DayTimeIntervalType(), 3_600_000, "PT1H"),
        (bytes_type(), b"\x01\xff", "[1, -1]"),
        (ArrayType(string_type()), ("a", None), "[a, null]"),
        (MapType(string_type(), IntType()), {"a": 1, "b": None}, "{a=1, b=null}"),
        (MultisetType(string_type()), {"a": 2}, "{a=2}"),
        (ROW, (1, None), "+I[1, null]"),
    ],
)
def test_value_prints_as_in_flink(kind: LogicalType, value: Any, text: str) -> None:
    assert text_of(kind)(value) == text


def printed(options: dict[str, Any], subtask: int = 0, parallelism: int = 1) -> list[tuple[str, bool]]:
    context = table({"connector": "print", **options}, ["y"], x=IntType(), y=string_type())
    texts: list[tuple[str, bool]] = []
    sink: Any = sink_of(context)
    sink.create_sink().create_writer(writer_context(texts, subtask, parallelism)).write(
        block_of(context.row_type, [(1, "a"), (None, "b")])
    )
    return texts


@pytest.mark.parametrize(
    ("options", "parallelism", "prefix"),
    [({}, 1, ""), ({}, 2, "2> "), ({"print-identifier": "me"}, 1, "me> "), ({"print-identifier": "me"}, 2, "me:2> ")],
)
def test_print_writes_a_line_per_row(options: dict[str, Any], parallelism: int, prefix: str) -> None:
    assert printed(options, parallelism - 1, parallelism) == [(f"{prefix}+I[1, a]\n{prefix}+I[null, b]\n", False)]


def test_print_writes_to_standard_error() -> None:
    assert printed({"standard-error": "true"})[0][1]


def test_print_shows_the_kind_of_each_change() -> None:
    import pyarrow as pa

    context = table({"connector": "print"}, x=IntType())
    block = block_of(context.row_type, [(1,)] * 4)
    changes = ColumnBlock(block.batch.append_column(CHANGE_KINDS, pa.array([0, 1, 2, 3], pa.int8())))
    texts: list[tuple[str, bool]] = []
    sink_of(context).create_sink().create_writer(writer_context(texts)).write(changes)  # type: ignore[arg-type]
    assert texts[0][0] == "+I[1]\n-U[1]\n+U[1]\n-D[1]\n"


def test_print_shows_static_partitions() -> None:
    sink: Any = sink_of(table({"connector": "print", "print-identifier": "p"}, ["y", "x"], x=IntType(), y=IntType()))
    assert sink.apply_static_partition({"x": "1", "y": "2"}).create_sink().identifier == "p:y=2:x=1"


def test_sinks_take_changes() -> None:
    assert sink_of(table({"connector": "print"}, x=IntType())).changelog_mode == ALL_CHANGES
    kinds = sink_of(table({"connector": "blackhole"}, x=IntType())).changelog_mode.kinds
    assert kinds == set(ChangeKind) - {ChangeKind.UPDATE_BEFORE}


def test_sinks_cannot_be_read() -> None:
    with pytest.raises(ValidationException, match="'print' can only be used as a sink"):
        source_of(table({"connector": "print"}, x=IntType()))


def test_unknown_connector_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(ValidationException, match=r"identifier 'datgen' (.|\n)*datagen\n(.|\n)*Did you mean 'datagen'"):
        table_factory("datgen")


def test_own_factory_is_used_once_it_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    from pyrite.connectors import table_factories

    class Own(TableFactory):
        identifier = "own"

    monkeypatch.setattr(table_factories, "_REGISTERED", {})
    factory = Own()
    register_table_factory(factory)
    assert table_factory("own") is factory


def test_own_factory_is_named_by_its_class() -> None:
    own = "pyrite.connectors.builtin.terminal_tables.BlackHoleTableFactory"
    assert table_factory(own).identifier == "blackhole"
    with pytest.raises(ValidationException, match="is not a connector: expected a subclass of TableFactory"):
        table_factory("pathlib.Path")
    with pytest.raises(ValidationException, match=r"identifier 'kafka-0.11' (.|\n)*No module named 'kafka-0'"):
        table_factory("kafka-0.11")
