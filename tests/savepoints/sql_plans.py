"""Jobs of SQL by their compiled plans. Recorded plans and the savepoints of their jobs are read after every change.

`make savepoints` records the folders NAME-hashmap and NAME-rocksdb of each job in `JOBS`.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Optional
from uuid import uuid4

from pyrite.checkpoint.savepoint import load_savepoint
from pyrite.connectors.table_factories import table_factory
from pyrite.core.blocks.changelog import ALL_CHANGES, ChangelogMode
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.connector.table import TableContext, TableFactory, TableSink
from pyrite.core.types import RowType
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.expressions.values import to_values
from pyrite.relational.compiled.compiled_plan import CompiledPlan
from pyrite.relational.plan import nodes
from pyrite.relational.session.compiled_plans import compile_sinks, load_plan
from pyrite.relational.session.jobs import plans_of
from pyrite.relational.session.session import Session
from pyrite.relational.session.statements import execute_statement
from pyrite.relational.sql.parser import parse_statement
from pyrite.relational.to_transformations import Translator
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import LocalStore
from pyrite.testing.simulation import Savepoint, Simulation, SimulationOptions, SimulationResult, Wish
from tests.savepoints.features import _export, disk_of
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger
from tests.whole.simulation.scenarios import simulation_of
from tests.whole.simulation.uneven import run

HERE: Final = Path(__file__).parent
BACKENDS: Final = ("hashmap", "rocksdb")
LEDGER: Final = "sql"
_ROWS: Final = 60
_LEDGER_TABLE: Final = "WITH ('connector' = 'tests.savepoints.sql_plans.LedgerTables')"
TABLES: Final = (
    "CREATE TABLE numbers (n BIGINT, ts AS TO_TIMESTAMP_LTZ(n * 1000, 3), WATERMARK FOR ts AS ts - INTERVAL '9' MINUTE)"
    " WITH ('connector' = 'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '0', "
    f"'fields.n.end' = '{_ROWS - 1}')",
    "CREATE VIEW timed AS SELECT MOD(n, 4) AS k, n, ts FROM numbers",
    f"CREATE TABLE grouped (k BIGINT, c BIGINT, s BIGINT, low BIGINT, high BIGINT, a DOUBLE, d BIGINT) {_LEDGER_TABLE}",
    f"CREATE TABLE counted (c BIGINT, n BIGINT, most BIGINT) {_LEDGER_TABLE}",
    f"CREATE TABLE best (k BIGINT, n BIGINT, place BIGINT) {_LEDGER_TABLE}",
    f"CREATE TABLE latest (k BIGINT, n BIGINT) {_LEDGER_TABLE}",
    f"CREATE TABLE moving (k BIGINT, n BIGINT, total BIGINT, c BIGINT) {_LEDGER_TABLE}",
    f"CREATE TABLE sessions (k BIGINT, c BIGINT, s BIGINT) {_LEDGER_TABLE}",
    f"CREATE TABLE windowed (k BIGINT, begins TIMESTAMP(3), c BIGINT, s BIGINT) {_LEDGER_TABLE}",
)
GROUPED: Final = (
    "INSERT INTO grouped SELECT MOD(n, 5), COUNT(*), SUM(n), MIN(n), MAX(n), AVG(CAST(n AS DOUBLE)), "
    "COUNT(DISTINCT MOD(n, 7)) FROM numbers GROUP BY MOD(n, 5)"
)
COUNTED: Final = (
    "INSERT INTO counted SELECT c, COUNT(*), MAX(s) FROM "
    "(SELECT MOD(n, 7) AS k, COUNT(*) AS c, SUM(n) AS s FROM numbers GROUP BY MOD(n, 7)) GROUP BY c"
)
WINDOWED: Final = (
    "INSERT INTO windowed SELECT MOD(n, 2), window_start, COUNT(*), SUM(n) "
    "FROM TUMBLE(TABLE numbers, DESCRIPTOR(ts), INTERVAL '20' SECOND) GROUP BY MOD(n, 2), window_start, window_end"
)

BEST: Final = (
    "INSERT INTO best SELECT * FROM (SELECT MOD(n, 4) AS k, n, "
    "ROW_NUMBER() OVER (PARTITION BY MOD(n, 4) ORDER BY n DESC) AS place FROM numbers) WHERE place <= 3"
)
LATEST: Final = (
    "INSERT INTO latest SELECT k, n FROM (SELECT MOD(n, 4) AS k, n, "
    "ROW_NUMBER() OVER (PARTITION BY MOD(n, 4) ORDER BY ts DESC) AS place FROM numbers) WHERE place = 1"
)
RUNNING: Final = (
    "INSERT INTO moving SELECT MOD(n, 4), n, SUM(n) OVER (PARTITION BY MOD(n, 4) ORDER BY ts "
    "ROWS BETWEEN 3 PRECEDING AND CURRENT ROW), COUNT(*) OVER (PARTITION BY MOD(n, 4) ORDER BY ts "
    "ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) FROM numbers"
)
SESSIONS: Final = (
    "INSERT INTO sessions SELECT k, COUNT(*), SUM(n) FROM SESSION(TABLE timed PARTITION BY k, DESCRIPTOR(ts), "
    "INTERVAL '5' SECOND) GROUP BY k, window_start, window_end"
)
JOBS: Final = {
    "sql-plan": (GROUPED, COUNTED, WINDOWED),
    "sql-ranked": (BEST, LATEST, RUNNING, SESSIONS),
}
"""The statements by the names of what is kept of their jobs."""


class LedgerTables(TableFactory):
    """Tables whose changes go to the ledger, each as (table, kind, values...)."""

    identifier = "tests.savepoints.sql_plans.LedgerTables"

    def describe_sink(self, context: TableContext) -> TableSink:
        return LedgerTable(context.identifier.object, context.row_type)


@dataclass(frozen=True)
class LedgerTable(TableSink):
    name: str
    row_type: RowType

    @property
    def changelog_mode(self) -> ChangelogMode:
        return ALL_CHANGES

    def as_summary_string(self) -> str:
        return "ledger"

    def create_sink(self) -> Sink:
        return LedgerRows(self.name, self.row_type)


class LedgerRows(LedgerSink):
    def __init__(self, table: str, row_type: RowType) -> None:
        super().__init__(LEDGER)
        self._table = table
        self._row_type = row_type

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return _RowWriter(self._table, self._row_type)

    def create_committer(self) -> Committer:
        return super().create_committer()


class _RowWriter(SinkWriter):
    def __init__(self, table: str, row_type: RowType) -> None:
        self._table = table
        self._types = row_type.children
        self._rows: list[Any] = []

    def write(self, block: Any) -> None:
        assert isinstance(block, ColumnBlock)
        columns = [to_values(block.batch.column(place), kind) for place, kind in enumerate(self._types)]
        kinds = [0] * len(block) if block.change_kinds is None else block.change_kinds.to_pylist()
        self._rows += [(self._table, kind, *row) for kind, *row in zip(kinds, *columns, strict=True)]

    def prepare_commit(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return [(uuid4().hex, rows)] if rows else []


def session_of(env: StreamExecutionEnvironment, tables: Sequence[str] = TABLES) -> Session:
    session = Session(env.get_configuration().set_string("table.local-time-zone", "UTC"), table_factory)
    for table in tables:
        execute_statement(parse_statement(table), session, table)
    return session


def compile_statements(session: Session, statements: Sequence[str]) -> CompiledPlan:
    plans = [plan for text in statements for plan in plans_of(parse_statement(text), session, text) or []]
    return compile_sinks([plan for plan in plans if isinstance(plan, nodes.Sink)], session)


def _build(env: StreamExecutionEnvironment, plan: Optional[Path], statements: Sequence[str], has_uids: bool) -> None:
    """By the compiled plan, whose tables no catalog has; or by statements."""
    if plan is not None:
        session = session_of(env, ())
        compiled = load_plan(str(plan), session)
    else:
        session = session_of(env)
        compiled = compile_statements(session, statements)
    translator = Translator(session.configuration, env.program, compiled.notes if has_uids else {})
    for sink in compiled.sinks:
        env.add_transformation(translator.translate(sink))


def simulation(
    plan: Optional[Path],
    backend: str,
    wishes: tuple[Wish, ...] = (),
    origin: Optional[Savepoint] = None,
    parallelism: int = 2,
    statements: Sequence[str] = (),
    has_uids: bool = True,
) -> Simulation:
    build = partial(_build, plan=plan, statements=statements, has_uids=has_uids)
    options = SimulationOptions(wishes=wishes, time_passes=0.5)
    return simulation_of(build, options, {"data-inline-threshold": "1mb"}, parallelism, origin, backend)


def left() -> Counter[tuple[Any, ...]]:
    """The rows that the changes in the ledger leave, with the names of their tables."""
    counts: Counter[tuple[Any, ...]] = Counter()
    for table, kind, *row in read_ledger(LEDGER):
        counts[(table, *row)] += 1 if kind in (0, 2) else -1
    return Counter({row: count for row, count in counts.items() if count})


def restored(folder: Path, backend: str, parallelism: int, seed: int = 1) -> SimulationResult:
    """The rest of the life of a kept plan's job. The ledger has what was committed before."""
    kept = json.loads((folder / "kept.json").read_text())
    LEDGERS.clear()
    LEDGERS[LEDGER] = {name: list(map(tuple, records)) for name, records in kept["committed"].items()}
    origin = Savepoint(kept["place"], disk_of(folder / "disk"))
    return simulation(folder / "plan.json", backend, (), origin, parallelism).run(seed)


