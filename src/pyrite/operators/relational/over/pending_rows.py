"""PendingRows: rows that wait for the watermark, in columns. Checkpoints hold them by key and time bucket."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.state_key import StateKey
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.values import to_values
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.rows.rows import batch_of
from pyrite.operators.relational.window.time_windows import Times
from pyrite.state.backend import Tables

_BUCKET_MS: Final = 10_000
"""The length of time that a namespace of the state holds."""


@dataclass
class _Rows:
    """Rows with their times, in the order of arrival."""

    batches: list[Any]
    times: list[Times]

    def add(self, batch: Any, times: Times) -> None:
        if len(times):
            self.batches.append(batch)
            self.times.append(times)

    def joined(self) -> tuple[Any, Times]:
        if len(self.batches) > 1:
            self.batches, self.times = [pa.concat_batches(self.batches)], [np.concatenate(self.times)]
        return self.batches[0], self.times[0]

    def take_due(self, until_ms: int) -> Optional[tuple[Any, Times]]:
        """Removes and returns the rows up to a time."""
        if not any((times <= until_ms).any() for times in self.times):
            return None
        batch, times = self.joined()
        self.batches, self.times = [], []
        is_due = times <= until_ms
        if is_due.all():
            return batch, times
        self.add(batch.filter(pa.array(~is_due)), times[~is_due])
        return batch.filter(pa.array(is_due)), times[is_due]


class PendingRows:
    """Rows in memory. `store` writes new rows at checkpoints; rows that are taken are removed from state at once."""

    def __init__(self, tables: Tables, row_type: RowType, keys: Sequence[int]) -> None:
        self._tables = tables
        self._type = row_type
        self._key_names = tuple(row_type.fields[place].name for place in keys)
        self._stored = _Rows([], [])
        self._fresh = _Rows([], [])

    def add(self, batch: Any, times: Times) -> None:
        self._fresh.add(batch, times)

    def next_ms(self) -> Optional[int]:
        """Returns the time of the first row."""
        parts = [*self._stored.times, *self._fresh.times]
        return min(int(times.min()) for times in parts) if parts else None

    def take_due(self, until_ms: int) -> Optional[tuple[Any, Times]]:
        """Removes and returns the rows up to a time, in the order of time, then of arrival."""
        stored, fresh = self._stored.take_due(until_ms), self._fresh.take_due(until_ms)
        if stored is not None:
            self._remove(*stored, until_ms)
        due = [part for part in (stored, fresh) if part is not None]
        if not due:
            return None
        batch = pa.concat_batches([batch for batch, _ in due]) if len(due) > 1 else due[0][0]
        times = np.concatenate([times for _, times in due])
        if (times[1:] < times[:-1]).any():
            order = np.argsort(times, kind="stable")
            batch, times = batch.take(pa.array(order)), times[order]
        return batch, times

    def greatest(self, column: str) -> int:
        """Returns the greatest value of a column; -1 without rows."""
        batches = [*self._stored.batches, *self._fresh.batches]
        return max((int(batch.column(column).to_numpy().max()) for batch in batches), default=-1)

    # State ------------------------------------------------------------------------------------------------------------

    def _by_bucket(self, batch: Any, times: Times) -> dict[int, dict[StateKey, list[int]]]:
        """Returns the positions of rows by time bucket and key."""
        keys = row_keys(batch, self._key_names)
        buckets: dict[int, dict[StateKey, list[int]]] = defaultdict(lambda: defaultdict(list))
        for place, (bucket, key) in enumerate(zip((times // _BUCKET_MS).tolist(), keys.of_rows(), strict=True)):
            buckets[bucket][key].append(place)
        return buckets

    def store(self) -> None:
        """Writes new rows to the state, before a snapshot."""
        if not self._fresh.batches:
            return
        batch, times = self._fresh.joined()
        columns = [to_values(batch.column(place), field.type) for place, field in enumerate(self._type.fields)]
        rows: list[Any] = list(zip(times.tolist(), zip(*columns, strict=True), strict=True))
        for bucket, places in self._by_bucket(batch, times).items():
            table = self._tables.load(bucket, places)
            for key, own in places.items():
                table[key] = [*table.get(key, ()), *(rows[place] for place in own)]
            self._tables.touch(bucket, places)
        self._stored.add(batch, times)
        self._fresh = _Rows([], [])

    def _remove(self, batch: Any, times: Times, until_ms: int) -> None:
        """Removes stored rows from the state."""
        for bucket, places in self._by_bucket(batch, times).items():
            if (bucket + 1) * _BUCKET_MS <= until_ms + 1:
                self._tables.drop(bucket)
                continue
            table = self._tables.load(bucket, places)
            for key in places:
                remaining = [row for row in table.get(key, ()) if row[0] > until_ms]
                if remaining:
                    table[key] = remaining
                else:
                    table.pop(key, None)
            self._tables.touch(bucket, places)
            self._tables.drop_if_empty(bucket)

    def restore(self) -> None:
        """Reads the rows from the restored state."""
        rows = [
            row
            for bucket in self._tables.namespaces()
            for table in self._tables.chunks(bucket)
            for own in table.values()
            for row in own
        ]
        if rows:
            times = np.array([time for time, _ in rows], np.int64)
            self._stored.add(batch_of([row for _, row in rows], self._type, to_arrow_schema(self._type)), times)
