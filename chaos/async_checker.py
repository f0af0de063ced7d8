"""The checker of the job with async I/O, independent of the engine.

Each number must occur once as `asked` and once in a `window`, which is emitted once and has no other numbers; both must
have the same chance. A number whose call hangs has no answer. Others may be late, as kills take longer than calls.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from chaos.checker import Row, Verdict, check_chances, check_each_once, check_windows, rows_of


def hangs(number: int) -> bool:
    return number % 499 == 7


def check_lines(lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
    verdict = Verdict()
    rows: dict[str, list[tuple[str, Row]]] = defaultdict(list)
    for file, row in rows_of(lines, verdict):
        rows[str(row.get("kind"))].append((file, row))
    verdict.wrong += [f"a row of unknown kind {kind}" for kind in rows.keys() - {"asked", "window"}]
    answers, windows = rows["asked"], rows["window"]
    check_each_once("asked", ((file, row["n"]) for file, row in answers), numbers, verdict)
    members = ((file, number) for file, row in windows for number in row["numbers"])
    check_each_once("window", members, numbers, verdict)
    check_windows(windows, verdict)
    check_chances(answers, windows, verdict)
    for file, row in answers:
        if row["how"] not in ("answer", "late") or (hangs(row["n"]) and row["how"] == "answer"):
            verdict.wrong.append(f"asked: number {row['n']} has how {row['how']} ({file})")
    return verdict
