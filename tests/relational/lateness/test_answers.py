"""Which rows are late is what Flink says, however large blocks are and however fast the clock goes."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import pytest

from pyrite.common import Row, Types
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import Schema, StreamTableEnvironment, TableEnvironment
from pyrite.testing import SimulationExecutor, SimulationOptions
from tests.effort import one_in
from tests.relational.lateness.lateness_answers import FOLDER, Answer, answers, configure, environment
from tests.relational.windows.window_answers import row_text

RECORDED: Final = answers()
SPEEDS: Final = (0.0, 0.1, 0.9)
"""How often the clock moves on while a task works."""


def run(tables: TableEnvironment, query: str) -> list[str]:
    return sorted(map(row_text, tables.execute_sql(query).collect()))


@pytest.mark.parametrize("answer", RECORDED, ids=lambda answer: answer.query)
def test_rows_are_late_as_in_flink(answer: Answer) -> None:
    wrong = {}
    for interval in answer.intervals:
        for seed in range(one_in(80)):  # it chooses how many rows a task takes at once
            speed = SPEEDS[seed % len(SPEEDS)]
            executor = SimulationExecutor(seed=seed, options=SimulationOptions(time_passes=speed))
            with use_context(ExecutionContext(executor=executor)):
                actual = run(environment(interval), answer.query)
            if actual != list(answer.lines):
                wrong[interval, seed, speed] = actual
    assert not wrong


def records() -> list[Row]:
    lines = (FOLDER / "events.csv").read_text().splitlines()
    return [Row(n=int(n), k=k, ts=datetime.fromisoformat(ts)) for n, k, ts in (line.split(",") for line in lines)]


@pytest.mark.parametrize("answer", [each for each in RECORDED if "events" in each.query], ids=lambda each: each.query)
def test_rows_of_a_stream_with_a_watermark_are_late_as_those_of_a_file(answer: Answer) -> None:
    executor = SimulationExecutor(seed=3, options=SimulationOptions(time_passes=0.5))
    with use_context(ExecutionContext(executor=executor)):
        streams = StreamExecutionEnvironment.get_execution_environment()
        tables = StreamTableEnvironment.create(streams)
        configure(tables, answer.intervals[0])
        kind: Any = Types.ROW_NAMED(["n", "k", "ts"], [Types.LONG(), Types.STRING(), Types.SQL_TIMESTAMP()])
        schema = Schema.new_builder().column("n", "BIGINT").column("k", "STRING").column("ts", "TIMESTAMP(3)")
        schema = schema.watermark("ts", "ts - INTERVAL '5' SECOND")
        stream = streams.from_collection(records(), kind)
        tables.create_temporary_view("events", tables.from_data_stream(stream, schema.build()))
        assert run(tables, answer.query) == list(answer.lines)
