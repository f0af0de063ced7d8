"""The driver of a submitted job: python -m pyrite.cli.program.driver FOLDER

It runs the program in the job's folder, detached from the process that started it, and writes the job's outcome. A
missing outcome means that the driver was killed.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import threading
import traceback
from dataclasses import asdict, replace
from hashlib import blake2b
from pathlib import Path
from typing import Final, Optional

from pyrite.cli.cluster.cluster import job_settings
from pyrite.cli.program.driver_start import DriverStart
from pyrite.cli.program.program import run_program
from pyrite.cli.program.script_errors import script_traceback
from pyrite.control.job_commands import job_document
from pyrite.control.job_log import start_job_log
from pyrite.control.job_manager.driver_process import StartSlot, keep_lock
from pyrite.control.job_manager.job_store import JobFolder, Outcome, Submission
from pyrite.control.summary_of_view import summary_of_view
from pyrite.core.config.checkpoint_options import (
    CHECKPOINT_STORAGE,
    CHECKPOINTING_INTERVAL,
    CHECKPOINTS_DIRECTORY,
    JOB_ID,
    RESTART_STRATEGY,
)
from pyrite.core.config.checkpointing import checkpoint_storage
from pyrite.core.config.cluster_options import DRIVER_START_TIMEOUT
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import SPARK_MASTER
from pyrite.core.errors import InvalidProgramError, JobCancelledError, JobSuspendedError, PyriteError
from pyrite.core.job.attach import SuspendedExit
from pyrite.core.job.job_id import JobID
from pyrite.core.job.job_status import JobStatus
from pyrite.core.json_dataclasses import to_json
from pyrite.graph.executor import SPARK, ExecutionContext, Executor, load_executor
from pyrite.graph.job_spec import JobSpec
from pyrite.graph.running_job import RunningJob

_log = logging.getLogger("pyrite.driver")
_LOCAL_MASTER: Final = re.compile(r"local\b|spark://(127\.0\.0\.1|localhost):")


class SubmittedJobExecutor:
    """Runs the jobs of a submitted program, and writes the first job's name and restart strategy for the JobManager.

    The first job has the id of the submission. The ids of further jobs follow from it and from their order in the
    program, so that each resumes when the next driver runs the program again; a program may also set them.
    """

    def __init__(self, folder: JobFolder, submission: Submission, executor: Executor, start: DriverStart) -> None:
        self._folder = folder
        self._submission = submission
        self._executor = executor
        self._start = start
        self._lock = threading.Lock()
        self._count = 0
        self.job: Optional[RunningJob] = None
        """The program's first job."""

    def submit(self, job: JobSpec) -> RunningJob:
        with self._lock:
            self._count += 1
            number = self._count
        if number == 1:
            self.job = self._submit_first(job)
            return self.job
        if str(job.job_id) == self._submission.job_id:
            job = _with_id(job, _id_of(number, self._submission.job_id))
        job = replace(job, configuration=self._with_lasting_checkpoints(job.configuration))
        _log.info("job %d of the program is '%s' (%s)", number, job.name, job.job_id)
        return self._executor.submit(job)

    def _submit_first(self, job: JobSpec) -> RunningJob:
        if str(job.job_id) != self._submission.job_id:
            raise InvalidProgramError(
                f"the program sets {JOB_ID.key} to '{job.job_id}', but was submitted as {self._submission.job_id}: "
                f"submit it with --job-id {job.job_id}"
            )
        job = replace(job, configuration=self._with_lasting_checkpoints(job.configuration))
        content = {"name": job.name, "restart": _restart_strategy(job.configuration)}
        if self._folder.read("job") != content:  # the driver before this one has written it: the disk may be full now
            self._folder.write("job", content)
        self._start.job_submitted()
        try:
            return self._executor.submit(job)
        finally:
            self._start.over()

    def _with_lasting_checkpoints(self, configuration: Configuration) -> Configuration:
        """Adds a checkpoint folder for the next driver, unless the user has set one or workers are on other hosts."""
        is_set = any(configuration.contains(option) for option in (CHECKPOINT_STORAGE, CHECKPOINTS_DIRECTORY))
        if is_set or not _LOCAL_MASTER.match(configuration.get(SPARK_MASTER)):
            return configuration
        return Configuration(configuration).set(CHECKPOINTS_DIRECTORY, (self._folder.path / "checkpoints").as_uri())


def _id_of(number: int, first_id: str) -> str:
    """The id of a further job of a program: 32 hexadecimal digits, as in Flink."""
    return blake2b(f"{first_id}/{number}".encode(), digest_size=16).hexdigest()


