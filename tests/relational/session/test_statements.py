"""Statements, one after another in one session, each with what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.core.errors import PyriteError
from tests.relational.fixtures import check
from tests.relational.sessions import new_session, run

FOLDER = Path(__file__).parent / "fixtures"


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_statements_show_what_the_fixture_says(name: str) -> None:
    session = new_session(tables=())

    def shown(statement: str) -> str:
        try:
            result = run(session, statement)
        except PyriteError as error:
            return f"error: {error}"
        if result.is_ok:
            return "OK"
        head = " | ".join(field.name for field in result.row_type.fields)
        return "\n".join([head, *(" | ".join(map(str, row)) for row in result.rows)])

    check(FOLDER / f"{name}.txt", shown)
