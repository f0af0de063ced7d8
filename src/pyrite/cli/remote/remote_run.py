"""Runs a job's program at a JobManager, through its REST API."""

from __future__ import annotations

import contextlib
import sys
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from pyrite.cli.invocation import Invocation
from pyrite.cli.output.progress import show
from pyrite.cli.output.spinner import spinner
from pyrite.cli.program.run_job import WaitReports, print_job_id
from pyrite.cli.remote.job_manager_client import JobManagerClient
from pyrite.cli.remote.remote_watch import RemoteWatch
from pyrite.control.job_manager_gateway import SubmittedProgram
from pyrite.control.rest_id import rest_id
from pyrite.core.config.checkpoint_options import JOB_ID
from pyrite.core.config.cluster_options import REST_ADDRESS, REST_PORT, SHUTDOWN_ON_ATTACHED_EXIT
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import effective_values
from pyrite.core.config.options import PYTHON_ARCHIVES, PYTHON_FILES, PYTHON_REQUIREMENTS
from pyrite.core.errors import InvalidProgramError, JobCancelledError, JobExecutionError, PyriteError
from pyrite.core.job.job_status import JobStatus

_POLL_S: Final = 1.0
_LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")


def run_remote(program: SubmittedProgram, invocation: Invocation, detached: bool, as_json: bool) -> None:
    """Submits a program; returns then if `detached`, otherwise when its job has ended."""
    configuration = Configuration(effective_values(Path(program.path).parent, program.settings))
    address = invocation.job_manager or f"{configuration.get(REST_ADDRESS)}:{configuration.get(REST_PORT)}"
    _check_files(program, configuration, address)
    job_id = program.settings.get(JOB_ID.key) or uuid.uuid4().hex
    program = replace(program, folder="", settings={**program.settings, JOB_ID.key: job_id})
    with JobManagerClient(address, configuration) as client:
        with spinner(f"submitting to {address}"), _reported_waits(address, job_id, configuration):
            submitted_id = client.submit(program)
        if submitted_id != rest_id(job_id):  # Flink's JobManager has chosen another one
            job_id = submitted_id
        print_job_id(job_id, as_json)
        if not detached:
            _attend(client, job_id, configuration.get(SHUTDOWN_ON_ATTACHED_EXIT))


@contextmanager
def _reported_waits(address: str, job_id: str, configuration: Configuration) -> Iterator[None]:
    """While open, says from time to time what a submitted job waits for until it starts."""
    has_started = threading.Event()

    def report() -> None:
        reports = WaitReports()
        with JobManagerClient(address, configuration) as client:
            while not has_started.wait(_POLL_S):
                with contextlib.suppress(PyriteError):  # the submission reports it
                    reports.look(client.start_wait(job_id))

    thread = threading.Thread(target=report, daemon=True, name="start-waits")
    thread.start()
    try:
        yield
    finally:
        has_started.set()
        thread.join()


def _attend(client: JobManagerClient, job_id: str, cancels: bool) -> None:
    """Shows a job to its end. As in Flink, Ctrl-C ends the waiting; it cancels the job only if `cancels` is set."""
    watch = RemoteWatch(client, job_id)
    try:
        show([watch])
        watch.finish()
    except KeyboardInterrupt:
        if cancels:
            client.cancel(job_id)
            raise JobCancelledError(f"job {job_id} is canceled") from None
        sys.stderr.write(f"no longer waiting: job {job_id} keeps running\n")
        raise SystemExit(130) from None
    status = watch.status
    if status is JobStatus.CANCELED:
        raise JobCancelledError(f"job {job_id} was canceled")
    if status is not JobStatus.FINISHED:
        cause = watch.cause()
        why = f": {cause}" if cause else ""
        raise JobExecutionError(f"job {job_id} has ended: {status.name}{why}. pyrite logs {job_id} has its log")
    click.echo(f"job {job_id} has ended: {status.name}, after {watch.elapsed_s:.1f} s")


def _check_files(program: SubmittedProgram, configuration: Configuration, address: str) -> None:
    """InvalidProgramError: the program needs further files, but only its own file is uploaded."""
    if not program.path:
        raise InvalidProgramError("a JobManager needs the program as a file: JOB.py, or an archive and -c MODULE")
    if address.rpartition(":")[0] in _LOOPBACK:
        return
    for option in (PYTHON_FILES, PYTHON_REQUIREMENTS, PYTHON_ARCHIVES):
        if configuration.contains(option):
            raise InvalidProgramError(
                f"{option.key} has files of this machine, which the JobManager at {address} cannot read: put "
                "modules into one archive (.zip, .whl) with the program, and select the program by -c"
            )
