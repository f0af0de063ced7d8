"""Rows with NaN, both zeros and NULL come and go through every operator that keeps rows, and none is lost or merged.

What comes out, applied to an empty table, takes away no row that is not there, and leaves what batch makes of the rows
that are left. A new operator belongs into a query here, or into one of the tables of operators that keep no rows.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final, cast
from unittest.mock import patch

import pytest

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import BigIntType, DoubleType, RowField, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.values import to_values
from pyrite.operators import relational
from pyrite.operators.operator import Operator
from pyrite.operators.relational.aggregate import running_aggregate
from pyrite.operators.relational.rank.deduplicate import DeduplicateSpec
from pyrite.operators.relational.rank.rank import RankSpec, RankStrategy
from pyrite.operators.relational.sink.compacting_materializer import CompactingMaterializerSpec
from pyrite.operators.relational.sink.sink_materializer import SinkMaterializerSpec
from pyrite.operators.relational.window.row_windows import RowWindows, RowWindowsSpec
from tests.effort import one_in
from tests.operators.harness import Harness
from tests.relational.retracted_doubles import (
    DELETE,
    INSERT,
    ROW_TYPE,
    UPDATE_AFTER,
    UPDATE_BEFORE,
    Query,
    Row,
    again,
    applied,
    as_block,
    in_batch,
    random_changes,
    random_row,
    random_upserts,
    restarted,
    rows_left,
    streamed,
    text,
    with_other_double,
)
from tests.relational.running import Change, RunningPlan

SEEDS: Final = one_in(20)
_BUNDLES: Final = {
    "table.exec.mini-batch.enabled": "true",
    "table.exec.mini-batch.allow-latency": "1 s",
    "table.exec.mini-batch.size": "3",
}
_EARLY: Final = {"table.exec.emit.early-fire.enabled": "true", "table.exec.emit.early-fire.delay": "0 s"}
_RANKED: Final = "SELECT {} FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY {} ORDER BY {}) AS rn FROM {{t}}) WHERE {}"
_SECONDS: Final = "TABLE {t}, DESCRIPTOR(ts), INTERVAL '4' SECOND"
_VALUES: Final = (
    "COUNT(*), COUNT(d), COUNT(DISTINCT d), COUNT(DISTINCT f), MIN(d), MAX(d), MIN(f), MAX(f), COUNT(DISTINCT a), "
    "COUNT(DISTINCT d) FILTER (WHERE v > 0), PERCENTILE(v, 0.5), COLLECT(d + 0E0)"
)
"""Values of one zero are collected: rows in Python have maps as dicts, whose keys 0.0 and -0.0 are one."""
_IN_ORDER: Final = (
    "FIRST_VALUE(d), LAST_VALUE(d), FIRST_VALUE(a), LAST_VALUE(f), LISTAGG(CAST(d AS STRING)), ARRAY_AGG(d), "
    "ARRAY_AGG(a)"
)
_SUMS: Final = "SUM(d), AVG(d), SUM(f), STDDEV_POP(d), SUM(DISTINCT d)"
"""After a NaN, or zeros of both signs, they depend on what was there before, as in Flink."""
ROWS: Final = "k, g, d, f, a, v"

QUERIES: Final = (
    Query(f"SELECT {ROWS} FROM {{t}} ORDER BY k LIMIT 3", is_determined=False),
    Query(f"SELECT {ROWS} FROM {{t}} ORDER BY k, ts LIMIT 3"),
    Query(f"SELECT {ROWS} FROM {{t}} ORDER BY d DESC, f, k LIMIT 40"),
    Query("SELECT d, a FROM {t} LIMIT 50"),
    Query("SELECT x.d, x.a, y.f, y.v FROM {t} AS x JOIN {t} AS y ON x.d = y.f"),
    Query("SELECT x.d, x.a, y.f, y.v FROM {t} AS x FULL JOIN {t} AS y ON x.a = y.a AND x.v < y.v"),
    Query("SELECT x.k, x.d, x.a, y.d FROM {t} AS x LEFT JOIN {t} AS y ON x.k = y.k", "upserts"),
    Query("SELECT k, d FROM {t} LIMIT 3", "inserts"),
    Query("SELECT d, f, v FROM {t} ORDER BY d DESC LIMIT 40", "inserts"),
    *(
        Query(_RANKED.format(columns, keys, f"{order}{more}", ranks), is_determined=bool(more))
        for more in ("", ", ts")
        for columns, keys, order, ranks in (
            (ROWS, "g", "v, k", "rn <= 2"),
            ("k, d, a, rn", "d", "v", "rn <= 3"),
            ("k, d, f, rn", "a", "f, d", "rn BETWEEN 2 AND 3"),
        )
    ),
    Query("SELECT d, COUNT(*) AS n FROM {t} GROUP BY d ORDER BY n DESC LIMIT 20", "inserts"),
    Query("SELECT d, COUNT(*) AS n FROM {t} GROUP BY d ORDER BY n DESC LIMIT 20"),
    Query("SELECT a, f, COUNT(*) AS n FROM {t} GROUP BY a, f ORDER BY n DESC LIMIT 90", "inserts"),
    Query("SELECT MAX(v) AS m FROM {t} ORDER BY m DESC LIMIT 3", "inserts"),
    Query(_RANKED.format("k, d", "d", "PROCTIME()", "rn <= 2"), "inserts"),
    Query(_RANKED.format("k, d, f, a", "k", "PROCTIME() DESC", "rn = 1"), "inserts", is_determined=False),
    Query(_RANKED.format("k, d, f, a", "d", "ts DESC", "rn = 1"), "inserts"),
    Query(_RANKED.format("k, d, f, a", "d, f", "ts", "rn = 1"), "inserts"),
    Query("SELECT k, d, f, a FROM {t} ORDER BY ts, d", "inserts"),
    Query("SELECT k, d, COUNT(*) OVER (PARTITION BY d ORDER BY ts) FROM {t}", "inserts"),
    Query(
        "SELECT k, d, a, COUNT(*) OVER (PARTITION BY g ORDER BY k), SUM(v) OVER (PARTITION BY g ORDER BY k) FROM {t}"
    ),
    Query("SELECT d, f, SUM(v) OVER (PARTITION BY a ORDER BY d) FROM {t}"),
    Query(
        "SELECT k, d, COUNT(d) OVER (PARTITION BY g ORDER BY k ROWS UNBOUNDED PRECEDING), "
        "COUNT(DISTINCT d) OVER (PARTITION BY g ORDER BY k ROWS UNBOUNDED PRECEDING) FROM {t}",
        is_determined=False,
    ),
    Query("SELECT g, SUM(d) OVER (PARTITION BY g ORDER BY k), MAX(f) OVER (PARTITION BY g ORDER BY k) FROM {t}"),
    Query("SELECT DISTINCT d, f, a FROM {t}"),
    Query("SELECT d FROM {t} UNION SELECT f FROM {t}"),
    Query("SELECT g, d, COUNT(*) FROM {t} GROUP BY ROLLUP (g, d)"),
    Query(f"SELECT g, {_VALUES} FROM {{t}} GROUP BY g"),
    Query(f"SELECT d, a, {_VALUES} FROM {{t}} GROUP BY d, a"),
    Query(f"SELECT g, {_IN_ORDER} FROM {{t}} GROUP BY g", is_determined=False),
    Query(f"SELECT g, {_SUMS} FROM {{t}} GROUP BY g", is_determined=False),
    Query("SELECT m, COUNT(*) FROM (SELECT k, MIN(d) AS m FROM {t} GROUP BY k) GROUP BY m"),
    Query("SELECT MAX(m), COLLECT(m + 0E0) FROM (SELECT k, MAX(f) AS m FROM {t} GROUP BY k)"),
    Query("SELECT g, m FROM (SELECT g, MAX(d) AS m FROM {t} GROUP BY g) ORDER BY g LIMIT 9"),
    Query("SELECT g, m FROM (SELECT g, COLLECT(d + 0E0) AS m FROM {t} GROUP BY g) ORDER BY g LIMIT 9"),
    Query(f"SELECT * FROM (SELECT g, {_IN_ORDER} FROM {{t}} GROUP BY g) ORDER BY g LIMIT 9", is_determined=False),
    *(
        Query(f"SELECT * FROM (SELECT g, {sums} FROM {{t}} GROUP BY g) ORDER BY g LIMIT 9", table, is_determined=False)
        for sums, table in ((_SUMS, "changes"), (_SUMS, "inserts"), ("SUM(d)", "inserts"))
    ),
    Query(f"SELECT g, {_VALUES} FROM {{t}} GROUP BY g", settings=_BUNDLES),
    Query(
        "SELECT g, COUNT(DISTINCT d), COUNT(DISTINCT f), MIN(d) FROM {t} GROUP BY g",
        settings={**_BUNDLES, "table.optimizer.distinct-agg.split.enabled": "true"},
    ),
    Query(f"SELECT g, window_end, {_VALUES} FROM TABLE(TUMBLE({_SECONDS})) GROUP BY g, window_start, window_end"),
    Query(
        f"SELECT d, window_end, {_VALUES} FROM TABLE(TUMBLE({_SECONDS})) GROUP BY d, window_start, window_end",
        settings={"table.optimizer.agg-phase-strategy": "ONE_PHASE"},
    ),
    Query(
        f"SELECT d, {_VALUES} FROM TABLE(SESSION(TABLE {{t}} PARTITION BY d, DESCRIPTOR(ts), INTERVAL '15' MINUTE)) "
        "GROUP BY d, window_start, window_end"
    ),
    Query("SELECT k, d, a FROM TABLE(SESSION(TABLE {t} PARTITION BY d, DESCRIPTOR(ts), INTERVAL '15' MINUTE))"),
    Query(
        f"SELECT g, TUMBLE_END(ts, INTERVAL '4' SECOND), {_VALUES} FROM {{t}} "
        "GROUP BY g, TUMBLE(ts, INTERVAL '4' SECOND)",
        settings=_EARLY,
        is_determined=False,
    ),
    Query(
        "SELECT d, f, rn FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end, d ORDER BY f) AS rn "
        f"FROM TABLE(TUMBLE({_SECONDS}))) WHERE rn <= 2",
        "inserts",
    ),
    Query("SELECT k, g, d, f, a FROM {t}", "upserts"),
    Query("SELECT d, f, COUNT(*) FROM {t} GROUP BY d, f", "upserts"),
)
INSERTS_ALONE: Final = {
    *(
        "Deduplicate",
        "FirstRowByTime",
        "FirstRows",
        "Limit",
        "LocalRank",
        "OverAggregate",
        "TemporalSort",
        "WindowRank",
    ),
    *("BatchOver", "Sort"),
}
"""Operators that no row is taken away from."""
OF_PARTIAL_RESULTS: Final = {"IncrementalAggregate"}
"""Operators that get what a local phase has made of rows: which of these were taken away is in it."""
OF_TIMES_AND_LOOKUPS: Final = {"IntervalJoin", "LookupJoin", "Match", "TemporalJoin", "WindowJoin"}
"""Operators whose inputs need times or another table, with tests of their own; not tried with doubles."""
WITHOUT_ROWS: Final = {
    *("Calc", "ColumnsToBatches", "ColumnsToRows", "ConstraintEnforcer", "Correlate", "DropUpdateBefore", "Expand"),
    *("FromChangelog", "MiniBatchAssigner", "RowsToColumns", "RowtimeInserter", "Scan", "ToChangelog"),
    *("WatermarkAssigner", "WindowTableFunction"),
}
"""Operators that keep no rows, and look for none."""


def name_of(kind: type[Any]) -> str:
    return kind.__name__.removesuffix("Spec")


def faults(query: Query, seed: int) -> Iterator[str]:
    """What is wrong with the answers to a query."""
    chance = random.Random(seed)
    changes = query.changes(chance, chance.choice((3, 12, 40)))
    left = query.inserts(changes)
    whole = applied(streamed(query, changes))
    answers = {"blocks and restarts": applied(restarted(query, changes, chance))}
    if query.is_determined:
        answers["the rows that are left"] = applied(streamed(query, left))
        if query.is_same_in_batch and left:
            answers["batch"] = in_batch(query, left)
    for name, answer in answers.items():
        if answer != whole:
            yield f"seed {seed}: {whole - answer}, where {name} give {answer - whole}"


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: f"{query.table}: {query.text}")
def test_changes_of_rows_with_any_double_add_up_to_the_result(query: Query) -> None:
    with patch.object(running_aggregate, "_LEAST_ROWS", 0):  # aggregates that can work on whole blocks do
        wrong = [each for seed in range(SEEDS) for each in faults(query, seed)]
    assert not wrong


# Operators that no query here has -------------------------------------------------------------------------------------


def emitted(job: Harness) -> list[Change]:
    rows: list[Change] = []
    for each in job.main.blocks:
        assert isinstance(each, ColumnBlock)
        columns = [to_values(each.batch.column(place), kind) for place, kind in enumerate(ROW_TYPE.children)]
        kinds = each.change_kinds
        rows += zip([0] * len(each) if kinds is None else kinds.to_pylist(), zip(*columns, strict=True), strict=True)
    job.main.clear()
    return rows


def by_key(rows: Iterable[Row], places: Sequence[int]) -> dict[str, str]:
    """The last row of each key."""
    return {text(tuple(row[place] for place in places)): text(row) for row in rows}


def fed(spec: OperatorSpec, blocks: Sequence[Sequence[Change]], watermarks: bool = False) -> list[Change]:
    job = Harness(cast(Operator, spec.build()), keyed=True)
    out: list[Change] = []
    for number, changes in enumerate(blocks):
        job.operator.process_block(as_block(changes))
        if watermarks:
            job.watermark(number)
        out += emitted(job)
    return out


def keeps_the_last_row_of_each_key() -> None:
    """A sink's key may be doubles, and the query's rows may be named by doubles."""
    for seed in range(40):
        changes = random_changes(random.Random(seed), 30, retracts=True)
        for key in ((1,), (2,), (3, 4)):
            out = fed(SinkMaterializerSpec(key, None, ROW_TYPE), [changes[:11], changes[11:]])
            assert by_key(rows_left(out, key), key) == by_key(rows_left(changes), key), seed


def takes_updates_by_the_key_of_the_query() -> None:
    """A row with the same key in the query replaces the one before, whichever key of the sink it has."""
    for seed in range(40):
        upserts = [each for each in random_upserts(random.Random(seed), 30) if each[0] != DELETE]
        out = fed(SinkMaterializerSpec((0,), (2,), ROW_TYPE), [upserts[:11], upserts[11:]])
        assert by_key(rows_left(out, (0,)), (0,)) == by_key((row for _, row in upserts), (0,)), seed
        left = rows_left(upserts, (0, 2))
        gone = [(DELETE, again(row)) for row in left]
        rest = fed(SinkMaterializerSpec((0,), (2,), ROW_TYPE), [upserts, gone])
        assert not rows_left(rest, (0,)), seed


def keeps_one_row_of_each_key_between_watermarks() -> None:
    for seed in range(40):
        chance = random.Random(seed)
        rows: dict[int, Row] = {}
        blocks: list[list[Change]] = []
        for number in range(12):
            near = rows and chance.random() < 0.5
            row = with_other_double(chance.choice([*rows.values()]), chance) if near else random_row(chance, number)
            before = rows.pop(row[0], None)
            changes = [] if before is None else [(UPDATE_BEFORE, again(before))]
            if before is None or chance.random() < 0.7:
                rows[row[0]] = row
                changes.append((UPDATE_AFTER, row))
            blocks.append(changes)
        for key in (None, (0, 2)):
            out = fed(CompactingMaterializerSpec((0,), key, ROW_TYPE), blocks, watermarks=True)
            assert by_key(rows_left(out, (0,)), (0,)) == by_key(rows.values(), (0,)), seed


def keeps_the_last_row_by_processing_time() -> None:
    for seed in range(40):
        inserts = [(INSERT, row) for _, row in random_upserts(random.Random(seed), 30)]
        spec = DeduplicateSpec((0,), None, True, ROW_TYPE, True, text="Deduplicate")
        out = fed(spec, [inserts[:11], inserts[11:]])
        assert by_key(rows_left(out), (0,)) == by_key((row for _, row in inserts), (0,)), seed


def counts_values_in_windows_of_rows() -> None:
    """A value that is taken away in a later window than it came in was never there."""
    call = AggregateCall("COUNT", (2,), (DoubleType(),), BigIntType(nullable=False), is_distinct=True)
    output = RowType((RowField("n", call.result_type),), nullable=False)
    spec = RowWindowsSpec(
        None, False, "UTC", (), (call,), (), ROW_TYPE, output, True, text="windows", windows=RowWindows(8, 8)
    )
    for seed in range(40):
        changes = random_changes(random.Random(seed), 24, retracts=True)
        job = Harness(spec.build(), keyed=True)
        job.operator.process_block(as_block(changes))
        numbers = [n for each in job.main.blocks for n in cast(ColumnBlock, each).batch.column(0).to_pylist()]
        assert numbers == list(_distinct(changes, 8)), seed


def _distinct(changes: Sequence[Change], size: int) -> Iterator[int]:
    """How many values are in windows of some changes; a window that has lost all rows is none."""
    for start in range(0, len(changes) - size + 1, size):
        rows, counts = 0, Counter[str]()
        for kind, row in changes[start : start + size]:
            sign = 1 if kind in (INSERT, UPDATE_AFTER) else -1
            rows, value = rows + sign, text(row[2])
            counts[value] = max(0, counts[value] + sign)
        if rows:
            yield len(+counts) - (counts["None"] > 0)


OPERATORS: Final[dict[str, tuple[Callable[[], None], ...]]] = {
    "SinkMaterializer": (keeps_the_last_row_of_each_key, takes_updates_by_the_key_of_the_query),
    "CompactingMaterializer": (keeps_one_row_of_each_key_between_watermarks,),
    "Deduplicate": (keeps_the_last_row_by_processing_time,),
    "RowWindows": (counts_values_in_windows_of_rows,),
}


@pytest.mark.parametrize("check", [check for checks in OPERATORS.values() for check in checks])
def test_operator_loses_no_row_with_any_double(check: Callable[[], None]) -> None:
    check()


# Which operators have a query -----------------------------------------------------------------------------------------


def all_operators() -> set[str]:
    for module in pkgutil.iter_modules(relational.__path__):
        importlib.import_module(f"{relational.__name__}.{module.name}")
    return {name_of(kind) for kind in _below(OperatorSpec) if kind.__module__.startswith(relational.__name__)}


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        if not getattr(each, "__abstractmethods__", None) and "build" in vars(each):
            yield each
        yield from _below(each)


@cache
def operators_of_queries() -> dict[str, bool]:
    """The operators of all queries, and whether a row was ever taken away from them."""
    met: dict[str, bool] = {}
    for query in QUERIES:
        changes = query.changes(random.Random(1), 40)
        for is_batch in (False, True):
            job = RunningPlan(query.plan, is_batch, settings={} if is_batch else query.settings)
            for step, (_, harness) in zip(job.steps, job._steps, strict=True):
                _watch(name_of(type(step.operator)), harness.operator, met)
            job.feed(as_block(query.inserts(changes) if is_batch else changes))
            job.finish()
    return met


def _watch(name: str, operator: Operator, met: dict[str, bool]) -> None:
    process = operator.process_block

    def watched(block: Any, input_index: int = 0) -> None:
        kinds = [] if block.change_kinds is None else block.change_kinds.to_pylist()
        met[name] = met.get(name, False) or bool(set(kinds) - {INSERT, UPDATE_AFTER})
        process(block, input_index)

    operator.process_block = watched  # type: ignore[method-assign]


def test_every_operator_that_keeps_rows_has_a_query() -> None:
    met = operators_of_queries()
    tested = {name for name, lost_rows in met.items() if lost_rows or name in INSERTS_ALONE | OF_PARTIAL_RESULTS} | set(
        OPERATORS
    )
    assert all_operators() - tested - WITHOUT_ROWS - OF_TIMES_AND_LOOKUPS == set()
    assert not WITHOUT_ROWS & {*INSERTS_ALONE, *OPERATORS}


def test_no_row_is_ever_taken_away_from_operators_of_inserts() -> None:
    met = operators_of_queries()
    assert {name for name in INSERTS_ALONE if met[name]} == set()


def test_operators_without_rows_have_no_keyed_state() -> None:
    kinds = {name_of(kind): kind for kind in _below(OperatorSpec)}
    assert {name for name in WITHOUT_ROWS if kinds[name].keyed_layout is not OperatorSpec.keyed_layout} == set()


def test_top_n_has_a_query_for_every_strategy() -> None:
    specs = [step.operator for query in QUERIES for step in query.streaming.steps]
    assert {spec.strategy for spec in specs if isinstance(spec, RankSpec)} == set(RankStrategy)


@pytest.mark.parametrize("least_rows", [0, 1000])
def test_sum_that_changes_the_sign_of_its_zero_is_announced(least_rows: int) -> None:
    """Else who has got -0.0 would be asked for 0.0 when the sum changes again."""
    query = Query("SELECT g, SUM(d) FROM {t} GROUP BY g", "inserts")
    rows: list[Row] = [(1, "a", d, None, None, None, 0) for d in (-0.0, 0.0, 1.5)]
    with patch.object(running_aggregate, "_LEAST_ROWS", least_rows):
        out = streamed(query, [(INSERT, row) for row in rows])
    assert [text(row[1]) for _, row in out] == ["-0.0", "-0.0", "0.0", "0.0", "1.5"]
