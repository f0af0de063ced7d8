"""What is asked for through REST and takes its time: savepoints, stop, checkpoints, cancel, rescaling, disposal."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from pyrite.core.errors import CheckpointError, InvalidProgramError
from pyrite.core.job.commands import Cancel, Rescale, Savepoint, Stop
from tests.control.rest.memory_gateway import FAILED, FINISHED, RUNNING, UNKNOWN, MemoryGateway, rest_client

JOB = f"/v1/jobs/{RUNNING}"


def run(test: Callable[[httpx.AsyncClient, MemoryGateway], Awaitable[None]]) -> None:
    async def main() -> None:
        gateway = MemoryGateway()
        async with rest_client(gateway) as client:
            await test(client, gateway)

    asyncio.run(main())


async def ended(client: httpx.AsyncClient, path: str) -> dict[str, Any]:
    while True:
        answer: dict[str, Any] = (await client.get(path)).json()
        if answer["status"]["id"] == "COMPLETED":
            return answer
        await asyncio.sleep(0)


def test_savepoint_is_looked_up_by_its_trigger_id() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        gateway.is_held.clear()
        asked = await client.post(f"{JOB}/savepoints", json={"target-directory": "file:/kept", "triggerId": UNKNOWN})
        assert (asked.status_code, asked.json()) == (202, {"request-id": UNKNOWN})
        place = f"{JOB}/savepoints/{UNKNOWN}"
        assert (await client.get(place)).json() == {"status": {"id": "IN_PROGRESS"}, "operation": None}
        gateway.is_held.set()
        done = {"status": {"id": "COMPLETED"}, "operation": {"location": "file:/savepoints/savepoint-1"}}
        assert await ended(client, place) == done
        assert await ended(client, place) == done  # it can be read more than once
        assert gateway.commands == [(RUNNING, Savepoint("file:///kept"))]

    run(test)


def test_malformed_trigger_id_is_refused() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        assert (await client.post(f"{JOB}/savepoints", json={"triggerId": "xyz"})).status_code == 400
        assert not gateway.commands

    run(test)


def test_trigger_id_that_is_known_starts_nothing() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        for _ in range(2):
            await client.post(f"{JOB}/savepoints", json={"triggerId": UNKNOWN})
        await ended(client, f"{JOB}/savepoints/{UNKNOWN}")
        assert len(gateway.commands) == 1

    run(test)


@pytest.mark.parametrize(
    ("body", "command"),
    [
        ({}, Stop(False, None)),
        ({"drain": True, "targetDirectory": "s3://b/x"}, Stop(True, "s3://b/x")),
    ],
)
def test_stop_is_a_savepoint(body: dict[str, Any], command: Stop) -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        asked = (await client.post(f"{JOB}/stop", json=body)).json()
        await ended(client, f"{JOB}/savepoints/{asked['request-id']}")
        assert gateway.commands == [(RUNNING, command)]

    run(test)


def test_savepoint_with_cancel_job_cancels() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        await client.post(f"{JOB}/savepoints", json={"cancel-job": True})
        await asyncio.sleep(0)
        assert gateway.commands == [(RUNNING, Cancel(Savepoint(None)))]

    run(test)


def test_failure_has_a_throwable_that_java_reads() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        gateway.answers[Savepoint] = CheckpointError("no savepoint can be taken now: all input has ended")
        asked = (await client.post(f"{JOB}/savepoints", content=b"")).json()
        cause = (await ended(client, f"{JOB}/savepoints/{asked['request-id']}"))["operation"]["failure-cause"]
        assert cause["class"] == "org.apache.flink.runtime.checkpoint.CheckpointException"
        data = base64.b64decode(cause["serialized-throwable"])
        assert data.startswith(b"\xac\xed\x00\x05sr") and b"all input has ended" in data

    run(test)


@pytest.mark.parametrize(("kind", "field"), [("savepoints", "failure-cause"), ("checkpoints", "failureCause")])
def test_unknown_job_fails_when_it_is_looked_up(kind: str, field: str) -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        asked = await client.post(f"/jobs/{UNKNOWN}/{kind}", json={})
        assert asked.status_code == 202
        answer = await ended(client, f"/jobs/{UNKNOWN}/{kind}/{asked.json()['request-id']}")
        assert answer["operation"][field]["class"].endswith("FlinkJobNotFoundException")

    run(test)


def test_checkpoint_gives_its_number() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        asked = (await client.post(f"{JOB}/checkpoints", json={"checkpointType": "FULL"})).json()
        answer = await ended(client, f"{JOB}/checkpoints/{asked['request-id']}")
        assert answer["operation"] == {"checkpointId": 7}

    run(test)


@pytest.mark.parametrize(("job", "status"), [(RUNNING, 202), (FINISHED, 409), (FAILED, 409), (UNKNOWN, 404)])
def test_cancel_answers_by_the_jobs_status(job: str, status: int) -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        for request in (client.patch(f"/jobs/{job}?mode=cancel"), client.get(f"/jobs/{job}/yarn-cancel")):
            assert (await request).status_code == status
        await asyncio.sleep(0)
        assert len(gateway.commands) == (2 if status == 202 else 0)

    run(test)


def test_cancelled_job_can_be_cancelled() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        gateway.end(RUNNING, "CANCELED")
        answer = await client.patch(f"/jobs/{RUNNING}")
        assert (answer.status_code, answer.json(), gateway.commands) == (202, {}, [])

    run(test)


def test_rescaling_changes_the_parallelism() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        asked = (await client.patch(f"{JOB}/rescaling?parallelism=3")).json()
        answer = await ended(client, f"{JOB}/rescaling/{asked['request-id']}")
        assert answer["operation"] == {"parallelism": 3, "pause-ms": 250, "checkpoint-id": 7}
        assert gateway.commands == [(RUNNING, Rescale(3))]

    run(test)


def bounds(lower: int, upper: int) -> dict[str, Any]:
    return {"parallelism": {"lowerBound": lower, "upperBound": upper}}


def test_requirements_rescale_only_the_vertices_that_they_name() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        first, second, *_ = (await client.get(f"{JOB}/resource-requirements")).json()
        body = {first: bounds(1, 2), second: bounds(4, 4)}  # the first has parallelism 2
        assert (await client.put(f"{JOB}/resource-requirements", json=body)).status_code == 200
        assert gateway.commands == [(RUNNING, Rescale(vertices={second: 4}, is_awaited=False))]

    run(test)


@pytest.mark.parametrize(
    ("lower", "upper", "error"),
    [
        (3, 2, "The requested lower bound [3] for job vertex [{}] is higher than the upper bound [2]."),
        (
            0,
            2,
            "Both, the requested lower bound [0] and upper bound [2] for job vertex [{}] must be greater than zero.",
        ),
        (1, 500, "The newly requested parallelism 500 for the job vertex {} exceeds its maximum parallelism 128."),
    ],
)
def test_requirements_are_refused_in_flinks_words(lower: int, upper: int, error: str) -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        vertex = next(iter((await client.get(f"{JOB}/resource-requirements")).json()))
        answer = await client.put(f"{JOB}/resource-requirements", json={vertex: bounds(lower, upper)})
        assert (answer.status_code, answer.json()) == (400, {"errors": [error.format(vertex)]})
        assert gateway.commands == []

    run(test)


def test_requirements_that_the_job_refuses_have_its_reason() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        gateway.answers[Rescale] = InvalidProgramError("forward() from 'a' to 'b': both need the same parallelism")
        vertex = next(iter((await client.get(f"{JOB}/resource-requirements")).json()))
        answer = await client.put(f"{JOB}/resource-requirements", json={vertex: bounds(1, 3)})
        assert answer.status_code == 400
        assert answer.json()["errors"] == ["forward() from 'a' to 'b': both need the same parallelism"]

    run(test)


def test_disposal_of_what_is_no_savepoint_names_it(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        asked = await client.post("/savepoint-disposal", json={"savepoint-path": f"file:{tmp_path}"})
        assert asked.status_code == 200
        answer = await ended(client, f"/savepoint-disposal/{asked.json()['request-id']}")
        assert "is not a savepoint" in answer["operation"]["failure-cause"]["stack-trace"]

    run(test)


def test_result_is_forgotten_after_its_lifetime() -> None:
    from pyrite.control.rest.endpoint import RestError
    from pyrite.control.rest.operations import Operations

    async def nothing() -> None:
        return None

    async def main() -> None:
        now_s = 0.0
        operations = Operations(10, lambda: now_s)
        trigger = operations.begin("savepoint", "job", nothing)
        await asyncio.sleep(0.01)
        now_s = 9.0
        assert operations.get("savepoint", "job", trigger).error is None
        now_s = 11.0
        with pytest.raises(RestError):
            operations.get("savepoint", "job", trigger)

    asyncio.run(main())
