"""The checker of the job with a loop finds what is lost, doubled and wrong."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from chaos.iterate_checker import KEYS, check_lines, turns_of
from chaos.iterate_job import IterateJob
from chaos.jobs import soaked_job

NUMBERS = 100


def rows() -> list[dict[str, Any]]:
    """What a job without faults writes."""
    counts: Counter[int] = Counter()
    actual = []
    for number in range(NUMBERS):
        for left in range(turns_of(number), -1, -1):
            counts[number % KEYS] += 1
            row = {"key": number % KEYS, "n": number, "left": left, "count": counts[number % KEYS]}
            actual.append({"kind": "pass", "chance": [0.5, number], **row})
    return actual


def verdict(actual: list[dict[str, Any]]) -> tuple[int, int, int]:
    reported = check_lines([("file", f"{json.dumps(row)}\n") for row in actual], NUMBERS)
    return len(reported.lost), len(reported.duplicated), len(reported.wrong)


def test_clean_output_is_clean() -> None:
    assert verdict(rows()) == (0, 0, 0)
    assert isinstance(soaked_job("iterate"), IterateJob)


def test_lost_pass_is_found_and_its_count_is_missing() -> None:
    assert verdict(rows()[1:]) == (1, 0, 1)


def test_doubled_pass_is_found() -> None:
    assert verdict([*rows(), rows()[-1]]) == (0, 1, 1)


def test_turn_too_many_another_chance_and_a_strange_row_are_found() -> None:
    actual = rows()
    actual[3]["chance"] = [0.6, 1]
    assert verdict(actual) == (0, 0, 1)
    extra = {**actual[0], "left": 99, "count": 1 + sum(row["key"] == 0 for row in actual)}
    assert verdict([*rows(), extra]) == (0, 0, 1)
    assert verdict([*rows(), {"kind": "what"}]) == (0, 0, 1)
