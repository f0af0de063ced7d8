"""Random queries over random changes, cut into random blocks: what comes out, applied to an empty table, is the answer.

The answer is that of batch, and of DuckDB. Blocks of one row and of all rows give the same changes. More by command:

    python -m tests.relational.test_random_queries --seeds 100000
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, Optional
from unittest.mock import patch

import duckdb

from pyrite.operators.relational import running_aggregate
from pyrite.relational.session.session import Session
from tests.relational.changelog_tables import changelog_session
from tests.relational.random_queries import ROW_TYPE, TABLE, QueryMaker, RandomQuery, Row, applied, random_changes
from tests.relational.running import Change, RunningPlan, block_of
from tests.relational.sessions import plan

SEEDS = 1000


@cache
def session(kinds: str) -> Session:
    return changelog_session(TABLE.format(kinds=kinds))


@cache
def database() -> Any:
    connection = duckdb.connect()
    connection.execute("CREATE TABLE t (k INTEGER, s VARCHAR, v INTEGER, w INTEGER)")
    connection.execute("SET threads = 1")
    return connection


def faults_of(seed: int) -> list[str]:
    """What is wrong with a seed's query."""
    chance = random.Random(seed)
    retracts = chance.random() < 0.6
    made = QueryMaker(chance).query()
    query = made.text
    changes = random_changes(chance, chance.choice((0, 1, 5, 30)), retracts)
    tables = session("I,UB,UA,D" if retracts else "I")
    with patch.object(running_aggregate, "_LEAST_ROWS", chance.choice((0, 1000))):  # in columns, or row by row
        faults = _faults(made, changes, tables, chance)
    return [f"{query}: {fault}" for fault in faults]


def _faults(made: RandomQuery, changes: list[Change], tables: Session, chance: random.Random) -> list[str]:
    query = made.text
    whole = streamed(tables, query, [changes] if changes else [])
    faults = []
    for blocks in ([[each] for each in changes], _cut(changes, chance)):
        other = streamed(tables, query, blocks)
        if other != whole and not (made.is_union and applied(other) == applied(whole)):
            faults.append(f"{len(blocks)} blocks give other changes than one block")
    try:
        result = applied(whole)
        bundled = applied(streamed(tables, query, _cut(changes, chance), _mini_batch(chance)))
    except AssertionError as error:
        return [*faults, str(error)]
    rows = list(applied(changes).elements())
    if bundled != result:
        faults.append(f"mini-batch gives {bundled}, without it {result}")
    batch, duck = in_batch(query, rows), in_duckdb(query, rows)
    if batch != duck and not (made.has_sets and not batch):
        faults.append(f"batch gives {batch}, DuckDB {duck}")
    if result != batch and not (made.is_single_group and not result):
        faults.append(f"streaming gives {result}, batch {batch}")
    return faults


def streamed(
    tables: Session, query: str, blocks: list[list[Change]], settings: Optional[Mapping[str, str]] = None
) -> list[Change]:
    job = RunningPlan(plan(tables, query), settings=settings)
    for block in blocks:
        job.feed(block_of([row for _, row in block], [kind for kind, _ in block], ROW_TYPE))
    job.finish()
    return job.changes()


def _mini_batch(chance: random.Random) -> dict[str, str]:
    return {
        "table.exec.mini-batch.enabled": "true",
        "table.exec.mini-batch.allow-latency": "1 s",
        "table.exec.mini-batch.size": str(chance.choice((1, 3, 1000))),
    }


def in_batch(query: str, rows: list[Row]) -> Counter[Row]:
    job = RunningPlan(plan(session("I"), query), is_batch=True)
    if rows:
        job.feed(block_of(rows, [0] * len(rows), ROW_TYPE))
    job.finish()
    return Counter(row for _, row in job.changes())


def in_duckdb(query: str, rows: list[Row]) -> Counter[Row]:
    connection = database()
    connection.execute("DELETE FROM t")
    if rows:
        connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", [list(row) for row in rows])
    return Counter(tuple(row) for row in connection.execute(query).fetchall())


def _cut(changes: list[Change], chance: random.Random) -> list[list[Change]]:
    blocks, start = [], 0
    while start < len(changes):
        stop = start + chance.randint(1, 8)
        blocks.append(changes[start:stop])
        start = stop
    return blocks


def test_random_queries_give_the_answer() -> None:
    faults = [f"seed {seed}: {fault}" for seed in range(SEEDS) for fault in faults_of(seed)]
    assert not faults, "\n".join(faults[:20])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.relational.test_random_queries")
    parser.add_argument("--seeds", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    faults = [
        f"seed {seed}: {fault}"
        for seed in range(options.first, options.first + options.seeds)
        for fault in faults_of(seed)
    ]
    print("\n".join([*faults, f"{len(faults)} faults in {options.seeds} queries"]))
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
