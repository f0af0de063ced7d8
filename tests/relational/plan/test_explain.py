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


def test_sub_queries_are_shown_with_their_plans() -> None:
    query = "SELECT id FROM orders WHERE id IN (SELECT a FROM files WHERE s = orders.name)"
    syntax_tree = explain([plan(new_session(), query)], []).partition("\n\n")[0]
    files = "LogicalTableScan(table=[[default_catalog, default_database, files]])"
    assert syntax_tree.splitlines()[2:-1] == [
        "+- LogicalFilter(condition=[IN($0, {",
        "LogicalProject(a=[$0])",
        "  LogicalFilter(condition=[=($2, $cor0.name)])",
        "    LogicalProject(a=[$0], b=[$1], s=[$2], path=[$3])",
        f"      {files}",
        "})])",
    ]
