"""The recorded answers: files of tests/expressions/answers, which benchmarks/peers/record_functions.py writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

from pyrite.core.types import LogicalType
from pyrite.expressions.resolved import FieldReference, ResolvedExpression
from tests.expressions.answer_values import value_of
from tests.expressions.sql_text import expression_of
from tests.expressions.type_text import split_columns, type_of

ANSWERS = Path(__file__).parent / "answers"


@dataclass(frozen=True)
class Recorded:
    """An expression over columns, and what Flink made of it."""

    group: str
    line: int
    text: str
    zone: str
    columns: tuple[tuple[str, LogicalType], ...]
    rows: tuple[tuple[Any, ...], ...]
    lets: tuple[str, ...]
    refusal: Optional[str] = None
    type: Optional[LogicalType] = None
    answers: tuple[Any, ...] = ()
    """A value for each row, or a RowError."""

    def tree(self) -> ResolvedExpression:
        known: dict[str, ResolvedExpression] = {
            name: FieldReference(index, name, kind) for index, (name, kind) in enumerate(self.columns)
        }
        for let in self.lets:
            name, _, text = let.partition("=")
            known[name.strip()] = expression_of(text, known, self.zone)
        return expression_of(self.text.split(" => ")[-1], known, self.zone)

    def __str__(self) -> str:
        return f"{self.group}:{self.line} {self.text}"


@dataclass(frozen=True)
class RowError:
    """The row makes the job fail."""

    sentence: str


def recorded_answers(group: str) -> Iterator[Recorded]:
    """What has an answer in the file of the group."""
    columns: list[tuple[str, LogicalType]] = []
    rows: list[tuple[Any, ...]] = []
    lets: list[str] = []
    zone, asked = "UTC", ""
    kind: Optional[LogicalType] = None
    number_of_expression = 0
    for number, line in enumerate((ANSWERS / f"{group}.txt").read_text().split("\n"), start=1):
        word, _, rest = line.partition(": ")
        if word in ("zone", "columns") and asked:
            zone, columns, rows, lets, asked = "UTC", [], [], [], ""
        if word == "zone":
            zone = rest.strip()
        elif word == "columns":
            columns = split_columns(rest)
        elif word == "row":
            values = zip(json.loads(rest), columns, strict=True)
            rows.append(tuple(value_of(value, kind) for value, (_, kind) in values))
        elif word == "let":
            lets.append(rest)
        elif line.startswith(": "):
            kind = type_of(line[2:])
        elif line.startswith(("= ", "! ")):
            known = (group, number_of_expression, asked, zone, tuple(columns), tuple(rows), tuple(lets))
            if line[0] == "!":
                yield Recorded(*known, refusal=json.loads(line[2:]))
            else:
                assert kind is not None, line
                yield Recorded(*known, type=kind, answers=tuple(_answer(part, kind) for part in json.loads(line[2:])))
        elif line.strip() and not line.startswith("#"):
            asked, number_of_expression = line, number


def _answer(part: Any, kind: LogicalType) -> Any:
    return RowError(part["error"]) if isinstance(part, dict) and "error" in part else value_of(part, kind)
