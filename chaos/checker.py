"""The checker: compares the output of a chaos run with the numbers of its source, independently of the engine.

The source emitted the numbers 0 to n-1. Each must occur once as `counted`, once in a `flushed` list and once in a
`window`; counts of a key must be 1, 2, 3, ...; both paths must have the same chance.

Usage: python -m chaos.checker FOLDER NUMBERS (prints the verdict, after the evidence if there is any)
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

KEYS = 1000
RUN = 10
WINDOW_KEYS = 11
WINDOW_MS = 100
TIMER_MS = 70
DISORDER_MS = 13
_SHOWN = 10

Row = dict[str, Any]


@dataclass
class Verdict:
    """The errors in the output."""

    lost: list[str] = field(default_factory=list)
    duplicated: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.duplicated or self.wrong)

    def evidence(self) -> Iterator[str]:
        """The first findings of each kind."""
        for name, found in (("lost", self.lost), ("duplicated", self.duplicated), ("wrong", self.wrong)):
            yield from (f"{name}: {text}" for text in found[:_SHOWN])
            if len(found) > _SHOWN:
                yield f"{name}: and {len(found) - _SHOWN} more"

    def __str__(self) -> str:
        return f"lost {len(self.lost)}, duplicated {len(self.duplicated)}, wrong {len(self.wrong)}"


def check(folder: Path, numbers: int) -> Verdict:
    """Reads all visible files of a folder."""
    return check_lines(lines_of(folder), numbers)


def lines_of(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.iterdir()):
        if not path.name.startswith("."):
            yield from ((path.name, line) for line in path.read_text().splitlines(keepends=True))


def check_lines(lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
    """Checks all lines of the job's output, each with its location."""
    verdict = Verdict()
    rows: dict[str, list[tuple[str, Row]]] = defaultdict(list)
    for file, row in rows_of(lines, verdict):
        rows[str(row.get("kind"))].append((file, row))
    verdict.wrong += [f"a row of unknown kind {kind}" for kind in rows.keys() - {"counted", "flushed", "window"}]
    check_each_once("counted", ((file, row["n"]) for file, row in rows["counted"]), numbers, verdict)
    for kind in ("flushed", "window"):
        members = ((file, number) for file, row in rows[kind] for number in row["numbers"])
        check_each_once(kind, members, numbers, verdict)
    _check_counts(rows["counted"], verdict)
    _check_flushes(rows["flushed"], verdict)
    check_windows(rows["window"], verdict)
    check_chances(rows["counted"], rows["window"], verdict)
    return verdict


def rows_of(lines: Iterable[tuple[str, str]], verdict: Verdict) -> Iterator[tuple[str, Row]]:
    """The lines as rows; an incomplete line is an error."""
    for file, line in lines:
        try:
            row = json.loads(line)
            if not line.endswith("\n") or not isinstance(row, dict):
                raise ValueError("cut short")
        except ValueError:
            verdict.wrong.append(f"{file}: incomplete line: {line[:80]!r}")
            continue
        yield file, row


def check_each_once(kind: str, found: Iterable[tuple[str, int]], numbers: int, verdict: Verdict) -> None:
    files: dict[int, list[str]] = defaultdict(list)
    for file, number in found:
        files[number].append(file)
    verdict.lost += [f"{kind}: number {number}" for number in range(numbers) if number not in files]
    for number, names in sorted(files.items()):
        if not 0 <= number < numbers:
            verdict.wrong.append(f"{kind}: number {number} was never emitted by the source ({names[0]})")
        verdict.duplicated += [f"{kind}: number {number} in {names[0]} and {other}" for other in names[1:]]


def time_of(number: int) -> int:
    """A number's event time."""
    return number + number * 7 % DISORDER_MS


def _key_of(number: int) -> int:
    return number // RUN % KEYS


def _check_counts(counted: list[tuple[str, Row]], verdict: Verdict) -> None:
    """A key's counts, and its counts by remainder, are 1, 2, 3, ..., each once."""
    counts: dict[tuple[Any, ...], Counter[int]] = defaultdict(Counter)
    for file, row in counted:
        if row["key"] != _key_of(row["n"]):
            verdict.wrong.append(f"counted: number {row['n']} under key {row['key']} ({file})")
        counts[row["key"],][row["count"]] += 1
        counts[row["key"], row["n"] % 5][row["same"]] += 1
    for key, seen in sorted(counts.items(), key=str):
        expected = Counter(range(1, sum(seen.values()) + 1))
        if seen != expected:
            more, less = sorted((seen - expected).elements())[:5], sorted((expected - seen).elements())[:5]
            verdict.wrong.append(f"counts of {key}: too often {more}, missing {less}")


def _check_flushes(flushed: list[tuple[str, Row]], verdict: Verdict) -> None:
    """A number is emitted at the latest by the timer that it has set, under its own key."""
    for file, row in flushed:
        late = [n for n in row["numbers"] if row["at"] > time_of(n) // TIMER_MS * TIMER_MS + TIMER_MS]
        stray = [n for n in row["numbers"] if _key_of(n) != row["key"]]
        if late or stray:
            verdict.wrong.append(f"flushed of key {row['key']} at {row['at']}: late {late}, stray {stray} ({file})")


def check_windows(windows: list[tuple[str, Row]], verdict: Verdict) -> None:
    """A window is emitted once, with all of its numbers and no others."""
    first: dict[tuple[int, int], str] = {}
    for file, row in windows:
        name = (row["key"], row["start"])
        if name in first:
            verdict.wrong.append(f"window {name} in {first[name]} and {file}")
        first[name] = file
        stray = [
            n for n in row["numbers"] if n % WINDOW_KEYS != row["key"] or not 0 <= time_of(n) - row["start"] < WINDOW_MS
        ]
        if stray:
            verdict.wrong.append(f"window {name} has {stray} ({file})")


def check_chances(counted: list[tuple[str, Row]], windows: list[tuple[str, Row]], verdict: Verdict) -> None:
    """Both paths have the same result of the non-deterministic function."""
    by_state = {row["n"]: (tuple(row["chance"]), file) for file, row in counted}
    for file, row in windows:
        for number, chance in zip(row["numbers"], row["chances"], strict=True):
            if number in by_state and by_state[number][0] != tuple(chance):
                verdict.wrong.append(f"number {number} had two chances ({by_state[number][1]} and {file})")


def main() -> int:
    verdict = check(Path(sys.argv[1]), int(sys.argv[2]))
    for line in verdict.evidence():
        print(line)
    print(verdict)
    return 0 if verdict.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
