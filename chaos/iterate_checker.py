"""The checker of the job with a loop, independent of the engine.

Each number must occur once for each of its turns, down to no remaining turn, with the same chance in all. The passes of
a key are counted in the loop: 1, 2, 3, ..., each once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from chaos.checker import Verdict, rows_of

KEYS = 5


def turns_of(number: int) -> int:
    """The number of turns of a number."""
    return number * 7 % 6


def check_lines(lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
    verdict = Verdict()
    passes: Counter[tuple[int, int]] = Counter()
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    chances: dict[int, set[tuple[float, ...]]] = defaultdict(set)
    for file, row in rows_of(lines, verdict):
        if row.get("kind") != "pass" or row["key"] != row["n"] % KEYS:
            verdict.wrong.append(f"an unexpected row: {row} ({file})")
            continue
        passes[row["n"], row["left"]] += 1
        counts[row["key"]][row["count"]] += 1
        chances[row["n"]].add(tuple(row["chance"]))
    expected = {(number, turns) for number in range(numbers) for turns in range(turns_of(number) + 1)}
    verdict.lost += [f"number {n} with {turns} turns left" for n, turns in sorted(expected - passes.keys())]
    verdict.wrong += [f"number {n} with {turns} turns left" for n, turns in sorted(passes.keys() - expected)]
    doubled = sorted(found for found, times in passes.items() if times > 1)
    verdict.duplicated += [f"number {n} with {turns} turns left" for n, turns in doubled]
    verdict.wrong += [f"number {n} had {len(found)} chances" for n, found in sorted(chances.items()) if len(found) > 1]
    for key, found in sorted(counts.items()):
        if sorted(found.elements()) != list(range(1, found.total() + 1)):
            verdict.wrong.append(f"the passes of key {key} are not counted 1, 2, 3, ...")
    return verdict
