"""Views mean the same wherever they are used, and whatever is declared after them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyrite.core.errors import ValidationException
from pyrite.relational.catalog.objects import CatalogView, InlineView
from pyrite.relational.plan.render import describe_logical, render
from pyrite.relational.session.session import Session
from tests.relational.sessions import new_session, plan, rows, run


def shown(session: Session, query: str) -> str:
    return render(plan(session, query), describe_logical)


def names(session: Session, query: str) -> tuple[str, ...]:
    return plan(session, query).row_type.names


def test_view_refers_to_the_tables_of_the_database_that_it_was_created_in() -> None:
    session = new_session("CREATE DATABASE other", "USE other")
    run(session, "CREATE TABLE orders (wrong INT) WITH ('connector' = 'datagen')")
    assert "default_database, orders" in shown(session, "SELECT * FROM default_catalog.default_database.cheap")


def test_view_of_a_star_keeps_its_columns_when_the_table_gets_another() -> None:
    session = new_session("CREATE VIEW all_orders AS SELECT * FROM orders")
    run(session, "ALTER TABLE orders ADD added INT FIRST")
    assert names(session, "SELECT * FROM all_orders") == ("id", "price", "name", "ts")
    assert "id=[$1], price=[$2], name=[$3], ts=[$4]" in shown(session, "SELECT * FROM all_orders")


def test_table_of_with_does_not_stand_for_a_table_of_a_view() -> None:
    text = "WITH orders AS (SELECT 1 AS id) SELECT cheap.id FROM cheap"
    assert "LogicalTableScan(table=[[default_catalog, default_database, orders]])" in shown(new_session(), text)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT o.id, tag, r.x, r.y.z FROM nested AS o CROSS JOIN UNNEST(o.tags) AS t (tag) WHERE id > 1",
        "SELECT * FROM nested LEFT JOIN UNNEST(counts) AS t (k, v) ON TRUE",
        "SELECT id, n FROM (SELECT id, name AS n FROM orders) WHERE id IN (1, 2) OR n LIKE 'a%'",
        "WITH w (a, b) AS (SELECT id, name FROM orders) SELECT b, a + 1 AS c FROM w UNION ALL VALUES ('x', 1)",
        "SELECT CASE WHEN id > 1 THEN UPPER(name) ELSE CAST(price AS STRING) END AS c FROM orders AS o",
        "TABLE orders",
        "SELECT o.id, sent FROM orders o JOIN timed ON o.id = timed.id AND price > 1",
        "SELECT id, o.price, t.sent FROM orders AS o LEFT JOIN timed AS t USING (id)",
        "SELECT * FROM orders NATURAL FULL JOIN timed",
        "SELECT orders.name, c.doubled, b FROM orders, cheap c CROSS JOIN (SELECT b FROM files) WHERE orders.id = c.id",
        "SELECT o.id, v.name FROM timed o JOIN orders FOR SYSTEM_TIME AS OF o.ts AS v ON o.id = v.id",
        "SELECT id FROM orders WHERE id IN (SELECT id FROM timed) AND NOT EXISTS (SELECT * FROM files WHERE a = id)",
        "SELECT id, (SELECT MAX(b) FROM files WHERE s = name) AS m FROM orders WHERE price > ALL (SELECT a FROM files)",
        "SELECT id FROM orders WHERE EXISTS (SELECT 1 FROM files, timed WHERE a = orders.id AND s IN "
        "(SELECT name FROM orders AS inner_orders WHERE inner_orders.price = orders.price AND inner_orders.id = b))",
        "SELECT id, m FROM orders o CROSS JOIN LATERAL (SELECT MAX(b) AS m FROM files WHERE a = o.id)",
        "SELECT l.id FROM (SELECT * FROM TABLE(TUMBLE(TABLE timed, DESCRIPTOR(ts), INTERVAL '1' HOUR))) l "
        "JOIN TABLE(TUMBLE(TABLE timed, DESCRIPTOR(ts), INTERVAL '1' HOUR)) r ON l.window_start = r.window_start",
        "SELECT id, COUNT(*) AS n FROM orders GROUP BY id HAVING COUNT(*) > (SELECT COUNT(*) FROM files)",
        "SELECT id, price, MAX(price) OVER w AS m FROM orders WINDOW w AS (PARTITION BY name ORDER BY ts)",
        "SELECT id, ROW_NUMBER() OVER (PARTITION BY name ORDER BY id) AS n FROM orders QUALIFY n < 3",
        "SELECT TUMBLE_START(ts, INTERVAL '1' HOUR) AS w FROM timed GROUP BY TUMBLE(ts, INTERVAL '1' HOUR)",
        "SELECT * FROM timed MATCH_RECOGNIZE (PARTITION BY id ORDER BY ts MEASURES FIRST(A.sent) AS f, "
        "LAST(B.sent) AS l ONE ROW PER MATCH AFTER MATCH SKIP PAST LAST ROW PATTERN (A B+? C) "
        "DEFINE A AS A.id > 1, B AS B.sent > A.sent) AS m",
    ],
)
def test_plan_of_a_view_is_that_of_its_query(query: str) -> None:
    session = new_session(f"CREATE VIEW v AS {query}")
    assert shown(session, "TABLE v") == shown(session, query)
    text = str(rows(session, "SHOW CREATE VIEW v")[0][0])
    run(session, "DROP VIEW v")
    run(session, text)
    assert shown(session, "TABLE v") == shown(session, query)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT l.id, r.id AS other FROM orders l JOIN orders r ON l.id = r.id",
        "SELECT id FROM orders WHERE id IN (SELECT id FROM timed)",
        "SELECT id FROM TABLE(TUMBLE(TABLE timed, DESCRIPTOR(ts), INTERVAL '1' HOUR))",
        "SELECT l FROM timed MATCH_RECOGNIZE (ORDER BY ts MEASURES A.id AS l PATTERN (A B) DEFINE A AS A.id > 1)",
    ],
)
def test_view_means_the_same_in_another_database(query: str) -> None:
    session = new_session(f"CREATE TEMPORARY VIEW v AS {query}")
    plan_there = shown(session, "TABLE v")
    run(session, "CREATE DATABASE other")
    run(session, "USE other")
    assert shown(session, "TABLE default_catalog.default_database.v") == plan_there


def test_natural_join_in_a_view_keeps_its_columns_when_both_tables_get_another() -> None:
    session = new_session("CREATE VIEW v AS SELECT * FROM orders NATURAL JOIN timed")
    before = shown(session, "TABLE v").partition("LogicalJoin")[2].splitlines()[0]
    run(session, "ALTER TABLE orders ADD extra INT")
    run(session, "ALTER TABLE timed ADD extra INT")
    assert names(session, "TABLE v") == ("id", "ts", "price", "name", "sent")
    assert before.count("=($") == 2
    assert shown(session, "TABLE v").count("=($") == 2


def test_view_that_refers_to_itself_is_refused_and_the_former_one_stays() -> None:
    session = new_session("CREATE VIEW dear AS SELECT id, doubled FROM cheap")
    with pytest.raises(ValidationException, match="the view refers to itself"):
        run(session, "ALTER VIEW cheap AS SELECT id, doubled FROM dear")
    assert names(session, "SELECT * FROM dear") == ("id", "doubled")


def test_temporary_view_of_the_table_that_it_shadows_is_refused_when_it_is_used() -> None:
    session = new_session("CREATE TEMPORARY VIEW orders AS SELECT id FROM orders")
    with pytest.raises(ValidationException, match="the view refers to itself"):
        plan(session, "SELECT * FROM orders")


def test_hint_on_a_view_is_refused() -> None:
    with pytest.raises(ValidationException, match="Hints can only be applied to tables"):
        plan(new_session(), "SELECT * FROM cheap /*+ OPTIONS('rows-per-second' = '1') */")


def test_view_keeps_its_options_and_its_comment_when_its_query_is_set() -> None:
    session = new_session("CREATE VIEW v COMMENT 'prices' AS SELECT id FROM orders")
    name = session.catalogs.qualify(("v",))
    view = session.catalogs.get_table(name)
    assert isinstance(view, CatalogView)
    session.catalogs.catalog(name.catalog).put_table(name.database, name.object, replace(view, options={"a": "b"}))
    run(session, "ALTER VIEW v AS SELECT price FROM orders")
    changed = session.catalogs.get_table(name)
    assert isinstance(changed, CatalogView)
    assert (changed.options, changed.comment, changed.schema.columns[0].name) == ({"a": "b"}, "prices", "price")


def test_table_of_the_table_api_becomes_a_view_of_sql_when_its_query_is_set() -> None:
    session = new_session()
    name = session.catalogs.qualify(("v",))
    inline = InlineView(plan(session, "SELECT id FROM orders"))
    session.catalogs.catalog(name.catalog).put_table(name.database, name.object, inline)
    run(session, "ALTER VIEW v AS SELECT price FROM orders")
    assert names(session, "SELECT * FROM v") == ("price",)
