"""The stored events of jobs with a folder in the JobManager's store, and events that are recorded without a driver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from pyrite.checkpoint.event_store import EventStore
from pyrite.control.document_of_view import exceptions_of
from pyrite.control.job_manager.driver_process import DriverExit, driver_exit
from pyrite.control.job_manager.job_store import EVENTS, JobFolder
from pyrite.core.config.configuration import Configuration
from pyrite.core.job.job_document import JobDocument
from pyrite.core.job.job_event import JobEvent, event_of, lost_driver, merged, restarts_of
from pyrite.core.metrics.declared_metrics import NUM_RESTARTS
from pyrite.storage.open_store import open_store
from pyrite.storage.store import CheckpointStore


def folder_store(job_folder: Path) -> CheckpointStore:
    """The place of events in a job's folder."""
    return open_store((job_folder / EVENTS).as_uri(), Configuration())


def events_in_folder(job_folder: Path, job_id: str) -> EventStore:
    """The stored events of a job with a folder."""
    return EventStore([folder_store(job_folder)], job_id)


def last_driver_exit(folder: JobFolder, job_id: str) -> DriverExit:
    """The end of the last driver by the events of the job. Of a driver in the foreground, only the process is known."""
    lost, end = lost_driver(events_in_folder(folder.path, job_id).read()), driver_exit(folder)
    return end if lost is None or lost.process == end.process else DriverExit(lost.process)


class FolderEvents:
    """Records events of jobs in their folders, for a process that drives no job itself."""

    def __init__(self, role: str) -> None:
        """`role`: MANAGER or SUBMITTER, of which one process at a time records events of a job."""
        self._role = role
        self._writer = f"{role}-{uuid4().hex[:12]}"
        self._count = 0

    def record(self, job_folder: Path, job_id: str, event: JobEvent) -> None:
        """Adds an event to the file of this role."""
        store = events_in_folder(job_folder, job_id)
        self._count += 1
        event = replace(event, writer=self._writer, number=self._count)
        store.write(self._role, merged(store.read_of(self._role), [event]))


def with_events(document: JobDocument, stored: Sequence[JobEvent]) -> JobDocument:
    """A job's document with the stored events, and the exceptions and restarts that follow from them.

    A document of a driver lacks the events that the JobManager has recorded since; one without a driver lacks all.
    """
    own = [event for event in map(event_of, document.events) if event is not None]
    events = merged(own, stored)
    restarts = max(document.restarts, restarts_of(events))
    return replace(
        document,
        events=tuple(event.document() for event in events),
        exceptions=exceptions_of(events) or document.exceptions,
        restarts=restarts,
        metrics={**document.metrics, NUM_RESTARTS.name: restarts},
    )
