"""TableEnvironment: names, objects and inputs."""

from __future__ import annotations

import datetime
from pathlib import Path

import pandas as pd  # type: ignore[import-untyped]
import pyarrow as pa
import pytest

from pyrite.common import Instant, Row
from pyrite.core.config.options import PYTHON_FILES
from pyrite.core.errors import InvalidProgramError, ValidationException
from pyrite.table import (
    DataTypes,
    EnvironmentSettings,
    FormatDescriptor,
    ResultKind,
    Schema,
    StreamTableEnvironment,
    Table,
    TableDescriptor,
    TableEnvironment,
)
from pyrite.table.expressions import col, row
from pyrite.table.udf import udf
from tests.table.rows_of import names_of, rows_of

NUMBERS = (
    TableDescriptor.for_connector("datagen")
    .schema(Schema.new_builder().column("n", DataTypes.INT()).column_by_expression("m", "n * 10").build())
    .option("number-of-rows", "2")
    .option("fields.n.kind", "sequence")
    .option("fields.n.start", "1")
    .option("fields.n.end", "2")
    .build()
)


def plus_one(x: int) -> int:
    return x + 1


# Objects --------------------------------------------------------------------------------------------------------------


def test_names_are_listed(t_env: StreamTableEnvironment, table: Table) -> None:
    t_env.create_temporary_view("v", table)
    t_env.create_table("numbers", NUMBERS)
    t_env.create_temporary_function("Fn1", udf(plus_one))
    t_env.create_temporary_system_function("Fn2", udf(plus_one))
    assert t_env.list_tables() == ["numbers", "v"] and t_env.list_views() == ["v"]
    assert t_env.list_temporary_tables() == ["v"] == t_env.list_temporary_views()
    assert t_env.list_user_defined_functions() == ["fn1", "fn2"]
    assert [t_env.list_catalogs(), t_env.list_databases()] == [["default_catalog"], ["default_database"]]
    assert (
        t_env.list_modules() == ["core"] and str(t_env.list_full_modules()) == "[ModuleEntry{name='core', used=true}]"
    )
    assert "UPPER" in t_env.list_functions()


def test_drops_say_whether_there_was_something(t_env: StreamTableEnvironment, table: Table) -> None:
    t_env.create_temporary_view("v", table)
    t_env.create_view("w", table)
    t_env.create_table("numbers", NUMBERS)
    t_env.create_temporary_function("Fn1", udf(plus_one))
    t_env.create_temporary_system_function("Fn2", udf(plus_one))
    assert [t_env.drop_temporary_view("v"), t_env.drop_temporary_view("v")] == [True, False]
    assert [t_env.drop_view("w"), t_env.drop_view("w")] == [True, False]
    assert [t_env.drop_table("numbers"), t_env.drop_table("numbers")] == [True, False]
    assert [t_env.drop_temporary_function("fn1"), t_env.drop_temporary_function("fn1")] == [True, False]
    assert [t_env.drop_temporary_system_function("fn2"), t_env.drop_temporary_system_function("x")] == [True, False]
    assert not t_env.drop_temporary_table("numbers")


def test_object_that_exists_is_refused_in_flinks_words(t_env: StreamTableEnvironment, table: Table) -> None:
    t_env.create_temporary_table("t", NUMBERS)
    t_env.create_temporary_table("t", NUMBERS, ignoreIfExists=True)
    shown = "Temporary table '`default_catalog`.`default_database`.`t`' already exists"
    with pytest.raises(ValidationException, match=shown):
        t_env.create_temporary_table("t", NUMBERS)
    with pytest.raises(ValidationException, match=shown):
        t_env.create_temporary_view("t", table)
    t_env.create_temporary_function("g", udf(plus_one))
    with pytest.raises(
        ValidationException, match=r"A function 'default_catalog\.default_database\.g' does already exist"
    ):
        t_env.create_temporary_function("g", udf(plus_one))


def test_unknown_object_is_refused_in_flinks_words(t_env: StreamTableEnvironment, table: Table) -> None:
    with pytest.raises(ValidationException, match="Table `nope` was not found"):
        t_env.from_path("nope")
    with pytest.raises(ValidationException, match=r"A database with name \[nope\] does not exist in the catalog"):
        t_env.use_database("nope")
    with pytest.raises(ValidationException, match=r"A catalog with name \[nope\] does not exist."):
        t_env.use_catalog("nope")
    with pytest.raises(ValidationException, match="Cannot find table"):
        table.execute_insert("nope")


