"""Compiled plans of the Table API: what was compiled, stored and loaded again writes the same rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.core.errors import TableException
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import (
    CompiledPlan,
    DataTypes,
    EnvironmentSettings,
    ExplainDetail,
    PlanReference,
    StreamTableEnvironment,
    TableDescriptor,
    TableEnvironment,
)
from pyrite.table.expressions import call, col
from pyrite.table.udf import udf
from pyrite.testing.simulation import SimulationOptions
from pyrite.testing.simulation_executor import SimulationExecutor
from tests.table.test_inserts import lines

INSERT = "INSERT INTO t SELECT k, SUM(v) FROM (VALUES ('a', 1), ('b', 2), ('a', 3)) AS v (k, v) GROUP BY k"
ROWS = [".:a,4", ".:b,2"]


@pytest.fixture(autouse=True)
def batch() -> Iterator[None]:
    executor = SimulationExecutor(options=SimulationOptions(batch=True))
    with use_context(ExecutionContext({"parallelism.default": "1"}, executor)):
        yield


def environment(folder: Path) -> TableEnvironment:
    tables = TableEnvironment.create(EnvironmentSettings.in_batch_mode())
    files = f"WITH ('connector' = 'filesystem', 'path' = '{folder}', 'format' = 'csv')"
    tables.execute_sql(f"CREATE TABLE t (k STRING, v INT) {files}")
    return tables


def compiled(folder: Path) -> CompiledPlan:
    return environment(folder).compile_plan_sql(INSERT)


@pytest.mark.parametrize("form", ["file", "text", "smile"])
def test_loaded_plan_writes_the_same_rows_in_another_program(form: str, tmp_path: Path) -> None:
    plan = compiled(tmp_path / "rows")
    plan.write_to_file(tmp_path / "plans" / "plan.json")
    reference = {
        "file": PlanReference.from_file(tmp_path / "plans" / "plan.json"),
        "text": PlanReference.from_json_string(plan.as_json_string()),
        "smile": PlanReference.from_smile_bytes(plan.as_smile_bytes()),
    }[form]
    other = TableEnvironment.create(EnvironmentSettings.in_batch_mode())  # which has no table
    other.execute_plan(reference).wait()
    assert lines(tmp_path / "rows") == ROWS


def test_compiled_plan_says_the_same_when_it_was_loaded(tmp_path: Path) -> None:
    plan = compiled(tmp_path)
    loaded = environment(tmp_path).load_plan(PlanReference.from_json_string(plan.as_json_string()))
    assert loaded.as_json_string() == plan.as_json_string()
    assert loaded.explain() == plan.explain()
    assert loaded.explain().startswith("== Optimized Execution Plan ==\nSink(table=[default_catalog")
    assert '"nodes"' in loaded.explain(ExplainDetail.JSON_EXECUTION_PLAN)
    assert loaded.get_flink_version() == "2.3"


def test_statements_compile_and_execute(tmp_path: Path) -> None:
    tables, file = environment(tmp_path / "rows"), tmp_path / "plan.json"
    tables.execute_sql(f"COMPILE PLAN 'file://{file}' FOR {INSERT}").wait()
    assert not (tmp_path / "rows").exists()
    tables.execute_sql(f"EXECUTE PLAN '{file}'").wait()
    assert lines(tmp_path / "rows") == ROWS
    tables.execute_sql(f"COMPILE AND EXECUTE PLAN '{file}' FOR INSERT INTO t VALUES ('other', 1)").wait()
    assert lines(tmp_path / "rows") == sorted(2 * ROWS)


def test_file_is_not_replaced_unless_asked_for(tmp_path: Path) -> None:
    tables, file = environment(tmp_path), tmp_path / "plan.json"
    plan = tables.compile_plan_sql(INSERT)
    plan.write_to_file(file)
    with pytest.raises(TableException, match="Cannot overwrite the plan file"):
        plan.write_to_file(file)
    file.write_text("other")
    plan.write_to_file(file, ignore_if_exists=True)
    assert file.read_text() == "other"
    tables.get_config().set("table.plan.force-recompile", "true")
    plan.write_to_file(file)
    assert file.read_text() == plan.as_json_string()


def test_pipelines_and_statement_sets_are_compiled(tmp_path: Path) -> None:
    tables = environment(tmp_path / "rows")
    tables.create_temporary_function("twice", udf(lambda x: 2 * x, result_type=DataTypes.INT()))
    values = tables.from_elements(
        [("x", 1)], DataTypes.ROW([DataTypes.FIELD("k", DataTypes.STRING()), DataTypes.FIELD("v", DataTypes.INT())])
    )
    pipeline = values.select(col("k"), call("twice", col("v"))).insert_into("t")
    pipeline.compile_plan().execute().wait()
    both = tables.create_statement_set().add(pipeline).add_insert_sql("INSERT INTO t VALUES ('y', 5)")
    tables.load_plan(PlanReference.from_smile_bytes(both.compile_plan().as_smile_bytes())).execute().wait()
    assert lines(tmp_path / "rows") == [".:x,2", ".:x,2", ".:y,5"]


def test_tables_without_a_name_are_in_the_plan(tmp_path: Path) -> None:
    tables = environment(tmp_path)
    sink = TableDescriptor.for_connector("filesystem").format("csv").option("path", str(tmp_path / "b")).build()
    plan = tables.sql_query("SELECT * FROM (VALUES (1), (2)) AS v (n)").insert_into(sink).compile_plan()
    written = [node["table"] for node in json.loads(plan.as_json_string())["nodes"] if "table" in node]
    assert ["*anonymous_filesystem$1*" in table["anonymous"] for table in written] == [True]
    environment(tmp_path).execute_plan(PlanReference.from_json_string(plan.as_json_string())).wait()
    assert lines(tmp_path / "b") == [".:1", ".:2"]


def test_what_no_plan_can_hold_is_refused(tmp_path: Path) -> None:
    tables = environment(tmp_path)
    nameless = udf(lambda x: x, result_type=DataTypes.INT())
    select = tables.sql_query("SELECT k, v FROM t").select(col("k"), nameless(col("v")))
    with pytest.raises(TableException, match=r"Calc\(.*the function .* has no name in the session"):
        select.insert_into("t").compile_plan()
    with pytest.raises(TableException, match=r"compilePlanSql\(\) only accepts a single SQL statement of type INSERT"):
        tables.compile_plan_sql("SELECT 1")
    with pytest.raises(TableException, match=r"file resource \[.*none\] not found"):
        tables.load_plan(PlanReference.from_file(tmp_path / "none"))
    with pytest.raises(TableException, match="not valid JSON"):
        tables.load_plan(PlanReference.from_json_string("{"))
    with pytest.raises(TableException, match="missing header of SMILE"):
        tables.load_plan(PlanReference.from_smile_bytes(b"{}"))


STATE = """
== State ==
GroupAggregate(groupBy=[k], select=[k, COUNT(*) AS EXPR$1])
   keeps for each (INT): the number of rows, COUNT(*); for 2 h after it was last written
