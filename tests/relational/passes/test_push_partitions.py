"""Partitions of files: those that no row of can meet the condition are not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.connectors.files.table.source import FileSystemTableSource
from pyrite.relational.passes import optimized
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode
from tests.connectors.files.table.reading import read
from tests.relational.sessions import new_session, plan


def files(tmp_path: Path, options: str = "") -> RelNode:
    for place, content in (("p=1/d=2024-01-01", "10"), ("p=2/d=2024-01-02", "20"), ("p=2/d=2024-01-03", "21")):
        folder = tmp_path / place
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "file").write_text(f"{content}\n")
    session = new_session(
        "CREATE TABLE t (a INT, p INT, d DATE) PARTITIONED BY (p, d) WITH ('connector' = 'filesystem', "
        f"'path' = '{tmp_path}', 'format' = 'csv'{options})",
        tables=(),
    )
    return optimized(plan(session, "SELECT a FROM t WHERE p = 2 AND d > DATE '2024-01-02'"))


def test_scan_reads_the_partitions_that_meet_the_condition(tmp_path: Path) -> None:
    best = files(tmp_path)
    assert isinstance(best, nodes.Scan)
    assert best.pushed[0] == "partitions=[{p=2, d=2024-01-03}]"
    assert isinstance(best.source, FileSystemTableSource)
    assert read(best.source) == [(21,)]


@pytest.mark.parametrize("text", ["p=zwei/d=2024-01-02", "p=2/d=never"])
def test_condition_stays_when_a_partition_has_no_value_of_its_type(tmp_path: Path, text: str) -> None:
    (tmp_path / text).mkdir(parents=True)
    (tmp_path / text / "file").write_text("1\n")
    best = files(tmp_path)
    assert isinstance(best, nodes.Calc)
    assert best.condition is not None


def test_watched_partitions_are_chosen_when_they_come(tmp_path: Path) -> None:
    best = files(tmp_path, ", 'source.monitor-interval' = '1 s'")
    assert isinstance(best, nodes.Calc)
    assert isinstance(best.input, nodes.Scan)
    assert not any(each.startswith("partitions") for each in best.input.pushed)
    assert isinstance(best.input.source, FileSystemTableSource)
    assert best.input.source.selection.filters
