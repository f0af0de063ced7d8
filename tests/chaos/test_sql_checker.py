"""The checker of the job in SQL finds what is lost, doubled and wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chaos.__main__ import parse
from chaos.sql_checker import check_lines, expected

NUMBERS = 30
Row = dict[str, Any]


def rows() -> list[Row]:
    """What a job without faults writes."""
    return [expected(number) for number in range(NUMBERS) if number % 3]


def lines(actual: list[Row]) -> list[tuple[str, str]]:
    return [("state-0@1", f"{json.dumps(row)}\n") for row in actual]


def test_clean_output_is_clean() -> None:
    assert check_lines(lines(rows()), NUMBERS).is_clean


def test_partition_column_is_read_from_the_path() -> None:
    partitioned = [
        (f"state/part={row['part']}/part-1", json.dumps({k: v for k, v in row.items() if k != "part"}) + "\n")
        for row in rows()
    ]
    assert check_lines(partitioned, NUMBERS).is_clean
    moved = [(place.replace("part=1", "part=0"), line) for place, line in partitioned]
    assert len(check_lines(moved, NUMBERS).wrong) == 10


def test_lost_and_doubled_rows_are_reported() -> None:
    actual = rows()
    assert check_lines(lines(actual[1:]), NUMBERS).lost == ["number 1"]
    assert len(check_lines(lines([*actual, actual[3]]), NUMBERS).duplicated) == 1


@pytest.mark.parametrize("row", [expected(3), expected(NUMBERS + 1), {**expected(1), "twice": 2}, {}], ids=str)
def test_row_that_should_not_be_is_wrong(row: Row) -> None:
    assert len(check_lines(lines([*rows(), row]), NUMBERS).wrong) == 1


def test_job_in_sql_writes_to_kafka_unless_files_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse(["--job", "sql"]).sink == "kafka"
    assert parse(["--job", "sql", "--sink", "file"]).sink == "file"
    with pytest.raises(SystemExit):
        parse(["--job", "sql", "--sink", "lines"])
    assert "kafka" in capsys.readouterr().err
