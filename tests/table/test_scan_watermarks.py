"""Which tables make watermarks in their scans, by the plans and the operators; Flink 2.3's plans show the same."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from pyrite.common import Row, Types
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.transformation import Transformation
from pyrite.operators.relational.rows.scan import ScanSpec
from pyrite.operators.relational.rows.watermark_assigner import WatermarkAssignerSpec
from pyrite.relational.passes import optimized
from pyrite.relational.to_transformations import Translator
from pyrite.table import EnvironmentSettings, Schema, StreamTableEnvironment, TableEnvironment

TABLE: Final = (
    "CREATE TABLE t (n BIGINT, s STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND{key}) "
    "WITH ({connector}{more})"
)
TOPIC: Final = "'topic' = 't', 'properties.bootstrap.servers' = 'localhost:1'"
KAFKA: Final = f"'connector' = 'kafka', {TOPIC}, 'scan.startup.mode' = 'earliest-offset', 'format' = 'json'"
UPSERT_KAFKA: Final = f"'connector' = 'upsert-kafka', {TOPIC}, 'key.format' = 'json', 'value.format' = 'json'"
FILES: Final = "'connector' = 'filesystem', 'path' = '/nowhere', 'format' = 'csv'"
ALIGNED: Final = {"alignment.group": "g", "alignment.max-drift": "90 s", "alignment.update-interval": "1500 ms"}
ON_EVENT: Final = {"emit.strategy": "on-event"}


def table(connector: str, options: dict[str, str], key: str = "", is_batch: bool = False) -> TableEnvironment:
    mode = EnvironmentSettings.in_batch_mode() if is_batch else EnvironmentSettings.in_streaming_mode()
    tables = TableEnvironment.create(mode)
    more = "".join(f", 'scan.watermark.{name}' = '{value}'" for name, value in options.items())
    tables.execute_sql(TABLE.format(connector=connector, more=more, key=key))
    return tables


def operators(tables: TableEnvironment, query: str) -> list[Transformation]:
    """The steps of a query without branches, the last one first."""
    translator = Translator(tables.session.configuration)
    last = translator.translate(optimized(tables.sql_query(query).plan))
    return [translator.program[each] for each in reversed(translator.program.upstream([last]))]


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({}, "watermarkEmitStrategy=[on-periodic]"),
        (ON_EVENT, "watermarkEmitStrategy=[on-event]"),
        ({"idle-timeout": "1 min"}, "idletimeout=[60000], watermarkEmitStrategy=[on-periodic]"),
        (ALIGNED, "watermarkEmitStrategy=[on-periodic], watermarkAlignment=[g, PT1M30S, PT1.5S]"),
        (
            {**ALIGNED, "idle-timeout": "0"},
            "watermarkEmitStrategy=[on-periodic], watermarkAlignment=[g, PT1M30S, PT1.5S]",
        ),
    ],
)
@pytest.mark.parametrize(("connector", "key"), [(KAFKA, ""), (UPSERT_KAFKA, ", PRIMARY KEY (n) NOT ENFORCED")])
def test_kafka_makes_watermarks_in_its_scan(connector: str, key: str, options: dict[str, str], shown: str) -> None:
    tables = table(connector, options, key)
    physical, _, execution = tables.explain_sql("SELECT * FROM t").partition("== Optimized Execution Plan ==")
    for section in (physical, execution):
        assert f"t, watermark=[-(ts, 1000:INTERVAL SECOND)], {shown}]], fields=[n, s, ts])" in section
    assert "\n+- WatermarkAssigner" not in execution
    (spec,) = (each.operator for each in operators(tables, "SELECT * FROM t") if isinstance(each.operator, ScanSpec))
    assert spec.watermark is not None and spec.is_on_event == (options == ON_EVENT)


def test_other_tables_have_an_assigner(tmp_path: Path) -> None:
    database = f"'connector' = 'jdbc', 'url' = 'jdbc:sqlite:{tmp_path}/db', 'table-name' = 't'"
    for connector in (FILES, database, "'connector' = 'datagen'"):
        tables = table(connector, {})
        tables.get_config().set("table.exec.source.idle-timeout", "5 s")
        *_, assigner, scan = operators(tables, "SELECT * FROM t")
        assert isinstance(assigner.operator, WatermarkAssignerSpec) and isinstance(scan.operator, ScanSpec)
        assert assigner.operator.idle_timeout_ms == 5000
        assert scan.operator.watermark is None and scan.operator.strategy.idle_timeout_ms is None


def test_options_without_effect_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    *_, scan = operators(table(FILES, {**ON_EVENT, **ALIGNED}), "SELECT * FROM t")
    assert isinstance(scan.operator, ScanSpec) and scan.operator.strategy.alignment is None
    (record,) = caplog.records
    assert record.getMessage() == (
        "scan.watermark.emit.strategy, scan.watermark.alignment.group, scan.watermark.alignment.max-drift, "
        "scan.watermark.alignment.update-interval of table `default_catalog`.`default_database`.`t` has no effect: "
        "its scan generates no watermarks"
    )


def test_batch_has_no_watermarks() -> None:
    assert "Watermark" not in table(FILES, {}, is_batch=True).explain_sql("SELECT * FROM t")
    streams = StreamExecutionEnvironment.get_execution_environment()
    tables = StreamTableEnvironment.create(streams, EnvironmentSettings.in_batch_mode())
    kind = Types.ROW_NAMED(["ts"], [Types.SQL_TIMESTAMP()])
    rows = streams.from_collection([Row(ts=None)], kind)
    schema = Schema.new_builder().column("ts", "TIMESTAMP(3)").watermark("ts", "ts").build()
    tables.create_temporary_view("v", tables.from_data_stream(rows, schema))
    assert "Watermark" not in tables.explain_sql("SELECT * FROM v")
