"""PassesPerKey: numpy functions over the rows of a block by key, in the order of arrival.

The r-th rows of all keys are processed in one pass, and very long runs of one key by `accumulate`. Inputs and outputs
have an item for each row, in the order of arrival.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, Optional

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
_ALONE: Final = 4
"""The cost of processing a key separately, in passes over all other keys."""


class PassesPerKey:
    """`indices` has the index of each row's key."""

    def __init__(self, indices: Array, keys: int) -> None:
        self.indices = indices
        self.counts = np.bincount(indices, minlength=keys)
        self._starts = np.cumsum(self.counts) - self.counts
        small = indices.astype(np.uint16) if keys < 65536 else indices  # a stable sort of 16 bits is a radix sort
        self._order = np.argsort(small, kind="stable")
        """The rows by key, in the order of arrival within a key."""

    @cached_property
    def firsts(self) -> Array:
        """The first row of each key."""
        firsts: Array = self._order[self._starts]
        return firsts

    @cached_property
    def lasts(self) -> Array:
        """The last row of each key."""
        lasts: Array = self._order[self._starts + self.counts - 1]
        return lasts

    @cached_property
    def ranks(self) -> Array:
        """The number of rows of the same key before each row."""
        ranks = np.empty(len(self.indices), np.int64)
        ranks[self._order] = np.arange(len(self.indices)) - np.repeat(self._starts, self.counts)
        return ranks

    def counted(self, valid: Optional[Array], initial: Array) -> Array:
        """Returns running counts of the valid rows of each key, from the initial counts on; `valid` None: all rows."""
        if valid is not None:
            return self.summed(valid.astype(np.int64), initial)
        counts: Array = self.ranks + (initial + 1)[self.indices]
        return counts

    def summed(self, values: Array, initial: Array) -> Array:
        """Returns running sums of integers for each key. They wrap on overflow."""
        sums = np.empty_like(values)
        by_key = values[self._order]
        with np.errstate(over="ignore"):
            total = np.cumsum(by_key)
            base = initial - (total[self._starts] - by_key[self._starts])
            sums[self._order] = total + np.repeat(base, self.counts)
        return sums

    def accumulated(self, ufunc: Any, values: Array, initial: Array) -> Array:
        """Returns the running results of a ufunc over the values of each key."""
        rounds = self._rounds
        cells = np.empty(len(rounds.cells), values.dtype)
        cells[rounds.cells] = values[rounds.rows]
        current = initial[rounds.keys]
        for start, stop in pairwise(rounds.bounds):
            current = ufunc(current[: stop - start], cells[start:stop], out=cells[start:stop])
        if not rounds.alone:
            return cells[rounds.cells]
        result = np.empty_like(values)
        result[rounds.rows] = cells[rounds.cells]
        for key in rounds.alone:
            rows = self._order[self._starts[key] : self._starts[key] + self.counts[key]]
            result[rows] = ufunc.accumulate(np.concatenate((initial[key : key + 1], values[rows])))[1:]
        return result

    def before(self, after: Array, initial: Array) -> Array:
        """Returns the result before each row: the result after the previous row of its key, or the initial result."""
        former = np.empty_like(after)
        former[self._order[1:]] = after[self._order[:-1]]
        former[self.firsts] = initial
        return former

    @cached_property
    def _rounds(self) -> _Rounds:
        most = np.minimum(self.counts, 65535)
        by_count = np.argsort((65535 - most).astype(np.uint16), kind="stable")  # numpy sorts 16 bits by radix sort
        counts = self.counts[by_count]
        alone = int(np.argmin(_ALONE * np.arange(len(counts) + 1) + np.append(counts, 0)))
        keys, counts = by_count[alone:], counts[alone:]
        rounds = int(counts[0]) if len(counts) else 0
        sizes = len(keys) - np.cumsum(np.bincount(counts, minlength=rounds + 1))[:rounds]
        bounds = np.concatenate(([0], np.cumsum(sizes)))
        place = np.full(len(self.counts), -1)
        place[keys] = np.arange(len(keys))
        rows: Any = np.flatnonzero(place[self.indices] >= 0) if alone else slice(None)
        cells = bounds[self.ranks[rows]] + place[self.indices[rows]]
        return _Rounds(by_count[:alone].tolist(), keys, bounds.tolist(), rows, cells)


@dataclass(frozen=True)
class _Rounds:
    """The rows by rounds: first the first row of each key, then the second row of each key that has one, and so on.

    Keys are sorted by their number of rows, so the keys with an r-th row are a prefix of the keys.
    """

    alone: list[int]
    """Keys with so many more rows than others that they are processed separately."""
    keys: Array
    """All other keys, in their order."""
    bounds: list[int]
    """The start of each round, and the end of the last."""
    rows: Any
    """The rows of these keys."""
    cells: Array
    """The position of each of these rows in the rounds."""
