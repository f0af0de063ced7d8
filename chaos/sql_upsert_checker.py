"""The checker of the job in SQL with state. Knows nothing of the engine.

Each key must have one row with the count, the sum and the highest of its numbers, and one for each hour that has some.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from chaos.checker import Verdict, rows_of

KEYS = 11
_STEP_S = 36
_START = datetime(1970, 1, 1)

Id = tuple[object, ...]
Values = tuple[object, ...]


def expected(numbers: int) -> dict[Id, Values]:
    """The rows of both tables, by their keys."""
    totals: dict[int, list[int]] = defaultdict(list)
    hours: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number in range(numbers):
        totals[number % KEYS].append(number)
        hours[number % KEYS, number * _STEP_S // 3600].append(number)
    rows: dict[Id, Values] = {("total", key): (len(of), sum(of), max(of)) for key, of in totals.items()}
    for (key, hour), of in hours.items():
        first = _START + timedelta(hours=hour)
        past = first + timedelta(hours=1)
        rows["hour", key, first.isoformat(), past.isoformat()] = (len(of), sum(of))
    return rows


def check_lines(lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
    verdict = Verdict()
    right = expected(numbers)
    places: dict[Id, list[str]] = defaultdict(list)
    for place, row in rows_of(lines, verdict):
        is_total = row.get("kind") == "total"
        identity: Id = (row.get("kind"), row.get("key"))
        values: Values = (row.get("n"), row.get("total"))
        if is_total:
            values = (*values, row.get("high"))
        else:
            identity = (*identity, row.get("first"), row.get("past"))
        if identity not in right or right[identity] != values:
            verdict.wrong.append(f"{row} should be {right.get(identity)} ({place})")
        else:
            places[identity].append(place)
    verdict.lost += [f"{identity}" for identity in right if identity not in places]
    for identity, seen in places.items():
        verdict.duplicated += [f"{identity} in {seen[0]} and {other}" for other in seen[1:]]
    return verdict
