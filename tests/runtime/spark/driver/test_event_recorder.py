"""EventRecorder: events are stored in order, also while storage is slow, and the last ones at the end."""

from __future__ import annotations

import threading

from pyrite.checkpoint.event_store import EventStore
from pyrite.core.job.job_event import DriverStarted, JobEvent
from pyrite.runtime.spark.driver.event_recorder import EventRecorder
from pyrite.storage.store import MemoryStore
from tests.spark.processes import wait_until

WAIT_S = 30.0


def numbered(count: int) -> tuple[JobEvent, ...]:
    return tuple(DriverStarted(number, 1, "host", writer="one", number=number) for number in range(count))


class SlowStore(MemoryStore):
    """A store in which writes wait until they are released."""

    def __init__(self) -> None:
        super().__init__()
        self.writes = 0
        self.writing, self.released = threading.Event(), threading.Event()

    def write(self, path: str, data: bytes) -> None:
        self.writes += 1
        self.writing.set()
        assert self.released.wait(WAIT_S)
        super().write(path, data)


def test_events_are_stored_as_they_come_and_all_of_them_when_it_closes() -> None:
    store = EventStore([MemoryStore()], "job")
    recorder = EventRecorder(store, "one")
    recorder.start(numbered(1))
    wait_until(lambda: store.read() == numbered(1), WAIT_S, "the first event is stored")
    recorder.put(numbered(3))
    recorder.close()
    assert store.read() == numbered(3)


def test_events_that_come_while_it_writes_are_stored_together() -> None:
    memory = SlowStore()
    recorder = EventRecorder(EventStore([memory], "job"), "one")
    recorder.start(numbered(1))
    assert memory.writing.wait(WAIT_S)
    for count in range(2, 6):
        recorder.put(numbered(count))
    memory.released.set()
    recorder.close()
    assert EventStore([memory], "job").read() == numbered(5)
    assert memory.writes == 2


def test_files_of_earlier_drivers_are_removed_once_their_events_are_in_its_own() -> None:
    memory = MemoryStore()
    store = EventStore([memory], "job")
    store.write("driver-zero", numbered(2))
    recorder = EventRecorder(store, "one")
    recorder.start((*numbered(2), DriverStarted(9, 2, "host", writer="two", number=1)))
    recorder.close()
    assert memory.list("job/_events") == ["driver-one"]
    assert len(store.read()) == 3
