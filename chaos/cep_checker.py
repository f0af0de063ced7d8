"""The checker of the job with patterns: works out by hand what must be found. Knows nothing of the engine.

Every number of kind 0 begins a partial match of its key. It takes the next numbers of kind 1, all of them, until one of
kind 2 ends it; if that takes too long, it is out of time, with what it has taken. Each comes out once, as one of both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from chaos.checker import Row, Verdict, rows_of, time_of

KEYS = 97
KINDS = 5
WITHIN_MS = 1500

Outcome = tuple[str, int, tuple[int, ...]]
"""`match` or `timeout`, when, and the numbers that were taken."""


def check_lines(lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
    verdict = Verdict()
    wanted = expected(numbers)
    seen: dict[int, str] = {}
    chances: dict[int, tuple[tuple[float, int], str]] = {}
    for file, row in rows_of(lines, verdict):
        first = row["numbers"][0]
        if first not in wanted:
            verdict.wrong.append(f"number {first} begins no match ({file})")
        elif first in seen:
            verdict.duplicated.append(f"what number {first} begins, in {seen[first]} and {file}")
        elif (row["kind"], row["at"], tuple(row["numbers"])) != wanted[first] or row["key"] != first % KEYS:
            verdict.wrong.append(f"{row} ({file}), not {wanted[first]}")
        seen.setdefault(first, file)
        _check_chances(file, row, chances, verdict)
    verdict.lost += [f"what number {first} begins" for first in wanted if first not in seen]
    return verdict


def _check_chances(file: str, row: Row, chances: dict[int, tuple[tuple[float, int], str]], verdict: Verdict) -> None:
    """A number that several matches have taken was made once."""
    for number, chance in zip(row["numbers"], row["chances"], strict=True):
        known, place = chances.setdefault(number, (tuple(chance), file))
        if known != tuple(chance):
            verdict.wrong.append(f"number {number} had two chances ({place} and {file})")


def kind_of(number: int) -> int:
    return (number // KEYS * 3 + number % 7) % KINDS


def expected(numbers: int) -> dict[int, Outcome]:
    """What each number of kind 0 begins."""
    by_key: dict[int, list[int]] = defaultdict(list)
    for number in range(numbers):
        by_key[number % KEYS].append(number)
    outcomes: dict[int, Outcome] = {}
    for own in by_key.values():
        own.sort(key=time_of)
        for place, number in enumerate(own):
            if kind_of(number) == 0:
                outcomes[number] = _outcome(number, own[place + 1 :])
    return outcomes


def _outcome(first: int, later: list[int]) -> Outcome:
    until_ms = time_of(first) + WITHIN_MS
    taken = [first]
    for number in later:
        if time_of(number) >= until_ms:
            break
        if kind_of(number) == 1:
            taken.append(number)
        elif kind_of(number) == 2 and len(taken) > 1:
            return "match", time_of(number), (*taken, number)
    return "timeout", until_ms, tuple(taken)
