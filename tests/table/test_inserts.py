"""INSERT: what reaches a table's files; the simulation runs the jobs."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.core.errors import PyriteError
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import EnvironmentSettings, StreamTableEnvironment, TableEnvironment
from pyrite.testing.simulation import SimulationOptions
from pyrite.testing.simulation_executor import SimulationExecutor


def insert(statement: str, folder: Path, columns: str, settings: dict[str, str] | None = None) -> None:
    """Runs an INSERT in batch, into a table of CSV files with these columns."""
    executor = SimulationExecutor(options=SimulationOptions(batch=True))
    with use_context(ExecutionContext({"parallelism.default": "1", **(settings or {})}, executor)):
        tables = TableEnvironment.create(EnvironmentSettings.in_batch_mode())
        tables.execute_sql(
            f"CREATE TABLE t {columns} WITH ('connector' = 'filesystem', 'path' = '{folder}', 'format' = 'csv')"
        )
        tables.execute_sql(statement).wait()


def lines(folder: Path) -> list[str]:
    """The lines of all files that can be seen, each with the partition that it is in."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith((".", "_"))]
    return sorted(
        f"{path.parent.relative_to(folder)}:{line}" for path in files for line in path.read_text().splitlines()
    )


def test_columns_that_are_not_listed_are_null(tmp_path: Path) -> None:
    insert("INSERT INTO t (c, a) VALUES ('x', 1)", tmp_path, "(a INT, b INT, c STRING)")
    assert lines(tmp_path) == [".:1,,x"]


def test_values_are_cast_to_the_types_of_the_table(tmp_path: Path) -> None:
    insert("INSERT INTO t SELECT 1, CAST(2 AS TINYINT)", tmp_path, "(a DOUBLE, b BIGINT)")
    assert lines(tmp_path) == [".:1.0,2"]


NULLS = "INSERT INTO t SELECT * FROM (VALUES (1, 'a'), (CAST(NULL AS INT), 'b')) AS v (a, s)"


def test_null_for_a_column_that_is_not_null_fails_the_job(tmp_path: Path) -> None:
    with pytest.raises(PyriteError, match="Column 'a' is NOT NULL, however, a null value is being written into it"):
        insert(NULLS, tmp_path, "(a INT NOT NULL, s STRING)")
    assert lines(tmp_path) == []


def test_null_for_a_column_that_is_not_null_is_dropped_if_asked_for(tmp_path: Path) -> None:
    insert(NULLS, tmp_path, "(a INT NOT NULL, s STRING)", {"table.exec.sink.not-null-enforcer": "DROP"})
    assert lines(tmp_path) == [".:1,a"]


PARTITIONED = "(a INT, day1 DATE, s STRING) PARTITIONED BY (day1)"


def test_static_partition_is_that_of_all_rows(tmp_path: Path) -> None:
    insert("INSERT INTO t PARTITION (day1 = DATE '2024-02-29') SELECT 1, 'x'", tmp_path, PARTITIONED)
    assert lines(tmp_path) == ["day1=2024-02-29:1,x"]


def test_overwrite_of_a_static_partition_leaves_the_others(tmp_path: Path) -> None:
    both = "SELECT * FROM (VALUES (1, DATE '2024-01-01', 'x'), (2, DATE '2024-02-02', 'y')) AS v (a, d, s)"
    insert(f"INSERT INTO t {both}", tmp_path, PARTITIONED)
    insert("INSERT OVERWRITE t PARTITION (day1 = DATE '2024-01-01') SELECT 3, 'z'", tmp_path, PARTITIONED)
    assert lines(tmp_path) == ["day1=2024-01-01:3,z", "day1=2024-02-02:2,y"]


def test_metadata_that_a_sink_does_not_take_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PyriteError, match="declares persistable metadata columns, but the underlying DynamicTableSink"):
        insert("INSERT INTO t SELECT 1, 'p'", tmp_path, "(a INT, p STRING METADATA FROM 'file.path')")


def table_as(statements: list[str], folder: Path) -> list[str]:
    """Runs statements in batch, in which `{folder}` is that of the table; the lines of its files."""
    executor = SimulationExecutor(options=SimulationOptions(batch=True))
    with use_context(ExecutionContext({"parallelism.default": "1"}, executor)):
        tables = TableEnvironment.create(EnvironmentSettings.in_batch_mode())
        for statement in statements:
            files = f"WITH ('connector' = 'filesystem', 'path' = '{folder}', 'format' = 'csv')"
            tables.execute_sql(statement.replace("FILES", files)).wait()
    return lines(folder)


def test_create_table_as_writes_the_rows_of_its_query(tmp_path: Path) -> None:
    query = "SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v (n, s)"
    assert table_as([f"CREATE TABLE t FILES AS {query}"], tmp_path) == [".:1,a", ".:2,b"]


def test_create_table_as_puts_columns_by_their_names(tmp_path: Path) -> None:
    statement = "CREATE TABLE t (more INT, n BIGINT) PARTITIONED BY (s) FILES AS SELECT 'a' AS s, 1 AS n"
    assert table_as([statement], tmp_path) == ["s=a:,1"]


def test_replace_table_as_writes_the_new_columns(tmp_path: Path) -> None:
    statements = ["CREATE TABLE t (former STRING) FILES", "REPLACE TABLE t (b, a) FILES AS SELECT 1 AS a, 2 AS b"]
    assert table_as([*statements, "INSERT INTO t VALUES (3, 4)"], tmp_path) == [".:2,1", ".:3,4"]


def test_limit_gives_so_many_rows_of_a_generator_and_ends() -> None:
    executor = SimulationExecutor()
    with use_context(ExecutionContext({"parallelism.default": "2"}, executor)):
        tables = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
        tables.execute_sql("CREATE TABLE numbers (n INT) WITH ('connector' = 'datagen', 'rows-per-second' = '1000')")
        table = tables.sql_query("SELECT n FROM numbers").limit(5, 2)
        assert len(list(table.execute().collect())) == 5


def test_offset_of_a_stream_without_a_number_of_rows_is_refused() -> None:
    tables = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    with pytest.raises(PyriteError, match="FETCH is missed"):
        tables.from_elements([(1,)], ["a"]).offset(1).execute()


@pytest.mark.parametrize("option", ["", ", 'csv.write-bigdecimal-in-scientific-notation' = 'false'"])
def test_decimals_in_csv_files_are_written_as_flink_writes_them(
    t_env: StreamTableEnvironment, tmp_path: Path, option: str
) -> None:
    """Recorded from Flink 2.3: unlike in messages, zeros at the end are left out, and the option has no effect."""
    t_env.execute_sql(
        "CREATE TABLE prices (d DECIMAL(10, 2), e DECIMAL(38, 18), n DECIMAL(5, 0)) WITH "
        f"('connector' = 'filesystem', 'path' = '{tmp_path}', 'format' = 'csv'{option})"
    )
    casts = "CAST(x AS DECIMAL(10, 2)), CAST(x AS DECIMAL(38, 18)), CAST(x AS DECIMAL(5, 0))"
    texts = "('4.00'), ('10'), ('1.50'), ('0.1'), ('-1000'), ('0')"
    t_env.execute_sql(f"INSERT INTO prices SELECT {casts} FROM (VALUES {texts}) AS t (x)").wait()
    lines = [line for file in tmp_path.glob("part-*") for line in file.read_text().splitlines()]
    assert lines == ["4,4,4", "1E+1,1E+1,1E+1", "1.5,1.5,2", "0.1,0.1,0", "-1E+3,-1E+3,-1E+3", "0,0,0"]
