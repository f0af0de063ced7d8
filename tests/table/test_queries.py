"""Queries from text to rows, in streaming and in batch, without Spark: the simulation runs the jobs."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.core.errors import PyriteError
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import EnvironmentSettings, TableEnvironment
from pyrite.testing.simulation import SimulationOptions
from pyrite.testing.simulation_executor import SimulationExecutor
from tests.relational.fixtures import check

FOLDER = Path(__file__).parent / "queries"
TABLES = (
    "CREATE VIEW people AS SELECT * FROM (VALUES (1, 'Ann', 31.5e0), (2, 'Bob', CAST(NULL AS DOUBLE)), "
    "(3, CAST(NULL AS STRING), 7e0)) AS t (id, name, score)",
    "CREATE VIEW nested AS SELECT id, ARRAY[id, id * 10] AS numbers, MAP['k', name, 'fixed', 'v'] AS entries, "
    "CAST(ROW(id, name) AS ROW<id INT, name STRING>) AS pair FROM people",
)


def rows_of(statement: str, is_batch: bool) -> str:
    """The rows of a query in order, or the first line of its error."""
    settings = EnvironmentSettings.in_batch_mode() if is_batch else EnvironmentSettings.in_streaming_mode()
    executor = SimulationExecutor(seed=1, options=SimulationOptions(batch=is_batch))
    with use_context(ExecutionContext({"table.local-time-zone": "UTC", "parallelism.default": "2"}, executor)):
        environment = TableEnvironment.create(settings)
        for table in TABLES:
            environment.execute_sql(table)
        try:
            return "\n".join(sorted(map(str, environment.execute_sql(statement).collect())))
        except PyriteError as error:
            return f"error: {str(error).splitlines()[0]}"


@pytest.mark.parametrize("is_batch", [False, True], ids=["streaming", "batch"])
@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_queries_give_the_rows_of_the_fixture(name: str, is_batch: bool) -> None:
    check(FOLDER / f"{name}.txt", lambda statement: rows_of(statement, is_batch))
