"""What runs once in a job: the scans, aggregates and sinks of its plan are those of Flink 2.3's.

benchmarks/peers/record_tuned_plans.py has Flink answer the statements of reuse_plans.txt.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import EnvironmentSettings, StreamTableEnvironment, TableEnvironment
from pyrite.testing import SimulationExecutor, SimulationOptions
from tests.relational.fixtures import Case, cases
from tests.relational.tuning.planned import HERE, answer, planned

RECORDED: Final = cases(HERE / "reuse_plans.txt")
DIFFERENCES: Final = {
    "a sink for other columns": "Flink does not share a sink with an INSERT of some columns only",
    "columns of a row and the row": "a union of three is one node here",
}
_SCAN: Final = re.compile(r"TableSourceScan\(table=\[\[\w+, \w+, (?P<table>\w+).*fields=\[(?P<fields>[^\]]*)\]")
_OTHERS: Final = ("Calc", "Reused", "")
"""Nodes that stand elsewhere in Flink: it computes columns in other places."""


@cache
def tables() -> StreamTableEnvironment:
    return planned()


def compared(text: str) -> Counter[str]:
    """How often each node is shown, of scans with the columns that they read."""
    nodes: Counter[str] = Counter()
    for line in text.splitlines():
        scan = _SCAN.search(line)
        name = line.lstrip(" :+-").partition("(")[0]
        if scan is not None:
            nodes[f"{scan['table']}: {scan['fields'].replace('$metadata.file.', '')}"] += 1
        elif name not in _OTHERS:
            nodes[name] += 1
    return nodes


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in RECORDED])
def test_what_runs_once_is_what_runs_once_in_flink(case: Case) -> None:
    ours, flinks = compared(answer(tables(), case.statement)), compared(case.expected)
    if case.name in DIFFERENCES:
        assert ours != flinks
    else:
        assert ours == flinks


@pytest.mark.parametrize("is_batch", [False, True])
def test_scan_of_several_columns_gives_each_query_its_own(tmp_path: Path, is_batch: bool) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.csv").write_text("x,1,2,3\ny,4,5,6\n")
    mode = EnvironmentSettings.in_batch_mode() if is_batch else EnvironmentSettings.in_streaming_mode()
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=1, options=SimulationOptions(batch=is_batch)))):
        env = TableEnvironment.create(mode)
        env.get_config().set("parallelism.default", "1")
        form = f"'connector' = 'filesystem', 'format' = 'csv', 'path' = '{tmp_path}"
        env.execute_sql(f"CREATE TABLE t (k STRING, a INT, b INT, c INT) WITH ({form}/in')")
        for name in ("p", "q"):
            env.execute_sql(f"CREATE TABLE {name} (k STRING, n INT) WITH ({form}/{name}')")
        statements = env.create_statement_set()
        statements.add_insert_sql("INSERT INTO p SELECT k, c + a FROM t")
        statements.add_insert_sql("INSERT INTO q SELECT k, b FROM t")
        execution = statements.explain().partition("== Optimized Execution Plan ==")[2]
        assert execution.count("TableSourceScan(") == 1
        statements.execute().wait()
    written = {
        name: sorted(line for each in (tmp_path / name).iterdir() for line in each.read_text().split())
        for name in ("p", "q")
    }
    assert written == {"p": ["x,4", "y,10"], "q": ["x,2", "y,5"]}
