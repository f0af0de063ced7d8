"""Statements that are too long, too deep or too odd: each has a plan, or an error that says what is wrong and where."""

from __future__ import annotations

import pickle

import pytest

from pyrite.core.errors import PyriteError
from pyrite.relational.passes import optimized
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.render import describe, render
from pyrite.relational.sql.parser import parse_statement, parse_statements
from tests.relational.sessions import new_session, plan, run

WHERE = "SELECT id FROM orders WHERE "


def planned(query: str) -> RelNode:
    best = optimized(plan(new_session(), query))
    assert render(best, describe)
    return best


@pytest.mark.parametrize(
    "query",
    [
        pytest.param(WHERE + " OR ".join(f"id = {number}" for number in range(1500)), id="or"),
        pytest.param(WHERE + " AND ".join(f"id <> {number}" for number in range(1500)), id="and"),
        pytest.param(f"{WHERE}id IN ({', '.join(map(str, range(5000)))})", id="in"),
        pytest.param("SELECT " + ", ".join(f"id + {n} AS c{n}" for n in range(1000)) + " FROM orders", id="columns"),
        pytest.param(" UNION ALL ".join(["SELECT id FROM orders"] * 400), id="union"),
        pytest.param("SELECT " + " + ".join(["id"] * 140) + " FROM orders", id="plus"),
        pytest.param("SELECT " + "(" * 100 + "id" + ")" * 100 + " FROM orders", id="parentheses"),
        pytest.param("SELECT * FROM (" * 60 + "SELECT id FROM orders" + ")" * 60, id="sub-queries"),
        pytest.param("VALUES " + ", ".join(f"({n}, 'x{n}')" for n in range(1000)), id="values"),
    ],
)
def test_long_query_has_a_plan_that_can_be_sent(query: str) -> None:
    best = planned(query)
    assert pickle.loads(pickle.dumps(best.row_type)) == best.row_type


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("SELECT " + " + ".join(["id"] * 300) + " FROM orders", id="plus"),
        pytest.param("SELECT " + " || ".join(["name"] * 5000) + " FROM orders", id="concat"),
        pytest.param("SELECT " + "ABS(" * 2000 + "id" + ")" * 2000 + " FROM orders", id="calls"),
        pytest.param("SELECT * FROM (" * 2000 + "SELECT id FROM orders" + ")" * 2000, id="sub-queries"),
        pytest.param(f"{WHERE}{'NOT ' * 3000}id = 1", id="not"),
    ],
)
def test_too_deep_query_is_refused_with_its_place(query: str) -> None:
    with pytest.raises(PyriteError, match=r"(?s)[Aa]t line 1, column \d+: The (text|expression) is nested too deeply"):
        planned(query)


def test_too_many_views_over_each_other_are_refused() -> None:
    session = new_session("CREATE VIEW v0 AS SELECT id FROM orders")
    with pytest.raises(PyriteError, match="nested too deeply"):
        for number in range(1, 400):
            run(session, f"CREATE VIEW v{number} AS SELECT id FROM v{number - 1}")


@pytest.mark.parametrize("text", ["", ";", "  -- nothing\n", "/* nothing */", ";;"])
def test_empty_statement_is_refused(text: str) -> None:
    with pytest.raises(PyriteError, match="Encountered"):
        parse_statement(text)


def test_names_in_backticks_and_any_script_are_kept() -> None:
    session = new_session("CREATE TABLE `a``b;日本` (`x y` INT, `ü` STRING) WITH ('connector' = 'datagen')")
    node = plan(session, "SELECT `ü` AS `o;k`, `a``b;日本`.`x y` FROM `a``b;日本` -- ; \n WHERE `ü` <> 'it''s; -- so'")
    assert node.row_type.names == ("o;k", "x y")


def test_long_script_is_split_at_its_semicolons() -> None:
    script = ";\n".join(f"SELECT {number}, ';' /* ; */ -- ;\n" for number in range(2000))
    assert len(parse_statements(script)) == 2000


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM a.b.c.d",
        "INSERT INTO a.b.c.d SELECT 1",
        "DROP TABLE a.b.c.d",
        "DESCRIBE a.b.c.d",
        "ALTER TABLE a.b.c.d RENAME TO e",
        "CREATE VIEW a.b.c.d AS SELECT 1",
        "SHOW PARTITIONS a.b.c.d",
        "SELECT a.b.c.d.e(1)",
        "SHOW TABLES FROM a.b.c",
        "SHOW FUNCTIONS FROM a.b.c",
        "USE a.b.c",
        "DROP DATABASE a.b.c",
    ],
)
def test_name_of_too_many_parts_is_refused(statement: str) -> None:
    session = new_session()
    with pytest.raises(PyriteError):
        if statement.startswith(("SELECT", "INSERT")):
            plan(session, statement)
        else:
            run(session, statement)
