"""`collect` gives each row once, whatever happens to the tasks in between."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.graph.job_spec import JobSpec
from pyrite.table import StreamTableEnvironment
from pyrite.testing import SimulationExecutor
from pyrite.testing.simulated_run import SimulatedRun
from pyrite.testing.simulation_options import Fault, SimulationOptions
from tests.table.rows_of import rows_of

NUMBERS = (
    "CREATE TABLE numbers (n BIGINT) WITH ('connector' = 'datagen', 'fields.n.kind' = 'sequence', "
    "'fields.n.start' = '1', 'fields.n.end' = '60', 'rows-per-second' = '100')"
)
RESTARTS = {"restart-strategy.type": "fixed-delay", "restart-strategy.fixed-delay.attempts": "100"}


class Remembering(SimulationExecutor):
    """Kills tasks, and remembers how often jobs were restarted."""

    restarts = 0

    def submit(self, job: JobSpec) -> SimulatedRun:
        run = super().submit(job)
        self.restarts += run.result.restarts
        return run


def collected(query: str, seed: int, is_batch: bool, settings: dict[str, str]) -> tuple[list[Any], int]:
    """The rows, sorted, and the number of restarts."""
    executor = Remembering(seed, SimulationOptions(batch=is_batch, faults=(Fault.TASK,), time_passes=0.5))
    configuration = Configuration({"parallelism.default": "2", **RESTARTS, **settings})
    with use_context(ExecutionContext(executor=executor)):
        env = StreamExecutionEnvironment.get_execution_environment(configuration)
        t_env = StreamTableEnvironment.create(env)
        t_env.execute_sql(NUMBERS)
        return sorted(rows_of(t_env.sql_query(query))), executor.restarts


@pytest.mark.parametrize(
    ("is_batch", "settings"),
    [(False, {"execution.checkpointing.interval": "50 ms"}), (True, {"execution.runtime-mode": "BATCH"})],
)
def test_rows_come_once_when_tasks_are_killed(is_batch: bool, settings: dict[str, str]) -> None:
    restarts = 0
    for seed in range(40):
        rows, count = collected("SELECT n, n * 2 FROM numbers WHERE MOD(n, 3) > 0", seed, is_batch, settings)
        assert rows == [(n, 2 * n) for n in range(1, 61) if n % 3], f"seed {seed}"
        restarts += count
    assert restarts > 1
