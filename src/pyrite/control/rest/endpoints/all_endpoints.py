"""All endpoints, in the order in which they are documented."""

from __future__ import annotations

from typing import Final

from pyrite.control.rest.endpoint import Endpoint
from pyrite.control.rest.endpoints import (
    checkpoints,
    cluster,
    drivers,
    events,
    figures,
    jobmanager,
    jobs,
    metrics,
    output,
    programs,
    session,
    taskmanagers,
    triggers,
    vertices,
)

GROUPS: Final[dict[str, tuple[Endpoint, ...]]] = {
    "Session": session.ENDPOINTS,
    "Cluster": cluster.ENDPOINTS,
    "Jobs": jobs.ENDPOINTS + drivers.ENDPOINTS + events.ENDPOINTS + figures.ENDPOINTS + output.ENDPOINTS,
    "Checkpoints": checkpoints.ENDPOINTS,
    "Savepoints, stop, cancel, rescaling": triggers.ENDPOINTS,
    "Vertices and subtasks": vertices.ENDPOINTS,
    "Metrics": metrics.ENDPOINTS,
    "Executors": taskmanagers.ENDPOINTS,
    "JobManager": jobmanager.ENDPOINTS,
    "Programs": programs.ENDPOINTS,
}

ALL_ENDPOINTS: Final = tuple(endpoint for group in GROUPS.values() for endpoint in group)
