"""SimulationExecutor: runs jobs in the simulation, each to its end before `submit` returns."""

from __future__ import annotations

import random
from typing import Optional

from pyrite.graph.job_spec import JobSpec
from pyrite.testing.prepared_job import PreparedJob
from pyrite.testing.simulated_job import SimulatedJob
from pyrite.testing.simulated_run import SimulatedRun
from pyrite.testing.simulation_options import SimulationOptions
from pyrite.testing.simulation_result import Savepoint


class SimulationExecutor:
    """An executor in this process, under a scheduler with a seed. `origin`: the savepoint from which each job is
    restored.

        with use_context(ExecutionContext(executor=SimulationExecutor(seed=7))):
            env.execute()
    """

    def __init__(
        self,
        seed: int = 0,
        options: Optional[SimulationOptions] = None,
        origin: Optional[Savepoint] = None,
        prepared: Optional[PreparedJob] = None,
    ) -> None:
        self._seed = seed
        self._options = options or SimulationOptions()
        self._origin = origin
        self._prepared = prepared

    def submit(self, job: JobSpec) -> SimulatedRun:
        """Runs the job. The returned run has the job's error; exceptions are errors of the plan, or bugs."""
        prepared = self._prepared
        if prepared is None or prepared.job is not job:
            prepared = PreparedJob(job, self._options, self._origin)
        simulated = SimulatedJob(prepared, random.Random(self._seed))
        start_ms = simulated.clock.now_ms()
        result = simulated.run()
        return SimulatedRun(job, result, simulated.clock.now_ms() - start_ms)
