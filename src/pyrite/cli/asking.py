"""Asking a job: its driver on this machine, or through a JobManager's REST."""

from __future__ import annotations

from typing import Any

from pyrite.cli.asked import Asked
from pyrite.cli.invocation import Invocation
from pyrite.cli.spinner import spinner
from pyrite.control.job_connection import ask_job


def ask(invocation: Invocation, word: str, command: str, **arguments: Any) -> Asked:
    """Asks the job that a word stands for, and waits until what was asked for is done."""
    with spinner(f"{command} of {word}"):
        if invocation.job_manager:
            from pyrite.cli.job_manager_client import JobManagerClient

            with JobManagerClient(invocation.job_manager) as client:
                return client.ask(word, command, **arguments)
        entry, answer = ask_job(word, command, **arguments)
    return Asked(entry.job_id, entry.name, answer)
