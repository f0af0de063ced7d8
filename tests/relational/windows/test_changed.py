"""Windows over rows that are updated and deleted give what Flink gives; what waits for a session, in its order."""

from __future__ import annotations

import pytest

from pyrite import table
from pyrite.connectors.table_factories import register_table_factory
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.testing import SimulationExecutor
from tests.relational.windows.changed import FOLDER, OURS, changes, environment, queries, recorded
from tests.relational.windows.changed_file import ChangedFileFactory

DIFFERENT = "ROLLUP(k)"
"""Flink puts the rows of a total into sessions of their own, across the keys by which SESSION partitions; ours are in
the windows of the table."""


@pytest.fixture(scope="module")
def made() -> object:
    register_table_factory(ChangedFileFactory())
    return environment(table, OURS)


def test_changes_are_those_of_flink(made: object) -> None:
    answers = dict(each.split("\n", 1) for each in (FOLDER / "changed.txt").read_text().split("--- ")[1:])
    wrong = []
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=3))):
        for query in queries():
            ours, flinks = changes(made, query), answers[query].strip().splitlines()
            is_same = ours == flinks if "SESSION" in query else sorted(ours) == sorted(flinks)
            if is_same == (DIFFERENT in query):
                wrong.append(recorded(query, ours))
    assert not wrong, "\n".join(wrong)
