"""What Flink 2.3 was seen to do, recorded by benchmarks/peers/record_connectors.py."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pyrite.connectors.builtin.external_text import text_of
from pyrite.connectors.files.table.partitions import partition_path, partition_text
from pyrite.core.errors import BadRecordError
from pyrite.core.types import (
    ArrayType,
    BigIntType,
    BooleanType,
    CharType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    RowField,
    RowType,
    TimestampType,
    TimeType,
    TinyIntType,
    bytes_type,
    string_type,
)
from pyrite.expressions.partition_values import partition_value
from tests.connectors.files.table.reading import read
from tests.connectors.files.table.writing import files_table
from tests.connectors.tables import source_of

ANSWERS = Path(__file__).parent.parent.parent / "answers"
NS = 1_000_000_000
X = RowField("x", IntType())
TYPES: dict[str, LogicalType] = {
    "BOOLEAN": BooleanType(),
    "TINYINT": TinyIntType(),
    "INT": IntType(),
    "BIGINT": BigIntType(),
    "FLOAT": FloatType(),
    "DOUBLE": DoubleType(),
    "DECIMAL(10, 2)": DecimalType(10, 2),
    "DECIMAL(20, 10)": DecimalType(20, 10),
    "CHAR(5)": CharType(5),
    "STRING": string_type(),
    "BYTES": bytes_type(),
    "DATE": DateType(),
    "TIME(0)": TimeType(0),
    "TIMESTAMP(3)": TimestampType(3),
    "TIMESTAMP(6)": TimestampType(6),
    "TIMESTAMP(9)": TimestampType(9),
    "TIMESTAMP_LTZ(3)": LocalZonedTimestampType(3),
    "ARRAY<STRING>": ArrayType(string_type()),
    "ARRAY<INT>": ArrayType(IntType()),
    "MAP<STRING, INT>": MapType(string_type(), IntType()),
    "ROW<x INT, y STRING>": RowType((X, RowField("y", string_type()))),
    "ARRAY<ROW<x INT>>": ArrayType(RowType((X,))),
}
NOON_MS = 1_577_881_800_000
VALUES: dict[str, Any] = {
    "TRUE": True,
    "CAST(NULL AS BOOLEAN)": None,
    "CAST(NULL AS STRING)": None,
    "CAST(-5 AS TINYINT)": -5,
    "CAST(-5 AS INT)": -5,
    "CAST(9223372036854775807 AS BIGINT)": 2**63 - 1,
    "CAST(0.1 AS FLOAT)": 0.10000000149011612,
    "CAST(1.0E10 AS FLOAT)": 1e10,
    "CAST(16777216 AS FLOAT)": 16777216.0,
    "CAST(1.5 AS DECIMAL(10, 2))": Decimal("1.50"),
    "CAST(0 AS DECIMAL(10, 2))": Decimal("0.00"),
    "CAST(0 AS DECIMAL(20, 10))": Decimal("0E-10"),
    "CAST(0.0000000123 AS DECIMAL(20, 10))": Decimal("0.0000000123"),
    "CAST('ab' AS CHAR(5))": "ab   ",
    "x'01ff80'": b"\x01\xff\x80",
    "x''": b"",
    "DATE '2020-02-29'": 18321,
    "DATE '0001-01-01'": -719162,
    "TIME '00:00:00'": 0,
    "TIME '23:59:59'": 86_399_000,
    "TIMESTAMP '1970-01-01 00:00:01.5'": 3 * NS // 2,
    "TIMESTAMP '2020-01-01 12:30:00'": NOON_MS * 1_000_000,
    "TIMESTAMP '2020-01-01 12:30:00.5'": NOON_MS * 1_000_000 + NS // 2,
    "TIMESTAMP '1970-01-01 00:00:00.000000001'": 1,
    "TIMESTAMP '1969-12-31 23:59:59.999999'": -1000,
    "TO_TIMESTAMP_LTZ(0, 3)": 0,
    "TO_TIMESTAMP_LTZ(1500, 3)": 3 * NS // 2,
    "ARRAY['a', CAST(NULL AS STRING)]": ("a", None),
    "ARRAY[1, 2]": (1, 2),
    "MAP['a', 1]": {"a": 1},
    "ROW(1, CAST(NULL AS STRING))": (1, None),
    "ARRAY[ROW(1), ROW(2)]": ((1,), (2,)),
}


def answers(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (ANSWERS / name).read_text().splitlines()]


def value(answer: dict[str, str]) -> Any:
    sql = answer["sql"]
    if sql in VALUES:
        return VALUES[sql]
    return sql[1:-1] if answer["type"] == "STRING" else float(sql)


@pytest.mark.parametrize("answer", answers("print.jsonl"), ids=lambda answer: answer["sql"])
def test_row_is_printed_as_flink_prints_it(answer: dict[str, str]) -> None:
    assert f"+I[{text_of(TYPES[answer['type']])(value(answer))}]" == answer["printed"]


@pytest.mark.parametrize("answer", answers("partitions.jsonl"), ids=lambda answer: answer["sql"])
def test_partition_has_the_folder_that_flink_gives_it(answer: dict[str, str]) -> None:
    """But for a DATE: Flink writes the number of its days, which it cannot read. We write the day, and read both."""
    kind, expected = TYPES[answer["type"]], answer["folder"]
    if isinstance(kind, DateType):
        assert partition_value(expected.removeprefix("k="), kind) == value(answer)
        expected = "k=2020-02-29"
    text = partition_text(kind, "__DEFAULT_PARTITION__")(value(answer))
    assert partition_path({"k": text}, ["k"]) == expected
    if not answer["read"].startswith("error"):
        assert partition_value(text, kind) == value(answer)


@pytest.mark.parametrize(
    "answer", answers("lines.jsonl"), ids=lambda answer: f"{answer['text']!r}, {answer['ignores']}, {answer['columns']}"
)
def test_lines_are_read_as_flink_reads_them(answer: dict[str, Any], tmp_path: Path) -> None:
    """But for empty lines of CSV, which are passed over; in Flink they are rows that are too short."""
    (tmp_path / "f").write_text(answer["text"], newline="")
    options = {
        "format": answer["format"],
        f"{answer['format']}.ignore-parse-errors": str(answer["ignores"]).lower(),
    }
    source: Any = source_of(files_table(tmp_path, options, a=BigIntType(), b=string_type()))
    if answer["columns"] == "b":
        source = source.apply_projection([1])
    try:
        rows: Any = [list(row) for row in read(source)]
    except BadRecordError:
        rows = None
    expected = answer["rows"]
    if answer["format"] == "csv" and "\n\n" in answer["text"]:
        expected = [["x"], ["v"]] if answer["columns"] == "b" else [[1, "x"], [5, "v"]]
    assert rows == expected
