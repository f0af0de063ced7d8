"""ColumnPart: the part of a state in columns in a delta, as an Arrow batch: key, whether it was removed, entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.state_key import StateKey
from pyrite.state.column_key_groups import column_key_groups
from pyrite.state.columns.schema import KEY, REMOVED, entries_in, state_keys
from pyrite.state.key_groups import key_group


class ColumnPart:
    """The batch is built on first use, possibly in the thread that writes it."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    @cached_property
    def batch(self) -> Any:
        return self._make()

    def entries(self) -> dict[StateKey, tuple[Any, ...]]:
        """The entries as tuples, for a part without removals."""
        return entries_in(self.batch)

    def chunks(self, most: int) -> Iterator[dict[StateKey, tuple[Any, ...]]]:
        """The entries as tuples, at most `most` at a time."""
        for start in range(0, self.batch.num_rows, most):
            yield entries_in(self.batch.slice(start, most))

    def of_groups(self, groups: range, max_parallelism: int) -> ColumnPart:
        keys = self.batch.column(KEY)
        if pa.types.is_large_binary(keys.type):
            own = np.array([key_group(key, max_parallelism) in groups for key in state_keys(keys)], bool)
        else:
            of_keys = column_key_groups(keys, max_parallelism)
            own = (of_keys >= groups.start) & (of_keys < groups.stop)
        return ColumnPart(lambda: self.batch.filter(pa.array(own)))

    def after(self, older: Sequence[ColumnPart], keep_removed: bool) -> ColumnPart:
        """Combines consecutive parts, this one last: the last entry of each key counts."""
        return _FoldedPart([*older, self], keep_removed)

    def encode(self) -> bytes:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, self.batch.schema) as stream:
            stream.write_batch(self.batch)
        data: bytes = sink.getvalue().to_pybytes()
        return data

    @staticmethod
    def decode(data: bytes) -> ColumnPart:
        return ColumnPart(lambda: pa.ipc.open_stream(data).read_next_batch())


class _FoldedPart(ColumnPart):
    """Consecutive parts, combined: the last entry of each key counts."""

    def __init__(self, parts: Sequence[ColumnPart], keep_removed: bool) -> None:
        self.parts: list[ColumnPart] = [
            each for part in parts for each in (part.parts if isinstance(part, _FoldedPart) else (part,))
        ]
        super().__init__(lambda: _folded([part.batch for part in self.parts], keep_removed))


def _folded(batches: Sequence[Any], keep_removed: bool) -> Any:
    if len(batches) == 1 and not pc.any(batches[0].column(REMOVED)).as_py():
        return batches[0]
    whole = pa.concat_tables([pa.Table.from_batches([batch]) for batch in batches], promote_options="default")
    batch = whole.combine_chunks().to_batches()[0] if whole.num_rows else batches[0]
    codes = batch.column(KEY).dictionary_encode(null_encoding="encode")
    last = np.zeros(len(codes.dictionary), np.int64)
    # of several rows with the same key, the last is written last
    last[codes.indices.to_numpy()] = np.arange(len(codes))
    last.sort()
    if not keep_removed:
        last = last[~batch.column(REMOVED).to_numpy(zero_copy_only=False)[last]]
    return batch.take(pa.array(last))
