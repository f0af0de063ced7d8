"""Watermarks of a table go out at their rows where something after the table reads them, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from pyrite.common import Time, Types
from pyrite.datastream import DataStream, KeyedProcessFunction, StreamExecutionEnvironment
from pyrite.datastream.window import ContinuousEventTimeTrigger, TumblingEventTimeWindows
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.graph.passes.build_stream_graph import build_stream_graph
from pyrite.graph.passes.place_watermarks import place_watermarks
from pyrite.graph.plan_settings import PlanSettings
from pyrite.graph.stream_graph import StreamGraph
from pyrite.operators.relational.rows.watermark_assigner import WatermarkAssignerSpec
from pyrite.relational.passes import optimized
from pyrite.relational.to_transformations import Translator
from pyrite.table import StreamTableEnvironment
from pyrite.testing import SimulationExecutor, SimulationOptions
from tests.relational.sessions import plan

SECONDS: Final = (10, 30, 20, 300, 310, 305, 1000, 990)
"""Of the rows. Times are of 2024, in the local time of no zone."""
BEGIN: Final = datetime(2024, 1, 1)
BEGIN_MS: Final = 1_704_067_200_000


@pytest.fixture
def rows(t_env: StreamTableEnvironment, tmp_path: Path) -> StreamTableEnvironment:
    """A table of a number and a time."""
    lines = [f"{number},{BEGIN + timedelta(seconds=second)}\n" for number, second in enumerate(SECONDS)]
    (tmp_path / "rows.csv").write_text("".join(lines))
    t_env.execute_sql(
        "CREATE TABLE events (n INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '15' SECOND) "
        f"WITH ('connector' = 'filesystem', 'path' = '{tmp_path}', 'format' = 'csv')"
    )
    return t_env


class Plain(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        yield value.n


class Quiet(Plain):
    """Each row with the rows since there was none for a minute of event time."""

    def open(self, runtime_context: Any) -> None:
        self._rows: list[int] = []

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        ctx.timer_service().register_event_time_timer(ctx.timestamp() + 60_000)
        self._rows.append(value.n)
        yield (ctx.timer_service().current_watermark() - BEGIN_MS) // 1000, list(self._rows)

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        self._rows.clear()
        yield "quiet", (timestamp - BEGIN_MS) // 1000


def in_windows(stream: DataStream) -> Any:
    return stream.key_by(lambda row: 0).window(TumblingEventTimeWindows.of(Time.minutes(1)))


USES: Final[dict[str, tuple[bool, str, Callable[[DataStream], Any]]]] = {
    "rows": (False, "SELECT * FROM events", lambda rows: rows),
    "CURRENT_WATERMARK": (True, "SELECT n, CURRENT_WATERMARK(ts) FROM events", lambda rows: rows),
    "CURRENT_WATERMARK in a condition": (
        True,
        "SELECT n FROM events WHERE ts > CURRENT_WATERMARK(ts)",
        lambda rows: rows,
    ),
    "CURRENT_WATERMARK of a table function": (
        True,
        "SELECT n, w FROM events, UNNEST(ARRAY[CURRENT_WATERMARK(ts)]) AS t (w)",
        lambda rows: rows,
    ),
    "a function without timers": (
        False,
        "SELECT * FROM events",
        lambda rows: rows.key_by(lambda row: 0).process(Plain()),
    ),
    "a function with timers": (True, "SELECT * FROM events", lambda rows: rows.key_by(lambda row: 0).process(Quiet())),
    "windows": (False, "SELECT * FROM events", lambda rows: in_windows(rows).reduce(max)),
    "windows with a trigger": (
        True,
        "SELECT * FROM events",
        lambda rows: in_windows(rows).trigger(ContinuousEventTimeTrigger.of(Time.seconds(5))).reduce(max),
    ),
}


def are_exact(graph: StreamGraph) -> list[bool]:
    """Whether the assigners of a graph send each watermark at its row."""
    operators = [node.operator for node in place_watermarks(graph, PlanSettings(1)).nodes]
    return [each.is_exact for each in operators if isinstance(each, WatermarkAssignerSpec)]


@pytest.mark.parametrize("use", USES)
def test_watermarks_are_exact_where_they_are_read(
    rows: StreamTableEnvironment, env: StreamExecutionEnvironment, use: str
) -> None:
    is_exact, query, then = USES[use]
    then(rows.to_data_stream(rows.sql_query(query))).print()
    assert are_exact(env.get_job_spec().stream) == [is_exact]


def test_conflicts_are_decided_at_exact_watermarks(rows: StreamTableEnvironment) -> None:
    rows.execute_sql(
        "CREATE TABLE counts (c BIGINT, n INT, PRIMARY KEY (c) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', "
        "'topic' = 't', 'properties.bootstrap.servers' = 'localhost:1', 'key.format' = 'json', 'value.format' = 'json')"
    )
    query = "INSERT INTO counts SELECT COUNT(*), n FROM events GROUP BY n ON CONFLICT DO "
    for action, is_exact in (("ERROR", True), ("NOTHING", True), ("DEDUPLICATE", False)):
        best = optimized(plan(rows.session, f"{query}{action}"))
        translator = Translator(rows.session.configuration)
        sink = translator.translate(best)
        assert are_exact(build_stream_graph(translator.program, [sink], "job", 100)) == [is_exact]


@pytest.mark.parametrize("speed", [0.0, 0.1, 0.9])
@pytest.mark.parametrize("seed", range(4))
def test_timers_fire_between_the_same_rows_in_all_runs(rows: StreamTableEnvironment, seed: int, speed: float) -> None:
    stream = rows.to_data_stream(rows.sql_query("SELECT n, ts FROM events"))
    kind = Types.PICKLED_BYTE_ARRAY()
    executor = SimulationExecutor(seed=seed, options=SimulationOptions(time_passes=speed))
    quiet = stream.key_by(lambda row: 0).process(Quiet(), kind)
    with use_context(ExecutionContext(executor=executor)), quiet.execute_and_collect() as results:
        seen = list(results)
    assert [each for each in seen if each[0] != "quiet"][1:] == [
        (-5, [0, 1]),
        (15, [0, 1, 2]),
        (15, [0, 1, 2, 3]),
        (285, [4]),
        (295, [4, 5]),
        (295, [4, 5, 6]),
        (985, [7]),
    ]
