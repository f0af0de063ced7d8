"""Frames of OVER windows that rows leave again: the last rows, or those of the last time, up to each row."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from itertools import repeat
from operator import itemgetter
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pyrite.core.state_key import StateKey
from pyrite.core.types import RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.operators.relational.over_frames import Arguments, OverFrames
from pyrite.operators.relational.row_keys import RowKeys
from pyrite.operators.relational.time_windows import Times
from pyrite.operators.relational.timed_entries import TimedEntries
from pyrite.state.backend import Tables

HEAD: Final = 3
"""The fields of a key's entry: the time of its last row, the state of its aggregates, and what the frame keeps."""
LAST, STATE, KEPT = range(HEAD)
_PARTS: Final = 8
"""Into how many buckets of time a frame of RANGE is divided."""


class BoundedFrames(OverFrames):
    """Frames that rows leave: the state of a key is the time of its last row, its aggregates, and what it keeps."""

    def __init__(self, calls: Sequence[AggregateCall], rows: RowType, heads: TimedEntries) -> None:
        super().__init__(calls, rows, retracts=True)
        self._heads = heads

    def are_late(self, keys: RowKeys, times: Times) -> npt.NDArray[np.bool_]:
        """Those that are not after the last one of their key: 0 if there was none, as in Flink."""
        table = self._heads.load(keys.state_keys)
        last = np.array([entry[LAST] if (entry := table.get(key)) else 0 for key in keys.state_keys], np.int64)
        self._heads.refresh(keys.state_keys)
        late: npt.NDArray[np.bool_] = times <= last[keys.indices]
        return late

    def sweep(self) -> None:
        self._heads.sweep()


class RowsFrames(BoundedFrames):
    """The last `size` rows up to each; what leaves the frame is retracted first, as in Flink."""

    def __init__(self, calls: Sequence[AggregateCall], rows: RowType, heads: TimedEntries, size: int) -> None:
        super().__init__(calls, rows, heads)
        self._size = size

    def add(self, batch: Any, keys: RowKeys, times: Times) -> list[Any]:
        table = self._heads.load(keys.state_keys)
        handler, size = self.handler, self._size
        results: list[Arguments] = []
        for key, row, time in zip(keys.of_rows(), self._rows(batch), times.tolist(), strict=True):
            head: tuple[Any, ...] = table.get(key) or (0, handler.create(), [])
            _, state, kept = head
            if len(kept) >= size:
                state = handler.retract(state, kept.pop(0))
            state = handler.accumulate(state, row)
            kept.append(row)
            table[key] = (time, state, kept)
            results.append(handler.values(state))
        self._heads.store(keys.state_keys, table)
        return self._columns(results)


