"""Frames of OVER windows with a lower bound: the last rows, or the rows of the last interval, up to each row."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from itertools import repeat
from operator import itemgetter
from typing import Any, Final, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_type
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.operators.relational.aggregate.block_aggregate import InexactError
from pyrite.operators.relational.keyed.key_columns import KeyColumns
from pyrite.operators.relational.keyed.timed_entries import TimedEntries
from pyrite.operators.relational.over.frame_kernels import FrameKernels, Frames, Places, takes
from pyrite.operators.relational.over.over_frames import Arguments, OverFrames
from pyrite.operators.relational.over.row_buffer import RowBuffer, is_worthwhile
from pyrite.operators.relational.window.time_windows import Times
from pyrite.state.backend import Tables

HEAD: Final = 3
"""The fields of a key's entry: the time of its last row, the state of its aggregates, and details of its frame."""
LAST, STATE, KEPT = range(HEAD)
_PARTS: Final = 8
"""The number of time buckets that a RANGE frame is divided into."""


class BoundedFrames(OverFrames):
    """The state of a key is the time of its last row, the state of its aggregates, and details of its frame."""

    def __init__(self, calls: Sequence[AggregateCall], rows: RowType, heads: TimedEntries) -> None:
        super().__init__(calls, rows, retracts=True)
        self._heads = heads
        self._kernels = None
        if takes(calls, self._types):
            self._kernels = FrameKernels(calls, self.handler.columns, leaves_out=not heads.expires)
        self._stale: set[StateKey] = set()
        """Keys whose states of MIN and MAX are computed only when they are read."""

    def add(self, batch: Any, keys: KeyColumns, times: Times) -> list[Any]:
        """Adds all rows at once if that is supported and faster, else one by one."""
        if self._kernels is not None:
            try:
                results = self._by_block(self._kernels, batch, keys, times)
            except InexactError:
                results = None
            if results is not None:
                return results
        self._settle(self._stale.intersection(keys.state_keys))
        return self._by_row(batch, keys, times)

    def _settle(self, keys: set[StateKey]) -> None:
        """Computes the omitted states from the rows of the frames."""
        if not keys:
            return
        self._stale -= keys
        table = self._heads.load(keys)
        names = [key for key in keys if key in table]
        for key, rows in zip(names, self._frame_rows(names), strict=True):
            last, state, frame = table[key]
            table[key] = (last, self.handler.completed(state, rows), frame)
        self._heads.store(keys, table)

    @abstractmethod
    def _frame_rows(self, names: list[StateKey]) -> list[list[Arguments]]:
        """Returns the rows of the last frame of each key."""

    @abstractmethod
    def _by_block(self, kernels: FrameKernels, batch: Any, keys: KeyColumns, times: Times) -> Optional[list[Any]]:
        """Returns None if keys have so many rows that processing row by row is faster."""

    @abstractmethod
    def _by_row(self, batch: Any, keys: KeyColumns, times: Times) -> list[Any]:
        """Returns the columns of results for the rows."""

    def _results(self, results: list[Any], frame_of: Places) -> list[Any]:
        """Returns the results of the frame of each row."""
        frames = pa.array(frame_of)
        columns = zip(results, self._calls, strict=True)
        return [result.take(frames).cast(to_arrow_type(call.result_type)) for result, call in columns]

    def are_late(self, keys: KeyColumns, times: Times) -> npt.NDArray[np.bool_]:
        """Returns which rows are not after the last row of their key, whose time is 0 for a new key, as in Flink."""
        table = self._heads.load(keys.state_keys)
        last = np.array([entry[LAST] if (entry := table.get(key)) else 0 for key in keys.state_keys], np.int64)
        self._heads.refresh(keys.state_keys)
        late: npt.NDArray[np.bool_] = times <= last[keys.indices]
        return late

    def sweep(self) -> None:
        self._settle(set(self._stale))
        self._heads.sweep()


