"""Time and watermarks from a stream through tables and SQL to a stream again: in all forms of a schema."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from pyrite.common import Instant, Row, Types, WatermarkStrategy
from pyrite.core.errors import ValidationException
from pyrite.datastream import DataStream, KeyedProcessFunction, StreamExecutionEnvironment
from pyrite.table import Schema, StreamTableEnvironment, Table
from pyrite.table.expressions import col, current_watermark
from pyrite.testing import At, Pause, ScriptedSource
from tests.table.rows_of import rows_of

ROW = Types.ROW_NAMED(["k", "ms", "moment"], [Types.STRING(), Types.LONG(), Types.SQL_TIMESTAMP()])
TIMES = (1000, 3000, 2000, 5000)
"""The third is late for watermarks that follow the highest time so far."""


@pytest.fixture
def stream(env: StreamExecutionEnvironment) -> DataStream:
    """One record after the other, so that a watermark follows each."""
    script: list[Any] = [step for ms in TIMES for step in (At(ms, Row("key", ms, _utc(ms))), Pause(1000))]
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    return env.from_source(ScriptedSource(script), strategy, "records", type_info=ROW)


def _utc(ms: int) -> datetime:
    return datetime(1970, 1, 1, 0, 0, ms // 1000, ms % 1000 * 1000)


class Timed(KeyedProcessFunction):
    """Each record with its timestamp and the watermark; each timer, at the record's timestamp, when it fires."""

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        service = ctx.timer_service()
        service.register_event_time_timer(ctx.timestamp())
        yield "record", ctx.timestamp(), service.current_watermark()

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield "timer", timestamp, ctx.timer_service().current_watermark()


def timed(t_env: StreamTableEnvironment, table: Table) -> list[Any]:
    out = t_env.to_data_stream(table).key_by(lambda row: row[0])
    with out.process(Timed()).execute_and_collect() as seen:
        return list(seen)


LOWEST = -(1 << 63)
HIGHEST = (1 << 63) - 1
STREAMS_OWN = [
    ("record", 1000, LOWEST),
    ("record", 3000, 999),
    ("timer", 1000, 2999),
    ("record", 2000, 2999),
    ("record", 5000, 2999),
    ("timer", 2000, 4999),
    ("timer", 3000, 4999),
    ("timer", 5000, HIGHEST),
]
"""Under the stream's own watermarks; a timer that is late already fires at the next one."""


def by_metadata(watermark: str) -> Schema:
    return (
        Schema.new_builder().column_by_metadata("rt", "TIMESTAMP_LTZ(3)", "rowtime").watermark("rt", watermark).build()
    )


