"""What Flink 2.3 answers, as recorded, is what we answer: statuses, names of fields, types of values."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from fnmatch import fnmatch
from typing import Any, Final, Optional

import pytest

from pyrite.core.job.job_document import JobDocument, VertexDocument
from tests.control.rest.flink_comparison import RECORDED, differences
from tests.control.rest.memory_gateway import FINISHED, RUNNING, MemoryGateway, documents, rest_client

DIFFERENT: Final = {
    ("*/checkpoints", "*.savepointFormat"): "no savepoint was in the history when it was recorded",
    ("*/checkpoints", ".latest.restored"): "no job was restored when it was recorded",
    ("*/subtasks/:vertexid", ".summary.*.p*"): "quantiles over subtasks are numbers here: Flink does not count them",
    ("*/taskmanagers*", "*.memoryConfiguration.*"): "null: Spark divides the memory, not Flink's model",
}
"""Fields that differ, and why."""

DIFFERENT_STATUS: Final = {
    "/jobs/0123456789abcdef0123456789abcdef/status": "404: it is no fault of the server's",
    "/taskmanagers/0123456789abcdef0123456789abcdef": "404",
    "/applications/0123456789abcdef0123456789abcdef": "404",
    "/jobs/:job/rescaling?parallelism=2": "200: a job of ours is rescaled",
    "/jobs/:job/rescaling": "400: the parallelism is missing",
}

GETS: Final = [
    endpoint.removeprefix("GET ")
    for endpoint in RECORDED["answers"]
    if endpoint.startswith("GET ") and ":triggerid" not in endpoint and endpoint != "GET /jars"
]


def _places(path: str, taskmanager: str) -> Iterator[str]:
    """The path filled in for every job and vertex."""
    for document in documents().values():
        for vertex in document.vertices:
            yield _filled(path, document, vertex).replace(":taskmanagerid", taskmanager)


def _filled(path: str, document: JobDocument, vertex: VertexDocument) -> str:
    values = {
        ":jobid": document.id,
        ":applicationid": document.id,
        ":vertexid": vertex.id,
        ":subtaskindex": "0",
        ":attempt": str(vertex.subtasks[0].attempt),
        ":checkpointid": str(document.checkpoints.history[-1].id),
    }
    for name, value in values.items():
        path = path.replace(name, value)
    return path


def _is_expected(path: str, where: str) -> bool:
    return any(fnmatch(path.partition("?")[0], one) and fnmatch(where, other) for one, other in DIFFERENT)


@pytest.mark.parametrize("path", GETS)
def test_answer_has_flinks_fields(path: str) -> None:
    async def ask() -> dict[str, str]:
        async with rest_client(MemoryGateway()) as client:
            taskmanager = (await client.get("/taskmanagers")).json()["taskmanagers"][0]["id"]
            differing: dict[str, str] = {}
            for place in set(_places(path, taskmanager)):
                answer = await client.get(place)
                assert answer.status_code == 200, answer.text
                differing |= dict(differences(RECORDED["answers"][f"GET {path}"]["shape"], answer.json()))
            return differing

    differing = asyncio.run(ask())
    assert not {where: what for where, what in differing.items() if not _is_expected(path, where)}


@pytest.mark.parametrize("refusal", RECORDED["refusals"], ids=lambda one: f"{one['method']} {one['path']}")
def test_refusal_has_flinks_status(refusal: dict[str, Any]) -> None:
    async def ask() -> tuple[int, Any]:
        async with rest_client(MemoryGateway(), _with_uploads()) as client:
            vertex = documents()[RUNNING].vertices[0].id
            place = refusal["path"].replace(":job", RUNNING).replace(":vertex", vertex).replace(":finished", FINISHED)
            body: Optional[str] = refusal["body"]
            answer = await client.request(refusal["method"], place, content=body)
            return answer.status_code, answer.json()

    status, content = asyncio.run(ask())
    if refusal["path"] in DIFFERENT_STATUS:
        assert status == int(DIFFERENT_STATUS[refusal["path"]][:3])
    else:
        assert status == refusal["status"], content
    if status >= 300:
        assert list(content) == ["errors"] and content["errors"] and all(isinstance(e, str) for e in content["errors"])


def _with_uploads() -> Any:
    from pathlib import Path

    from pyrite.control.rest.services import RestSettings

    return RestSettings(upload_folder=Path("/nonexistent-folder-of-programs"))