def test_database_is_used(t_env: StreamTableEnvironment) -> None:
    t_env.execute_sql("CREATE DATABASE other")
    t_env.use_database("other")
    assert [t_env.get_current_catalog(), t_env.get_current_database()] == ["default_catalog", "other"]


def test_java_functions_and_other_modules_are_refused(t_env: StreamTableEnvironment) -> None:
    with pytest.raises(InvalidProgramError, match="create_java_function is not supported"):
        t_env.create_java_function("f", "org.example.F")
    with pytest.raises(ValidationException, match="No module with name 'hive' exists"):
        t_env.use_modules("hive")


def test_function_that_is_not_wrapped_is_refused(t_env: StreamTableEnvironment) -> None:
    with pytest.raises(TypeError, match=r"expected the result of udf\(\) or udtf\(\)"):
        t_env.create_temporary_function("f", plus_one)


def test_python_files_are_settings_of_the_job(t_env: StreamTableEnvironment, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.touch()
    t_env.add_python_file(str(module))
    assert t_env.get_config().get_configuration().get(PYTHON_FILES) == [str(module)]


# Tables ---------------------------------------------------------------------------------------------------------------


def test_descriptor_makes_a_table_in_a_catalog_or_out_of_one(t_env: StreamTableEnvironment) -> None:
    t_env.create_temporary_table("numbers", NUMBERS)
    assert rows_of(t_env.from_path("numbers")) == [(1, 10), (2, 20)] == rows_of(t_env.from_descriptor(NUMBERS))
    assert rows_of(t_env.sql_query("SELECT m FROM numbers WHERE n > 1")) == [(20,)]


def test_descriptor_shows_itself_as_flink_does() -> None:
    described = FormatDescriptor.for_format("json").option("ignore-parse-errors", True).build()
    table = TableDescriptor.for_connector("kafka").format(described).partitioned_by("a").comment("hi").build()
    assert str(described) == "json[{ignore-parse-errors=true}]"
    assert table.get_options() == {"connector": "kafka", "json.ignore-parse-errors": "true", "format": "json"}
    assert table.get_partition_keys() == ["a"] and table.get_comment() == "hi" and table.get_schema() is None
    assert str(table) == (
        "\nCOMMENT 'hi'\nPARTITIONED BY (`a`)\nWITH (\n  'connector' = 'kafka',\n"
        "  'json.ignore-parse-errors' = 'true',\n  'format' = 'json'\n)"
    )


def test_schema_shows_itself_as_flink_does() -> None:
    schema = (
        Schema.new_builder()
        .column("a", "INT")
        .column("x", DataTypes.INT())
        .column_by_expression("b", "a+1")
        .column_by_metadata("m", "STRING", "k", True)
        .watermark("t", "t - INTERVAL '1' SECOND")
        .primary_key("a")
        .build()
    )
    assert str(schema) == (
        "(\n  `a` [INT],\n  `x` INT,\n  `b` AS [a+1],\n  `m` [STRING] METADATA FROM 'k' VIRTUAL,\n"
        "  WATERMARK FOR `t` AS [t - INTERVAL '1' SECOND],\n  CONSTRAINT `PK_a` PRIMARY KEY (`a`) NOT ENFORCED\n)"
    )
    assert Schema.new_builder().from_schema(schema).build() == schema


@pytest.mark.parametrize(
    ("elements", "schema", "names", "rows"),
    [
        ([(1, "a")], None, ["_1", "_2"], [(1, "a")]),
        ([{"b": 1, "a": "x"}], None, ["a", "b"], [("x", 1)]),
        ([Row(x=1, y="b")], None, ["x", "y"], [(1, "b")]),
        ([(1, "a")], ["p", "q"], ["p", "q"], [(1, "a")]),
        ([1, 2], DataTypes.INT(), ["value"], [(1,), (2,)]),
        ([(1, None)], DataTypes.ROW([DataTypes.FIELD("i", DataTypes.INT()), DataTypes.FIELD("s", DataTypes.STRING())]),
         ["i", "s"], [(1, None)]),
        ([row(1, "a"), row(2, "bc")], None, ["f0", "f1"], [(1, "a"), (2, "bc")]),
    ],
)  # fmt: skip
def test_elements_become_rows(
    t_env: StreamTableEnvironment, elements: list[object], schema: object, names: list[str], rows: list[object]
) -> None:
    table = t_env.from_elements(elements, schema)  # type: ignore[arg-type]
    assert names_of(table) == names and rows_of(table) == rows


def test_moments_without_a_zone_are_in_the_sessions(t_env: StreamTableEnvironment) -> None:
    t_env.get_config().set_local_timezone("Europe/Berlin")
    table = t_env.from_elements([(datetime.datetime(2024, 7, 1, 12),)], ["t"])
    assert [row[0].seconds for row in table.execute().collect()] == [1719828000]


def test_nested_moments_without_a_zone_are_in_the_sessions(t_env: StreamTableEnvironment) -> None:
    t_env.get_config().set("table.local-time-zone", "GMT+05:30")
    kind = DataTypes.ROW([DataTypes.FIELD("a", DataTypes.ARRAY(DataTypes.TIMESTAMP_LTZ(3)))])
    assert rows_of(t_env.from_elements([([datetime.datetime(1970, 1, 1, 5, 30)],)], kind)) == [([Instant(0, 0)],)]


def test_pandas_and_arrow_become_tables(t_env: StreamTableEnvironment) -> None:
    frame = pd.DataFrame({"a": [1, 2], "b": ["x", None]})
    assert rows_of(t_env.from_pandas(frame)) == [(1, "x"), (2, None)]
    assert names_of(t_env.from_pandas(frame, ["p", "q"])) == ["p", "q"]
    typed = t_env.from_pandas(frame, [DataTypes.INT(), DataTypes.STRING()])
    assert typed.get_resolved_schema().get_column_data_types() == [DataTypes.INT(), DataTypes.STRING()]
    assert rows_of(t_env.from_arrow(pa.table({"a": [1, None]})).where(col("a") > 0)) == [(1,)]
    with pytest.raises(TypeError, match=r"expected pandas\.DataFrame"):
        t_env.from_pandas([1])


# Statements -----------------------------------------------------------------------------------------------------------


def test_statement_set_runs_as_one_job(t_env: StreamTableEnvironment, table: Table) -> None:
    t_env.execute_sql("CREATE TABLE sink (a BIGINT) WITH ('connector' = 'blackhole')")
    t_env.create_temporary_view("v", table)
    statements = t_env.create_statement_set()
    statements.add_insert("sink", table.select(col("a"))).add_insert_sql("INSERT INTO sink SELECT a FROM v")
    statements.add(table.select(col("a")).insert_into("sink"))
    assert (
        statements.explain().count("Sink(table=[default_catalog.default_database.sink]") == 5
    )  # three as written, one that runs
    result = statements.execute()
    assert list(result.collect()) == [Row(-1)]
    with pytest.raises(InvalidProgramError, match="the statement set is empty"):
        statements.execute()


def test_insert_names_its_table(t_env: StreamTableEnvironment, table: Table) -> None:
    t_env.execute_sql("CREATE TABLE sink (a BIGINT) WITH ('connector' = 'blackhole')")
    pipeline = table.select(col("a")).insert_into("sink")
    name = pipeline.get_sink_identifier()
    assert name is not None and name.as_summary_string() == "default_catalog.default_database.sink"
    result = pipeline.execute()
    result.wait()
    assert result.get_job_client() is not None and result.get_result_kind() is ResultKind.SUCCESS_WITH_CONTENT
    assert result.get_resolved_schema().get_column_names() == ["default_catalog.default_database.sink"]


def test_insert_by_a_descriptor_takes_the_querys_columns(table: Table) -> None:
    pipeline = table.insert_into(TableDescriptor.for_connector("blackhole").build())
    assert pipeline.get_sink_identifier() is None
    assert list(pipeline.execute().collect()) == [Row(-1)]


def test_rows_have_no_names_as_in_pyflink(t_env: StreamTableEnvironment) -> None:
    with t_env.execute_sql("SELECT 1 AS a, ROW(1, 'x') AS r").collect() as rows:
        assert [repr(row) for row in rows] == ["<Row(1, <Row(1, 'x')>)>"]


def test_statement_gives_rows(t_env: StreamTableEnvironment) -> None:
    result = t_env.execute_sql("SHOW DATABASES")
    assert list(result.collect()) == [Row("default_database")] and result.get_job_client() is None
    done = t_env.execute_sql("CREATE DATABASE d")
    assert list(done.collect()) == [Row("OK")] and done.get_result_kind() is ResultKind.SUCCESS


def test_environment_of_batch_mode() -> None:
    t_env = TableEnvironment.create(EnvironmentSettings.in_batch_mode())
    assert rows_of(t_env.from_elements([(1,)])) == [(1,)]
