"""How executors are named as TaskManagers. Every job has executors of its own, so the job's id is part of it."""

from __future__ import annotations

from pyrite.control.rest_id import rest_id
from pyrite.core.job.job_document import SubtaskDocument

UNASSIGNED = "(unassigned)"


def taskmanager_id(job_id: str, executor: str) -> str:
    """The id of an executor of a job."""
    return f"{rest_id(job_id)}-{executor}"


def endpoint_of(host: str, process: int) -> str:
    """Where a task runs, as Flink writes it: host and port, here the task's process."""
    return f"{host}:{process}" if host else UNASSIGNED


def place_of(job_id: str, subtask: SubtaskDocument) -> tuple[str, str]:
    """The endpoint and the TaskManager id of a subtask."""
    if not subtask.host:
        return UNASSIGNED, UNASSIGNED
    return endpoint_of(subtask.host, subtask.process), taskmanager_id(job_id, subtask.executor)
