"""The executors of running jobs, which REST shows as TaskManagers, and the slots of the cluster."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.control.rest.services import RestServices
from pyrite.control.rest.taskmanager_ids import taskmanager_id
from pyrite.core.job.job_document import JobDocument, SubtaskDocument, VertexDocument

Tasks = list[tuple[VertexDocument, SubtaskDocument]]


@dataclass(frozen=True)
class Slots:
    """The size of the cluster, as `/overview` and the metrics of the JobManager have it."""

    taskmanagers: int
    total: int
    available: int


async def cluster_slots(rest: RestServices) -> Slots:
    """In a session, workers and their cores. Otherwise the executors of `/taskmanagers`, with a slot for each started
    task: a task that waits has none, and no slot is free.
    """
    workers = await rest.gateway.workers()
    if workers is None:
        executors = [tasks for document in await running_documents(rest) for tasks in executors_of(document).values()]
        return Slots(len(executors), sum(map(len, executors)), 0)
    total = sum(worker.cores for worker in workers)
    return Slots(len(workers), total, total - sum(worker.cores_in_use for worker in workers))


def executors_of(document: JobDocument) -> dict[str, Tasks]:
    """The executors of a job that have tasks, by TaskManager id."""
    by_id: dict[str, Tasks] = {}
    for vertex in document.vertices:
        for subtask in vertex.subtasks:
            if subtask.host and not subtask.has_ended:
                by_id.setdefault(taskmanager_id(document.id, subtask.executor), []).append((vertex, subtask))
    return by_id


async def running_documents(rest: RestServices) -> list[JobDocument]:
    """The documents of running jobs whose drivers answer."""
    running = [job for job in rest.jobs() if not job.status.is_terminal_state()]
    found = []
    for job in running:
        try:
            found.append(await rest.document(job.job_id))
        except Exception:  # the driver starts or has died: its job has no executors now
            continue
    return found
