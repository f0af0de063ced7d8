"""Executor: runs jobs. The process that starts a program chooses its executor; the program does not."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Optional, Protocol

from pyrite.core.config.effective_settings import effective_values, program_folder
from pyrite.core.job.attach import attach
from pyrite.core.job.job_event import PROGRAM
from pyrite.core.job.job_execution_result import JobExecutionResult
from pyrite.graph.job_spec import JobSpec
from pyrite.graph.program_exit import at_exit
from pyrite.graph.program_jobs import ProgramJobs, Watcher
from pyrite.graph.running_job import RunningJob

SPARK: Final = "pyrite.runtime.spark.spark_executor:SparkExecutor"
"""Runs jobs on Spark, from this process. Named and not imported: `import pyrite.datastream` imports no Spark."""


class Executor(Protocol):
    """The only way to run a job."""

    def submit(self, job: JobSpec) -> RunningJob:
        """Starts the job and returns while it runs. InvalidProgramError for one that cannot run."""


@dataclass(frozen=True)
class ExecutionContext:
    """What `pyrite run` and `pyrite info` decide for the program that they run, as Flink's ContextEnvironment does."""

    settings: Mapping[str, str] = field(default_factory=dict)
    """The command line's settings: they apply where the program says nothing, and override the configuration's file."""
    executor: Optional[Executor] = None
    """None: Spark, from this process."""
    watch: Optional[Watcher] = None
    """Called with jobs that run in the foreground: a progress display."""
    folder: Optional[Path] = None
    """The program's folder, beside which the configuration's file may be; None: that of the script that runs."""
    requested_by: str = PROGRAM
    """The requester of the program's jobs, for their events; empty: the submission has it."""
    jobs: ProgramJobs = field(default_factory=ProgramJobs, repr=False, compare=False)
    """The program's jobs. The process that runs the program waits for them."""

    def effective_settings(self) -> dict[str, str]:
        """All settings that apply where the program says nothing."""
        return effective_values(self.folder or program_folder(), self.settings)


_current = ExecutionContext(jobs=ProgramJobs(at_exit))


def current_context() -> ExecutionContext:
    return _current


@contextmanager
def use_context(context: ExecutionContext) -> Iterator[None]:
    """While open, environments that the program makes, in any thread, use this context."""
    global _current
    before, _current = _current, context
    try:
        yield
    finally:
        _current = before


def current_executor() -> Executor:
    """The context's executor, else the one on Spark."""
    return _current.executor or load_executor(SPARK)


def start_job(job: JobSpec) -> RunningJob:
    """Starts a job of the program, whose end waits for it."""
    context = _current
    running = current_executor().submit(job)
    context.jobs.add(running)
    return running


def run_attached(job: RunningJob) -> JobExecutionResult:
    """Waits for a job's end in the foreground, while the context watches it."""
    watch = _current.watch
    return attach(job) if watch is None else attach(job, lambda: watch([job]))


def load_executor(path: str) -> Executor:
    """Makes the executor that `module:Class` names."""
    module, _, name = path.partition(":")
    executor: Executor = getattr(importlib.import_module(module), name)()
    return executor
