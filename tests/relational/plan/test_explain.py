"""EXPLAIN: three sections in Flink's form."""

from __future__ import annotations

from pathlib import Path

from pyrite.relational.session.explain import explain
from pyrite.relational.sql.sql_tree import ExplainDetail
from tests.relational.fixtures import check
from tests.relational.sessions import new_session, plan

FIXTURES = Path(__file__).parent / "fixtures"


def test_plans_are_shown_in_three_sections() -> None:
    session = new_session()
    check(FIXTURES / "explain.txt", lambda statement: explain([plan(session, statement)], []))


def test_details_are_added_to_the_nodes() -> None:
    session = new_session()
    details = [ExplainDetail.CHANGELOG_MODE, ExplainDetail.ESTIMATED_COST]
    check(FIXTURES / "details.txt", lambda statement: explain([plan(session, statement)], details))
