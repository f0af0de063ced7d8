"""Statements, one after another in one session, each with what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.core.errors import PyriteError
from tests.relational.fixtures import check
from tests.relational.session.answers import shown
from tests.relational.sessions import new_session, run

FOLDER = Path(__file__).parent / "fixtures"


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_statements_show_what_the_fixture_says(name: str) -> None:
    session = new_session(tables=())

    def answer(statement: str) -> str:
        try:
            result = run(session, statement)
        except PyriteError as error:
            return f"error: {error}"
        return shown(result)

    check(FOLDER / f"{name}.txt", answer)
