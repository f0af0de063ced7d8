"""The TaskManager ids of executors. An executor belongs to one job, so the job's id is part of its id."""

from __future__ import annotations

from pyrite.control.rest_id import rest_id
from pyrite.core.job.job_document import SubtaskDocument

UNASSIGNED = "(unassigned)"


def taskmanager_id(job_id: str, executor: str) -> str:
    """The TaskManager id of an executor."""
    return f"{rest_id(job_id)}-{executor}"


def endpoint_of(host: str, process: int) -> str:
    """A task's endpoint in Flink's form: host and port; here the id of the task's process stands for the port."""
    return f"{host}:{process}" if host else UNASSIGNED


def place_of(job_id: str, subtask: SubtaskDocument) -> tuple[str, str]:
    """The endpoint and the TaskManager id of a subtask."""
    if not subtask.host:
        return UNASSIGNED, UNASSIGNED
    return endpoint_of(subtask.host, subtask.process), taskmanager_id(job_id, subtask.executor)
