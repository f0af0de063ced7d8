"""Older windows with early and late results announce what Flink announces, in its order."""

from __future__ import annotations

import pytest

from pyrite import table
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.testing import SimulationExecutor
from tests.relational.windows.emitted import FOLDER, QUERIES, SETTINGS, changes, recorded


@pytest.mark.parametrize("name", SETTINGS)
def test_changes_are_those_of_flink(name: str) -> None:
    answers = (FOLDER / "emitted.txt").read_text().split("--- ")
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=3))):
        for query in QUERIES:
            ours = recorded(name, query, changes(table, name, query))
            assert ours.removeprefix("--- ").strip() in [each.strip() for each in answers]
