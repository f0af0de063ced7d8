"""Statements, one after another in one session, each with what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.core.errors import PyriteError, ValidationException
from tests.relational.fixtures import check
from tests.relational.session.answers import shown
from tests.relational.sessions import new_session, plan, run

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


def test_time_zone_that_does_not_exist_is_refused() -> None:
    session = new_session()
    run(session, "SET 'table.local-time-zone' = 'Mars/Phobos'")
    with pytest.raises(ValidationException, match=r"Invalid time zone.*'table.local-time-zone' is 'Mars/Phobos'"):
        plan(session, "SELECT CAST(ts AS TIMESTAMP_LTZ(3)) FROM orders")
