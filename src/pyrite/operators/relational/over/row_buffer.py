"""RowBuffer: what keys have of rows, and those of a block after it, key by key in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, Final

import numpy as np
import pyarrow as pa

from pyrite.operators.relational.over.frame_kernels import Column, Places

_LEAST_ROWS: Final = 128
"""Of a block that it pays to work on at once."""
_MOST_KNOWN: Final = 20
"""How many rows keys may have for one of a block, so that it is faster to work on all of them at once."""


def is_worthwhile(known: Sequence[Sequence[Any]], batch: Any) -> bool:
    rows: int = batch.num_rows
    return rows >= _LEAST_ROWS and sum(map(len, known)) <= _MOST_KNOWN * rows


class RowBuffer:
    """`known` are the rows of each key as tuples, `own` says which key each row of the block has."""

    def __init__(self, known: Sequence[Sequence[tuple[Any, ...]]], batch: Any, own: Places, columns: list[int]) -> None:
        self.known = np.array([len(rows) for rows in known], np.int64)
        counts = self.known + np.bincount(own, minlength=len(known))
        self.end = np.cumsum(counts)
        self.first = self.end - counts
        self.owner = np.repeat(np.arange(len(known)), counts)
        """The key of each row."""
        self.order = np.argsort(own, kind="stable")
        self.key = own[self.order]
        """Of the block's rows, key by key."""
        is_known = np.arange(len(self.owner)) < (self.first + self.known)[self.owner]
        self.fresh = np.flatnonzero(~is_known)
        """Where the block's rows are."""
        self._kept = np.flatnonzero(is_known)
        flat = list(chain.from_iterable(known))
        self.columns = [
            self._column(list(map(itemgetter(number), flat)), batch.column(place))
            for number, place in enumerate(columns)
        ]

    @property
    def frame_of(self) -> Places:
        """Where each row of the block is among them, key by key."""
        places = np.empty(len(self.order), np.int64)
        places[self.order] = np.arange(len(self.order))
        return places

    def placed(self, known: Any, fresh: Any) -> Any:
        """Numbers of the rows that were known, key by key, and of the block's rows, each at its place."""
        placed = np.empty(len(self.owner), np.asarray(fresh).dtype)
        placed[self._kept] = known
        placed[self.fresh] = fresh[self.order]
        return placed

    def _column(self, known: Sequence[Any], column: Any) -> Column:
        is_null = pa.types.is_boolean(column.type)
        fresh = (column.fill_null(False) if is_null else column.fill_null(0)).to_numpy(zero_copy_only=False)
        are_there: Any = True
        if None in known:
            are_there = [value is not None for value in known]
            known = [0 if value is None else value for value in known]
        return self.placed(known, fresh), self.placed(are_there, column.is_valid().to_numpy(zero_copy_only=False))

    def rows_at(self, places: Places) -> list[tuple[Any, ...]]:
        """Rows as tuples, NULL as None."""
        if not self.columns:
            return [()] * len(places)
        lists = []
        for values, valid in self.columns:
            listed = values[places].tolist()
            if not valid[places].all():
                listed = [value if there else None for value, there in zip(listed, valid[places].tolist(), strict=True)]
            lists.append(listed)
        return list(zip(*lists, strict=True))

    def extended(self, known: Sequence[list[tuple[Any, ...]]], size: int) -> list[list[tuple[Any, ...]]]:
        """The last rows of each key, of those that it had and the block's."""
        fresh = self.rows_at(self.fresh)
        ends = np.cumsum(self.end - self.first - self.known).tolist()
        begins = [0, *ends[:-1]]
        return [[*own, *fresh[b:e]][-size:] for own, b, e in zip(known, begins, ends, strict=True)]
