"""Sessions of statements with the answers of Flink 2.3: ours are the same, or a reason says why not."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from pyrite.core.config.options import RUNTIME_MODE
from pyrite.core.errors import PyriteError
from pyrite.relational.session.compiled_plans import plan_to_execute
from pyrite.relational.session.explain import explain
from pyrite.relational.session.jobs import plans_of
from pyrite.relational.session.session import Session
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.parser import parse_statement
from tests.relational.fixtures import Case, cases
from tests.relational.session.answers import shown
from tests.relational.session.flink_differences import DIFFERENCES
from tests.relational.sessions import new_session, run

FOLDER: Final = Path(__file__).parent / "flink"
NAMES: Final = sorted(path.stem for path in FOLDER.glob("*.txt"))
NO_PLAN: Final = "error: Unsupported operation: "


def answer(session: Session, statement: str) -> str:
    """What the statement shows, as the files have it."""
    try:
        parsed = parse_statement(statement)
        if isinstance(parsed, sql_tree.Explain):
            plans = plans_of(parsed.statement, session, statement, is_explained=True)
            return NO_PLAN if plans is None else f"result\n{explain(plans, parsed.details)}"
        parsed = parsed.statement if isinstance(parsed, sql_tree.Execute) else parsed
        if plan_to_execute(parsed, session, statement) is not None:
            return "job"
        return shown(run(session, statement)) if plans_of(parsed, session, statement) is None else "job"
    except PyriteError as error:
        return f"error: {error}"


def is_same(ours: str, case: Case) -> bool:
    """Of an error Flink's first paragraph is in ours; of a view's text the line breaks may be elsewhere."""
    expected = case.expected
    if expected.startswith("error: ") and ours.startswith("error: "):
        return expected.removeprefix("error: ").partition("\n\n")[0] in ours
    if case.statement.startswith("SHOW CREATE VIEW"):
        return ours.split() == expected.split()
    return [line.rstrip() for line in ours.strip().split("\n")] == expected.split("\n")


@pytest.mark.parametrize("name", NAMES)
def test_statements_are_answered_as_by_flink(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = new_session(tables=())
    if name.startswith("batch"):
        session.configuration.set_string(RUNTIME_MODE.key, "BATCH")
    reasons = DIFFERENCES.get(name, {})
    wrong = []
    for case in cases(FOLDER / f"{name}.txt"):
        ours = answer(session, case.statement)
        if is_same(ours, case) == (case.name in reasons):
            known = "no longer different" if case.name in reasons else f"Flink:\n{case.expected}"
            wrong.append(f"-- {case.name}\n{case.statement}\n{known}\nours:\n{ours}")
    assert not wrong, "\n\n".join(wrong)


def test_differences_name_statements_of_the_files() -> None:
    for name, reasons in DIFFERENCES.items():
        assert set(reasons) <= {case.name for case in cases(FOLDER / f"{name}.txt")}