"""


def test_explain_says_what_is_kept_and_for_how_long() -> None:
    tables = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    tables.execute_sql("CREATE TABLE g (k INT) WITH ('connector' = 'datagen')")
    tables.execute_sql("CREATE TABLE p (k INT, n BIGINT) WITH ('connector' = 'print')")
    tables.execute_sql("SET 'table.exec.state.ttl' = '2 h'")
    insert = "INSERT INTO p SELECT k, COUNT(*) FROM g GROUP BY k"
    assert tables.explain_sql(insert).endswith(STATE)
    assert tables.compile_plan_sql(insert).explain().endswith(STATE)
    assert "== State ==" not in tables.explain_sql("SELECT k + 1 FROM g")


def test_all_jobs_have_uids_if_asked_for() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    tables = StreamTableEnvironment.create(env)
    tables.execute_sql("SET 'table.exec.uid.generation' = 'ALWAYS'")
    tables.execute_sql("SET 'table.exec.uid.format' = '<type>.<id>.<transformation>'")
    tables.execute_sql("CREATE TABLE g (k INT) WITH ('connector' = 'datagen', 'number-of-rows' = '3')")
    tables.execute_sql("CREATE TABLE p (k INT) WITH ('connector' = 'blackhole')")
    stream = tables.to_data_stream(tables.sql_query("SELECT k + 1 FROM g"))
    tables.create_temporary_view("v", stream)
    inserts = tables.create_statement_set().add_insert_sql("INSERT INTO p SELECT * FROM v")
    inserts.attach_as_datastream()
    tables.to_data_stream(tables.sql_query("SELECT k FROM g WHERE k > 0")).print()
    uids = [node.uid for node in env.get_job_spec().stream.nodes if node.uid]
    assert uids[:2] == ["stream-exec-table-source-scan.1.source", "stream-exec-calc.2.calc"]
    assert len(uids) == len(set(uids)) >= 5
