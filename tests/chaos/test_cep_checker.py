"""The checker of the job with patterns finds what is lost, doubled and wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chaos.cep_checker import KEYS, check_lines, expected
from chaos.cep_job import TIMEOUTS, Rows, kind_of, pattern
from chaos.jobs import JOBS, soaked_job
from pyrite.cep import CEP
from pyrite.testing import OperatorTestHarness

NUMBERS = 4000
Row = dict[str, Any]


def rows() -> list[Row]:
    """What a job without faults writes."""
    return [
        {
            "kind": kind,
            "key": numbers[0] % KEYS,
            "at": at,
            "numbers": list(numbers),
            "chances": [[0.5, number] for number in numbers],
        }
        for kind, at, numbers in expected(NUMBERS)
    ]


def lines(actual: list[Row]) -> list[tuple[str, str]]:
    return [("file", f"{json.dumps(row)}\n") for row in actual]


def test_clean_output_is_clean() -> None:
    assert check_lines(lines(rows()), NUMBERS).is_clean
    kinds = {row["kind"] for row in rows()}
    assert kinds == {"match", "timeout"} and max(len(row["numbers"]) for row in rows()) > 3


def test_lost_row_is_found() -> None:
    verdict = check_lines(lines(rows()[1:]), NUMBERS)
    assert len(verdict.lost) == 1 and not verdict.wrong


def test_doubled_row_is_found() -> None:
    actual = rows()
    assert len(check_lines(lines([*actual, actual[7]]), NUMBERS).duplicated) == 1


@pytest.mark.parametrize("change", [{"kind": "lost"}, {"at": 1}, {"key": -1}], ids=str)
def test_changed_row_is_found(change: Row) -> None:
    actual = rows()
    actual[3] = {**actual[3], **change}
    assert len(check_lines(lines(actual), NUMBERS).wrong) == 1


def test_number_that_was_made_twice_is_found() -> None:
    actual = [row for row in rows() if len(row["numbers"]) > 2]
    shared = next(n for row in actual for n in row["numbers"][1:] if sum(n in other["numbers"] for other in actual) > 1)
    row = next(row for row in actual if shared in row["numbers"])
    row["chances"][row["numbers"].index(shared)] = [0.7, 0]
    assert any("two chances" in text for text in check_lines(lines(rows()[:0] + actual), NUMBERS).wrong)


def test_row_that_is_not_whole_is_wrong() -> None:
    assert "incomplete line" in check_lines([("file", '{"kind": "match"')], 0).wrong[0]


def test_pattern_of_the_job_finds_what_the_checker_expects(tmp_path: Path) -> None:
    harness = OperatorTestHarness.of(
        lambda stream: CEP.pattern(stream.key_by(lambda record: record[0] % KEYS), pattern()).process(
            Rows(tmp_path / "plan")
        )
    )
    for number in range(NUMBERS):
        harness.process_element((number, (0.5, 1)), number + number * 7 % 13)
    harness.end_input()
    actual = [*harness.extract_output_values(), *(record.value for record in harness.get_side_output(TIMEOUTS))]
    assert check_lines(lines(actual), NUMBERS).is_clean
    assert {kind_of(number) for number in range(NUMBERS)} == set(range(5))


@pytest.mark.parametrize("name", JOBS)
def test_every_job_is_found(name: str) -> None:
    assert soaked_job(name).check([], 0).is_clean
