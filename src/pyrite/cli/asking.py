"""Asking a job: its driver on this machine, or through a JobManager's REST."""

from __future__ import annotations

from typing import Any

from pyrite.cli.asked import Asked
from pyrite.cli.invocation import Invocation
from pyrite.cli.spinner import spinner
from pyrite.control.job_connection import ask_job
from pyrite.control.job_manager.driver_process import driver_pid
from pyrite.control.job_manager.job_store import JobStore
from pyrite.control.rest_id import rest_id
from pyrite.core.errors import JobNotRunningError


def ask(invocation: Invocation, word: str, command: str, **arguments: Any) -> Asked:
    """Asks the job that a word stands for, and waits until what was asked for is done."""
    with spinner(f"{command} of {word}"):
        if invocation.job_manager:
            from pyrite.cli.job_manager_client import JobManagerClient

            with JobManagerClient(invocation.job_manager) as client:
                return client.ask(word, command, **arguments)
        try:
            entry, answer = ask_job(word, command, **arguments)
        except JobNotRunningError:
            _check_starting(word)
            raise
    return Asked(entry.job_id, entry.name, answer)


def _check_starting(word: str) -> None:
    """JobNotRunningError: the job's driver runs, and has not registered yet."""
    store = JobStore.of_user()
    for job_id in store.job_ids():
        if word in (job_id, rest_id(job_id)) and (pid := driver_pid(store.job(job_id))):
            raise JobNotRunningError(
                f"job {job_id} is INITIALIZING: its driver, process {pid}, waits for Spark and takes no commands yet. "
                f"A JobManager can cancel it: pyrite cancel -m HOST:PORT {job_id}"
            )