class RowsFrames(BoundedFrames):
    """The last `size` rows up to each row. Rows that leave the frame are retracted first, as in Flink."""

    def __init__(self, calls: Sequence[AggregateCall], rows: RowType, heads: TimedEntries, size: int) -> None:
        super().__init__(calls, rows, heads)
        self._size = size

    def _by_block(self, kernels: FrameKernels, batch: Any, keys: KeyColumns, times: Times) -> Optional[list[Any]]:
        table = self._heads.load(keys.state_keys)
        names = list(dict.fromkeys(keys.state_keys))
        heads = [table.get(key) for key in names]
        buffered = [[] if head is None else head[KEPT] for head in heads]
        if not is_worthwhile(buffered, batch):
            return None
        rows = RowBuffer(buffered, batch, keys.numbers(), self.handler.columns)
        end = rows.fresh + 1
        begin = np.maximum(rows.first[rows.key], end - self._size)
        frames = Frames(rows.key, begin, end, rows.first, rows.earlier)
        results, states = kernels.run(frames, rows.columns, [None if head is None else head[STATE] for head in heads])
        last = times[rows.order[frames.last]].tolist()
        remaining = rows.extended(buffered, self._size)
        table.update(zip(names, zip(last, states, remaining, strict=True), strict=True))
        self._heads.store(keys.state_keys, table)
        self._stale.update(names if kernels.leaves_out else ())
        return self._results(results, rows.frame_of)

    def _frame_rows(self, names: list[StateKey]) -> list[list[Arguments]]:
        table = self._heads.load(names)
        return [table[key][KEPT] for key in names]

    def _by_row(self, batch: Any, keys: KeyColumns, times: Times) -> list[Any]:
        table = self._heads.load(keys.state_keys)
        handler, size = self.handler, self._size
        results: list[Arguments] = []
        for key, row, time in zip(keys.of_rows(), self._rows(batch), times.tolist(), strict=True):
            head: tuple[Any, ...] = table.get(key) or (0, handler.create(), [])
            _, state, buffered = head
            if len(buffered) >= size:
                state = handler.retract(state, buffered.pop(0))
            state = handler.accumulate(state, row)
            buffered.append(row)
            table[key] = (time, state, buffered)
            results.append(handler.values(state))
        self._heads.store(keys.state_keys, table)
        return self._columns(results)


