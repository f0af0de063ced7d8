"""Executors as TaskManagers: with their tasks, metrics and logs. Each running job has its own executors."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from pyrite.control.job_log import LOG
from pyrite.control.rest.endpoint import TEXT_SCHEMA, Call, Endpoint, Parameter, RestError, TextAnswer, listed
from pyrite.control.rest.endpoints.jobmanager import (
    LogFiles,
    ThreadDump,
    ThreadInfo,
    log_files,
    log_text,
    newest_log,
)
from pyrite.control.rest.endpoints.metrics import AGGREGATES, GET, AnyMetrics, Metric, aggregated, select
from pyrite.control.rest.executors import Tasks, executors_of, running_documents
from pyrite.control.rest.services import RestServices
from pyrite.control.rest.taskmanager_ids import endpoint_of, taskmanager_id
from pyrite.control.rest.taskmanager_memory import MemoryConfiguration, jvm_heap_bytes, memory_configuration
from pyrite.control.rest_id import rest_id
from pyrite.core.job.commands import SampleStacks
from pyrite.core.job.job_document import JobDocument, SubtaskDocument, VertexDocument
from pyrite.core.json_dataclasses import Wire


@dataclass(frozen=True)
class Resources:
    cpu_cores: Annotated[float, Wire("cpuCores")]
    task_heap_memory: Annotated[int, Wire("taskHeapMemory")]
    task_off_heap_memory: Annotated[int, Wire("taskOffHeapMemory")]
    managed_memory: Annotated[int, Wire("managedMemory")]
    network_memory: Annotated[int, Wire("networkMemory")]
    extended_resources: Annotated[Mapping[str, float], Wire("extendedResources")]


@dataclass(frozen=True)
class Hardware:
    cpu_cores: Annotated[int, Wire("cpuCores")]
    physical_memory: Annotated[int, Wire("physicalMemory")]
    free_memory: Annotated[int, Wire("freeMemory")]
    managed_memory: Annotated[int, Wire("managedMemory")]


@dataclass(frozen=True)
class TaskManager:
    id: str
    path: str
    data_port: Annotated[int, Wire("dataPort")]
    jmx_port: Annotated[int, Wire("jmxPort")]
    time_since_last_heartbeat: Annotated[int, Wire("timeSinceLastHeartbeat")]
    slots_number: Annotated[int, Wire("slotsNumber")]
    free_slots: Annotated[int, Wire("freeSlots")]
    assigned_tasks: Annotated[int, Wire("assignedTasks")]
    total_resource: Annotated[Resources, Wire("totalResource")]
    free_resource: Annotated[Resources, Wire("freeResource")]
    hardware: Hardware
    memory_configuration: Annotated[MemoryConfiguration, Wire("memoryConfiguration")]


@dataclass(frozen=True)
class TaskManagers:
    taskmanagers: tuple[TaskManager, ...]


@dataclass(frozen=True)
class Slot:
    job_id: Annotated[str, Wire("jobId")]
    resource: Resources
    assigned_tasks: Annotated[int, Wire("assignedTasks")]


@dataclass(frozen=True)
class GarbageCollector:
    name: str
    count: int
    time: int


@dataclass(frozen=True)
class TaskManagerMetrics:
    """The metrics of a JVM in Flink; here the memory of the tasks' processes."""

    heap_used: Annotated[int, Wire("heapUsed")] = 0
    heap_committed: Annotated[int, Wire("heapCommitted")] = 0
    heap_max: Annotated[int, Wire("heapMax")] = 0
    non_heap_used: Annotated[int, Wire("nonHeapUsed")] = 0
    non_heap_committed: Annotated[int, Wire("nonHeapCommitted")] = 0
    non_heap_max: Annotated[int, Wire("nonHeapMax")] = 0
    direct_count: Annotated[int, Wire("directCount")] = 0
    direct_used: Annotated[int, Wire("directUsed")] = 0
    direct_max: Annotated[int, Wire("directMax")] = 0
    mapped_count: Annotated[int, Wire("mappedCount")] = 0
    mapped_used: Annotated[int, Wire("mappedUsed")] = 0
    mapped_max: Annotated[int, Wire("mappedMax")] = 0
    segments_available: Annotated[int, Wire("nettyShuffleMemorySegmentsAvailable")] = 0
    segments_used: Annotated[int, Wire("nettyShuffleMemorySegmentsUsed")] = 0
    segments_total: Annotated[int, Wire("nettyShuffleMemorySegmentsTotal")] = 0
    shuffle_available: Annotated[int, Wire("nettyShuffleMemoryAvailable")] = 0
    shuffle_used: Annotated[int, Wire("nettyShuffleMemoryUsed")] = 0
    shuffle_total: Annotated[int, Wire("nettyShuffleMemoryTotal")] = 0
    garbage_collectors: Annotated[tuple[GarbageCollector, ...], Wire("garbageCollectors")] = ()


