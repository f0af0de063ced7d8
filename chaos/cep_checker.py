"""The checker of the job with patterns: computes the matches independently of the engine.

Every number of kind 0 begins partial matches of its key. They accept all following numbers of kind 1. The first number
of kind 2 after each of them is a match; the accepted numbers still wait for more, and finally time out. A kind 0
without a kind 1 times out alone. Each of these results occurs once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from chaos.checker import Row, Verdict, rows_of, time_of

KEYS = 97
KINDS = 5
WITHIN_MS = 1500

Outcome = tuple[str, int, tuple[int, ...]]
"""`match` or `timeout`, its time, and the accepted numbers, which identify it."""


def check_lines(lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
    verdict = Verdict()
    outcomes = set(expected(numbers))
    seen: dict[Outcome, str] = {}
    chances: dict[int, tuple[tuple[float, int], str]] = {}
    for file, row in rows_of(lines, verdict):
        found = (row["kind"], row["at"], tuple(row["numbers"]))
        if found not in outcomes or row["key"] != row["numbers"][0] % KEYS:
            verdict.wrong.append(f"{row} is unexpected ({file})")
        elif found in seen:
            verdict.duplicated.append(f"{found}, in {seen[found]} and {file}")
        else:
            seen[found] = file
        _check_chances(file, row, chances, verdict)
    verdict.lost += [f"{outcome}" for outcome in sorted(outcomes - set(seen))]
    return verdict


def _check_chances(file: str, row: Row, chances: dict[int, tuple[tuple[float, int], str]], verdict: Verdict) -> None:
    """The chance of a number is the same in all of its matches."""
    for number, chance in zip(row["numbers"], row["chances"], strict=True):
        earlier, place = chances.setdefault(number, (tuple(chance), file))
        if earlier != tuple(chance):
            verdict.wrong.append(f"number {number} had two chances ({place} and {file})")


def kind_of(number: int) -> int:
    return (number // KEYS * 3 + number % 7) % KINDS


def expected(numbers: int) -> list[Outcome]:
    """The expected results, each once."""
    by_key: dict[int, list[int]] = defaultdict(list)
    for number in range(numbers):
        by_key[number % KEYS].append(number)
    outcomes: list[Outcome] = []
    for own in by_key.values():
        own.sort(key=time_of)
        for place, number in enumerate(own):
            if kind_of(number) == 0:
                outcomes += _outcomes(number, own[place + 1 :])
    return outcomes


def _outcomes(first: int, later: list[int]) -> Iterator[Outcome]:
    until_ms = time_of(first) + WITHIN_MS
    accepted = [first]
    waits = False
    for number in later:
        if time_of(number) >= until_ms:
            break
        if kind_of(number) == 1:
            accepted.append(number)
            waits = True
        elif kind_of(number) == 2 and waits:
            yield "match", time_of(number), (*accepted, number)
            waits = False
    yield "timeout", until_ms, tuple(accepted)
