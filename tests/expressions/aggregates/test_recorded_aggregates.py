"""Aggregates have the types that Flink 2.3 gave them, and announce the results that it announced, row by row."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Optional

import pytest

from pyrite.core.errors import ValidationException
from pyrite.core.types import CharacterStringType, LogicalType, RowField, RowType
from tests.expressions.answer_values import is_same, value_of
from tests.expressions.type_text import split_columns, type_of
from tests.relational.changelog_tables import changelog_session
from tests.relational.running import RunningPlan, block_of
from tests.relational.sessions import plan

FOLDER = Path(__file__).parent / "answers"
KINDS: Final = {"+I": 0, "-U": 1, "+U": 2, "-D": 3}
DIFFERENCES: Final = {
    "JSON_OBJECTAGG(KEY x VALUE k)": "a NULL key fails in Flink's state; here it fails where the function is computed",
}


@dataclass
class Asked:
    """An aggregate over rows, and what Flink made of it."""

    text: str
    columns: list[tuple[str, LogicalType]]
    rows: list[list[Any]]
    is_changelog: bool
    answer: list[str] = field(default_factory=list)

    @property
    def refusal(self) -> Optional[str]:
        return json.loads(self.answer[0][2:]) if self.answer[0].startswith("! ") else None

    @property
    def row_type(self) -> RowType:
        return RowType(tuple(RowField(name, kind) for name, kind in self.columns), nullable=False)


def asked(name: str) -> list[Asked]:
    """The aggregates of a file."""
    found: list[Asked] = []
    columns: list[tuple[str, LogicalType]] = []
    rows: list[list[Any]] = []
    text = (FOLDER / f"{name}.txt").read_text()
    is_changelog = text.startswith("# changes")
    for line in text.splitlines():
        word, _, rest = line.partition(": ")
        if word == "columns":
            columns, rows = split_columns(rest), []
        elif word == "row":
            rows.append(json.loads(rest))
        elif line.startswith((": ", "= ", "! ")):
            found[-1].answer.append(line)
        elif line and not line.startswith("#"):
            found.append(Asked(line, columns, rows, is_changelog))
    return found


QUESTIONS: Final = [
    pytest.param(each, id=f"{name}: {each.text}") for name in ("inserts", "changes") for each in asked(name)
]


def running(each: Asked) -> RunningPlan:
    columns = ", ".join(f"`{name}` {kind.as_serializable_string()}" for name, kind in each.columns)
    kinds = "I,UB,UA,D" if each.is_changelog else "I"
    table = f"CREATE TABLE t ({columns}) WITH ('connector' = 'changes', 'kinds' = '{kinds}')"
    return RunningPlan(plan(changelog_session(table), f"SELECT {each.text} AS x FROM t"))


@pytest.mark.parametrize("question", QUESTIONS)
def test_aggregate_answers_as_flink(question: Asked) -> None:
    if question.refusal is not None:
        with pytest.raises(ValidationException) as refused:
            running(question)
        ours = str(refused.value).partition(": ")[2].rpartition("\n\n")[0]
        assert _words(question.refusal).startswith(_words(ours))
        return
    job = running(question)
    kind = type_of(question.answer[0][2:])
    assert job.plan.row_type.children[0] == kind
    expected = json.loads(question.answer[1][2:])
    if question.text in DIFFERENCES:
        return
    _feed(job, question)
    changes = [(made, value) for made, (value,) in job.changes()]
    if question.is_changelog:
        wanted = [(KINDS[change], value_of(value, kind)) for change, value in expected]
    else:
        wanted = [(2, value_of(value, kind)) for value in expected]
        changes = [(2, value) for made, value in changes if made in (0, 2)]
    assert [made for made, _ in changes] == [made for made, _ in wanted], changes
    for (_, value), (_, answer) in zip(changes, wanted, strict=True):
        assert _is_same(value, answer, kind, question), f"expected {answer!r}, got {value!r}"


def _feed(job: RunningPlan, question: Asked) -> None:
    for row in question.rows:
        change, values = (KINDS[row[0]], row[1:]) if question.is_changelog else (0, row)
        pairs = zip(values, question.row_type.children, strict=True)
        job.feed(block_of([tuple(value_of(value, kind) for value, kind in pairs)], [change], question.row_type))


def _is_same(value: Any, answer: Any, kind: LogicalType, question: Asked) -> bool:
    if question.text.startswith("JSON_OBJECTAGG"):  # in Flink the order of the keys is that of their hashes
        return bool(json.loads(value) == json.loads(answer))
    if isinstance(kind, CharacterStringType) or not isinstance(answer, dict):
        return is_same(value, answer)
    return bool(value == answer)


def _words(text: str) -> str:
    return " ".join(text.split())