@dataclass(frozen=True)
class TaskManagerDetails(TaskManager):
    allocated_slots: Annotated[tuple[Slot, ...], Wire("allocatedSlots")]
    metrics: TaskManagerMetrics


_NOTHING: Final = Resources(0.0, 0, 0, 0, 0, {})


async def _executor(rest: RestServices, call: Call) -> tuple[JobDocument, Tasks]:
    taskmanager_id = call.path["taskmanagerid"]
    for document in await running_documents(rest):
        tasks = executors_of(document).get(taskmanager_id)
        if tasks:
            return document, tasks
    raise RestError(404, f"TaskManager {taskmanager_id} could not be found.")


def _memory_used(tasks: Tasks) -> int:
    return sum(int(subtask.metrics.get("memoryUsed", 0)) for _, subtask in tasks)


def _taskmanager(document: JobDocument, tasks: Tasks) -> dict[str, Any]:
    """The fields that list and details share. A slot is a task here, so no slot is ever free."""
    first, memory = tasks[0][1], memory_configuration(document, _memory_used(tasks))
    resources = Resources(float(len(tasks)), 0, _memory_used(tasks) >> 20, 0, 0, {})
    return {
        "id": taskmanager_id(document.id, first.executor),
        "path": endpoint_of(first.host, first.process),
        "data_port": -1,
        "jmx_port": -1,
        "time_since_last_heartbeat": document.now_ms,
        "slots_number": len(tasks),
        "free_slots": 0,
        "assigned_tasks": len(tasks),
        "total_resource": resources,
        "free_resource": _NOTHING,
        "hardware": _hardware(
            first.host in (document.host, "localhost", "127.0.0.1"), jvm_heap_bytes(document), memory.managed_memory
        ),
        "memory_configuration": memory,
    }


def _hardware(is_here: bool, heap_bytes: int, managed_bytes: int) -> Hardware:
    """The hardware of this machine; unknown for other machines. Flink's free memory is the heap of the JVM."""
    if not is_here:
        return Hardware(-1, -1, heap_bytes, managed_bytes)
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return Hardware(os.cpu_count() or 1, physical, heap_bytes, managed_bytes)


async def _list(rest: RestServices, call: Call) -> TaskManagers:
    rows = [
        TaskManager(**_taskmanager(document, tasks))
        for document in await running_documents(rest)
        for tasks in executors_of(document).values()
    ]
    return TaskManagers(tuple(rows))


async def _details(rest: RestServices, call: Call) -> TaskManagerDetails:
    document, tasks = await _executor(rest, call)
    used = _memory_used(tasks)
    slots = tuple(Slot(rest_id(document.id), Resources(1.0, 0, 0, 0, 0, {}), 1) for _ in tasks)
    heap = jvm_heap_bytes(document)
    metrics = TaskManagerMetrics(heap_max=heap, non_heap_used=used, non_heap_committed=used)
    return TaskManagerDetails(**_taskmanager(document, tasks), allocated_slots=slots, metrics=metrics)


# Metrics --------------------------------------------------------------------------------------------------------------


def _metrics_of(tasks: Iterable[tuple[VertexDocument, SubtaskDocument]]) -> dict[str, Any]:
    metric_sets = [subtask.metrics for _, subtask in tasks]
    return {
        "Status.JVM.Memory.NonHeap.Used": sum(int(metrics.get("memoryUsed", 0)) for metrics in metric_sets),
        "numTasks": len(metric_sets),
        "numRecordsIn": sum(metrics.get("numRecordsIn", 0) for metrics in metric_sets),
        "numRecordsOut": sum(metrics.get("numRecordsOut", 0) for metrics in metric_sets),
    }


async def _metrics(rest: RestServices, call: Call) -> list[Metric]:
    try:
        _, tasks = await _executor(rest, call)
    except RestError:
        return []
    return select(_metrics_of(tasks), call)


_TASKMANAGERS: Final = Parameter("taskmanagers", "Ids of executors; without it, all.", listed(), TEXT_SCHEMA)


