"""What Flink's dashboard shows on its pages of TaskManagers, checkpoints, logs and in its header."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.control.job_manager.ended_jobs import ended_summaries
from pyrite.core.job.job_document import JobDocument
from pyrite.core.job.job_status import JobStatus
from pyrite.core.metrics.declared_metrics import RESTARTING_TIME, RUNNING_TIME
from pyrite.runtime.wire.job_scope_metrics import job_scope_metrics
from tests.control.fake_job import FakeJob
from tests.control.rest.memory_gateway import FINISHED, RUNNING, MemoryGateway, documents, rest_client

GIGABYTE = 1 << 30


def running_with(**settings: str) -> MemoryGateway:
    """A JobManager whose running job has these settings."""
    gateway = MemoryGateway()
    job = gateway.documents[RUNNING]
    configuration = {**job.configuration, **{key.replace("__", "."): value for key, value in settings.items()}}
    gateway.documents[RUNNING] = replace(job, configuration=configuration)
    return gateway


def answers(gateway: MemoryGateway, *paths: str) -> list[Any]:
    async def ask() -> list[Any]:
        async with rest_client(gateway) as client:
            return [(await client.get(path)).json() for path in paths]

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("settings", "heap"),
    [
        ({}, GIGABYTE),
        ({"spark__driver__memory": "2g"}, 2 * GIGABYTE),
        ({"spark__master": "spark://host:7077", "spark__executor__memory": "3g"}, 3 * GIGABYTE),
    ],
)
def test_memory_that_spark_divides_is_the_heap_and_what_the_tasks_use(settings: dict[str, str], heap: int) -> None:
    (listed,) = answers(running_with(**settings), "/taskmanagers")
    (shown,) = listed["taskmanagers"]
    used = shown["memoryConfiguration"]["taskOffHeap"]
    assert shown["memoryConfiguration"]["frameworkHeap"] == heap
    assert shown["memoryConfiguration"]["totalProcessMemory"] == heap + used
    assert shown["hardware"]["freeMemory"] == heap, "the dashboard calls it the size of the JVM's heap"


def test_memory_that_flinks_options_divide_is_shown_as_flink_derives_it() -> None:
    (listed,) = answers(running_with(taskmanager__memory__process__size="1728m"), "/taskmanagers")
    memory = listed["taskmanagers"][0]["memoryConfiguration"]
    assert {name: round(value / (1 << 20)) for name, value in memory.items()} == {
        "frameworkHeap": 128,
        "taskHeap": 384,
        "frameworkOffHeap": 128,
        "taskOffHeap": 0,
        "networkMemory": 128,
        "managedMemory": 512,
        "jvmMetaspace": 256,
        "jvmOverhead": 192,
        "totalFlinkMemory": 1280,
        "totalProcessMemory": 1728,
    }


def test_overview_counts_what_the_list_of_taskmanagers_shows() -> None:
    names = "taskSlotsTotal,numRegisteredTaskManagers"
    overview, listed, metrics = answers(
        MemoryGateway(), "/overview", "/taskmanagers", f"/jobmanager/metrics?get={names}"
    )
    assert {metric["id"]: int(metric["value"]) for metric in metrics} == {
        "taskSlotsTotal": overview["slots-total"],
        "numRegisteredTaskManagers": overview["taskmanagers"],
    }
    assert overview["taskmanagers"] == len(listed["taskmanagers"]) == 1
    assert overview["slots-total"] == sum(one["slotsNumber"] for one in listed["taskmanagers"])
    assert overview["slots-available"] == sum(one["freeSlots"] for one in listed["taskmanagers"])


def test_tasks_that_wait_have_no_slots() -> None:
    gateway = MemoryGateway()
    job = gateway.documents[RUNNING]
    waiting = tuple(
        replace(vertex, subtasks=tuple(replace(one, state="SCHEDULED", host="") for one in vertex.subtasks))
        for vertex in job.vertices
    )
    gateway.documents[RUNNING] = replace(job, vertices=waiting)
    (overview,) = answers(gateway, "/overview")
    assert (overview["taskmanagers"], overview["slots-total"], overview["jobs-running"]) == (0, 0, 1)


def test_checkpoint_that_was_viewed_can_be_viewed_when_the_history_no_longer_has_it() -> None:
    async def ask() -> tuple[int, int, int]:
        gateway = MemoryGateway()
        job: JobDocument = gateway.documents[RUNNING]
        viewed, other = job.checkpoints.history[0].id, job.checkpoints.history[-1].id
        path = f"/jobs/{RUNNING}/checkpoints/details"
        async with rest_client(gateway) as client:
            first = await client.get(f"{path}/{viewed}")
            gateway.documents[RUNNING] = replace(job, checkpoints=replace(job.checkpoints, history=()))
            again, never = await client.get(f"{path}/{viewed}"), await client.get(f"{path}/{other}")
            assert first.json()["id"] == again.json()["id"] == viewed != other
            return first.status_code, again.status_code, never.status_code

    assert asyncio.run(ask()) == (200, 200, 404)


def test_header_and_logs_of_the_dashboard() -> None:
    executor = f"/jobs/{RUNNING}/taskmanagers/x/log-url"
    config, url, own = answers(MemoryGateway(), "/config", executor, f"/jobs/{RUNNING}/jobmanager/log-url")
    assert "@ 1970-" not in config["flink-revision"] and "@ 20" in config["flink-revision"]
    assert url == own == {"url": f"http://localhost:8081/jobs/{RUNNING}/logs/job.log"}


def test_job_that_ended_before_the_job_manager_started_has_its_type(tmp_path: Any) -> None:
    folder = ControlFolder(tmp_path / "control")
    folder.make()
    for job_id, is_batch in (("batch", True), ("streaming", False)):
        folder.keep_document(job_id, {"is_batch": is_batch})
        folder.forget(JobEntry(job_id, job_id, 1, 1000, 1, status="FINISHED", ended_ms=2000))
    summaries = {summary.job_id: summary for summary, _ in ended_summaries(folder)}
    assert {job_id: (one.is_batch, one.end_ms) for job_id, one in summaries.items()} == {
        "batch": (True, 2000),
        "streaming": (False, 2000),
    }


@pytest.mark.parametrize(
    ("status", "expected"),
    [(JobStatus.RUNNING, (4000, 0)), (JobStatus.RESTARTING, (0, 2000)), (JobStatus.CREATED, (0, 0))],
)
def test_job_has_metrics_of_the_time_in_its_status(status: JobStatus, expected: tuple[int, int]) -> None:
    since_ms = {JobStatus.RUNNING: 1000, JobStatus.RESTARTING: 3000}
    view = replace(FakeJob().view, status=status, status_since_ms=since_ms, at_ms=5000)
    values = {metric.name.path: value for metric, value in job_scope_metrics(view).items()}
    assert (values[RUNNING_TIME.name], values[RESTARTING_TIME.name]) == expected
    assert FINISHED in documents()