FORMS: dict[str, Callable[[StreamTableEnvironment, DataStream], Table]] = {
    "metadata": lambda t_env, s: t_env.from_data_stream(s, by_metadata("SOURCE_WATERMARK()")),
    "metadata and columns": lambda t_env, s: t_env.from_data_stream(
        s,
        Schema.new_builder()
        .column("k", "STRING")
        .column_by_metadata("rt", "TIMESTAMP_LTZ(3)", "rowtime")
        .watermark("rt", "SOURCE_WATERMARK()")
        .build(),
    ),
    "a physical column": lambda t_env, s: t_env.from_data_stream(
        s, Schema.new_builder().watermark("moment", "SOURCE_WATERMARK()").build()
    ),
    "an expression by name": lambda t_env, s: t_env.from_data_stream(s, col("k"), col("ms"), col("rt").rowtime),
    "an expression by position": lambda t_env, s: t_env.from_data_stream(
        s, col("a"), col("b"), col("c"), col("rt").rowtime
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_streams_own_watermarks_go_through_a_table(
    t_env: StreamTableEnvironment, stream: DataStream, form: str
) -> None:
    table = FORMS[form](t_env, stream)
    t_env.create_temporary_view("v", table)
    assert timed(t_env, t_env.sql_query("SELECT * FROM v WHERE 1 = 1")) == STREAMS_OWN


OWN: dict[str, Callable[[StreamTableEnvironment, DataStream], Table]] = {
    "metadata": lambda t_env, s: t_env.from_data_stream(s, by_metadata("rt - INTERVAL '0.500' SECOND(1, 3)")),
    "a physical column": lambda t_env, s: t_env.from_data_stream(
        s, Schema.new_builder().watermark("moment", "moment - INTERVAL '0.500' SECOND(1, 3)").build()
    ),
    "a computed column": lambda t_env, s: t_env.from_data_stream(
        s,
        Schema.new_builder()
        .column_by_expression("rt", "TO_TIMESTAMP_LTZ(ms, 3)")
        .watermark("rt", "rt - INTERVAL '0.500' SECOND(1, 3)")
        .build(),
    ),
}


@pytest.mark.parametrize("form", OWN)
def test_watermarks_of_a_schema_replace_the_streams(
    t_env: StreamTableEnvironment, stream: DataStream, form: str
) -> None:
    assert timed(t_env, OWN[form](t_env, stream).where(col("ms") > 0)) == [
        ("record", 1000, LOWEST),
        ("record", 3000, 500),
        ("timer", 1000, 2500),
        ("record", 2000, 2500),
        ("record", 5000, 2500),
        ("timer", 2000, 4500),
        ("timer", 3000, 4500),
        ("timer", 5000, HIGHEST),
    ]


def test_rowtime_of_a_table_of_sql_is_the_records_timestamp(t_env: StreamTableEnvironment) -> None:
    t_env.execute_sql(
        "CREATE TABLE t (n BIGINT, rt AS TO_TIMESTAMP_LTZ(n, 3), WATERMARK FOR rt AS rt) WITH ('connector' = "
        "'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '3')"
    )
    records = [each for each in timed(t_env, t_env.sql_query("SELECT n, rt FROM t")) if each[0] == "timer"]
    assert [timestamp for _, timestamp, _ in records] == [1, 2, 3]


def test_physical_rowtime_of_a_table_of_sql_is_the_records_timestamp(t_env: StreamTableEnvironment) -> None:
    t_env.execute_sql(
        "CREATE TABLE t (n INT, moment TIMESTAMP(3), WATERMARK FOR moment AS moment) WITH ('connector' = 'datagen', "
        "'number-of-rows' = '2', 'fields.moment.max-past' = '0')"
    )
    stream = t_env.to_data_stream(t_env.from_path("t"))
    with stream.key_by(lambda row: row.n).process(Stamped()).execute_and_collect() as seen:
        assert [row.moment == EPOCH + timedelta(milliseconds=stamp) for row, stamp in seen] == [True, True]


EPOCH = datetime(1970, 1, 1)


class Stamped(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        yield value, ctx.timestamp()


# CURRENT_WATERMARK ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["metadata", "a physical column"])
def test_current_watermark_is_that_of_the_row(t_env: StreamTableEnvironment, stream: DataStream, form: str) -> None:
    table = FORMS[form](t_env, stream)
    rowtime = "rt" if form == "metadata" else "moment"
    t_env.create_temporary_view("v", table)
    rows = rows_of(t_env.sql_query(f"SELECT ms, CURRENT_WATERMARK({rowtime}) FROM v"))
    at: Callable[[int], Any] = _utc if rowtime == "moment" else lambda ms: Instant.of_epoch_milli(ms)
    assert rows == [(1000, None), (3000, at(999)), (2000, at(2999)), (5000, at(2999))]


def test_late_rows_are_recognized_by_the_watermark(t_env: StreamTableEnvironment, stream: DataStream) -> None:
    table = t_env.from_data_stream(stream, by_metadata("SOURCE_WATERMARK()"))
    mark = current_watermark(col("rt"))
    on_time = table.where(mark.is_null | (col("rt") > mark)).select(col("ms"))
    assert rows_of(on_time) == [(1000,), (3000,), (5000,)]
    assert rows_of(table.where((col("rt") > mark).is_false).select(col("ms"))) == [(2000,)]


def test_current_watermark_reaches_functions_of_rows(t_env: StreamTableEnvironment, stream: DataStream) -> None:
    t_env.create_temporary_view("v", stream, by_metadata("SOURCE_WATERMARK()"))
    query = "SELECT ms, w FROM v, UNNEST(ARRAY[CURRENT_WATERMARK(rt)]) AS t (w) WHERE ms > 2000"
    assert [row[0] for row in rows_of(t_env.sql_query(query))] == [3000, 5000]


# Attributes -----------------------------------------------------------------------------------------------------------


def test_computed_time_is_no_attribute(t_env: StreamTableEnvironment, stream: DataStream) -> None:
    t_env.create_temporary_view("v", stream, by_metadata("SOURCE_WATERMARK()"))
    table = t_env.sql_query(
        "SELECT k, rt, rt + INTERVAL '1' HOUR AS later, CAST(rt AS TIMESTAMP_LTZ(3)) AS same FROM v"
    )
    assert [each for each in timed(t_env, table) if each[0] == "record"] == [
        each for each in STREAMS_OWN if each[0] == "record"
    ]


def test_two_attributes_are_refused(t_env: StreamTableEnvironment, stream: DataStream) -> None:
    t_env.create_temporary_view("v", stream, by_metadata("SOURCE_WATERMARK()"))
    with pytest.raises(ValidationException, match=r"more than one rowtime attribute column \[rt, again\]"):
        t_env.to_data_stream(t_env.sql_query("SELECT rt, rt AS again FROM v"))


def test_records_have_no_timestamp_without_an_attribute(t_env: StreamTableEnvironment, stream: DataStream) -> None:
    table = t_env.from_data_stream(stream).select(col("k"), col("ms"))
    with t_env.to_data_stream(table).key_by(lambda row: row.k).process(Stamped()).execute_and_collect() as seen:
        assert {stamp for _, stamp in seen} == {LOWEST}


PROCTIME: dict[str, Callable[[StreamTableEnvironment, DataStream], Table]] = {
    "TIMESTAMP_LTZ(3) *PROCTIME*": lambda t_env, s: t_env.from_data_stream(s, col("k"), col("p").proctime),
    "TIMESTAMP_LTZ(3) NOT NULL *PROCTIME*": lambda t_env, s: t_env.from_data_stream(
        s, Schema.new_builder().column_by_expression("p", "PROCTIME()").build()
    ),
}


@pytest.mark.parametrize("kind", PROCTIME)
def test_processing_time_of_a_stream_is_the_time_now(
    t_env: StreamTableEnvironment, stream: DataStream, kind: str
) -> None:
    table = PROCTIME[kind](t_env, stream)
    assert str(table.plan.row_type.children[-1]) == kind
    before = time.time() - 1
    moments = [row[0].seconds for row in rows_of(table.select(col("p")))]
    assert len(moments) == 4 and all(before <= moment <= time.time() for moment in moments)
    assert moments == sorted(moments)


def test_processing_time_of_a_table_of_sql_is_the_time_now(t_env: StreamTableEnvironment) -> None:
    t_env.execute_sql("CREATE TABLE t (n INT, p AS PROCTIME()) WITH ('connector' = 'datagen', 'number-of-rows' = '2')")
    rows = rows_of(t_env.sql_query("SELECT p, p < CURRENT_TIMESTAMP + INTERVAL '1' SECOND FROM t WHERE p IS NOT NULL"))
    assert [is_before for _, is_before in rows] == [True, True]
    with pytest.raises(ValidationException, match="processing-time"):
        t_env.execute_sql("CREATE TABLE u (p AS PROCTIME(), WATERMARK FOR p AS p) WITH ('connector' = 'datagen')")
