"""TaskLaunch: the value that Spark passes to every task of an attempt."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.core.job.job_code import JobCode
from pyrite.runtime.spark.driver.job_files import JobFiles
from pyrite.runtime.spark.task.watchdog import Lease

ENDPOINT_PROPERTY = "pyrite.attempt.secret"
"""The local property of an attempt's Spark job that holds its `Endpoint`, as text.

It is not part of the TaskLaunch, because Spark broadcasts that, and a plan that runs again needs the next attempt's
endpoint. Spark masks the property in event logs, since its name matches `spark.redaction.regex`.
"""


@dataclass(frozen=True)
class TaskLaunch:
    """The settings of the process in which a task runs, and nothing about its work."""

    lease: Lease
    job_code: JobCode
    job_files: JobFiles
    log_level: int
    local_folders: tuple[str, ...] = ()
    """The configured folders for local state; empty: Spark's own folders."""
    level_sizes: tuple[int, ...] = ()
    """The number of tasks of each level: each sends to every task of the next one."""
