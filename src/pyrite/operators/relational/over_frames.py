"""Frames of OVER windows that end at the current row: what the rows of each key come to, row by row."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from itertools import repeat
from operator import itemgetter
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.state_key import StateKey
from pyrite.core.types import RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.handler import AggregateHandler
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.relational.row_keys import RowKeys
from pyrite.operators.relational.running_aggregate import RunningAggregate
from pyrite.operators.relational.time_windows import Times
from pyrite.operators.relational.timed_entries import TimedEntries
from pyrite.state.backend import Table, Tables

Arguments = tuple[Any, ...]
"""What the aggregates read of a row."""
HEAD: Final = 3
"""The fields of a key's entry: the time of its last row, the state of its aggregates, and what the frame keeps."""
LAST, STATE, KEPT = range(HEAD)
_PARTS: Final = 8
"""Into how many buckets of time a frame of RANGE is divided."""


class OverFrames(ABC):
    """Computes calls for rows that come in the order of the window. `heads` has an entry for each key."""

    def __init__(self, calls: Sequence[AggregateCall], rows: RowType, heads: TimedEntries, retracts: bool) -> None:
        self._heads = heads
        self._calls = calls
        self.handler = AggregateHandler(calls, retracts)
        self._types = [rows.fields[place].type for place in self.handler.columns]

    @abstractmethod
    def add(self, batch: Any, keys: RowKeys, times: Times) -> list[Any]:
        """The columns of results for each row."""

    def are_late(self, keys: RowKeys, times: Times) -> npt.NDArray[np.bool_]:
        """Which rows, that come now, are not after the last one of their key: 0 if there was none, as in Flink."""
        table = self._heads.load(keys.state_keys)
        last = np.array([entry[LAST] if (entry := table.get(key)) else 0 for key in keys.state_keys], np.int64)
        late: npt.NDArray[np.bool_] = times <= last[keys.indices]
        return late

    def passed(self, watermark_ms: int) -> None:  # noqa: B027
        """Time has passed this point."""

    def restore(self) -> None:  # noqa: B027
        """The state is what a checkpoint had."""

    def _rows(self, batch: Any) -> list[Arguments]:
        places = zip(self.handler.columns, self._types, strict=True)
        columns = [to_values(batch.column(place), kind) for place, kind in places]
        return list(zip(*columns, strict=True)) if columns else [()] * batch.num_rows

    def _columns(self, values: Sequence[Arguments]) -> list[Any]:
        columns = zip(*values, strict=True)
        return [to_column(column, call.result_type) for column, call in zip(columns, self._calls, strict=True)]


class UnboundedFrames(OverFrames):
    """From the first row on. With `shares`, rows of a key and time have the result of the last of them: RANGE."""

    def __init__(self, calls: Sequence[AggregateCall], rows: RowType, heads: TimedEntries, shares: bool) -> None:
        super().__init__(calls, rows, heads, retracts=False)
        self._shares = shares
        self._running = RunningAggregate(calls, False, emits_same=True) if RunningAggregate.can_run(calls) else None

    def add(self, batch: Any, keys: RowKeys, times: Times) -> list[Any]:
        table = self._heads.load(keys.state_keys)
        if self._running is not None and self._running.takes(batch) and keys.are_distinct():
            states = [None if (entry := table.get(key)) is None else entry[STATE] for key in keys.state_keys]
            changes, after = self._running.run(batch, keys.indices, states)
            last = int(times[-1])
            table.update((key, (last, state, None)) for key, state in zip(keys.state_keys, after, strict=True))
            columns = changes.columns
        else:
            columns = self._columns(self._by_row(table, batch, keys, times))
        self._heads.store(keys.state_keys, table)
        if not self._shares:
            return columns
        peers = pa.array(last_peers(keys.numbers(), times))
        return [column.take(peers) for column in columns]

    def _by_row(self, table: Table, batch: Any, keys: RowKeys, times: Times) -> list[Arguments]:
        handler, results = self.handler, []
        for key, row, time in zip(keys.of_rows(), self._rows(batch), times.tolist(), strict=True):
            entry = table.get(key)
            state = handler.accumulate(handler.create() if entry is None else entry[STATE], row)
            table[key] = (time, state, None)
            results.append(handler.values(state))
        return results


def last_peers(indices: Any, times: Times) -> npt.NDArray[np.int64]:
    """Of each row, the place of the last row with its key and time."""
    count = len(times)
    order = np.lexsort((np.arange(count), times, indices))
    own, at = indices[order], times[order]
    is_last = np.ones(count, bool)
    is_last[:-1] = (own[1:] != own[:-1]) | (at[1:] != at[:-1])
    ends = np.flatnonzero(is_last)
    result = np.empty(count, np.int64)
    result[order] = order[np.repeat(ends, np.diff(ends, prepend=-1))]
    return result


class RowsFrames(OverFrames):
    """The last `size` rows up to each; what leaves the frame is retracted first, as in Flink."""

    def __init__(self, calls: Sequence[AggregateCall], rows: RowType, heads: TimedEntries, size: int) -> None:
        super().__init__(calls, rows, heads, retracts=True)
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


class RangeFrames(OverFrames):
    """The rows of the last `size_ms` up to each. `tables` has the rows of frames by time bucket and key.

    An entry keeps when to look whether the key is to be forgotten: as in Flink that is one and a half times the size
    after a row. No row that is before such a time is taken after it.
    """

    def __init__(
        self, calls: Sequence[AggregateCall], rows: RowType, heads: TimedEntries, tables: Tables, size_ms: int
    ) -> None:
        super().__init__(calls, rows, heads, retracts=True)
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
