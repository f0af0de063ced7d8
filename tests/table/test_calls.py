"""Calls of environments answer as PyFlink 2.3 has: benchmarks/peers/record_calls.py has recorded it in calls/."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pyrite.common import Configuration, Row, Types, WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.table import DataTypes, Schema, StreamTableEnvironment, TableDescriptor
from pyrite.table.expressions import col, lit, row_interval
from pyrite.table.udf import udf, udtf
from pyrite.table.window import Session, Slide, Tumble

CALLS = Path(__file__).parent / "calls"
NAMES = {
    each.__name__: each
    for each in (
        Configuration,
        DataTypes,
        Row,
        Schema,
        TableDescriptor,
        Types,
        WatermarkStrategy,
        Session,
        Slide,
        Tumble,
        col,
        lit,
        row_interval,
        udf,
        udtf,
    )
}


@dataclass
class Call:
    """A call and its answer; `reason` says why ours differs."""

    text: str
    answer: str
    reason: str = ""


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
def test_calls_answer_as_in_pyflink(
    env: StreamExecutionEnvironment, t_env: StreamTableEnvironment, calls: list[Call]
) -> None:
    scope: dict[str, Any] = {**NAMES, "env": env, "t_env": t_env, "kept": {}}
    wrong = []
    for call in calls:
        actual = _differing(call, scope)
        if bool(actual) != bool(call.reason):
            wrong.append(f"{call.text}\n{call.answer}\n{actual or 'is the same, so take its reason away'}")
    assert not wrong, "\n\n".join(wrong)


def _differing(call: Call, scope: dict[str, Any]) -> str:
    """Our answer, if it is another."""
    try:
        actual = f"= {eval(call.text, scope)!r}"
    except Exception as error:
        actual = f"! {json.dumps(str(error), ensure_ascii=False)}"
        if call.answer.startswith("! ") and _means(json.loads(call.answer[2:]), str(error)):
            return ""
    return "" if actual == call.answer else actual


def _means(flinks: str, ours: str) -> bool:
    """Whether our sentence has Flink's in it; ours may name the place in the text, Flink numbers anonymous tables."""
    plain = re.sub(r"\$\d+", "$1", flinks)
    return " ".join(plain.split()) in " ".join(ours.split())
