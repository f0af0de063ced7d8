"""The checker of the job in SQL, independent of the engine.

Each number that is not a multiple of 3 must occur once, with the columns of the query; no others may. A partition's
column is in the row, or in the path of its file.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from chaos.checker import Row, Verdict, rows_of

KEYS = 11
PARTS = 2
_PART = re.compile(r"/part=(\d+)/")


def name_of(number: int) -> str:
    """The text of a number in the input: some need escapes in JSON, some are beyond ASCII."""
    return f'no "{number}" \u00fc'


def expected(number: int) -> Row:
    """The query's result for a number."""
    return {
        "kind": "odd" if number % 2 else "even",
        "key": number % KEYS,
        "n": number,
        "twice": number * 2 + 1,
        "name": name_of(number).upper(),
        "part": number % PARTS,
    }


def check_lines(lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
    verdict = Verdict()
    places: dict[int, list[str]] = defaultdict(list)
    for place, row in rows_of(lines, verdict):
        part = _PART.search(f"/{place}")
        whole = row if part is None else {**row, "part": int(part[1])}
        number = row.get("n")
        if not isinstance(number, int) or not 0 <= number < numbers or number % 3 == 0:
            verdict.wrong.append(f"{row} is unexpected ({place})")
        elif whole != expected(number):
            verdict.wrong.append(f"{whole} should be {expected(number)} ({place})")
        else:
            places[number].append(place)
    verdict.lost += [f"number {number}" for number in range(numbers) if number % 3 and number not in places]
    for number, seen in sorted(places.items()):
        verdict.duplicated += [f"number {number} in {seen[0]} and {other}" for other in seen[1:]]
    return verdict
