"""CollectionExecutor: `pyrite run -t collection`: runs jobs in this process without Spark, with terminal output."""

from __future__ import annotations

import sys

from pyrite.core.config.checkpointing import check_restore
from pyrite.graph.job_spec import JobSpec
from pyrite.testing.simulated_run import SimulatedRun
from pyrite.testing.simulation_executor import SimulationExecutor
from pyrite.testing.simulation_options import SimulationOptions


class CollectionExecutor:
    """Runs each job to its end, with the simulation's scheduler, in the job's mode: streaming or batch.

    Its input must be bounded; time passes as fast as possible.
    """

    def submit(self, job: JobSpec) -> SimulatedRun:
        check_restore(job.configuration, job.is_batch, is_collection=True)
        run = SimulationExecutor(options=SimulationOptions(batch=job.is_batch)).submit(job)
        sys.stdout.write(run.result.text)
        sys.stdout.flush()
        return run
