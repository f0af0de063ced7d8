"""The checker of the job in SQL with state finds what is lost, doubled and wrong."""

from __future__ import annotations

import json
from typing import Any

from chaos.sql_upsert_checker import check_lines, expected

NUMBERS = 250
Row = dict[str, Any]


def rows() -> list[Row]:
    """What a job without faults writes."""
    made = []
    for identity, values in expected(NUMBERS).items():
        row = dict(zip(("kind", "key", "first", "past"), identity, strict=False))
        made.append(row | dict(zip(("n", "total", "high"), values, strict=False)))
    return made


def lines(actual: list[Row]) -> list[tuple[str, str]]:
    return [("totals (0,1)", f"{json.dumps(row)}\n") for row in actual]


def test_clean_output_is_clean() -> None:
    assert check_lines(lines(rows()), NUMBERS).is_clean


def test_row_is_lost_doubled_or_wrong() -> None:
    assert len(check_lines(lines(rows()[1:]), NUMBERS).lost) == 1
    assert len(check_lines(lines([*rows(), rows()[-1]]), NUMBERS).duplicated) == 1
    changed = [{**rows()[0], "total": 1}, *rows()[1:]]
    verdict = check_lines(lines(changed), NUMBERS)
    assert len(verdict.wrong) == 1 and len(verdict.lost) == 1
