"""Windows of SQL under seeded schedulers with crashes, rescales and unaligned checkpoints, and in batch.

python -m tests.whole.simulation.windows --seeds 2500

A generator numbers its rows, of which time and key are computed; each row of each window comes once. Each split has a
watermark of its own, as Kafka's partitions have: after a rescale a subtask reads several splits, and without that the
rows of one would be late by the watermark of another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, Final

from pyrite.connectors.builtin.datagen_table import DatagenTableFactory, DatagenTableSource
from pyrite.core.connector.table import SupportsWatermarkPushDown, TableContext, TableSource
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.transformation import Transformation, TransformationKind
from pyrite.operators.relational.rows.rows import ColumnsToRowsSpec
from pyrite.operators.sink import SinkSpec
from pyrite.relational.passes import optimized
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.to_transformations import Translator
from pyrite.table import StreamTableEnvironment
from pyrite.testing.simulation import Fault, Simulation, SimulationOptions, Wish
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger
from tests.whole.simulation.scenarios import CONCURRENT, LEDGER, TOLERANT, UNALIGNED, simulation_of
from tests.whole.simulation.seed_runs import main
from tests.whole.simulation.uneven import run

ROWS: Final = 60
_TABLE: Final = f"""
CREATE TABLE numbers (n BIGINT, k AS MOD(n, 4), ts AS TO_TIMESTAMP_LTZ(n * 700 + MOD(n * 37, 5) * 300, 3),
    WATERMARK FOR ts AS ts - INTERVAL '2' SECOND) WITH (
    'connector' = '{__name__}.SplitFactory',
    'fields.n.kind' = 'sequence', 'fields.n.start' = '0', 'fields.n.end' = '{ROWS - 1}')
