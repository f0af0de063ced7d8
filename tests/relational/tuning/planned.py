"""An environment with the tables of benchmarks/peers/record_tuned_plans.py, for what EXPLAIN says; nothing runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pyrite.common import Types
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import PyriteError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.session.explain import explain
from pyrite.relational.sql.sql_tree import ExplainDetail
from pyrite.table import ChangelogMode, DataTypes, Schema, StreamTableEnvironment
from pyrite.table.udf import udf, udtf
from tests.relational.sessions import TABLES, plan

HERE: Final = Path(__file__).parent
_KEYED: Final = "k STRING NOT NULL, n BIGINT, PRIMARY KEY (k) NOT ENFORCED"
_FILES: Final = "'connector' = 'filesystem', 'path' = 'file:///folder'"
_CHANGES: Final = "'connector' = 'tests.relational.changelog_tables.ChangesFactory', 'kinds' = 'I,UB,UA,D'"
_ADVICE: Final = "EXPLAIN PLAN_ADVICE "
_TABLES: Final = (
    "CREATE TABLE retract_sink (k STRING, n BIGINT) WITH ('connector' = 'print')",
    "CREATE TABLE any_upsert_sink (k STRING, n BIGINT) WITH ('connector' = 'blackhole')",
    f"CREATE TABLE upsert_sink ({_KEYED}) WITH ('connector' = 'blackhole')",
    f"CREATE TABLE append_sink (k STRING, n BIGINT) WITH ({_FILES}, 'format' = 'json')",
    f"CREATE TABLE cdc (k STRING NOT NULL, v INT, PRIMARY KEY (k) NOT ENFORCED) WITH ({_CHANGES})",
    f"CREATE TABLE cdc_no_key (k STRING, v INT) WITH ({_CHANGES})",
    f"CREATE TABLE cdc_path (k STRING, v INT, path STRING METADATA FROM 'file.path') WITH ({_CHANGES})",
)


def chance(value: int) -> int:
    return value


def chances(value: int) -> Iterator[int]:
    yield value


def copies(value: int) -> Iterator[int]:
    yield value


def planned() -> StreamTableEnvironment:
    stream_environment = StreamExecutionEnvironment.get_execution_environment()
    tables = StreamTableEnvironment.create(stream_environment)
    tables.get_config().set("table.local-time-zone", "UTC")
    own = (HERE / "tables.sql").read_text().replace("{folder}", "/folder").strip().splitlines()
    files = [each.removesuffix(";") for each in own if "debezium" not in each]
    for statement in (*TABLES, *_TABLES, *files):
        tables.execute_sql(statement)
    rows = stream_environment.from_collection([("a", 1)], Types.ROW_NAMED(["k", "v"], [Types.STRING(), Types.INT()]))
    columns = Schema.new_builder().column("k", DataTypes.STRING().not_null()).column("v", DataTypes.INT())
    upserts = tables.from_changelog_stream(rows, columns.primary_key("k").build(), ChangelogMode.upsert())
    tables.create_temporary_view("upserts", upserts)
    number: Any = DataTypes.BIGINT()
    tables.create_temporary_function("chance", udf(chance, result_type=number, deterministic=False))
    tables.create_temporary_function("chances", udtf(chances, result_types=[number], deterministic=False))
    tables.create_temporary_function("copies", udtf(copies, result_types=[number]))
    return tables


def answer(tables: StreamTableEnvironment, text: str) -> str:
    """What EXPLAIN says of a statement, after lines `SET key = value`; as the script has Flink answer it."""
    settings = dict(re.findall(r"^SET (\S+) = (.*)$", text, flags=re.MULTILINE))
    query = re.sub(r"^SET .*\n", "", text, flags=re.MULTILINE)
    has_advice = query.startswith("EXPLAIN PLAN_ADVICE")
    inserts = re.findall(r"INSERT INTO [^;]+", query) if "STATEMENT SET" in query else [query.removeprefix(_ADVICE)]
    try:
        plans = [plan(tables.session, each) for each in inserts]
        details = [ExplainDetail.PLAN_ADVICE] if has_advice else []
        configuration = Configuration(settings)
        passed = PassSettings(configuration=configuration, describe_source=tables.session.describe_source)
        shown = explain(plans, details, settings=passed)
    except PyriteError as error:
        return f"! {str(error).partition(chr(10) * 2)[0].strip()}"
    physical, _, execution = shown.partition("== Optimized Execution Plan ==")
    return (physical.split("With Advice ==")[1] if has_advice else execution).strip()
