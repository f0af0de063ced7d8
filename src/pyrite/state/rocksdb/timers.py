"""Timers in RocksDB: the next ones in memory, and all of them in the database, ordered by time."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Final, Optional

from pyrite.core.state_key import StateKey
from pyrite.state.key_groups import key_bytes
from pyrite.state.key_notes import KeyNotes
from pyrite.state.rocksdb.layout import TIMER, after, grouped, key_of, short, time_bytes, time_of
from pyrite.state.rocksdb.store import RocksDBStore
from pyrite.state.timer_queue import SLACK, TimerEntry, TimerQueue, TrackedTimerQueue

AT_ONCE: Final = 4096
"""The number of timers read at a time."""
_CHANGES: Final = 20_000
"""The number of changes that are kept before they are written."""


class TimerKeys:
    """Encodes timers as keys in RocksDB, sorted by time, then by key."""

    def __init__(self, store: RocksDBStore, name: str, max_parallelism: int) -> None:
        self._store = store
        self._name = name
        self._max_parallelism = max_parallelism

    def prefix(self) -> bytes:
        return TIMER + short(self._store.number_of(TIMER, self._name))

    def encode(self, key: StateKey, time_ms: int) -> bytes:
        return time_bytes(time_ms) + grouped(key_bytes(key), self._max_parallelism)

    @staticmethod
    def decode(data: bytes) -> tuple[int, StateKey]:
        return time_of(data[:8]), key_of(data[10:])


class RocksDBTimerQueue(TimerQueue):
    """All timers up to `horizon` are also in memory. Timers of the same time fire in no particular order."""

    def __init__(self, store: RocksDBStore, name: str, max_parallelism: int, at_once: int = AT_ONCE) -> None:
        self._store = store
        self._codec = TimerKeys(store, name, max_parallelism)
        self._at_once = at_once
        self._start()

    def _start(self) -> None:
        self._heap: list[bytes] = []
        self._near: set[bytes] = set()
        self._horizon: Optional[bytes] = b""
        """The last timer position in memory; None if all timers are in memory."""
        self._changed: dict[bytes, bool] = {}
        """Timers added or deleted since the last write to RocksDB."""
        self._unseen: dict[bytes, bool] = {}
        """Timers beyond the horizon, added or deleted; their previous existence is not known yet."""
        self._count: Optional[int] = None

    def forget(self) -> None:
        """Resets the queue after the database was replaced."""
        self._start()

    def _is_near(self, timer: bytes) -> bool:
        return self._horizon is None or timer <= self._horizon

    def register(self, key: StateKey, timestamp_ms: int) -> None:
        timer = self._codec.encode(key, timestamp_ms)
        if not self._is_near(timer):
            self._note(self._unseen, timer, True)
        elif timer not in self._near:
            self._near.add(timer)
            heapq.heappush(self._heap, timer)
            self._add_to_count(1)
            self._note(self._changed, timer, True)
            if len(self._near) > 2 * self._at_once:
                self._shrink()

    def delete(self, key: StateKey, timestamp_ms: int) -> None:
        timer = self._codec.encode(key, timestamp_ms)
        if not self._is_near(timer):
            self._note(self._unseen, timer, False)
        elif timer in self._near:
            self._remove(timer)

    def _remove(self, timer: bytes) -> None:
        self._near.remove(timer)
        self._add_to_count(-1)
        self._note(self._changed, timer, False)
        if len(self._heap) > 2 * len(self._near) + SLACK:
            self._heap = list(self._near)
            heapq.heapify(self._heap)

    def _note(self, changes: dict[bytes, bool], timer: bytes, exists: bool) -> None:
        changes[timer] = exists
        if len(changes) > _CHANGES:
            self.write_all()

    def _add_to_count(self, change: int) -> None:
        if self._count is not None:
            self._count += change

    def next_ms(self) -> Optional[int]:
        while True:
            while self._heap and self._heap[0] not in self._near:
                heapq.heappop(self._heap)
            if self._heap:
                return time_of(self._heap[0][:8])
            if self._horizon is None:
                return None
            self._read_on(self._horizon)

    def pop_due(self, until_ms: int) -> Optional[tuple[int, StateKey]]:
        due = self.next_ms()
        if due is None or due > until_ms:
            return None
        timer = heapq.heappop(self._heap)
        self._remove(timer)
        return self._codec.decode(timer)

    def _read_on(self, horizon: bytes) -> None:
        """Reads the next timers from RocksDB."""
        self.write_all()
        prefix = self._codec.prefix()
        for key, _ in self._store.scan(prefix + horizon, after(prefix)):
            timer = key[len(prefix) :]
            if timer == horizon:
                continue
            self._near.add(timer)
            self._heap.append(timer)
            if len(self._heap) >= self._at_once:
                self._horizon = timer
                break
        else:
            self._horizon = None
        heapq.heapify(self._heap)

    def _shrink(self) -> None:
        """Evicts the later timers from memory."""
        self.write_all()
        self._heap = sorted(self._near)[: self._at_once]
        self._near = set(self._heap)
        self._horizon = self._heap[-1]

    def write_all(self) -> None:
        """Writes all changes to RocksDB."""
        if not self._changed and not self._unseen:
            return
        prefix = self._codec.prefix()
        if self._unseen and self._count is not None:
            before = self._store.get_many([prefix + timer for timer in self._unseen])
            self._count += sum(self._unseen.values()) - sum(data is not None for data in before)
        for changes in (self._changed, self._unseen):
            for timer, exists in changes.items():
                if exists:
                    self._store.put(prefix + timer, b"0")
                else:
                    self._store.delete(prefix + timer)
            changes.clear()

    def _stored(self) -> Iterator[bytes]:
        self.write_all()
        prefix = self._codec.prefix()
        return (key[len(prefix) :] for key, _ in self._store.scan(prefix))

    def __len__(self) -> int:
        if self._count is None:
            self._count = sum(1 for _ in self._stored())
        self.write_all()
        return self._count

    def snapshot(self) -> list[tuple[int, StateKey]]:
        return [self._codec.decode(timer) for timer in self._stored()]

    def clear(self) -> None:
        for timer in list(self._stored()):
            self._store.delete(self._codec.prefix() + timer)
        self._start()


class StoredTimerQueue(TrackedTimerQueue):
    """Timers in memory; each checkpoint writes changed timers, with their numbers, to RocksDB."""

    def __init__(self, store: RocksDBStore, name: str, max_parallelism: int) -> None:
        notes = KeyNotes()
        super().__init__(notes)
        self.touched: set[TimerEntry] = notes.keys
        self._store = store
        self._codec = TimerKeys(store, name, max_parallelism)

    def pop_due(self, until_ms: int) -> Optional[tuple[int, StateKey]]:
        if len(self.touched) > max(_CHANGES, 2 * len(self.live)):
            self.write_all()
        return super().pop_due(until_ms)

    def write_all(self) -> None:
        prefix = self._codec.prefix() if self.touched else b""
        for key, time_ms in self.touched:
            number = self.live.get((key, time_ms))
            if number is None:
                self._store.delete(prefix + self._codec.encode(key, time_ms))
            else:
                self._store.put(prefix + self._codec.encode(key, time_ms), b"%d" % number)
        self.touched.clear()

    def forget(self) -> None:
        """Loads the timers after the database was replaced."""
        live: dict[TimerEntry, int] = {}
        prefix = self._codec.prefix()
        for timer, number in self._store.scan(prefix):
            time_ms, key = self._codec.decode(timer[len(prefix) :])
            live[key, time_ms] = int(number)
        self.restore(live)
        self.touched.clear()
