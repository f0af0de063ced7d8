"""EventStore: the stored events of a job, one file per writer: `<job>/_events/<writer>`.

Each writer replaces its own file as a whole, so no two writers ever disagree, on any storage. A reader merges all
files: an event that is in several of them counts once. A driver's file holds the events of all writers before it, and
replaces the files of earlier drivers.

A job may have several places: the folder of its checkpoints, which every driver of the job finds, and its folder in the
JobManager's store. Storage that fails loses events, and nothing else.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from typing import Final

from pyrite.core.job.job_document import EventDocument
from pyrite.core.job.job_event import JobEvent, event_of, merged
from pyrite.core.json_dataclasses import of_json, to_json
from pyrite.storage.store import TEMPORARY, CheckpointStore

DRIVER: Final = "driver-"
"""The prefix of drivers' files; each driver has another name."""
MANAGER: Final = "manager"
SUBMITTER: Final = "submitter"
_FOLDER: Final = "_events"
_log = logging.getLogger(__name__)


class EventStore:
    """The stored events of one job."""

    def __init__(self, stores: Sequence[CheckpointStore], job_id: str) -> None:
        self._stores = stores
        self._folder = f"{job_id}/{_FOLDER}"

    def read(self) -> tuple[JobEvent, ...]:
        """The events of all writers, the oldest first."""
        return merged(*(self._read(store, name) for store in self._stores for name in self._names(store)))

    def read_of(self, writer: str) -> tuple[JobEvent, ...]:
        """The events in one writer's file."""
        return merged(*(self._read(store, writer) for store in self._stores))

    def write(self, writer: str, events: Sequence[JobEvent]) -> None:
        """Replaces a writer's file in each place."""
        data = json.dumps([to_json(event.document()) for event in events]).encode()
        for store in self._stores:
            try:
                store.write(f"{self._folder}/{writer}", data)
            except Exception as error:
                _log.warning("events of the job cannot be stored in %s: %s", store.uri, error)

    def remove_older_drivers(self, writer: str) -> None:
        """Removes the files of drivers before this one, which has read and written their events."""
        for store in self._stores:
            leftovers = [name for name in store.leftovers(self._folder) if name.startswith(f"{TEMPORARY}{DRIVER}")]
            older = [name for name in self._names(store) if name.startswith(DRIVER)]
            for name in (*leftovers, *older):
                if writer not in name:
                    store.delete(f"{self._folder}/{name}")

    def _names(self, store: CheckpointStore) -> list[str]:
        try:
            return store.list(self._folder)
        except Exception as error:
            _log.warning("events of the job cannot be read from %s: %s", store.uri, error)
            return []

    def _read(self, store: CheckpointStore, writer: str) -> list[JobEvent]:
        try:
            content = json.loads(store.read(f"{self._folder}/{writer}"))
            events = [event_of(of_json(EventDocument, each)) for each in content]
        except FileNotFoundError:
            return []  # a driver has just removed it, with its events in a file of its own
        except Exception as error:
            _log.warning("events of the job in %s cannot be read: %s", store.uri, error)
            return []
        return [event for event in events if event is not None]
