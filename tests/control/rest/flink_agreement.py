"""How many of Flink's recorded answers are ours: python -m tests.control.rest.flink_agreement

A recorded GET counts once for each job, and for each vertex if its path names one, of the three jobs that ran in the
simulation: one that runs, one that has finished, one that has failed. An answer agrees if each of its fields is in
Flink's answer with a value of the same type and none is missing. A recorded refusal agrees if its status does. Both
agree, too, where the real clients accept either, as recorded in `EITHER`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from pyrite.control.rest.services import RestSettings
from pyrite.core.job.job_document import JobDocument, VertexDocument
from tests.control.rest.flink_comparison import RECORDED, differences
from tests.control.rest.memory_gateway import FINISHED, RUNNING, MemoryGateway, documents, rest_client

DIFFERENT: Final = {
    ("*/checkpoints", "*.savepointFormat"): "no savepoint was in the history when it was recorded",
    ("*/checkpoints", ".latest.restored"): "no job was restored when it was recorded",
    ("*/subtasks/:vertexid", ".summary.*.p*"): "quantiles over subtasks are numbers here: Flink does not count them",
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


def places(path: str, taskmanager: str) -> Iterator[str]:
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


EITHER: Final = {
    ("*/checkpoints", "*.savepointFormat"): "always present, possibly null",
    ("*/checkpoints", ".latest.*"): "always present, possibly null",
}
"""Fields for which Flink's clients accept null, which no recorded job had."""
CLIENT_ERRORS: Final = ("/jobs/*/status", "/taskmanagers/*", "/applications/*")
"""Unknown things for which Flink answers 500, and its clients accept any 4xx."""


@dataclass
class Agreement:
    """The outcome of the comparison."""

    agreeing: list[str] = field(default_factory=list)
    differing: dict[str, str] = field(default_factory=dict)
    """Each with what differs."""

    @property
    def total(self) -> int:
        return len(self.agreeing) + len(self.differing)

    def text(self) -> str:
        lines = [f"{len(self.agreeing)} of {self.total} recorded answers agree ({len(self.agreeing) / self.total:.1%})"]
        return "\n".join([*lines, *(f"  {where}: {what}" for where, what in sorted(self.differing.items()))])


async def agreement() -> Agreement:
    """Compares every recorded answer and refusal."""
    found = Agreement()
    settings = RestSettings(upload_folder=Path("/nonexistent-folder-of-programs"), document_age_s=60.0)
    async with rest_client(MemoryGateway(), settings) as client:
        taskmanager = (await client.get("/taskmanagers")).json()["taskmanagers"][0]["id"]
        for path in GETS:
            for place in sorted(set(places(path, taskmanager))):
                answer = await client.get(place)
                differing = dict(differences(RECORDED["answers"][f"GET {path}"]["shape"], answer.json()))
                left = [where for where in differing if not _is_either(path, where)]
                if answer.status_code == 200 and not left:
                    found.agreeing.append(place)
                else:
                    reasons = {_reason(path, where) for where in left} - {""}
                    found.differing[f"GET {place}"] = f"{len(left)} fields: {', '.join(sorted(reasons)) or left}"
        vertex = documents()[RUNNING].vertices[0].id
        for refusal in RECORDED["refusals"]:
            place = refusal["path"].replace(":job", RUNNING).replace(":vertex", vertex).replace(":finished", FINISHED)
            status = (await client.request(refusal["method"], place, content=refusal["body"])).status_code
            is_either = status // 100 == 4 and any(fnmatch(refusal["path"], one) for one in CLIENT_ERRORS)
            where = f"{refusal['method']} {refusal['path']} {refusal['body'] or ''}"
            if status == refusal["status"] or (refusal["status"] == 500 and is_either):
                found.agreeing.append(where)
            else:
                why = DIFFERENT_STATUS.get(refusal["path"], str(status))
                found.differing[where] = f"Flink answers {refusal['status']}, Pyrite {why}"
    return found


def _reason(path: str, where: str) -> str:
    place = path.partition("?")[0]
    return next((why for (one, other), why in DIFFERENT.items() if fnmatch(place, one) and fnmatch(where, other)), "")


def _is_either(path: str, where: str) -> bool:
    return any(fnmatch(path.partition("?")[0], one) and fnmatch(where, other) for one, other in EITHER)


if __name__ == "__main__":
    print(asyncio.run(agreement()).text())