class RangeFrames(BoundedFrames):
    """The rows of the last `size_ms` up to each. `tables` has the rows of frames by time bucket and key.

    An entry keeps when to look whether the key is to be forgotten: as in Flink that is one and a half times the size
    after a row. No row that is before such a time is taken after it.
    """

    def __init__(
        self, calls: Sequence[AggregateCall], rows: RowType, heads: TimedEntries, tables: Tables, size_ms: int
    ) -> None:
        super().__init__(calls, rows, heads)
        self._size_ms = size_ms
        self._tables = tables
        self._bucket_ms = max(1, size_ms // _PARTS)
        self._look_at: dict[int, set[StateKey]] = defaultdict(set)

    def add(self, batch: Any, keys: RowKeys, times: Times) -> list[Any]:
        table = self._heads.load(keys.state_keys)
        handler, rows = self.handler, self._rows(batch)
        groups: dict[StateKey, dict[int, list[int]]] = defaultdict(dict)
        for place, (key, time) in enumerate(zip(keys.of_rows(), times.tolist(), strict=True)):
            groups[key].setdefault(time, []).append(place)
        leaving = self._leaving(groups)
        results: list[Any] = [None] * len(rows)
        for key, by_time in groups.items():
            entry = table.get(key)
            assert entry is not None, "are_late has made it"
            _, state, looks = entry
            queue = leaving[key]
            for time, places in by_time.items():
                added = [(time, rows[place]) for place in places]
                count = bisect_left(queue, time - self._size_ms, key=itemgetter(0))
                for _, row in queue[:count]:
                    state = handler.retract(state, row)
                for _, row in added:
                    state = handler.accumulate(state, row)
                queue = [*queue[count:], *added]
                for place, value in zip(places, repeat(handler.values(state))):
                    results[place] = value
            table[key] = (time, state, looks)
        self._heads.store(keys.state_keys, table)
        self._keep(groups, rows)
        return self._columns(results)

    def _leaving(self, groups: dict[StateKey, dict[int, list[int]]]) -> dict[StateKey, list[Any]]:
        """Takes the rows of each key that leave the frame now, in the order of their times."""
        until = {key: max(by_time) - self._size_ms for key, by_time in groups.items()}
        queues: dict[StateKey, list[Any]] = {key: [] for key in groups}
        last = max(until.values()) // self._bucket_ms
        for bucket in sorted(each for each in self._tables.namespaces() if each <= last):
            table = self._tables.load(bucket, until)
            for key in until.keys() & table.keys():
                own = table[key]
                count = bisect_left(own, until[key], key=itemgetter(0))
                queues[key] += own[:count]
                table[key] = own[count:]
                if not table[key]:
                    del table[key]
            self._tables.touch(bucket, until)
            self._tables.drop_if_empty(bucket)
        return queues

    def _keep(self, groups: dict[StateKey, dict[int, list[int]]], rows: list[Arguments]) -> None:
        buckets: dict[int, dict[StateKey, list[Any]]] = defaultdict(dict)
        for key, by_time in groups.items():
            begin = max(by_time) - self._size_ms
            for time, places in by_time.items():
                if time < begin:
                    continue
                own = buckets[time // self._bucket_ms].setdefault(key, [])
                own += [(time, rows[place]) for place in places]
        for bucket, added in buckets.items():
            table = self._tables.load(bucket, added)
            for key, own in added.items():
                table[key] = [*table.get(key, ()), *own]
            self._tables.touch(bucket, added)

    def are_late(self, keys: RowKeys, times: Times) -> npt.NDArray[np.bool_]:
        """The same, and notes when to forget the keys of the others."""
        late = super().are_late(keys, times)
        table = self._heads.load(keys.state_keys)
        for key, time, is_late in zip(keys.of_rows(), times.tolist(), late.tolist(), strict=True):
            if is_late:
                continue
            head: tuple[Any, ...] = table.get(key) or (0, self.handler.create(), ())
            last, state, looks = head
            if not looks or looks[-1] < time + self._size_ms + 1:
                look_at = time + self._size_ms * 3 // 2 + 1
                table[key] = (last, state, (*looks, look_at))
                self._look_at[look_at].add(key)
        self._heads.store(keys.state_keys, table)
        return late

    def passed(self, watermark_ms: int) -> None:
        """Forgets keys."""
        due = [time for time in self._look_at if time <= watermark_ms]
        keys = {key for time in due for key in self._look_at.pop(time)}
        if keys:
            table = self._heads.load(keys)
            forgotten = [key for key in keys if key in table and table[key][KEPT][-1] <= watermark_ms]
            for key in keys & table.keys():
                last, state, looks = table[key]
                passed = [look for look in looks if look <= watermark_ms]
                table[key] = (max(last, *passed), state, looks[len(passed) :])
            for key in forgotten:
                del table[key]
            self._heads.store(keys, table)
            self._remove(forgotten)

    def _remove(self, keys: list[StateKey]) -> None:
        for bucket in self._tables.namespaces():
            table = self._tables.load(bucket, keys)
            for key in keys:
                table.pop(key, None)
            self._tables.touch(bucket, keys)
            self._tables.drop_if_empty(bucket)

    def restore(self) -> None:
        for table in self._heads.chunks():
            for key, entry in table.items():
                for look_at in entry[KEPT]:
                    self._look_at[look_at].add(key)
