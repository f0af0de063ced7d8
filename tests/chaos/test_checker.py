"""The checker finds a lost, a doubled and a wrong record in hand-made files."""

from __future__ import annotations

import ast
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chaos import checker
from chaos.checker import KEYS, RUN, TIMER_MS, WINDOW_KEYS, WINDOW_MS, check

NUMBERS = 300

Row = dict[str, Any]


def time_of(number: int) -> int:
    return number + number * 7 % 13


def state_rows() -> Iterator[Row]:
    counts: Counter[Any] = Counter()
    flushes: dict[tuple[int, int], list[int]] = defaultdict(list)
    for n in range(NUMBERS):
        key = n // RUN % KEYS
        counts[key] += 1
        counts[key, n % 5] += 1
        counted = {"key": key, "n": n, "count": counts[key], "same": counts[key, n % 5], "chance": [0.1, n]}
        yield {"kind": "counted", **counted}
        flushes[key, time_of(n) // TIMER_MS * TIMER_MS + TIMER_MS].append(n)
    for (key, at), numbers in flushes.items():
        yield {"kind": "flushed", "key": key, "at": at, "numbers": numbers}


def window_rows() -> Iterator[Row]:
    windows: dict[tuple[int, int], list[int]] = defaultdict(list)
    for n in range(NUMBERS):
        windows[n % WINDOW_KEYS, time_of(n) // WINDOW_MS * WINDOW_MS].append(n)
    for (key, start), numbers in windows.items():
        chances = [[0.1, n] for n in numbers]
        yield {"kind": "window", "key": key, "start": start, "numbers": numbers, "chances": chances}


@pytest.fixture
def rows() -> dict[str, list[Row]]:
    """What a job without faults writes, by file."""
    return {"state-0-1-0": list(state_rows()), "windows-0-1-0": list(window_rows())}


def verdict_on(folder: Path, rows: dict[str, list[Row]]) -> tuple[int, int, int]:
    for name, written in rows.items():
        (folder / name).write_text("".join(f"{json.dumps(row)}\n" for row in written))
    verdict = check(folder, NUMBERS)
    return len(verdict.lost), len(verdict.duplicated), len(verdict.wrong)


def test_whole_output_is_clean(tmp_path: Path, rows: dict[str, list[Row]]) -> None:
    assert verdict_on(tmp_path, rows) == (0, 0, 0)


def test_hidden_files_are_not_output(tmp_path: Path, rows: dict[str, list[Row]]) -> None:
    assert verdict_on(tmp_path, {**rows, ".state-0-2-0": rows["state-0-1-0"]}) == (0, 0, 0)


def test_lost_record_is_found_and_so_is_the_hole_in_its_counts(tmp_path: Path, rows: dict[str, list[Row]]) -> None:
    del rows["state-0-1-0"][2]
    assert verdict_on(tmp_path, rows) == (1, 0, 2)


def test_lost_window_is_found(tmp_path: Path, rows: dict[str, list[Row]]) -> None:
    gone = rows["windows-0-1-0"].pop(3)
    assert verdict_on(tmp_path, rows) == (len(gone["numbers"]), 0, 0)


def test_doubled_record_is_found_with_its_files(tmp_path: Path, rows: dict[str, list[Row]]) -> None:
    rows["state-0-2-0"] = [rows["state-0-1-0"][7]]
    lost, duplicated, _ = verdict_on(tmp_path, rows)
    assert (lost, duplicated) == (0, 1)
    assert "number 7 in state-0-1-0 and state-0-2-0" in check(tmp_path, NUMBERS).duplicated[0]


def test_doubled_window_is_found(tmp_path: Path, rows: dict[str, list[Row]]) -> None:
    again = rows["windows-0-1-0"][3]
    rows["windows-1-1-0"] = [again]
    assert verdict_on(tmp_path, rows) == (0, len(again["numbers"]), 1)


@pytest.mark.parametrize(("column", "value"), [("count", 99), ("same", 99), ("key", 5), ("chance", [0.2, 7])])
def test_wrong_value_is_found(tmp_path: Path, rows: dict[str, list[Row]], column: str, value: Any) -> None:
    rows["state-0-1-0"][7][column] = value
    lost, duplicated, wrong = verdict_on(tmp_path, rows)
    assert (lost, duplicated) == (0, 0)
    assert wrong >= 1


def test_late_timer_is_found(tmp_path: Path, rows: dict[str, list[Row]]) -> None:
    rows["state-0-1-0"][-1]["at"] += TIMER_MS
    assert verdict_on(tmp_path, rows) == (0, 0, 1)


def test_number_that_was_never_given_is_found(tmp_path: Path, rows: dict[str, list[Row]]) -> None:
    rows["windows-0-1-0"][-1]["numbers"].append(NUMBERS + 50)
    rows["windows-0-1-0"][-1]["chances"].append([0.1, 1])
    assert verdict_on(tmp_path, rows)[2] >= 1


def test_line_that_is_cut_is_found(tmp_path: Path, rows: dict[str, list[Row]]) -> None:
    verdict_on(tmp_path, rows)
    path = tmp_path / "windows-0-1-0"
    path.write_text(path.read_text()[:-20])
    verdict = check(tmp_path, NUMBERS)
    assert len(verdict.wrong) == 1
    assert "incomplete line" in verdict.wrong[0]
    assert verdict.lost != []


def test_checker_shares_no_code_with_the_engine_or_the_job() -> None:
    source = Path(checker.__file__).read_text()
    imported = [
        name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    ]
    assert [name for name in imported if name.split(".")[0] in ("pyrite", "chaos")] == []
