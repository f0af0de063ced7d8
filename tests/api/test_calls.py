"""Classes of the API answer as PyFlink 2.3's do: benchmarks/peers/record_api.py has recorded it in calls/."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from benchmarks.peers.record_api import scope, value_line

CALLS = Path(__file__).parent / "calls"


@dataclass
class Call:
    """A call and PyFlink's answer; `reason` says why ours differs."""

    text: str
    answer: str
    reason: str


def sections() -> Iterator[Any]:
    """The calls of each section, with their answers."""
    for path in sorted(CALLS.glob("*.txt")):
        for part in path.read_text().split("# ")[1:]:
            title, *lines = part.strip().split("\n")
            calls = [
                Call(line[2:], lines[place + 1], lines[place - 1][2:] if lines[place - 1].startswith("% ") else "")
                for place, line in enumerate(lines)
                if line.startswith("> ")
            ]
            yield pytest.param(calls, id=f"{path.stem}: {title}")


@pytest.mark.parametrize("calls", list(sections()))
def test_calls_answer_as_in_pyflink(calls: list[Call]) -> None:
    names = scope("pyrite")
    wrong = []
    for call in calls:
        differing = different_answer(call, names)
        if bool(differing) != bool(call.reason):
            wrong.append(f"{call.text}\n{call.answer}\n{differing or 'is the same, so take its reason away'}")
    assert not wrong, "\n\n".join(wrong)


def different_answer(call: Call, names: dict[str, Any]) -> str:
    """Our answer, if it is another. Of errors, Python's classes count; of Java's, that there is one."""
    try:
        value = value_line(eval(call.text, names))
    except Exception as error:
        kind = getattr(builtins, call.answer[2:].partition(":")[0], Exception)
        return "" if call.answer.startswith("! ") and isinstance(error, kind) else f"! {type(error).__name__}: {error}"
    return "" if value == call.answer else value
