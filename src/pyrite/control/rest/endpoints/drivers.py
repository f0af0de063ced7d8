"""Drivers and documents of jobs, which Flink does not have. `pyrite list -m` and `pyrite checkpoints -m` read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Optional

from pyrite.control.rest.endpoint import Call, Endpoint
from pyrite.control.rest.services import RestServices
from pyrite.control.rest_id import rest_id
from pyrite.core.job.job_document import JobDocument
from pyrite.core.job.job_status import JobStatus
from pyrite.core.json_dataclasses import Omitted, Wire


@dataclass(frozen=True)
class Driver:
    """The driver of one job. Fields without a value are missing."""

    jid: str
    job_id: Annotated[str, Wire("job-id")]
    """The id that the user gave, else `jid`."""
    restarts: int
    process: Annotated[Optional[int], Omitted()] = None
    parallelism: Annotated[Optional[int], Omitted()] = None
    queue_position: Annotated[Optional[int], Omitted("queue-position")] = None
    """Of a job that is QUEUED: its driver waits until others have started. From 1."""
    waits_for: Annotated[Optional[str], Omitted("waits-for")] = None
    """What a job that has not started waits for."""


@dataclass(frozen=True)
class Drivers:
    drivers: tuple[Driver, ...]


async def _drivers(rest: RestServices, call: Call) -> Drivers:
    return Drivers(
        tuple(
            Driver(
                jid=rest_id(job.job_id),
                job_id=job.job_id,
                restarts=job.restarts,
                process=job.pid or None,
                parallelism=None if job.status is JobStatus.INITIALIZING else job.parallelism,
                queue_position=job.queue_position or None,
                waits_for=job.waits_for or None,
            )
            for job in rest.jobs()
        )
    )


async def _document(rest: RestServices, call: Call) -> JobDocument:
    return await rest.document(call.job_id)


ENDPOINTS: Final = (
    Endpoint("GET", "/drivers", Drivers, _drivers, "Drivers of jobs: ids, processes, parallelism, the start queue."),
    Endpoint(
        "GET", "/jobs/:jobid/document", JobDocument, _document, "The whole document of a job, as archives have it."
    ),
)
