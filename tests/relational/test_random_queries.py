"""Random queries over random changes, cut into random blocks: what comes out, applied to an empty table, is the answer.

The answer is that of batch, at each checkpoint and at the end, and there that of DuckDB. Blocks of one row and of all
rows give the same changes. Then the job runs again with random settings, a backend, subtasks, checkpoints, crashes and
rescales. More by command:

    python -m tests.relational.test_random_queries --seeds 100000
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache, cached_property
from typing import Any, Final
from unittest.mock import patch

import duckdb

from pyrite.core.types import RowType
from pyrite.operators.relational.aggregate import running_aggregate
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.session.session import Session
from tests.relational.changelog_tables import changelog_session
from tests.relational.random_joins import JoinMaker
from tests.relational.random_queries import ROW_TYPE, TABLE, QueryMaker, RandomQuery, Row, applied, random_changes
from tests.relational.random_subqueries import SubQueryMaker
from tests.relational.random_timed_queries import TIMED_TABLE, TIMED_TYPE, TimedQueryMaker, timed_rows
from tests.relational.restarting import Checkpoint, RestartingPlan
from tests.relational.running import Change, TranslatedPlan, block_of
from tests.relational.sessions import plan

SEEDS: Final = 2000
_EPOCH: Final = datetime(1970, 1, 1)
_MICROSECOND: Final = timedelta(microseconds=1)


@cache
def session(table: str) -> Session:
    return changelog_session(table)


@cache
def database() -> Any:
    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    return connection


@dataclass(frozen=True)
class Case:
    """A query, its input, and the plans for it, each made once."""

    made: RandomQuery
    changes: list[Change]
    row_type: RowType
    table: str
    happened: Counter[str] = field(default_factory=Counter)

    @staticmethod
    def of(chance: random.Random) -> Case:
        if chance.random() < 0.3:
            made = TimedQueryMaker(chance).query()
            return Case(made, timed_rows(chance, chance.choice((0, 1, 8, 20))), TIMED_TYPE, TIMED_TABLE)
        retracts = chance.random() < 0.6
        maker = chance.choices((QueryMaker, JoinMaker, SubQueryMaker), (5, 3, 3))[0]
        made = maker(chance).query()
        changes = random_changes(chance, chance.choice((0, 1, 5, 24)), retracts)
        return Case(made, changes, ROW_TYPE, TABLE.format(kinds="I,UB,UA,D" if retracts else "I"))

    @cached_property
    def plan(self) -> RelNode:
        return plan(session(self.table), self.made.text)

    @cached_property
    def streaming(self) -> TranslatedPlan:
        return TranslatedPlan(self.plan)

    @cached_property
    def batch(self) -> TranslatedPlan:
        return TranslatedPlan(self.plan, is_batch=True)

    def block(self, changes: Sequence[Change]) -> Any:
        return block_of([row for _, row in changes], [kind for kind, _ in changes], self.row_type)

    # Answers ----------------------------------------------------------------------------------------------------------

    def streamed(self, blocks: list[list[Change]]) -> list[Change]:
        job = RestartingPlan(self.streaming)
        for block in blocks:
            job.feed(self.block(block))
        job.finish()
        return job.changes()

    def in_batch(self, rows: list[Row]) -> Counter[Row]:
        job = RestartingPlan(self.batch)
        if rows:
            job.feed(self.block([(0, row) for row in rows]))
        job.finish()
        return Counter(row for _, row in job.changes())

    def in_duckdb(self, rows: list[Row]) -> Counter[Row]:
        names = self.row_type.names
        shown = ", ".join(f"({', '.join(map(_literal, row, names))})" for row in rows)
        no_row = f"({', '.join(['NULL'] * len(names))})"
        kinds = ", ".join(f"CAST({name} AS {_DUCKDB[name]}) AS {name}" for name in names)
        values = f"(VALUES {shown or no_row}) AS raw ({', '.join(names)})"
        table = f"SELECT {kinds} FROM {values}{'' if rows else ' WHERE FALSE'}"
        answer = database().execute(f"WITH t AS ({table}) {self.made.duckdb or self.made.text}").fetchall()
        return Counter(tuple(map(_value, row)) for row in answer)

    # Faults -----------------------------------------------------------------------------------------------------------

    def faults(self, chance: random.Random) -> Iterator[str]:
        """What is wrong with its answers."""
        whole = self.streamed([self.changes] if self.changes else [])
        blocks = [[each] for each in self.changes] if chance.random() < 0.5 else cut(self.changes, chance)
        other = self.streamed(blocks)
        is_free = self.made.is_union or self.made.waits
        if other != whole and not (is_free and applied(other) == applied(whole)):
            yield f"{len(blocks)} blocks give other changes than one block"
        rows = list(applied(self.changes).elements())
        batch, duck = self.in_batch(rows), self.in_duckdb(rows)
        if batch != duck and not (self.made.has_sets and not batch):
            yield f"batch gives {batch}, DuckDB {duck}"
        yield from self._unlike(applied(whole), batch, "streaming")
        yield from self._restarted(chance, batch)

    def _unlike(self, result: Counter[Row], batch: Counter[Row], what: str) -> Iterator[str]:
        if result != batch and not (self.made.is_single_group and not result):
            yield f"{what} gives {result}, batch {batch}"

    def _restarted(self, chance: random.Random, batch: Counter[Row]) -> Iterator[str]:
        """The answers of a job that is stopped again and again, at each checkpoint and at its end."""
        settings = random_settings(chance)
        translated = TranslatedPlan(self.plan, settings=settings) if settings else self.streaming
        job = RestartingPlan(translated, chance.randint(1, 3), random_backend(chance))
        what = f"with {settings}"
        place, last, last_place = 0, None, 0
        crashes, most = chance.choice((0, 1, 1, 2)), chance.choice((2, 8))
        while place < len(self.changes):
            stop = place + chance.randint(1, most)
            job.feed(self.block(self.changes[place:stop]))
            place = min(stop, len(self.changes))
            shape = chance.random()
            if shape < 0.3:
                last, last_place = self._checkpointed(job, chance), place
                if not self.made.waits and chance.random() < 0.5:
                    so_far = self.in_batch(list(applied(self.changes[:place]).elements()))
                    yield from self._unlike(applied(job.changes()), so_far, f"{what}, checkpoint after {place},")
            elif shape < 0.55 and crashes:
                crashes -= 1
                place = self._crash(job, last, last_place, chance)
        job.finish()
        yield from self._unlike(applied(job.changes()), batch, what)

    def _checkpointed(self, job: RestartingPlan, chance: random.Random) -> Checkpoint:
        is_savepoint = chance.random() < 0.2
        self.happened["savepoints" if is_savepoint else "checkpoints"] += 1
        return job.checkpoint(is_savepoint)

    def _crash(self, job: RestartingPlan, last: Checkpoint | None, place: int, chance: random.Random) -> int:
        self.happened["crashes"] += 1
        job.restart(last, chance.randint(1, 3), random_backend(chance) if last is None or last.is_savepoint else None)
        return place


_DUCKDB: Final = {"k": "INTEGER", "s": "VARCHAR", "v": "INTEGER", "w": "INTEGER", "ts": "TIMESTAMP"}


def _literal(value: Any, name: str) -> str:
    if value is None:
        return "NULL"
    return f"make_timestamp({value // 1000})" if name == "ts" else repr(value)


def _value(value: Any) -> Any:
    return (value - _EPOCH) // _MICROSECOND * 1000 if isinstance(value, datetime) else value


def random_settings(chance: random.Random) -> dict[str, str]:
    """Mini-batch with one or two phases, two phases of windows, and DISTINCT values in buckets; or nothing."""
    shape = chance.random()
    if shape < 0.35:
        return {}
    phases = {
        "table.optimizer.agg-phase-strategy": chance.choice(("AUTO", "ONE_PHASE", "TWO_PHASE")),
        "table.optimizer.distinct-agg.split.enabled": chance.choice(("true", "false")),
        "table.optimizer.distinct-agg.split.bucket-num": chance.choice(("1", "2", "1024")),
        "table.optimizer.incremental-agg-enabled": chance.choice(("true", "true", "false")),
    }
    if shape < 0.45:
        return phases
    return phases | {
        "table.exec.mini-batch.enabled": "true",
        "table.exec.mini-batch.allow-latency": "1 s",
        "table.exec.mini-batch.size": str(chance.choice((1, 3, 1000))),
    }


def random_backend(chance: random.Random) -> str:
    return "rocksdb" if chance.random() < 0.04 else "hashmap"


@contextmanager
def random_state(chance: random.Random) -> Iterator[None]:
    """Aggregates work on whole blocks or row by row, and keep columns or tuples."""
    least = patch.object(running_aggregate, "_LEAST_ROWS", chance.choice((0, 1000)))
    with least:
        if chance.random() < 0.3:
            with patch.object(running_aggregate.RunningAggregate, "can_run", lambda calls: False):
                yield
        else:
            yield


def cut(changes: list[Change], chance: random.Random) -> list[list[Change]]:
    blocks, start = [], 0
    while start < len(changes):
        stop = start + chance.randint(1, 8)
        blocks.append(changes[start:stop])
        start = stop
    return blocks


def faults_of(seed: int) -> tuple[list[str], Counter[str]]:
    """What is wrong with a seed's query, and what happened to its job."""
    chance = random.Random(seed)
    case = Case.of(chance)
    with random_state(chance):
        try:
            faults = list(case.faults(chance))
        except Exception as error:
            faults = [f"{type(error).__name__}: {error}"]
    return [f"seed {seed}: {case.made.text}: {fault}" for fault in faults], case.happened


def test_random_queries_give_the_answer() -> None:
    faults: list[str] = []
    happened: Counter[str] = Counter()
    for seed in range(SEEDS):
        of_seed, of_job = faults_of(seed)
        faults += of_seed
        happened += of_job
    assert not faults, "\n".join(faults[:20])
    assert min(happened["checkpoints"], happened["savepoints"], happened["crashes"]) > SEEDS // 20


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.relational.test_random_queries")
    parser.add_argument("--seeds", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    count, happened = 0, Counter[str]()
    for seed in range(options.first, options.first + options.seeds):
        faults, of_job = faults_of(seed)
        count += len(faults)
        happened += of_job
        for fault in faults:
            print(fault, flush=True)
    print(f"{count} faults in {options.seeds} queries, with {dict(happened)}")
    return 1 if count else 0


if __name__ == "__main__":
    raise SystemExit(main())