def _with_id(job: JobSpec, job_id: str) -> JobSpec:
    return replace(job, job_id=JobID(job_id), configuration=Configuration(job.configuration).set(JOB_ID, job_id))


def _restart_strategy(configuration: Configuration) -> dict[str, object]:
    """The restart strategy of a job, which applies to its drivers too.

    A job whose checkpoints end with the driver would start over and write all of its output a second time, so it fails
    instead.
    """
    if configuration.get(CHECKPOINTING_INTERVAL) and checkpoint_storage(configuration) == "jobmanager":
        return {"settings": {RESTART_STRATEGY.key: "none"}, "is_checkpointed": False}
    settings = {key: value for key, value in configuration.to_dict().items() if key.startswith("restart-strategy")}
    return {"settings": settings, "is_checkpointed": bool(configuration.get(CHECKPOINTING_INTERVAL))}


def main(path: str) -> int:
    """Runs the program of a job's folder to its end; returns the exit code."""
    folder = JobFolder(Path(path))
    keep_lock(folder)
    submission = folder.submission()
    if submission is None:
        sys.stderr.write(f"error: {path} has no submitted program\n")
        return 1
    beside = Path(submission.program.path).parent
    settings = job_settings({**submission.program.settings, JOB_ID.key: submission.job_id}, beside)
    start = DriverStart(folder, submission.program.path, StartSlot())
    executor = SubmittedJobExecutor(folder, submission, load_executor(SPARK), start)
    context = ExecutionContext(settings, executor, folder=beside, requested_by="")
    configuration = Configuration(context.effective_settings())
    _reserve_room(folder)
    start_job_log(folder.path, configuration)
    start.watch(configuration.get(DRIVER_START_TIMEOUT))
    _log.info("the driver of job %s runs %s", submission.job_id, submission.program.path)
    error = _run(submission, context)
    start.over()
    outcome = _outcome(executor.job, error, submission)
    _log.info("job %s has ended: %s", submission.job_id, outcome.status)
    if outcome.summary and executor.job is not None:
        _keep_document(folder, executor.job)
    folder.write("outcome", asdict(outcome))
    return 0 if error is None and outcome.status == JobStatus.FINISHED.name else 1


def _reserve_room(folder: JobFolder) -> None:
    """Reserves disk space for the outcome: a driver without an outcome counts as dead, and its job would run again."""
    try:
        folder.reserve("outcome")
    except OSError as error:
        _log.warning("if the disk stays full, the job's outcome will be lost: %s: %s", folder.path, error)


def _keep_document(folder: JobFolder, job: RunningJob) -> None:
    try:
        folder.write("document", to_json(job_document(job)))
    except OSError as error:
        _log.warning("the job's document cannot be written to %s: %s", folder.path, error)


def _run(submission: Submission, context: ExecutionContext) -> Optional[BaseException]:
    """Runs the program; returns the error that ended it, if any."""
    program = submission.program
    try:
        run_program(program.path, program.entry, program.arguments, context)
    except SystemExit as error:
        return error if error.code else None
    except (JobCancelledError, JobSuspendedError) as error:
        return error
    except PyriteError as error:
        _log.error("%s", error)
        return error
    except BaseException as error:
        traceback = error.with_traceback(script_traceback(error, program.path))
        _log.error("the program failed: %s: %s", type(error).__name__, error, exc_info=traceback)
        return error
    return None


def _outcome(job: Optional[RunningJob], error: Optional[BaseException], submission: Submission) -> Outcome:
    """The outcome of the program's first job. A job of execute_and_collect ends with the program that read its rows."""
    is_ours = isinstance(error, (PyriteError, SystemExit))
    trace = "" if error is None or is_ours else "".join(traceback.format_exception(error)).rstrip()
    if job is not None and job.finished.done():
        view = job.view
        summary = summary_of_view(submission.job_id, view, submission.submitted_ms, os.getpid())
        is_asked = isinstance(error, (JobCancelledError, SuspendedExit))
        if view.status is JobStatus.CANCELED and error is not None and not is_asked:
            summary = replace(summary, cause=_words(error))
        return Outcome(view.status.name, summary.cause, to_json(summary), trace)
    if error is not None:
        return Outcome(JobStatus.FAILED.name, _words(error), trace=trace)
    cause = "the program ended without starting a job" if job is None else "the program ended before its job did"
    return Outcome(JobStatus.FAILED.name, cause)


def _words(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return f"the program ended itself with exit code {error.code}"
    return str(error) if isinstance(error, PyriteError) else f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