def _is_of_use(savepoint: Savepoint) -> bool:
    """Whether all operators that keep something have state in it."""
    store = LocalStore(savepoint.disk, "/checkpoints", "t")
    manifest = load_savepoint(savepoint.path, FolderOpener(Configuration(), store))
    kept = [state for state in manifest.operators.values() if state.layout]
    return all(any(handle.keyed and handle.keyed.files for handle in state.subtasks.values()) for state in kept)


def record(folder: Path, backend: str, statements: Sequence[str]) -> bool:
    """Compiles a plan, runs it until it is stopped in the middle, and keeps all of it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    plan = compile_statements(session_of(StreamExecutionEnvironment()), statements)
    (folder / "plan.json").write_text(plan.to_json())
    for seed in range(60):
        LEDGERS.clear()
        wishes = (*[Wish.SAVEPOINT] * (len(statements) - 1), Wish.STOP)
        result = run(simulation(folder / "plan.json", backend, wishes), seed)
        if result.savepoint is None or not _is_of_use(result.savepoint):
            continue
        disk, place = result.savepoint.disk, result.savepoint.path.removeprefix("file://")
        _export(disk, place, folder / "disk" / place[1:])
        kept = {"place": f"file://{place}", "seed": seed, "committed": LEDGERS.get(LEDGER, {})}
        (folder / "kept.json").write_text(json.dumps(kept, indent=None, separators=(",", ":")) + "\n")
        return True
    return False


def main() -> None:
    for name, statements in JOBS.items():
        for backend in BACKENDS:
            if not record(HERE / f"{name}-{backend}", backend, statements):
                sys.exit(f"no seed leaves a savepoint of use of {name} in {backend}")
