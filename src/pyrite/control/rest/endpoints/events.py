"""The recorded events of a job: submissions, attempts, restarts, deaths of drivers, rescales. Flink lacks the path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pyrite.control.rest.endpoint import INTEGER_SCHEMA, Call, Endpoint, Parameter, whole
from pyrite.control.rest.services import RestServices
from pyrite.core.job.job_document import EventDocument
from pyrite.core.job.job_event import details_of, event_of
from pyrite.core.json_dataclasses import Wire


@dataclass(frozen=True)
class JobEventInfo:
    timestamp: int
    kind: str
    requested_by: Annotated[str, Wire("requested-by")]
    """The command line of a user, REST, the program or the restart strategy; empty: nobody requested it."""
    text: str
    details: Mapping[str, Any]
    """The fields of the kind."""


@dataclass(frozen=True)
class JobEventInfos:
    """The oldest first. `truncated`: `maxEvents` has left out older ones."""

    events: tuple[JobEventInfo, ...]
    truncated: bool


_MAX_EVENTS: Final = Parameter(
    "maxEvents", "The most events to list: the newest.", whole(least=1), {**INTEGER_SCHEMA, "minimum": 1}
)


def event_info(document: EventDocument) -> JobEventInfo:
    """An event for a client. A kind that is unknown to this version has no text."""
    event = event_of(document)
    text = "" if event is None else event.text
    return JobEventInfo(document.at_ms, document.kind, document.requested_by, text, details_of(document))


async def _events(rest: RestServices, call: Call) -> JobEventInfos:
    events = (await rest.document(call.job_id)).events
    most = call.query.get("maxEvents", len(events))
    return JobEventInfos(tuple(map(event_info, events[len(events) - min(most, len(events)) :])), most < len(events))


ENDPOINTS: Final = (
    Endpoint(
        "GET",
        "/jobs/:jobid/events",
        JobEventInfos,
        _events,
        "What has happened to a job, under all of its drivers.",
        (_MAX_EVENTS,),
    ),
)