async def _all_metrics(rest: RestServices, call: Call) -> AnyMetrics:
    ids = call.query.get("taskmanagers")
    executors = {
        executor: tasks
        for document in await running_documents(rest)
        for executor, tasks in executors_of(document).items()
    }
    parts = [_metrics_of(tasks) for executor, tasks in executors.items() if not ids or executor in ids]
    return aggregated(parts, call)


# Logs and threads -----------------------------------------------------------------------------------------------------


async def _folders(rest: RestServices, call: Call) -> list[Path]:
    """A job has one log, with the logs of its tasks; each task has an output file."""
    document, _ = await _executor(rest, call)
    if rest.settings.job_folder is None:
        return []
    return [rest.settings.job_folder / document.id / "tasks", rest.settings.job_folder / document.id]


async def _logs(rest: RestServices, call: Call) -> LogFiles:
    return LogFiles(tuple(log for folder in await _folders(rest, call) for log in log_files(folder).logs))


async def _log_file(rest: RestServices, call: Call) -> TextAnswer:
    folders, name = await _folders(rest, call), call.path["filename"]
    return log_text(next((folder for folder in folders if (folder / name).is_file()), None), name)


async def _log(rest: RestServices, call: Call) -> TextAnswer:
    return await _newest(rest, call, ".log")


async def _stdout(rest: RestServices, call: Call) -> TextAnswer:
    return await _newest(rest, call, ".out")


async def _newest(rest: RestServices, call: Call, suffix: str) -> TextAnswer:
    """The newest log of the first folder that has one."""
    texts = [newest_log(folder, suffix) for folder in await _folders(rest, call)]
    return next((text for text in texts if text.text), TextAnswer(""))


async def _threads(rest: RestServices, call: Call) -> ThreadDump:
    """All threads of the executor's tasks, each in its own process. User functions run in MainThread."""
    document, tasks = await _executor(rest, call)
    answer = await rest.send(document.id, SampleStacks(executor=tasks[0][1].executor))
    by_id = {(vertex.id, subtask.index): (vertex, subtask) for vertex, subtask in tasks}
    rows = []
    for each in answer.subtasks:
        vertex, subtask = by_id.get((each.vertex, each.index), (None, None))
        if vertex is None or subtask is None:
            continue  # the task has just moved to this process
        task = f"{vertex.name} ({subtask.index + 1}/{vertex.parallelism})#{subtask.attempt}"
        for thread in each.threads:
            name = f"{task} {thread.name}"
            rows.append(ThreadInfo(name, f'"{name}" process {subtask.process}, {subtask.state}\n{thread.stack}'))
    return ThreadDump(tuple(rows))


@dataclass(frozen=True)
class LogUrl:
    url: str


async def _log_url(rest: RestServices, call: Call) -> LogUrl:
    job_id = rest_id(rest.require(call.job_id).job_id)
    return LogUrl(f"{rest.settings.address}/jobs/{job_id}/logs/{LOG}")


_T: Final = "/taskmanagers/:taskmanagerid"

ENDPOINTS: Final = (
    Endpoint("GET", "/taskmanagers", TaskManagers, _list, "The executors of all running jobs."),
    Endpoint(
        "GET",
        "/taskmanagers/metrics",
        AnyMetrics,
        _all_metrics,
        "Metrics of executors, aggregated.",
        (GET, AGGREGATES, _TASKMANAGERS),
    ),
    Endpoint("GET", _T, TaskManagerDetails, _details, "An executor and its tasks."),
    Endpoint("GET", f"{_T}/metrics", list[Metric], _metrics, "Metrics of an executor.", (GET,)),
    Endpoint("GET", f"{_T}/logs", LogFiles, _logs, "The logs of the executor's job."),
    Endpoint("GET", f"{_T}/logs/:filename", TextAnswer, _log_file, "One of its logs."),
    Endpoint("GET", f"{_T}/log", TextAnswer, _log, "Its newest log."),
    Endpoint("GET", f"{_T}/stdout", TextAnswer, _stdout, "The output of its tasks."),
    Endpoint("GET", f"/jobs/:jobid{_T}/log-url", LogUrl, _log_url, "The URL of the log of an executor's job."),
    Endpoint("GET", "/jobs/:jobid/jobmanager/log-url", LogUrl, _log_url, "The URL of a job's log."),
    Endpoint("GET", f"{_T}/thread-dump", ThreadDump, _threads, "The stacks of its tasks' threads."),
)
