"""Commands on a running job, endpoints and verbs of the command line are the same set."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrite.cli.commands.job_verbs import JOB_VERBS
from pyrite.cli.main import main, pyrite
from pyrite.control import control_socket
from pyrite.control.driver_client import DriverClient
from pyrite.control.job_control import serve_job
from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.control.rest.endpoints.all_endpoints import ALL_ENDPOINTS
from pyrite.core.errors import PyriteError
from pyrite.core.job.commands import COMMANDS, Command, Document, Role, SampleStacks, Status
from tests.control.fake_job import FakeJob
from tests.control.rest.memory_gateway import RUNNING, MemoryGateway, documents, rest_client

Commands = set[type[Command[Any]]]

QUERIES = {"/jobs/:jobid/rescaling": "?parallelism=3"}
"""What an endpoint requires besides its path."""
WORDS = [["list"], ["checkpoints", "words"], ["rescale", "words", "-p", "2"]]
"""Commands of the command line that take other words than JOB."""
NO_ENDPOINT = {Status: "the JobManager sends it every second, and /jobs/overview has the answers"}
NO_VERB = {SampleStacks: "flame graphs and thread dumps are pictures of the dashboard"}


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeJob]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    job = FakeJob()
    serve_job(job, "")
    yield job
    job.end()
    control_socket.close_all()


def test_every_command_is_sent_by_an_endpoint() -> None:
    assert asyncio.run(sent_by_endpoints()) == set(COMMANDS) - set(NO_ENDPOINT)


def test_every_command_is_sent_by_the_command_line(job: FakeJob, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: Commands = set()

    def send(client: DriverClient, command: Command[Any], timeout_s: float | None = None) -> Any:
        sent.add(type(command))
        raise PyriteError("refused")

    monkeypatch.setattr(DriverClient, "send", send)
    named = [words[0] for words in WORDS]
    for words in [*WORDS, *([str(verb.name), "words"] for verb in JOB_VERBS if verb.name not in named)]:
        main(words)
    assert sent == set(COMMANDS) - set(NO_VERB)


OTHER_FIELDS = {"requested_by", "vertices", "is_awaited"}
"""What the command line fills in itself, and what only REST's resource requirements have."""


def test_verbs_are_the_commands_that_change_a_job() -> None:
    changing = {command.name: command for command in COMMANDS if command.role is Role.OPERATE}
    assert {verb.name for verb in JOB_VERBS} == set(changing)
    for verb in JOB_VERBS:
        assert pyrite.commands[str(verb.name)] is verb
        fields = {field.name for field in dataclasses.fields(changing[str(verb.name)])} - OTHER_FIELDS
        assert fields <= {param.name for param in verb.params}, "an option is called as the field"


async def sent_by_endpoints() -> Commands:
    gateway = MemoryGateway()
    async with rest_client(gateway) as client:
        executor = (await client.get("/taskmanagers")).json()["taskmanagers"][0]["id"]
        for endpoint in ALL_ENDPOINTS:
            if ":jobid" in endpoint.path or ":taskmanagerid" in endpoint.path:
                place = filled(endpoint.path).replace(":taskmanagerid", executor) + QUERIES.get(endpoint.path, "")
                await client.request(endpoint.method, place, json=None if endpoint.body is None else {})
        await asyncio.sleep(0)
    asked: Commands = {Document} if gateway.asked else set()
    return asked | {type(command) for _, command in gateway.commands}


def filled(path: str) -> str:
    vertex = documents()[RUNNING].vertices[0].id
    for name, value in {":jobid": RUNNING, ":vertexid": vertex, ":triggerid": "0" * 32}.items():
        path = path.replace(name, value)
    return path
