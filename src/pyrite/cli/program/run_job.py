"""Runs a job's program on this machine: in the foreground, in the background, or without Spark."""

from __future__ import annotations

import json
import time
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from pyrite.checkpoint.event_store import SUBMITTER
from pyrite.cli.cluster.cluster import job_settings
from pyrite.cli.output.progress import show_progress
from pyrite.cli.output.spinner import spinner
from pyrite.cli.program.program import run_program
from pyrite.control.job_manager.driver_process import (
    CANCEL,
    JobWithdrawnError,
    driver_pid,
    has_job_started,
    start_driver,
    start_wait,
    withdraw_driver,
)
from pyrite.control.job_manager.job_store import JobFolder, JobStore, Submission
from pyrite.control.job_manager.start_queue import QueuedStart, queue_wait
from pyrite.control.job_manager_gateway import SubmissionRefusedError, SubmittedProgram
from pyrite.control.running_jobs import running_jobs
from pyrite.control.stored_events import FolderEvents
from pyrite.core.clock import SystemClock
from pyrite.core.config.checkpoint_options import JOB_ID
from pyrite.core.config.cluster_options import DRIVERS_STARTING
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import effective_values
from pyrite.core.file_uri import local_path
from pyrite.core.job.job_event import JobSubmitted, command_line
from pyrite.graph.executor import ExecutionContext, load_executor

_POLL_S: Final = 0.05
_QUIET_S: Final = 5.0
_CHANGE_S: Final = 2.0
COLLECTION: Final = "pyrite.testing.collection_executor:CollectionExecutor"
"""Runs jobs in this process, without Spark. A name and not an import, which would load many modules."""


def run_attached(program: SubmittedProgram) -> None:
    """Runs a program on Spark from this process, with a progress display; returns at its end."""
    folder = Path(program.path).parent
    settings = job_settings(program.settings, folder)
    context = ExecutionContext(settings, watch=show_progress, folder=folder, requested_by=command_line())
    run_program(program.path, program.entry, program.arguments, context)


def run_collection(program: SubmittedProgram) -> None:
    """Runs a program in this process, without Spark; returns at its end."""
    context = ExecutionContext(program.settings, load_executor(COLLECTION), folder=Path(program.path).parent)
    run_program(program.path, program.entry, program.arguments, context)


def run_detached(program: SubmittedProgram, as_json: bool) -> None:
    """Starts a driver in the background; returns when its job starts, or raises the program's error."""
    store = JobStore.of_user()
    store.make()
    settings = effective_values(
        Path(program.path).parent, program.settings
    )  # the current values also apply at restarts
    program = replace(program, settings=settings)
    job_id = settings.get(JOB_ID.key) or uuid.uuid4().hex
    if driver_pid(store.job(job_id)) is not None or any(entry.job_id == job_id for _, entry in running_jobs()):
        raise SubmissionRefusedError(f"job {job_id} is already running: cancel it first, or set another --job-id")
    if program.path:
        program = replace(program, path=str(local_path(program.path)))
    submission = Submission(job_id, program, SystemClock().now_ms())
    queued = store.start_queue(Configuration(settings).get(DRIVERS_STARTING)).enter(job_id, submission.submitted_ms)
    if queued is None:
        raise SubmissionRefusedError(f"job {job_id} is queued: cancel it first, or name another --job-id")
    folder = store.add(submission)
    submitted = JobSubmitted(submission.submitted_ms, submission.name, requested_by=command_line())
    FolderEvents(SUBMITTER).record(folder.path, job_id, submitted)
    with spinner("starting the driver"):
        reports = WaitReports()
        start_driver(folder, _slot_for(folder, queued, reports))
        while not has_job_started(folder):
            reports.look(start_wait(folder))
            time.sleep(_POLL_S)
    print_job_id(job_id, as_json)


def _slot_for(folder: JobFolder, queued: QueuedStart, reports: WaitReports) -> int:
    """Waits for a start slot. Ctrl-C withdraws the job."""
    try:
        while (slot := queued.take_slot()) is None:
            if folder.read(CANCEL):
                raise JobWithdrawnError(f"job {folder.path.name} was canceled while it was queued")
            reports.look(queue_wait(queued.jobs_ahead()))
            time.sleep(_POLL_S)
        return slot
    except KeyboardInterrupt:
        withdraw_driver(folder)
        raise
    finally:
        queued.leave()


class WaitReports:
    """Says on stderr what a command waits for: after five seconds, when it changes, and when the time has doubled."""

    def __init__(self) -> None:
        self._begun_s = time.monotonic()
        self._next_s = _QUIET_S
        self._last = ""
        self._last_s = 0.0

    def look(self, waits_for: str) -> None:
        elapsed_s = time.monotonic() - self._begun_s
        has_changed = waits_for != self._last and elapsed_s >= max(_QUIET_S, self._last_s + _CHANGE_S)
        if waits_for and (has_changed or elapsed_s >= self._next_s):
            click.echo(f"waiting for {elapsed_s:.0f} s: {waits_for}", err=True)
            self._next_s, self._last, self._last_s = 2 * elapsed_s, waits_for, elapsed_s


def print_job_id(job_id: str, as_json: bool) -> None:
    """Prints the id of the started job."""
    click.echo(json.dumps({"job_id": job_id}) if as_json else f"Job has been submitted with JobID {job_id}")
