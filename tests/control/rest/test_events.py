"""The events of a job through REST, and what follows from them: exceptions with their places, and numRestarts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import httpx

from pyrite.control.document_of_summary import document_of_summary
from pyrite.control.stored_events import with_events
from pyrite.core.job.job_document import EventDocument, JobDocument
from pyrite.core.job.job_event import AttemptFailed, DriverDied, DriverStarted, JobEvent, JobRestarts, JobSubmitted
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from tests.control.rest.memory_gateway import FAILED, RUNNING, MemoryGateway, documents, rest_client

FAILURE = AttemptFailed(
    30, 2, "builtins.ValueError", "no price", "Traceback", "Map (1/2) - execution #0", "abc", 0, "host-7", "1", 4321
)
EVENTS: tuple[JobEvent, ...] = (
    JobSubmitted(10, "words.py", requested_by="REST", writer="manager", number=1),
    DriverStarted(20, 4711, "host-7", writer="driver", number=1),
    replace(FAILURE, writer="driver", number=2),
    JobRestarts(31, "job", 1, 50, "no price", requested_by="the restart strategy", writer="driver", number=3),
    DriverDied(40, 4711, "SIGKILL", writer="manager", number=2),
)


def without_driver() -> JobDocument:
    """A job whose driver has died, and whose next one has not started."""
    summary = JobSummary(RUNNING, "words", JobStatus.RESTARTING, 10, modified_ms=40, cause="its driver died")
    return with_events(document_of_summary(summary, 50), EVENTS)


def run(document: JobDocument, test: Callable[[httpx.AsyncClient], Awaitable[None]]) -> None:
    async def main() -> None:
        async with rest_client(MemoryGateway({**documents(), RUNNING: document})) as client:
            await test(client)

    asyncio.run(main())


async def get(client: httpx.AsyncClient, path: str) -> Any:
    answer = await client.get(f"/v1/jobs/{RUNNING}{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_events_are_listed_with_their_requesters_and_details() -> None:
    async def test(client: httpx.AsyncClient) -> None:
        answer = await get(client, "/events")
        assert [event["kind"] for event in answer["events"]] == [event.kind for event in EVENTS]
        assert answer["events"][0] == {
            "timestamp": 10,
            "kind": "SUBMITTED",
            "requested-by": "REST",
            "text": "words.py was submitted",
            "details": {"program": "words.py"},
        }
        assert answer["events"][4]["details"] == {"process": 4711, "signal": "SIGKILL", "exit_code": None, "reason": ""}
        assert "stack_trace" not in answer["events"][2]["details"]
        assert answer["truncated"] is False

    run(without_driver(), test)


def test_newest_events_are_listed_up_to_a_number() -> None:
    async def test(client: httpx.AsyncClient) -> None:
        answer = await get(client, "/events?maxEvents=2")
        assert [event["kind"] for event in answer["events"]] == ["RESTARTING", "DRIVER_DIED"]
        assert answer["truncated"] is True

    run(without_driver(), test)


def test_exceptions_and_restarts_outlive_the_driver() -> None:
    async def test(client: httpx.AsyncClient) -> None:
        died, failure = (await get(client, "/exceptions"))["exceptionHistory"]["entries"]
        assert died["stacktrace"] == "driver process 4711 was killed by SIGKILL"
        assert "taskName" not in died
        assert (failure["exceptionName"], failure["taskName"]) == ("builtins.ValueError", "Map (1/2) - execution #0")
        assert (failure["endpoint"], failure["taskManagerId"]) == ("host-7:4321", f"{RUNNING}-1")
        assert await get(client, "/metrics?get=numRestarts") == [{"id": "numRestarts", "value": "1"}]

    run(without_driver(), test)


def test_events_that_a_driver_lacks_are_added_once() -> None:
    document = with_events(without_driver(), [*EVENTS, DriverStarted(60, 4712, "host-7", writer="two", number=1)])
    assert [event.at_ms for event in document.events] == [10, 20, 30, 31, 40, 60]


def test_event_of_a_later_version_has_no_text() -> None:
    later = EventDocument("LEADER_CHANGED", 70, "", "manager", 9, {"leader": "one"})

    async def test(client: httpx.AsyncClient) -> None:
        event = (await get(client, "/events"))["events"][-1]
        assert (event["kind"], event["text"], event["details"]) == ("LEADER_CHANGED", "", {"leader": "one"})

    document = without_driver()
    run(replace(document, events=(*document.events, later)), test)


def test_job_that_has_failed_in_a_task_has_the_place_in_its_exceptions() -> None:
    exception = documents()[FAILED].exceptions[-1]
    assert exception.task.startswith("Source: ") or "Count them (" in exception.task
    assert exception.task.endswith(" - execution #1")
    assert exception.host == "host"
