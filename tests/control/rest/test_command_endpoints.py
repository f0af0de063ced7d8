"""A command that Flink does not have: its endpoints come from its value, and a client's requests too."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

import pytest

from pyrite.cli.remote.job_manager_client import JobManagerClient
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE, JobStore
from pyrite.control.rest import app
from pyrite.control.rest.endpoints.all_endpoints import ALL_ENDPOINTS
from pyrite.control.rest.endpoints.command_endpoints import command_endpoints
from pyrite.control.rest.openapi import openapi
from pyrite.control.rest.services import RestSettings
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError, PyriteError
from pyrite.core.job.commands import Command, Role
from tests.control.rest.access import ACCESS, served
from tests.control.rest.memory_gateway import RUNNING, UNKNOWN, MemoryGateway, rest_client


@dataclass(frozen=True)
class Compacted:
    freed_bytes: int


@dataclass(frozen=True)
class Compact(Command[Compacted], name="compact", role=Role.OPERATE):
    """Compacts the job's state.

    Nothing else is said of it.
    """

    below_bytes: int
    vertex: Optional[str] = None


ENDPOINTS = command_endpoints(Compact)
PATH = f"/jobs/{RUNNING}/compact"


@pytest.fixture
def gateway(monkeypatch: pytest.MonkeyPatch) -> MemoryGateway:
    monkeypatch.setattr(app, "ALL_ENDPOINTS", (*ALL_ENDPOINTS, *ENDPOINTS))
    gateway = MemoryGateway()
    gateway.answers[Compact] = Compacted(70)
    return gateway


@pytest.fixture
def address(gateway: MemoryGateway, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "store"))
    with served(app.make_app(gateway, RestSettings(), ACCESS), JobStore.of_user()) as address:
        yield address


def test_outcome_has_the_fields_of_the_answer(gateway: MemoryGateway) -> None:
    async def test() -> Any:
        async with rest_client(gateway) as client:
            triggered = await client.post(PATH, json={"below_bytes": 5})
            assert triggered.status_code == 202
            await asyncio.sleep(0)
            return (await client.get(f"{PATH}/{triggered.json()['request-id']}")).json()

    assert asyncio.run(test()) == {"status": {"id": "COMPLETED"}, "operation": {"answer": {"freed_bytes": 70}}}
    assert gateway.commands == [(RUNNING, Compact(5))]


@pytest.mark.parametrize(("job", "body", "status"), [(UNKNOWN, {"below_bytes": 5}, 404), (RUNNING, {}, 400)])
def test_unknown_job_and_missing_field_are_refused(
    gateway: MemoryGateway, job: str, body: dict[str, Any], status: int
) -> None:
    async def test() -> int:
        async with rest_client(gateway) as client:
            return (await client.post(f"/jobs/{job}/compact", json=body)).status_code

    assert (asyncio.run(test()), gateway.commands) == (status, [])


def test_client_sends_the_command_and_reads_the_answer(gateway: MemoryGateway, address: str) -> None:
    with JobManagerClient(address, Configuration()) as client:
        assert client.send(RUNNING, Compact(5, "v")) == Compacted(70)
        gateway.answers[Compact] = CheckpointError("the job keeps no state")
        with pytest.raises(PyriteError, match=r"^the job keeps no state$"):
            client.send(RUNNING, Compact(5))
    assert gateway.commands == [(RUNNING, Compact(5, "v")), (RUNNING, Compact(5))]


def test_endpoints_are_described_by_the_value() -> None:
    described = openapi(ENDPOINTS)
    assert ENDPOINTS[0].summary == "Compacts the job's state."
    fields = described["components"]["schemas"]["Compact"]["properties"]
    assert fields == {"below_bytes": {"type": "integer"}, "vertex": {"anyOf": [{"type": "string"}, {"type": "null"}]}}
