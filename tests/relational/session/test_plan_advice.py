"""EXPLAIN PLAN_ADVICE, as Flink 2.3 was seen to answer."""

from __future__ import annotations

import pytest

from pyrite.table import EnvironmentSettings, TableEnvironment

ADVICE = (
    "advice[1]: [ADVICE] You might want to enable local-global two-phase optimization by configuring "
    "('table.exec.mini-batch.enabled' to 'true', 'table.exec.mini-batch.allow-latency' to a positive long value, "
    "'table.exec.mini-batch.size' to a positive long value)."
)


@pytest.fixture
def tables() -> TableEnvironment:
    made = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    made.execute_sql("CREATE TABLE orders (id BIGINT, price DOUBLE, name STRING) WITH ('connector' = 'datagen')")
    return made


def explained(tables: TableEnvironment, query: str) -> str:
    (row,) = tables.execute_sql(f"EXPLAIN PLAN_ADVICE {query}").collect()
    return str(row[0])


def test_aggregate_of_one_phase_could_have_two(tables: TableEnvironment) -> None:
    text = explained(tables, "SELECT name, SUM(price), COUNT(*) FROM orders GROUP BY name")
    assert "== Optimized Physical Plan With Advice ==\nGroupAggregate(advice=[1], groupBy=[name], select=[" in text
    assert f"\n\n{ADVICE}\n" in text


def test_query_without_aggregates_needs_no_advice(tables: TableEnvironment) -> None:
    assert "No available advice..." in explained(tables, "SELECT id FROM orders")


def test_aggregate_of_two_phases_needs_no_advice(tables: TableEnvironment) -> None:
    config = tables.get_config()
    config.set("table.exec.mini-batch.enabled", "true")
    config.set("table.exec.mini-batch.allow-latency", "5 s").set("table.exec.mini-batch.size", "100")
    assert "No available advice..." in explained(tables, "SELECT name, SUM(price) FROM orders GROUP BY name")
