"""The stored events of jobs with a folder in the JobManager's store, and events that are recorded without a driver."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final
from uuid import uuid4

from pyrite.checkpoint.event_store import EventStore
from pyrite.core.config.configuration import Configuration
from pyrite.core.job.job_event import JobEvent, merged
from pyrite.storage.open_store import open_store
from pyrite.storage.store import CheckpointStore

FOLDER: Final = "events"
"""In a job's folder. It stays when the job is submitted again."""


def folder_store(job_folder: Path) -> CheckpointStore:
    """The place of events in a job's folder."""
    return open_store((job_folder / FOLDER).as_uri(), Configuration())


def events_in_folder(job_folder: Path, job_id: str) -> EventStore:
    """The stored events of a job with a folder."""
    return EventStore([folder_store(job_folder)], job_id)


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
