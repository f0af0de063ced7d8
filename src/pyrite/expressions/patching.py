"""Columns of doubles that are computed at once where that is exact, and row by row elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc


def patched(column: Any, is_plain: Any, fast: Callable[[Any], Any], slow: Callable[[float], Any]) -> Any:
    """`fast` of the whole column, but `slow` of each value that is not plain, by a numpy mask; NULL stays NULL."""
    result = fast(column)
    strange = ~is_plain
    if column.null_count:
        strange &= column.is_valid().to_numpy(zero_copy_only=False)
    places = np.flatnonzero(strange)
    if len(places) == 0:
        return result
    values = [slow(value) for value in column.take(pa.array(places)).to_pylist()]
    return pc.replace_with_mask(result, pa.array(strange), pa.array(values, result.type))


def numbers_of(column: Any) -> Any:
    """A column of doubles as a numpy array, of which NULLs are anything."""
    return column.to_numpy(zero_copy_only=False)


def over_arrays(compute: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The same over a scalar, too, as an array of one."""

    def computed(column: Any) -> Any:
        if isinstance(column, pa.Scalar):
            return compute(pa.array([column.as_py()], column.type))[0]
        return compute(column)

    return computed
