"""Jobs whose driver cannot be asked: it starts, or it died before it kept anything."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from pyrite.control.document_of_summary import document_of_summary
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from tests.control.rest.memory_gateway import RUNNING, UNKNOWN, MemoryGateway, rest_client, summary_of

STARTING = JobSummary(UNKNOWN, "words", JobStatus.INITIALIZING, 1000, modified_ms=1000)
DEAD = JobSummary(UNKNOWN, "words", JobStatus.FAILED, 1000, 5000, 5000, cause="its driver died")


def answer(summary: JobSummary, path: str) -> Any:
    async def get() -> Any:
        gateway = MemoryGateway({UNKNOWN: document_of_summary(summary, now_ms=9000)})
        async with rest_client(gateway) as client:
            response = await client.get(f"/jobs/{UNKNOWN}{path}")
            assert response.status_code == 200, response.text
            return response.json()

    return asyncio.run(get())


def test_job_that_starts_is_shown_without_vertices() -> None:
    job = answer(STARTING, "")
    assert (job["state"], job["vertices"], job["end-time"], job["duration"]) == ("INITIALIZING", [], -1, 8000)


@pytest.mark.parametrize("path", ["/checkpoints", "/checkpoints/config", "/exceptions", "/config", "/plan", "/metrics"])
def test_all_that_is_asked_of_a_job_has_an_answer(path: str) -> None:
    assert answer(STARTING, path) is not None


def test_job_whose_driver_died_shows_why() -> None:
    assert answer(DEAD, "")["duration"] == 4000
    assert "its driver died" in str(answer(DEAD, "/exceptions"))


def test_job_is_as_old_as_its_first_driver() -> None:
    async def get() -> Any:
        gateway = MemoryGateway()
        running = summary_of(gateway.documents[RUNNING])
        gateway.summaries = [replace(running, start_ms=running.start_ms - 5000)]
        async with rest_client(gateway) as client:
            job, listed = (await client.get(f"/jobs/{RUNNING}")).json(), (await client.get("/jobs/overview")).json()
            return job["start-time"], job["timestamps"]["INITIALIZING"], listed["jobs"][0]["start-time"]

    assert len(set(asyncio.run(get()))) == 1
