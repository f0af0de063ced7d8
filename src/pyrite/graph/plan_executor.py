"""PlanExecutor: plans the first job of a program and ends the program there, instead of running it."""

from __future__ import annotations

import sys
from typing import NoReturn, Optional

from pyrite.core.config.checkpointing import check_checkpointing, check_restore
from pyrite.core.config.keys_without_effect import report_keys_without_effect
from pyrite.graph.job_spec import JobSpec
from pyrite.graph.plan import Plan


class PlanExecutor:
    """For `pyrite info`: what comes after the first job would need that job's result, so the program exits."""

    def __init__(self) -> None:
        self.job: Optional[JobSpec] = None
        self.plan: Optional[Plan] = None

    def submit(self, job: JobSpec) -> NoReturn:
        if self.plan is None:
            check_checkpointing(job.configuration)
            check_restore(job.configuration, job.is_batch)
            report_keys_without_effect(job.configuration)
            self.job, self.plan = job, job.plan()
        sys.exit(0)