"""


class SplitSource(DatagenTableSource, SupportsWatermarkPushDown):
    """A generator whose scan makes a watermark for each split."""


class SplitFactory(DatagenTableFactory):
    """Makes the tables of `SplitSource`."""

    identifier = f"{__name__}.SplitFactory"

    def describe_source(self, context: TableContext) -> TableSource:
        source = super().describe_source(context)
        assert isinstance(source, DatagenTableSource)
        return SplitSource(**{field.name: getattr(source, field.name) for field in fields(source)})


Windows = Callable[[int], list[tuple[int, int]]]
"""From a time in milliseconds to its windows in seconds."""
Result = tuple[Any, ...]


def _query(function: str, sizes: str) -> str:
    return (
        "SELECT k, UNIX_TIMESTAMP(CAST(window_start AS STRING)), UNIX_TIMESTAMP(CAST(window_end AS STRING)), "
        f"COUNT(*), SUM(n) FROM TABLE({function}(TABLE numbers, DESCRIPTOR(ts), {sizes})) "
        "GROUP BY k, window_start, window_end"
    )


TUMBLE: Final = _query("TUMBLE", "INTERVAL '5' SECOND")
HOP: Final = _query("HOP", "INTERVAL '2' SECOND, INTERVAL '6' SECOND")
CUMULATE: Final = _query("CUMULATE", "INTERVAL '2' SECOND, INTERVAL '10' SECOND")
SESSION: Final = _query("SESSION", "INTERVAL '2.9' SECOND").replace("numbers,", "numbers PARTITION BY k,")
CASCADED: Final = (
    "SELECT COUNT(*), SUM(s) FROM (SELECT k, window_start, window_end, SUM(n) AS s FROM TABLE(HOP(TABLE numbers, "
    "DESCRIPTOR(ts), INTERVAL '3' SECOND, INTERVAL '6' SECOND)) GROUP BY k, window_start, window_end) "
    "GROUP BY window_start, window_end"
)
OVER_ROWS: Final = (
    "SELECT k, n, COUNT(*) OVER w, SUM(n) OVER w, MIN(n) OVER w FROM numbers WHERE n > 0 "
    "WINDOW w AS (PARTITION BY k ORDER BY ts ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)"
)
"""Without the first row: as in Flink, one of the epoch itself is late for a frame that has a beginning."""
OVER_RANGE: Final = OVER_ROWS.replace("ROWS BETWEEN 2", "RANGE BETWEEN INTERVAL '6' SECOND")
OVER_ALL: Final = OVER_ROWS.replace("ROWS BETWEEN 2 PRECEDING AND CURRENT ROW", "")


def _rows() -> list[tuple[int, int, int]]:
    """Key, time in milliseconds and number of each row: none is late, however the rows are distributed."""
    return [(n % 4, n * 700 + n * 37 % 5 * 300, n) for n in range(ROWS)]


def _tumble(time: int) -> list[tuple[int, int]]:
    return [(time // 5000 * 5, time // 5000 * 5 + 5)]


def _hop(time: int) -> list[tuple[int, int]]:
    return [(start, start + 6) for start in range(-10, 100, 2) if start * 1000 <= time < start * 1000 + 6000]


def _cumulate(time: int) -> list[tuple[int, int]]:
    start = time // 10_000 * 10
    return [(start, end) for end in range(start + 2, start + 11, 2) if time < end * 1000]


def _grouped(windows: Windows) -> list[Result]:
    groups: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for key, time, number in _rows():
        for window in windows(time):
            groups[(key, *window)].append(number)
    return [(*group, len(numbers), sum(numbers)) for group, numbers in groups.items()]


def _sessions() -> list[Result]:
    sessions: dict[int, list[list[tuple[int, int]]]] = defaultdict(lambda: [[]])
    for key, time, number in sorted(_rows(), key=lambda row: row[1]):
        last = sessions[key][-1]
        if last and time > last[-1][0] + 2900:
            sessions[key].append([])
        sessions[key][-1].append((time, number))
    return [
        (key, part[0][0] // 1000, (part[-1][0] + 2900) // 1000, len(part), sum(number for _, number in part))
        for key, parts in sessions.items()
        for part in parts
    ]


def _cascaded() -> list[Result]:
    windows: dict[int, tuple[set[int], list[int]]] = defaultdict(lambda: (set(), []))
    for key, time, number in _rows():
        for start in range(-6, 100, 3):
            if start * 1000 <= time < start * 1000 + 6000:
                windows[start][0].add(key)
                windows[start][1].append(number)
    return [(len(keys), sum(numbers)) for keys, numbers in windows.values()]


def _over(is_in: Callable[[int, int], bool]) -> list[Result]:
    """Of each row how many are in its frame, by their number and time before it, what they add up to, and the least."""
    results = []
    for key in range(4):
        own = sorted((row for row in _rows() if row[0] == key and row[2]), key=lambda row: row[1])
        for place, (_, time, number) in enumerate(own):
            frame = [n for back, (_, at, n) in enumerate(reversed(own[: place + 1])) if is_in(back, time - at)]
            results.append((key, number, len(frame), sum(frame), min(frame)))
    return results


EXPECTED: Final = {
    OVER_ROWS: _over(lambda rows, ms: rows <= 2),
    OVER_RANGE: _over(lambda rows, ms: ms <= 6000),
    OVER_ALL: _over(lambda rows, ms: True),
    TUMBLE: _grouped(_tumble),
    HOP: _grouped(_hop),
    CUMULATE: _grouped(_cumulate),
    SESSION: _sessions(),
    CASCADED: _cascaded(),
}
ROCKSDB: Final = {"rocksdb": "yes"}
SCENARIOS: Final[tuple[tuple[str, dict[str, str], bool], ...]] = (
    (TUMBLE, {}, False),
    (TUMBLE, UNALIGNED, False),
    (HOP, ROCKSDB, False),
    (HOP, TOLERANT | UNALIGNED, False),
    (SESSION, UNALIGNED, False),
    (SESSION, ROCKSDB, False),
    (CASCADED, TOLERANT, False),
    (CUMULATE, CONCURRENT, False),
    (CUMULATE, UNALIGNED, False),
    (TUMBLE, {}, True),
    (CUMULATE, {}, True),
    (SESSION, {}, True),
    (OVER_ROWS, UNALIGNED, False),
    (OVER_ROWS, ROCKSDB, False),
    (OVER_RANGE, TOLERANT, False),
    (OVER_RANGE, ROCKSDB, False),
    (OVER_ALL, UNALIGNED, False),
    (OVER_ALL, ROCKSDB, False),
    (OVER_RANGE, {}, True),
)


def _simulation_of(query: str, settings: dict[str, str], batch: bool) -> Simulation:
    options = SimulationOptions(
        batch=batch,
        faults=(Fault.TASK,) if batch else tuple(Fault),
        most_faults=2,
        time_passes=0.5,
        wishes=() if batch else (Wish.RESCALE, Wish.RESCALE),
    )

    def build(env: StreamExecutionEnvironment) -> None:
        env.get_configuration().set_string("table.local-time-zone", "UTC")
        if settings is ROCKSDB:
            env.get_configuration().set_string("state.backend.type", "rocksdb")
        tables = StreamTableEnvironment.create(env)
        tables.execute_sql(_TABLE)
        plan = optimized(tables.sql_query(query).plan, PassSettings(is_batch=batch))
        columns = Translator(env.get_configuration(), env.program).translate(plan)
        rows = env.add_transformation(
            Transformation(TransformationKind.OPERATOR, "rows", (columns,), ColumnsToRowsSpec(plan.row_type))
        )
        env.add_transformation(Transformation(TransformationKind.SINK, "ledger", (rows,), SinkSpec(LedgerSink(LEDGER))))

    return simulation_of(build, options, {} if settings is ROCKSDB else settings)


@cache
def _simulation(number: int) -> Simulation:
    return _simulation_of(*SCENARIOS[number])


def run_seed(seed: int) -> tuple[list[str], Counter[str]]:
    """What was wrong with a seed's run, and what happened in it."""
    number = seed % len(SCENARIOS)
    LEDGERS.clear()
    result = run(_simulation(number), seed)
    happened = Counter(restarts=result.restarts, checkpoints=result.checkpoints, faults=result.faults)
    happened["rescales"] = result.granted.count(Wish.RESCALE)
    if result.status is not JobStatus.FINISHED:
        return [f"the job ended {result.status.name}: {result.cause!r}"], happened
    expected, came = Counter(EXPECTED[SCENARIOS[number][0]]), Counter(tuple(row) for row in read_ledger(LEDGER))
    lost, doubled = expected - came, came - expected
    return [f"lost {dict(lost)}, too many {dict(doubled)}"] if lost or doubled else [], happened


if __name__ == "__main__":
    raise SystemExit(main("tests.whole.simulation.windows", run_seed))
