"""Columns of doubles that are computed as arrays where that is exact, and value by value elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc


def patched(column: Any, is_plain: Any, fast: Callable[[Any], Any], slow: Callable[[float], Any]) -> Any:
    """Applies `fast` to the whole column, and `slow` to values that are not plain, by a numpy mask. NULL stays NULL."""
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
    """Converts a column of doubles to a numpy array, with arbitrary values for NULL."""
    return column.to_numpy(zero_copy_only=False)


def over_arrays(compute: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Extends a function of arrays to scalars."""

    def computed(column: Any) -> Any:
        if isinstance(column, pa.Scalar):
            return compute(pa.array([column.as_py()], column.type))[0]
        return compute(column)

    return computed
