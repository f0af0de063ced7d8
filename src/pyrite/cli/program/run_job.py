"""Runs a job's program on this machine: in the foreground, in the background, or without Spark."""

from __future__ import annotations

import json
import time
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from pyrite.cli.cluster.cluster import job_settings
from pyrite.cli.output.progress import show_progress
from pyrite.cli.output.spinner import spinner
from pyrite.cli.program.program import run_program
from pyrite.control.job_manager.driver_process import driver_pid, has_job_started, start_driver
from pyrite.control.job_manager.job_store import JobStore, Submission
from pyrite.control.job_manager_gateway import SubmissionRefusedError, SubmittedProgram
from pyrite.control.running_jobs import running_jobs
from pyrite.core.clock import SystemClock
from pyrite.core.config.checkpoint_options import JOB_ID
from pyrite.core.config.effective_settings import effective_values
from pyrite.core.file_uri import local_path
from pyrite.graph.executor import ExecutionContext, load_executor

_POLL_S: Final = 0.05
COLLECTION: Final = "pyrite.testing.collection_executor:CollectionExecutor"
"""Runs jobs in this process, without Spark. A name and not an import, which would load many modules."""


def run_attached(program: SubmittedProgram) -> None:
    """Runs a program on Spark from this process, with a progress display; returns at its end."""
    folder = Path(program.path).parent
    context = ExecutionContext(job_settings(program.settings, folder), watch=show_progress, folder=folder)
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
    folder = store.add(submission)
    start_driver(folder)
    with spinner("starting the driver"):
        while not has_job_started(folder):
            time.sleep(_POLL_S)
    print_job_id(job_id, as_json)


def print_job_id(job_id: str, as_json: bool) -> None:
    """Prints the id of the started job."""
    click.echo(json.dumps({"job_id": job_id}) if as_json else f"Job has been submitted with JobID {job_id}")
