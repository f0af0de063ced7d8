"""Streams as tables and tables as streams. Schemas are those that PyFlink 2.3 gave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.common import Row, Types, WatermarkStrategy
from pyrite.common.watermark_strategy import TimestampAssigner
from pyrite.core.errors import InvalidProgramError, ValidationException
from pyrite.datastream import DataStream, ProcessFunction, StreamExecutionEnvironment
from pyrite.table import Schema, StreamTableEnvironment
from pyrite.table.expressions import col
from tests.table.rows_of import rows_of

ROW = Types.ROW([Types.INT(), Types.STRING()])


class FirstField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[0]) * 1000


class Seen(ProcessFunction):
    """Each record with its timestamp and the watermark."""

    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        yield value, ctx.timestamp(), ctx.timer_service().current_watermark()


@pytest.fixture
def stream(env: StreamExecutionEnvironment) -> DataStream:
    return env.from_collection([(1, "a"), (2, "b")], ROW)


@pytest.fixture
def timed(stream: DataStream) -> DataStream:
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(FirstField())
    return stream.assign_timestamps_and_watermarks(strategy)


@pytest.mark.parametrize(
    ("records", "kind", "schema"),
    [
        ([(1, "a")], ROW, "`f0` INT, `f1` STRING"),
        ([Row(1, "a")], Types.ROW_NAMED(["x", "y"], [Types.INT(), Types.STRING()]), "`x` INT, `y` STRING"),
        ([1], Types.INT(), "`f0` INT NOT NULL"),
        ([(1, 2.5)], Types.TUPLE([Types.LONG(), Types.DOUBLE()]), "`f0` BIGINT NOT NULL, `f1` DOUBLE NOT NULL"),
    ],
)
def test_columns_follow_from_the_streams_type(
    env: StreamExecutionEnvironment, t_env: StreamTableEnvironment, records: list[Any], kind: Any, schema: str
) -> None:
    table = t_env.from_data_stream(env.from_collection(records, kind))
    assert ", ".join(map(str, table.get_resolved_schema().get_columns())) == schema
    assert rows_of(table) == [tuple(records[0]) if not isinstance(records[0], int) else (1,)]


def test_columns_by_position_and_by_name(t_env: StreamTableEnvironment, stream: DataStream) -> None:
    assert rows_of(t_env.from_data_stream(stream, col("p"), col("q")).where(col("p") > 1)) == [(2, "b")]
    by_name = t_env.from_data_stream(stream, col("f1"), col("f0").alias("z"))
    assert by_name.get_resolved_schema().get_column_names() == ["f1", "z"] and rows_of(by_name)[0] == ("a", 1)
    with pytest.raises(ValidationException, match=r"Cannot resolve field \[r\], input field list:\[f0, f1\]"):
        t_env.from_data_stream(stream, col("p"), col("q"), col("r"))


def test_schema_chooses_casts_and_computes(t_env: StreamTableEnvironment, timed: DataStream) -> None:
    schema = (
        Schema.new_builder()
        .column("f1", "STRING")
        .column("f0", "BIGINT")
        .column_by_expression("c", "f0 + 1")
        .column_by_metadata("rt", "TIMESTAMP_LTZ(3)", "rowtime")
        .watermark("rt", "SOURCE_WATERMARK()")
        .build()
    )
    table = t_env.from_data_stream(timed, schema)
    assert rows_of(table.select(col("f1"), col("f0"), col("c"))) == [("a", 1, 2), ("b", 2, 3)]
    assert str(table.get_resolved_schema()) == (
        "(\n  `f1` STRING,\n  `f0` BIGINT,\n  `c` BIGINT,\n  `rt` TIMESTAMP_LTZ(3) *ROWTIME*\n)"
    )


def test_schema_without_physical_columns_adds_to_the_streams(t_env: StreamTableEnvironment, timed: DataStream) -> None:
    builder = Schema.new_builder().column_by_metadata("rt", "TIMESTAMP_LTZ(3)", "rowtime")
    table = t_env.from_data_stream(timed, builder.watermark("rt", "SOURCE_WATERMARK()").primary_key("f0").build())
    assert str(table.get_resolved_schema()) == (
        "(\n  `f0` INT NOT NULL,\n  `f1` STRING,\n  `rt` TIMESTAMP_LTZ(3) *ROWTIME* METADATA FROM 'rowtime',\n"
        "  WATERMARK FOR `rt`: TIMESTAMP_LTZ(3) AS SOURCE_WATERMARK(),\n"
        "  CONSTRAINT `PK_f0` PRIMARY KEY (`f0`) NOT ENFORCED\n)"
    )


def test_expressions_of_a_schema_use_fields_that_it_does_not_declare(
    t_env: StreamTableEnvironment, stream: DataStream
) -> None:
    schema = (
        Schema.new_builder()
        .column_by_expression("ts", "TO_TIMESTAMP_LTZ(f0, 0)")
        .column("f1", "STRING")
        .watermark("ts", "ts - INTERVAL '3' SECOND - INTERVAL '1' SECOND * f0")
        .build()
    )
    table = t_env.from_data_stream(stream, schema)
    assert str(table.get_resolved_schema()) == "(\n  `ts` TIMESTAMP_LTZ(3) *ROWTIME*,\n  `f1` STRING\n)"
    with t_env.to_data_stream(table).process(Seen()).execute_and_collect() as seen:
        assert [(row.f1, time) for row, time, _ in seen] == [("a", 1000), ("b", 2000)]


@pytest.mark.parametrize("add", ["f0 + 1", "CAST(f0 AS BIGINT)"])
def test_computed_column_with_the_name_of_a_field_is_refused(
    t_env: StreamTableEnvironment, stream: DataStream, add: str
) -> None:
    with pytest.raises(ValidationException, match="'f0' already exists"):
        schema = Schema.new_builder().column("f1", "STRING").column_by_expression("f0", add).build()
        t_env.from_data_stream(stream, schema)


def test_schema_that_declares_all_fields_in_order_shows_its_expressions(
    t_env: StreamTableEnvironment, stream: DataStream
) -> None:
    schema = Schema.new_builder().column("f0", "INT").column("f1", "STRING").column_by_expression("c", "f0 + 1")
    table = t_env.from_data_stream(stream, schema.build())
    assert str(table.get_resolved_schema()) == "(\n  `f0` INT,\n  `f1` STRING,\n  `c` INT AS `f0` + 1\n)"
    assert rows_of(table) == [(1, "a", 2), (2, "b", 3)]


def test_unknown_columns_and_metadata_are_refused(t_env: StreamTableEnvironment, stream: DataStream) -> None:
    with pytest.raises(ValidationException, match="Unable to find a field named 'zz'"):
        t_env.from_data_stream(stream, Schema.new_builder().column("zz", "INT").build())
    with pytest.raises(ValidationException, match="Invalid metadata key 'offset'"):
        t_env.from_data_stream(stream, Schema.new_builder().column_by_metadata("o", "BIGINT", "offset").build())


def test_time_and_watermarks_travel_through_a_table(t_env: StreamTableEnvironment, timed: DataStream) -> None:
    schema = Schema.new_builder().column_by_metadata("rt", "TIMESTAMP_LTZ(3)", "rowtime")
    table = t_env.from_data_stream(timed, schema.watermark("rt", "rt - INTERVAL '1' SECOND").build())
    out = t_env.to_data_stream(table.where(col("f0") > 0).select(col("f1"), col("rt")))
    with out.process(Seen()).execute_and_collect() as seen:
        assert [(row.f1, time) for row, time, _ in seen] == [("a", 1000), ("b", 2000)]


def test_rowtime_of_an_expression_is_the_records_timestamp(t_env: StreamTableEnvironment, timed: DataStream) -> None:
    table = t_env.from_data_stream(timed, col("p"), col("q"), col("rt").rowtime)
    assert str(table.plan.row_type.children[-1]) == "TIMESTAMP(3) *ROWTIME*"
    assert [row[2].second for row in rows_of(table)] == [1, 2]


def test_rowtime_of_records_without_a_timestamp_is_an_error(t_env: StreamTableEnvironment, stream: DataStream) -> None:
    schema = Schema.new_builder().column_by_metadata("rt", "TIMESTAMP_LTZ(3)", "rowtime").build()
    with pytest.raises(Exception, match="Rowtime timestamp is not defined"):
        rows_of(t_env.from_data_stream(stream, schema))


def test_stream_is_a_view_of_sql(t_env: StreamTableEnvironment, stream: DataStream) -> None:
    t_env.create_temporary_view("s", stream, col("p"), col("q"))
    assert rows_of(t_env.sql_query("SELECT q FROM s WHERE p = 2")) == [("b",)]


def test_rows_of_a_table_are_named_records(t_env: StreamTableEnvironment) -> None:
    table = t_env.from_elements([(1, "a")], ["x", "y"])
    stream = t_env.to_data_stream(table)
    assert stream.get_type() == Types.ROW_NAMED(["x", "y"], [Types.LONG(), Types.STRING()])
    with stream.map(lambda row: row.x + 1).execute_and_collect() as results:
        assert list(results) == [2]


def test_append_stream_has_the_declared_type(t_env: StreamTableEnvironment) -> None:
    table = t_env.from_elements([(1, "a")], ["x", "y"])
    with t_env.to_append_stream(table, Types.TUPLE([Types.LONG(), Types.STRING()])).execute_and_collect() as results:
        assert list(results) == [(1, "a")]


def test_job_of_a_table_leaves_the_streams_program_alone(
    env: StreamExecutionEnvironment, t_env: StreamTableEnvironment, stream: DataStream
) -> None:
    stream.print()
    assert rows_of(t_env.from_elements([(1,)])) == [(1,)]
    assert len(env.get_stream_graph().nodes) == 2


def test_statement_set_is_attached_to_the_streams_program(
    env: StreamExecutionEnvironment, t_env: StreamTableEnvironment, stream: DataStream
) -> None:
    t_env.execute_sql("CREATE TABLE sink (a INT, b STRING) WITH ('connector' = 'blackhole')")
    statements = t_env.create_statement_set()
    statements.add_insert("sink", t_env.from_data_stream(stream)).attach_as_datastream()
    assert [node.name for node in env.get_stream_graph().nodes][-1].startswith("Sink:")
    env.execute()


def test_streams_of_other_environments_are_refused(t_env: StreamTableEnvironment) -> None:
    other = StreamExecutionEnvironment.get_execution_environment().from_collection([1])
    with pytest.raises(InvalidProgramError, match="belongs to another environment"):
        t_env.from_data_stream(other)


def test_streams_that_are_no_operator_become_tables(t_env: StreamTableEnvironment, stream: DataStream) -> None:
    for other in (stream.union(stream), stream.rebalance(), stream.key_by(lambda record: record[0])):
        assert (1, "a") in rows_of(t_env.from_data_stream(other))
