"""SQL under seeded schedulers with crashes, rescales and unaligned checkpoints, and in batch.

python -m tests.whole.simulation.sql --seeds 2500

A generator numbers its rows; a query filters, computes, unites and unnests them; each row that it owes comes once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Optional

from pyrite.core.job.job_status import JobStatus
from pyrite.core.types.rows import Row, RowKind
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.transformation import Transformation, TransformationKind
from pyrite.operators.relational.rows.rows import ColumnsToRowsSpec
from pyrite.operators.sink import SinkSpec
from pyrite.relational.passes import optimized
from pyrite.relational.passes.settings import COLLECTED, PassSettings
from pyrite.relational.to_transformations import Translator
from pyrite.table import StreamTableEnvironment
from pyrite.testing.simulation import Fault, Savepoint, Simulation, SimulationOptions, Wish
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger
from tests.whole.simulation.scenarios import CONCURRENT, LEDGER, OVERTAKING, TOLERANT, UNALIGNED, simulation_of
from tests.whole.simulation.seed_runs import main
from tests.whole.simulation.uneven import run

ROWS: Final = 40
_TABLE: Final = f"""
CREATE TABLE numbers (n BIGINT, doubled AS n * 2) WITH (
    'connector' = 'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '0', 'fields.n.end' = '{ROWS - 1}')
"""
_TIMED: Final = f"""
CREATE TABLE timed (
    n BIGINT, ts AS TIMESTAMPADD(SECOND, CAST(n AS INT), TIMESTAMP '2024-03-01 08:00:00'),
    WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE
) WITH ('connector' = 'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '0', 'fields.n.end' = '{ROWS - 1}')
"""
FILTER: Final = "SELECT n, doubled + 1 FROM numbers WHERE MOD(n, 3) <> 0"
UNION: Final = "SELECT n, 1 FROM numbers WHERE n < 10 UNION ALL SELECT n, CHAR_LENGTH(CAST(n AS STRING)) FROM numbers"
COUNTS: Final = "SELECT MOD(n, 5), COUNT(*), SUM(doubled), MAX(n) FROM numbers GROUP BY MOD(n, 5)"
OF_COUNTS: Final = (
    "SELECT c, COUNT(*), MIN(s), MAX(k) FROM "
    "(SELECT MOD(n, 7) AS k, COUNT(*) AS c, SUM(n) AS s FROM numbers GROUP BY MOD(n, 7)) GROUP BY c"
)
DISTINCT: Final = "SELECT DISTINCT MOD(n, 6), MOD(n, 4) FROM numbers"
TOTAL: Final = "SELECT COUNT(DISTINCT MOD(n, 9)), SUM(n), LISTAGG(DISTINCT CAST(MOD(n, 1) AS STRING)) FROM numbers"
TOP: Final = (
    "SELECT k, n, place FROM (SELECT MOD(n, 5) AS k, n, "
    "ROW_NUMBER() OVER (PARTITION BY MOD(n, 5) ORDER BY n DESC) AS place FROM numbers) WHERE place <= 3"
)
TOP_OF_SUMS: Final = (
    "SELECT k, s FROM (SELECT k, s, ROW_NUMBER() OVER (ORDER BY s DESC) AS place FROM "
    "(SELECT MOD(n, 7) AS k, SUM(n) AS s FROM numbers GROUP BY MOD(n, 7))) WHERE place <= 2"
)
FIRSTS: Final = (
    "SELECT k FROM (SELECT MOD(n, 11) AS k, "
    "ROW_NUMBER() OVER (PARTITION BY MOD(n, 11) ORDER BY PROCTIME()) AS place FROM numbers) WHERE place = 1"
)
VALUES: Final = (
    "SELECT MOD(n, 3), COUNT(DISTINCT MOD(n, 7)), SUM(DISTINCT MOD(n, 5)), MAX(n), COUNT(*) FROM numbers "
    "GROUP BY MOD(n, 3)"
)
VALUES_OF_COUNTS: Final = (
    "SELECT c, COUNT(DISTINCT k), SUM(DISTINCT MOD(s, 4)), MIN(s) FROM "
    "(SELECT MOD(n, 7) AS k, COUNT(*) AS c, SUM(n) AS s FROM numbers GROUP BY MOD(n, 7)) GROUP BY c"
)
UNNEST: Final = "SELECT n, e FROM numbers CROSS JOIN UNNEST(ARRAY[n, n + 1]) AS t (e) WHERE n > 5"
MATCHES: Final = (
    "SELECT * FROM (SELECT MOD(n, 5) AS k, n, ts FROM timed) MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts "
    "MEASURES A.n AS a, LAST(B.n) AS b, SUM(B.n) AS s AFTER MATCH SKIP PAST LAST ROW PATTERN (A B{2}) "
    "DEFINE B AS B.n > A.n)"
)
PAIRS: Final = (
    "SELECT a.n, b.n FROM numbers AS a JOIN timed AS b ON MOD(a.n, 5) = MOD(b.n, 5) AND a.n < b.n WHERE a.n < 30"
)
OF_PAIRS: Final = (
    "SELECT a.k, a.c, b.k, b.s FROM (SELECT MOD(n, 7) AS k, COUNT(*) AS c FROM numbers GROUP BY MOD(n, 7)) AS a "
    "FULL JOIN (SELECT MOD(n, 9) + 1 AS k, SUM(n) AS s FROM numbers GROUP BY MOD(n, 9)) AS b ON a.k = b.k"
)
EXPECTED: Final[dict[str, list[tuple[Any, ...]]]] = {
    FILTER: [(n, n * 2 + 1) for n in range(ROWS) if n % 3],
    UNION: [*((n, 1) for n in range(10)), *((n, len(str(n))) for n in range(ROWS))],
    UNNEST: [(n, e) for n in range(6, ROWS) for e in (n, n + 1)],
    COUNTS: [
        (k, len(range(k, ROWS, 5)), sum(2 * n for n in range(k, ROWS, 5)), max(range(k, ROWS, 5))) for k in range(5)
    ],
    OF_COUNTS: [
        (c, len(same), min(sum(range(k, ROWS, 7)) for k in same), max(same))
        for c in (5, 6)
        for same in [[k for k in range(7) if len(range(k, ROWS, 7)) == c]]
    ],
    DISTINCT: sorted({(n % 6, n % 4) for n in range(ROWS)}),
    TOTAL: [(9, sum(range(ROWS)), "0")],
    TOP: [(k, n, place) for k in range(5) for place, n in enumerate(sorted(range(k, ROWS, 5))[:-4:-1], 1)],
    TOP_OF_SUMS: sorted(((k, sum(range(k, ROWS, 7))) for k in range(7)), key=lambda pair: -pair[1])[:2],
    FIRSTS: [(k,) for k in range(11)],
    VALUES: [
        (k, len({n % 7 for n in same}), sum({n % 5 for n in same}), max(same), len(same))
        for k in range(3)
        for same in [range(k, ROWS, 3)]
    ],
    MATCHES: [(k, first, first + 10, 2 * first + 15) for k in range(5) for first in range(k, ROWS - 10, 15)],
    PAIRS: [(n, m) for n in range(30) for m in range(n + 5, ROWS, 5)],
    OF_PAIRS: [
        (0, len(range(0, ROWS, 7)), None, None),
        *((k, len(range(k, ROWS, 7)), k, sum(range(k - 1, ROWS, 9))) for k in range(1, 7)),
        *((None, None, k, sum(range(k - 1, ROWS, 9))) for k in range(7, 10)),
    ],
    VALUES_OF_COUNTS: [
        (c, len(sums), sum({s % 4 for s in sums}), min(sums))
        for c in (5, 6)
        for sums in [[sum(range(k, ROWS, 7)) for k in range(7) if len(range(k, ROWS, 7)) == c]]
    ],
}


def to_ledger(env: StreamExecutionEnvironment, tables: StreamTableEnvironment, query: str, batch: bool = False) -> None:
    """Adds a query to the program, whose rows go to the ledger."""
    plan = optimized(tables.sql_query(query).plan, PassSettings(batch, env.get_configuration(), COLLECTED))
    columns = Translator(env.get_configuration(), env.program).translate(plan)
    rows = env.add_transformation(
        Transformation(TransformationKind.OPERATOR, "rows", (columns,), ColumnsToRowsSpec(plan.row_type))
    )
    env.add_transformation(Transformation(TransformationKind.SINK, "ledger", (rows,), SinkSpec(LedgerSink(LEDGER))))


@dataclass(frozen=True)
class SqlScenario:
    """A query under a mode of checkpoints, with wishes."""

    query: str
    settings: dict[str, str] = field(default_factory=dict)
    wishes: tuple[Wish, ...] = ()
    batch: bool = False

    def keeps_columns(self) -> bool:
        """Whether its aggregates keep their state in columns, and work on whole blocks where these are large."""
        return self.query in (COUNTS, DISTINCT) and not self.batch

    def simulation(self, parallelism: int = 2, origin: Optional[Savepoint] = None) -> Simulation:
        """A life of the job; the second one begins with the savepoint that the first has ended in."""
        options = SimulationOptions(
            batch=self.batch,
            faults=(Fault.TASK,) if self.batch else tuple(Fault),
            most_faults=2,
            time_passes=0.5,
            wishes=self.wishes if origin is None else (),
        )
        return simulation_of(self._build, options, self.settings, parallelism, origin)

    def _build(self, env: StreamExecutionEnvironment) -> None:
        tables = StreamTableEnvironment.create(env)
        tables.execute_sql(_TABLE)
        tables.execute_sql(_TIMED)
        to_ledger(env, tables, self.query, self.batch)

    def faults(self) -> list[str]:
        """What is missing, and what came too often."""
        expected, came = Counter(EXPECTED[self.query]), applied(read_ledger(LEDGER))
        lost, doubled = expected - came, came - expected
        return [f"lost {dict(lost)}, too many {dict(doubled)}"] if lost or doubled else []


def applied(changes: list[Row]) -> Counter[tuple[Any, ...]]:
    """The rows that changes leave; what is taken away too often has a count below zero.

    Those of a key come in order, but the commits of a sink's subtasks do not: so the changes are counted.
    """
    counts: Counter[tuple[Any, ...]] = Counter()
    for row in changes:
        counts[tuple(row)] += 1 if row.get_row_kind() in (RowKind.INSERT, RowKind.UPDATE_AFTER) else -1
    left: Counter[tuple[Any, ...]] = Counter()
    left.update({row: count for row, count in counts.items() if count})
    return left


ROCKSDB: Final = {"state.backend.type": "rocksdb"}
MINI_BATCH: Final = {
    "table.exec.mini-batch.enabled": "true",
    "table.exec.mini-batch.allow-latency": "50 ms",
    "table.exec.mini-batch.size": "7",
}
SPLIT: Final = {
    "table.optimizer.distinct-agg.split.enabled": "true",
    "table.optimizer.distinct-agg.split.bucket-num": "4",
}
RESCALES: Final = (Wish.RESCALE, Wish.RESCALE)
SCENARIOS: Final = (
    SqlScenario(FILTER),
    SqlScenario(FILTER, UNALIGNED, RESCALES),
    SqlScenario(UNION, TOLERANT, RESCALES),
    SqlScenario(UNION, OVERTAKING | CONCURRENT),
    SqlScenario(UNNEST, UNALIGNED | TOLERANT, RESCALES),
    SqlScenario(COUNTS, {}, RESCALES),
    SqlScenario(COUNTS, UNALIGNED | ROCKSDB, RESCALES),
    SqlScenario(OF_COUNTS, TOLERANT, RESCALES),
    SqlScenario(OF_COUNTS, OVERTAKING | CONCURRENT),
    SqlScenario(DISTINCT, UNALIGNED | TOLERANT, RESCALES),
    SqlScenario(TOTAL, {}, RESCALES),
    SqlScenario(COUNTS, TOLERANT, (Wish.STOP,)),
    SqlScenario(OF_COUNTS, ROCKSDB, (Wish.RESCALE, Wish.STOP)),
    SqlScenario(COUNTS, MINI_BATCH, RESCALES),
    SqlScenario(TOP, UNALIGNED, RESCALES),
    SqlScenario(TOP_OF_SUMS, TOLERANT | ROCKSDB, RESCALES),
    SqlScenario(FIRSTS, {}, (Wish.RESCALE, Wish.STOP)),
    SqlScenario(OF_COUNTS, MINI_BATCH | UNALIGNED | ROCKSDB, RESCALES),
    SqlScenario(TOTAL, MINI_BATCH | CONCURRENT),
    SqlScenario(VALUES, SPLIT | MINI_BATCH, (Wish.RESCALE, Wish.STOP)),
    SqlScenario(VALUES_OF_COUNTS, SPLIT | MINI_BATCH | UNALIGNED | ROCKSDB, RESCALES),
    SqlScenario(VALUES_OF_COUNTS, SPLIT | TOLERANT, RESCALES),
    SqlScenario(COUNTS, batch=True),
    SqlScenario(OF_COUNTS, batch=True),
    SqlScenario(TOTAL, batch=True),
    SqlScenario(FILTER, batch=True),
    SqlScenario(UNION, batch=True),
    SqlScenario(MATCHES, UNALIGNED, RESCALES),
    SqlScenario(MATCHES, TOLERANT | ROCKSDB, (Wish.RESCALE, Wish.STOP)),
    SqlScenario(MATCHES, batch=True),
    SqlScenario(PAIRS, UNALIGNED, RESCALES),
    SqlScenario(PAIRS, TOLERANT | ROCKSDB, (Wish.RESCALE, Wish.STOP)),
    SqlScenario(OF_PAIRS, UNALIGNED | ROCKSDB, RESCALES),
    SqlScenario(OF_PAIRS, {"table.exec.state.ttl": "1 d"}, (Wish.RESCALE, Wish.STOP)),
    SqlScenario(PAIRS, batch=True),
    SqlScenario(OF_PAIRS, batch=True),
)


@cache
def _simulation(number: int) -> Simulation:
    return SCENARIOS[number].simulation()


def run_seed(seed: int) -> tuple[list[str], Counter[str]]:
    """What was wrong with a seed's run, and what happened in it."""
    number = seed % len(SCENARIOS)
    LEDGERS.clear()
    result = run(_simulation(number), seed)
    happened = Counter(restarts=result.restarts, checkpoints=result.checkpoints, faults=result.faults)
    happened["rescales"] = result.granted.count(Wish.RESCALE)
    if result.savepoint is not None:  # the job was stopped, even if its driver died before it could answer
        happened["resumed"] = 1
        result = run(SCENARIOS[number].simulation(1 + seed % 3, result.savepoint), seed + 1)
    if result.status is not JobStatus.FINISHED:
        return [f"the job ended {result.status.name}: {result.cause!r}"], happened
    return SCENARIOS[number].faults(), happened


if __name__ == "__main__":
    raise SystemExit(main("tests.whole.simulation.sql", run_seed))
