"""EventRecorder: stores the events of a job as its driver records them, in a thread, so that storage delays nothing."""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Sequence
from typing import Final, Optional

from pyrite.checkpoint.event_store import DRIVER, EventStore
from pyrite.control.job_log import log_folder
from pyrite.control.job_manager.driver_process import DriverExit, driver_exit
from pyrite.control.job_manager.job_store import JobFolder, JobStore
from pyrite.control.stored_events import folder_store
from pyrite.core.job.job_event import DriverDied, DriverStarted, JobEvent
from pyrite.storage.store import CheckpointStore

_log = logging.getLogger(__name__)
_LAST_WRITE_S: Final = 5.0


def event_store(job_id: str, checkpoints: Optional[CheckpointStore]) -> EventStore:
    """The places of a job's events: the folder of its checkpoints, if they outlive the driver, and its own folder.

    A job that was submitted has a folder, also when its next driver runs in the foreground.
    """
    submitted = _submitted(job_id)
    folder = log_folder() or (None if submitted is None else submitted.path)
    places = [] if folder is None else [folder_store(folder)]
    return EventStore([*places, *([] if checkpoints is None else [checkpoints])], job_id)


def how_it_died(job_id: str, lost: Optional[DriverStarted]) -> Optional[DriverDied]:
    """The death of a driver that nobody has recorded. Its parent may have observed the signal or exit code."""
    if lost is None:
        return None
    folder = _submitted(job_id)
    end = DriverExit() if folder is None else driver_exit(folder)
    if end.process != lost.process:
        return None
    return DriverDied(end.at_ms, lost.process, end.signal, end.exit_code, end.reason)


def _submitted(job_id: str) -> Optional[JobFolder]:
    """The folder of a job that was submitted; None for another job, or a user without a home."""
    try:
        folder = JobStore.of_user().job(job_id)
    except RuntimeError:
        return None
    return folder if folder.path.is_dir() else None


def driver_started(at_ms: int, requested_by: str) -> DriverStarted:
    """This process, as the driver of a job."""
    return DriverStarted(at_ms, os.getpid(), socket.gethostname(), requested_by=requested_by)


class EventRecorder:
    """Stores the newest events; events that come while it writes are stored together."""

    def __init__(self, store: EventStore, writer: str) -> None:
        """`writer`: the driver's id."""
        self._store = store
        self._name = f"{DRIVER}{writer}"
        self._newest: tuple[JobEvent, ...] = ()
        self._written: Sequence[JobEvent] = ()
        self._changed = threading.Condition()
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, daemon=True, name="event-recorder")

    def start(self, events: tuple[JobEvent, ...]) -> None:
        """Stores the first events, those of earlier drivers among them, in place of the earlier drivers' files."""
        self._newest = events
        self._thread.start()

    def put(self, events: tuple[JobEvent, ...]) -> None:
        if events is self._newest:
            return
        with self._changed:
            self._newest = events
            self._changed.notify()

    def close(self) -> None:
        """Returns when all events are stored, or storage has not answered for some seconds."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        self._thread.join(_LAST_WRITE_S)

    def _run(self) -> None:
        is_first = True
        while True:
            with self._changed:
                while self._newest is self._written and not self._is_closing:
                    self._changed.wait()
                events, is_last = self._newest, self._is_closing
            if events is not self._written:
                self._store.write(self._name, events)
                self._written = events
            if is_first:
                is_first = False
                self._remove_older()
            if is_last and self._newest is self._written:
                return

    def _remove_older(self) -> None:
        try:
            self._store.remove_older_drivers(self._name)
        except Exception as error:
            _log.warning("the stored events of earlier drivers could not be removed: %s", error)