class RangeFrames(BoundedFrames):
    """The rows of the last `size_ms` up to each row. `tables` has the rows of frames by time bucket and key.

    An entry has the time of the next check whether the key can be removed. As in Flink, that is one and a half times
    the size after a row. After a check, rows that are older than it are late.
    """

    def __init__(
        self, calls: Sequence[AggregateCall], rows: RowType, heads: TimedEntries, tables: Tables, size_ms: int
    ) -> None:
        super().__init__(calls, rows, heads)
        self._size_ms = size_ms
        self._tables = tables
        self._bucket_ms = max(1, size_ms // _PARTS)
        self._look_at: dict[int, set[StateKey]] = defaultdict(set)

    def _by_block(self, kernels: FrameKernels, batch: Any, keys: KeyColumns, times: Times) -> Optional[list[Any]]:
        names = list(dict.fromkeys(keys.state_keys))
        timed = self._timed_rows(names)
        if not is_worthwhile(timed, batch):
            return None
        rows = RowBuffer([[row for _, row in own] for own in timed], batch, keys.numbers(), self.handler.columns)
        at = rows.placed([time for own in timed for time, _ in own], times)
        frames, frame_of = self._frames(rows, at)
        if frames is None:
            return None
        table = self._heads.load(keys.state_keys)
        heads = [table[key] for key in names]
        results, states = kernels.run(frames, rows.columns, [head[STATE] for head in heads])
        last = at[rows.end - 1]
        for key, time, state, head in zip(names, last.tolist(), states, heads, strict=True):
            table[key] = (time, state, head[KEPT])
        self._heads.store(keys.state_keys, table)
        self._stale.update(names if kernels.leaves_out else ())
        self._leaving(dict(zip(names, (last - self._size_ms).tolist(), strict=True)))
        self._keep_runs(names, rows, at, last - self._size_ms)
        return self._results(results, frame_of)

    def _timed_rows(self, names: list[StateKey]) -> list[list[Any]]:
        """Returns the rows in the frame of each key, with their times."""
        timed_rows: list[list[Any]] = [[] for _ in names]
        for bucket in sorted(self._tables.namespaces()):
            table = self._tables.load(bucket, names)
            for own, more in zip(timed_rows, map(table.get, names), strict=True):
                if more is not None:
                    own += more
        return timed_rows

    def _frame_rows(self, names: list[StateKey]) -> list[list[Arguments]]:
        return [[row for _, row in own] for own in self._timed_rows(names)]

    def _frames(self, rows: RowBuffer, at: Times) -> tuple[Optional[Frames], Places]:
        """Returns a frame for each key and time of the block, and each row's frame; None if times are too far apart."""
        least, fresh = int(at.min()), rows.fresh
        span = int(at.max()) - least + 1
        if span * len(rows.first) >= 1 << 62:
            return None, fresh
        owner = np.repeat(np.arange(len(rows.first)), rows.end - rows.first)
        is_last = np.append((at[fresh][1:] != at[fresh][:-1]) | (rows.key[1:] != rows.key[:-1]), True)
        ends = fresh[is_last]
        key = rows.key[is_last]
        reached = np.maximum(at[ends] - self._size_ms - least, 0)
        begin = np.searchsorted(owner * span + (at - least), key * span + reached)
        frames = Frames(key, begin, ends + 1, rows.first, rows.earlier)
        frame_of = np.empty(len(fresh), np.int64)
        frame_of[rows.order] = np.cumsum(is_last) - is_last
        return frames, frame_of

    def _keep_runs(self, names: list[StateKey], rows: RowBuffer, at: Times, since: Times) -> None:
        """Stores the rows of a block that are still in a frame, by time bucket and key."""
        fresh = rows.fresh[at[rows.fresh] >= since[rows.key]]
        key, buckets = rows.owner[fresh], at[fresh] // self._bucket_ms
        is_first = np.append(True, (key[1:] != key[:-1]) | (buckets[1:] != buckets[:-1]))
        begins = np.flatnonzero(is_first)
        ends = np.append(begins[1:], len(fresh))
        timed = list(zip(at[fresh].tolist(), rows.rows_at(fresh), strict=True))
        added: dict[int, dict[StateKey, list[Any]]] = defaultdict(dict)
        runs = (begins, ends, buckets[begins], key[begins])
        for begin, end, bucket, number in zip(*(each.tolist() for each in runs), strict=True):
            added[bucket][names[number]] = timed[begin:end]
        self._store(added)

    def _by_row(self, batch: Any, keys: KeyColumns, times: Times) -> list[Any]:
        table = self._heads.load(keys.state_keys)
        handler, rows = self.handler, self._rows(batch)
        groups: dict[StateKey, dict[int, list[int]]] = defaultdict(dict)
        for place, (key, time) in enumerate(zip(keys.of_rows(), times.tolist(), strict=True)):
            groups[key].setdefault(time, []).append(place)
        leaving = self._leaving({key: max(by_time) - self._size_ms for key, by_time in groups.items()})
        results: list[Any] = [None] * len(rows)
        for key, by_time in groups.items():
            entry = table.get(key)
            assert entry is not None, "are_late created the entry"
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

    def _leaving(self, until: dict[StateKey, int]) -> dict[StateKey, list[Any]]:
        """Removes the rows of keys before a time, and returns them in the order of their times."""
        queues: dict[StateKey, list[Any]] = {key: [] for key in until}
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
        self._store(buckets)

    def _store(self, buckets: dict[int, dict[StateKey, list[Any]]]) -> None:
        for bucket, added in buckets.items():
            table = self._tables.load(bucket, added)
            for key, own in added.items():
                before = table.get(key)
                table[key] = own if before is None else [*before, *own]
            self._tables.touch(bucket, added)

    def are_late(self, keys: KeyColumns, times: Times) -> npt.NDArray[np.bool_]:
        """Also sets the time of the next check for the keys of rows that are not late."""
        late = super().are_late(keys, times)
        table = self._heads.load(keys.state_keys)
        names = list(dict.fromkeys(keys.state_keys))
        heads: list[Any] = [table.get(key) for key in names]
        own, waiting = keys.numbers(), np.flatnonzero(~late)
        latest = np.array([head[KEPT][-1] if head and head[KEPT] else MIN_WATERMARK for head in heads], np.int64)
        while True:  # in each pass, the first row of each key that defers the check
            waiting = waiting[times[waiting] + self._size_ms + 1 > latest[own[waiting]]]
            if not len(waiting):
                break
            noted, places = np.unique(own[waiting], return_index=True)
            latest[noted] = times[waiting[places]] + self._size_ms * 3 // 2 + 1
            for number, look_at in zip(noted.tolist(), latest[noted].tolist(), strict=True):
                last, state, looks = heads[number] or (0, self.handler.create(), ())
                heads[number] = (last, state, (*looks, look_at))
                self._look_at[look_at].add(names[number])
        table.update((key, head) for key, head in zip(names, heads, strict=True) if head is not None)
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
