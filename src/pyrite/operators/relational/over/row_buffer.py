"""RowBuffer: the buffered rows of each key, followed by the rows of the current block, as arrays by key."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, Final

import numpy as np
import pyarrow as pa

from pyrite.operators.relational.over.frame_kernels import Column, Places

_LEAST_ROWS: Final = 128
"""Smaller blocks are processed row by row."""
_MOST_EARLIER: Final = 20
"""The maximum number of buffered rows for each row of the block: above it, processing row by row is faster."""


def is_worthwhile(earlier: Sequence[Sequence[Any]], batch: Any) -> bool:
    rows: int = batch.num_rows
    return rows >= _LEAST_ROWS and sum(map(len, earlier)) <= _MOST_EARLIER * rows


class RowBuffer:
    """`earlier` has the buffered rows of each key as tuples, `own` the key of each row of the block."""

    def __init__(
        self, earlier: Sequence[Sequence[tuple[Any, ...]]], batch: Any, own: Places, columns: list[int]
    ) -> None:
        self.earlier = np.array([len(rows) for rows in earlier], np.int64)
        counts = self.earlier + np.bincount(own, minlength=len(earlier))
        self.end = np.cumsum(counts)
        self.first = self.end - counts
        self.owner = np.repeat(np.arange(len(earlier)), counts)
        """The key of each row."""
        self.order = np.argsort(own, kind="stable")
        self.key = own[self.order]
        """The keys of the block's rows, sorted by key."""
        is_earlier = np.arange(len(self.owner)) < (self.first + self.earlier)[self.owner]
        self.fresh = np.flatnonzero(~is_earlier)
        """The positions of the block's rows."""
        self._buffered = np.flatnonzero(is_earlier)
        flat = list(chain.from_iterable(earlier))
        self.columns = [
            self._column(list(map(itemgetter(number), flat)), batch.column(place))
            for number, place in enumerate(columns)
        ]

    @property
    def frame_of(self) -> Places:
        """The position of each row of the block among the block's rows by key."""
        places = np.empty(len(self.order), np.int64)
        places[self.order] = np.arange(len(self.order))
        return places

    def placed(self, earlier: Any, fresh: Any) -> Any:
        """Merges values of the buffered rows by key with values of the block's rows."""
        placed = np.empty(len(self.owner), np.asarray(fresh).dtype)
        placed[self._buffered] = earlier
        placed[self.fresh] = fresh[self.order]
        return placed

    def _column(self, earlier: Sequence[Any], column: Any) -> Column:
        is_null = pa.types.is_boolean(column.type)
        fresh = (column.fill_null(False) if is_null else column.fill_null(0)).to_numpy(zero_copy_only=False)
        are_there: Any = True
        if None in earlier:
            are_there = [value is not None for value in earlier]
            earlier = [0 if value is None else value for value in earlier]
        return self.placed(earlier, fresh), self.placed(are_there, column.is_valid().to_numpy(zero_copy_only=False))

    def rows_at(self, places: Places) -> list[tuple[Any, ...]]:
        """Returns rows as tuples. NULL is None."""
        if not self.columns:
            return [()] * len(places)
        lists = []
        for values, valid in self.columns:
            listed = values[places].tolist()
            if not valid[places].all():
                listed = [value if there else None for value, there in zip(listed, valid[places].tolist(), strict=True)]
            lists.append(listed)
        return list(zip(*lists, strict=True))

    def extended(self, earlier: Sequence[list[tuple[Any, ...]]], size: int) -> list[list[tuple[Any, ...]]]:
        """Returns the last rows of each key, from the buffered rows and the block."""
        fresh = self.rows_at(self.fresh)
        ends = np.cumsum(self.end - self.first - self.earlier).tolist()
        begins = [0, *ends[:-1]]
        return [[*own, *fresh[b:e]][-size:] for own, b, e in zip(earlier, begins, ends, strict=True)]
