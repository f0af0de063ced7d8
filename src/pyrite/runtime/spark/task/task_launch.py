"""TaskLaunch: the value that Spark passes to every task of an attempt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Optional

from pyrite.core.job.job_code import JobCode
from pyrite.runtime.spark.control_protocol import Endpoint
from pyrite.runtime.spark.driver.job_files import JobFiles
from pyrite.runtime.spark.task.watchdog import Lease

RUN_PROPERTY = "pyrite.run"
"""A property of a Spark job that runs a plan again: the JobMaster's new port and attempt number."""


@dataclass(frozen=True)
class TaskLaunch:
    """The address of the JobMaster and the code of the job, but not the task's work."""

    endpoint: Endpoint
    lease: Lease
    job_code: JobCode
    job_files: JobFiles
    log_level: int
    local_folders: tuple[str, ...] = ()
    """The configured folders for local state; empty: Spark's folders."""

    def in_run(self, run: Optional[str]) -> TaskLaunch:
        """The launch for a Spark job that runs a plan again: `run` is its `RUN_PROPERTY`; None in the first run."""
        if run is None:
            return self
        port, attempt = map(int, run.split())
        return replace(self, endpoint=replace(self.endpoint, port=port, attempt=attempt))
