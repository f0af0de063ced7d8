"""Runs a whole job in one process under a seeded scheduler: JobMaster, tasks, channels, connections, storage and clock.

The scheduler randomly chooses the next step: a frame or message arrives, a task works, a file is written, time passes,
a process or the machine crashes. The same seed repeats a run exactly.

    result = simulate(env, seed=7)
    assert sorted(result.results) == [...]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from pyrite.testing.prepared_job import PreparedJob
from pyrite.testing.simulation_executor import SimulationExecutor
from pyrite.testing.simulation_options import Fault, SimulationOptions, Wish
from pyrite.testing.simulation_result import Savepoint, SimulationResult

if TYPE_CHECKING:
    from pyrite.datastream import StreamExecutionEnvironment

__all__ = ["Fault", "Savepoint", "Simulation", "SimulationOptions", "SimulationResult", "Wish", "simulate"]


class Simulation(PreparedJob):
    """A job that can be run repeatedly, with different seeds."""

    def run(self, seed: int) -> SimulationResult:
        """Runs the job to its end. The same seed results in the same run, step by step."""
        return SimulationExecutor(seed, self.options, self.origin, prepared=self).submit(self.job).result


def simulate(
    environment: StreamExecutionEnvironment,
    seed: int = 0,
    options: Optional[SimulationOptions] = None,
    origin: Optional[Savepoint] = None,
) -> SimulationResult:
    """Runs the program built in `environment` once, from the beginning or from a savepoint of another run."""
    return SimulationExecutor(seed, options, origin).submit(environment.get_job_spec(clear=True)).result
