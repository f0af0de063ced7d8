"""Compiled plans and the savepoints of their jobs: recorded ones resume, and a query that has changed is refused."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from pyrite.core.job.job_status import JobStatus
from pyrite.testing.simulation import Savepoint, Wish
from tests.savepoints.sql_plans import (
    BACKENDS,
    BEST,
    GROUPED,
    HERE,
    JOBS,
    RUNNING,
    WINDOWED,
    left,
    restored,
    simulation,
)
from tests.whole.simulation.ledger import LEDGERS

KEPT = sorted(path.parent.name for path in HERE.glob("sql-*/plan.json"))


@cache
def expected(name: str) -> Counter[tuple[Any, ...]]:
    """What the job leaves if nobody stops it."""
    LEDGERS.clear()
    result = simulation(None, "hashmap", statements=JOBS[name]).run(0)
    assert result.status is JobStatus.FINISHED, result.cause
    return left()


QUICK = {("sql-plan-rocksdb", "hashmap"), *((name, "hashmap") for name in KEPT if name.endswith("-hashmap"))}


@pytest.mark.parametrize(
    ("folder", "backend"),
    [
        pytest.param(name, backend, marks=() if (name, backend) in QUICK else pytest.mark.slow)
        for name in KEPT
        for backend in BACKENDS
    ],
)
def test_kept_plan_resumes_from_the_savepoint_of_its_job(folder: str, backend: str) -> None:
    """At another parallelism, in either backend."""
    want = expected(folder.rpartition("-")[0])
    result = restored(HERE / folder, backend, 3)
    assert (result.status, result.cause) == (JobStatus.FINISHED, None)
    assert left() == want


def test_expected_rows_are_those_of_the_numbers() -> None:
    rows = expected("sql-plan")
    sums = {(table, row[0]): row for table, *row in rows}
    assert sums["grouped", 3][:5] == [3, 12, sum(range(3, 60, 5)), 3, 58]
    assert len([row for row in rows if row[0] == "windowed"]) == 6
    ranked = expected("sql-ranked")
    assert sorted(row[2:] for row in ranked if row[:2] == ("best", 3)) == [(51, 3), (55, 2), (59, 1)]
    assert sorted(row[1:] for row in ranked if row[0] == "latest") == [(0, 56), (1, 57), (2, 58), (3, 59)]
    assert ("moving", 1, 57, 57 + 53 + 49 + 45, 4) in ranked
    assert sorted(row[1:] for row in ranked if row[0] == "sessions")[0] == (0, 15, sum(range(0, 60, 4)))


@cache
def _stopped(statement: str, has_uids: bool) -> Savepoint:
    """By the first seed with which the job does not end before its stop."""
    wishes = (Wish.SAVEPOINT, Wish.STOP)
    for seed in range(3, 60):
        LEDGERS.clear()
        result = simulation(None, "hashmap", wishes, statements=[statement], has_uids=has_uids).run(seed)
        if result.savepoint is not None:
            return result.savepoint
    raise AssertionError("no seed stops the job in time")


def stopped(statement: str, has_uids: bool) -> Savepoint:
    """The savepoint with which a job was stopped; a copy, so that no job resumes from what another has left."""
    savepoint = _stopped(statement, has_uids)
    return Savepoint(savepoint.path, deepcopy(savepoint.disk))


def test_job_is_stopped_and_resumed_twice_at_other_parallelisms_in_other_backends() -> None:
    want = expected("sql-plan")
    LEDGERS.clear()
    origin = None
    for backend, parallelism, seed in (("hashmap", 1, 1), ("rocksdb", 3, 1)):
        made = simulation(None, backend, (Wish.STOP,), origin, parallelism, statements=JOBS["sql-plan"])
        origin = made.run(seed).savepoint
        assert origin is not None
    result = simulation(None, "hashmap", (), origin, 2, statements=JOBS["sql-plan"]).run(5)
    assert (result.status, left()) == (JobStatus.FINISHED, want)


CHANGES = [
    (
        GROUPED.replace("SUM(n)", "SUM(CAST(n AS INT))"),
        r"GroupAggregate.*keeps for each \(INT\): the number of rows, COUNT\(\*\), SUM\(INT\), .* it kept "
        r"for each \(INT\): the number of rows, COUNT\(\*\), SUM\(BIGINT\), ",
    ),
    (GROUPED.replace("MOD(n, 5)", "n"), r"keeps for each \(BIGINT\): .* it kept for each \(INT\): "),
    (WINDOWED.replace("'20' SECOND", "'30' SECOND"), r"WindowAggregate.*size_ms=30000.*it kept.*size_ms=20000"),
]
PAIRS = "INSERT INTO counted SELECT MOD(n, 5), MOD(n, 7), COUNT(*) FROM numbers GROUP BY MOD(n, 5), MOD(n, 7)"
ROLLUP = PAIRS.replace("BY MOD(n, 5), MOD(n, 7)", "BY ROLLUP (MOD(n, 5), MOD(n, 7))")
LIMITED = "INSERT INTO latest SELECT MOD(n, 4), n FROM numbers LIMIT 30"
UNNUMBERED = BEST.replace("SELECT *", "SELECT k, n, CAST(0 AS BIGINT)")
MEANINGS = [
    (
        GROUPED,
        GROUPED.replace("SUM(n)", "SUM(n * 2)"),
        r"GroupAggregate.*keeps COUNT\(\*\), SUM\(\(2 \* numbers.n\)\), .* by MOD\(numbers.n, 5\), but in savepoint "
        r"\d+ it kept COUNT\(\*\), SUM\(numbers.n\), .*: the state is incompatible\. "
        r"Run the previous query.* restore with -n",
    ),
    (
        PAIRS,
        PAIRS.replace("BY MOD(n, 5), MOD(n, 7)", "BY MOD(n, 7), MOD(n, 5)"),
        r"by MOD\(numbers.n, 7\), MOD\(numbers.n, 5\), but .* by MOD\(numbers.n, 5\), MOD\(numbers.n, 7\):",
    ),
    (ROLLUP, ROLLUP.replace("ROLLUP", "CUBE"), r"EACH\(0, 1, 2, 3\), but .* EACH\(0, 1, 3\):"),
    (LIMITED, LIMITED.replace("30", "31"), r"Limit.*, from 1 to 31, but .*, from 1 to 30:"),
    (BEST, BEST.replace("<= 3", "<= 4"), r"Rank.*the first 4 rows .*it kept .*the first 3 rows "),
    (UNNUMBERED, BEST, r"Rank.*from 1 to 3 with their numbers, but .*from 1 to 3:"),
    (
        WINDOWED,
        WINDOWED.replace("SUM(n)", "SUM(-n)"),
        r"WindowAggregate.*numbers.n.*it kept COUNT\(\*\), SUM\(numbers.n",
    ),
    (
        RUNNING,
        RUNNING.replace("MOD(n, 4)", "MOD(n, 5)"),
        r"OverAggregate.*by MOD\(numbers.n, 5\).* kept .*by MOD\(numbers.n, 4\)",
    ),
]


@pytest.mark.parametrize("has_uids", [True, False], ids=["by plan", "by place"])
@pytest.mark.parametrize(("changed", "words"), CHANGES, ids=["another sum", "another key", "another window"])
def test_changed_query_is_refused_with_what_its_node_keeps(changed: str, words: str, has_uids: bool) -> None:
    origin = stopped(WINDOWED if "windowed" in changed else GROUPED, has_uids)
    result = simulation(None, "hashmap", (), origin, statements=[changed], has_uids=has_uids).run(1)
    assert result.status is JobStatus.FAILED
    assert pytest.RaisesExc(Exception, match=words).matches(result.cause)


@pytest.mark.parametrize(
    ("statement", "changed", "words"),
    MEANINGS,
    ids=["argument", "keys", "sets", "limit", "top n", "number", "window", "over"],
)
def test_query_of_another_meaning_is_refused_with_both(statement: str, changed: str, words: str) -> None:
    """All types are as they were."""
    result = simulation(None, "hashmap", (), stopped(statement, False), 2, [changed], False).run(1)
    assert result.status is JobStatus.FAILED
    assert pytest.RaisesExc(Exception, match=words).matches(result.cause), result.cause


FILTERED = GROUPED.replace("FROM numbers", "FROM numbers WHERE n > 2")


@pytest.mark.parametrize(
    ("statement", "changed"),
    [
        (FILTERED, FILTERED.replace("n > 2", "MOD(n, 3) < 2")),
        (UNNUMBERED, UNNUMBERED.replace("SELECT k, n, CAST(0 AS BIGINT)", "SELECT n AS m, k AS j, CAST(1 AS BIGINT)")),
        (PAIRS, PAIRS.replace("SELECT MOD(n, 5), MOD(n, 7), COUNT(*)", "SELECT COUNT(*), MOD(n, 7), MOD(n, 5)")),
        (PAIRS, PAIRS.replace("counted", "best")),
    ],
    ids=["another condition", "other names", "another order", "another sink"],
)
def test_changed_query_of_the_same_state_resumes(statement: str, changed: str) -> None:
    result = simulation(None, "hashmap", (), stopped(statement, False), 3, [changed], False).run(1)
    assert (result.status, result.cause) == (JobStatus.FINISHED, None)


def test_query_with_other_names_resumes() -> None:
    """What columns are called changes nothing in the state."""
    renamed = GROUPED.replace("FROM numbers", "FROM (SELECT n AS m FROM numbers) AS r").replace("(n", "(m")
    renamed = renamed.replace("CAST(n ", "CAST(m ")
    result = simulation(None, "hashmap", (), stopped(GROUPED, True), 3, [renamed]).run(1)
    assert (result.status, result.cause) == (JobStatus.FINISHED, None)
