"""EventStore: files of several writers in several places, and storage that fails."""

from __future__ import annotations

from pyrite.checkpoint.event_store import MANAGER, EventStore
from pyrite.core.job.job_event import DriverDied, DriverStarted, JobEvent
from pyrite.storage.store import CheckpointStore, MemoryStore

STARTED = DriverStarted(1, 4711, "host", writer="one", number=1)
DIED = DriverDied(2, 4711, "SIGKILL", writer="manager", number=1)
AGAIN = DriverStarted(3, 4712, "host", writer="two", number=1)


def events_of(*stores: CheckpointStore) -> EventStore:
    return EventStore(stores, "job")


def names(store: CheckpointStore) -> list[str]:
    return store.list("job/_events")


def test_events_of_all_writers_are_read() -> None:
    store = events_of(MemoryStore())
    store.write("driver-one", [STARTED])
    store.write(MANAGER, [DIED])
    assert store.read() == (STARTED, DIED)
    assert store.read_of(MANAGER) == (DIED,)


def test_next_drivers_file_replaces_those_of_the_drivers_before() -> None:
    memory = MemoryStore()
    store = events_of(memory)
    store.write("driver-one", [STARTED])
    store.write(MANAGER, [DIED])
    store.write("driver-two", [*store.read(), AGAIN])
    store.remove_older_drivers("driver-two")
    assert names(memory) == ["driver-two", MANAGER]
    assert store.read() == (STARTED, DIED, AGAIN)


def test_places_complete_each_other() -> None:
    own, checkpoints = MemoryStore(), MemoryStore()
    events_of(checkpoints).write("driver-one", [STARTED])
    events_of(own).write(MANAGER, [DIED])
    assert events_of(own, checkpoints).read() == (STARTED, DIED)


class Unusable(MemoryStore):
    def write(self, path: str, data: bytes) -> None:
        raise OSError("the disk is full")

    def list(self, path: str) -> list[str]:
        raise OSError("the disk is gone")


def test_storage_that_fails_loses_events_and_nothing_else() -> None:
    works = MemoryStore()
    store = events_of(Unusable(), works)
    events: list[JobEvent] = [STARTED]
    store.write("driver-one", events)
    assert store.read() == (STARTED,)
    works.write("job/_events/driver-two", b"[{]")
    assert store.read() == (STARTED,)
