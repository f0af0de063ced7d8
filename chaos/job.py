"""The driver of a chaos run: `python -m chaos.job FILE` runs the job of the file, from its last checkpoint.

Exit status: 0 if the job has finished or was stopped, now or before; 3 if it failed or was refused.
"""

from __future__ import annotations

import faulthandler
import logging
import signal
import sys
from pathlib import Path

from chaos.fault_plan import follow_plan
from chaos.jobs import soaked_job
from chaos.run_folder import JobSpec, RunFolder
from pyrite.common import Configuration
from pyrite.core.errors import PyriteError
from pyrite.datastream import StreamExecutionEnvironment

FAILED = 3
_SETTINGS = {
    "execution.checkpointing.interval": "500ms",
    "execution.checkpointing.timeout": "60s",
    "execution.checkpointing.incremental": "true",
    "execution.checkpointing.data-inline-threshold": "1kb",
    "restart-strategy.type": "fixed-delay",
    "restart-strategy.fixed-delay.attempts": "1000000",
    "restart-strategy.fixed-delay.delay": "300ms",
    "pipeline.auto-watermark-interval": "50ms",
}


def main() -> int:
    faulthandler.register(signal.SIGUSR1)  # the supervisor requests it if the run hangs
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    spec = JobSpec.read(Path(sys.argv[1]))
    folder = RunFolder(Path(spec.folder))
    follow_plan(folder.plan("driver"))
    where = {"pipeline.job-id": spec.job_id, "execution.checkpointing.dir": str(folder.checkpoints)}
    env = StreamExecutionEnvironment.get_execution_environment(Configuration({**_SETTINGS, **where, **spec.settings}))
    env.set_parallelism(spec.parallelism)
    soaked_job(spec.job).build(env, spec)
    try:
        env.execute("chaos")
    except PyriteError as error:
        finished = f"job {spec.job_id} was finished" in str(error)
        logging.getLogger("chaos").error("ended: %s: %s", type(error).__name__, error)
        return 0 if finished else FAILED
    logging.getLogger("chaos").info("the job has finished")
    return 0


if __name__ == "__main__":
    sys.exit(main())
