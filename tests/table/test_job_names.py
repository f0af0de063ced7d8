"""The names of the jobs that statements start: Flink's, or `pipeline.name`."""

from __future__ import annotations

import pytest

from pyrite.core.types.rows import Row
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.table import StreamTableEnvironment, Table, TableDescriptor, TableResult

SINK = "default_catalog.default_database.sink"
OTHER = "default_catalog.default_database.the other"
INSERT = "INSERT INTO sink VALUES (1)"
INTO_OTHER = "INSERT INTO `the other` VALUES (1)"


@pytest.fixture(autouse=True)
def sinks(t_env: StreamTableEnvironment) -> None:
    for name in ("sink", "`the other`"):
        t_env.execute_sql(f"CREATE TABLE {name} (a INT) WITH ('connector' = 'blackhole')")


def name_of(result: TableResult) -> str:
    assert result._job is not None
    return result._job.view.name


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        (INSERT, f"insert-into_{SINK}"),
        (INTO_OTHER, f"insert-into_{OTHER}"),
        (
            f"EXECUTE STATEMENT SET BEGIN {INSERT}; {INTO_OTHER}; {INSERT}; END",
            f"insert-into_{SINK}_1,{OTHER},{SINK}_2",
        ),
        (
            "CREATE TABLE made WITH ('connector' = 'blackhole') AS SELECT 1 a",
            "insert-into_default_catalog.default_database.made",
        ),
        ("SELECT 1", "collect"),
    ],
)
def test_job_has_flinks_name_unless_pipeline_name_is_set(
    t_env: StreamTableEnvironment, statement: str, name: str
) -> None:
    assert name_of(t_env.execute_sql(statement)) == name
    t_env.execute_sql("SET 'pipeline.name' = 'orders'")
    assert name_of(t_env.execute_sql(statement.replace("made", "again"))) == "orders"
    t_env.execute_sql("RESET 'pipeline.name'")
    assert name_of(t_env.execute_sql(statement.replace("made", "third"))) == name.replace("made", "third")


def test_insert_into_a_described_table_is_named_after_its_connector(table: Table) -> None:
    result = table.select(table.a).execute_insert(TableDescriptor.for_connector("blackhole").build())
    assert name_of(result) == "insert-into_*anonymous_blackhole$1*"
    assert result.get_resolved_schema().get_column_names() == ["*anonymous_blackhole$1*"]


def test_counts_of_inserts_into_one_table_are_one(t_env: StreamTableEnvironment) -> None:
    statements = t_env.create_statement_set()
    for statement in (INSERT, INTO_OTHER, INSERT):
        statements.add_insert_sql(statement)
    result = statements.execute()
    assert result.get_resolved_schema().get_column_names() == [f"{SINK}_1", OTHER]
    assert list(result.collect()) == [Row(-1, -1)]


def test_name_of_execute_comes_before_pipeline_name(env: StreamExecutionEnvironment) -> None:
    env.get_configuration().set_string("pipeline.name", "orders")
    for name, expected in ((None, "orders"), ("mine", "mine")):
        env.from_sequence(1, 3).print()
        assert env.start(name).view.name == expected
