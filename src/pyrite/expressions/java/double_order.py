"""The order of `Double.compare`: NaN equals itself and is the greatest value, and 0.0 is greater than -0.0."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
import pyarrow as pa

_MOST: Final = np.int64((1 << 63) - 1)


def compare_doubles(left: float, right: float) -> int:
    if left < right:
        return -1
    if left > right:
        return 1
    if left == right:
        if left:
            return 0
        return int(math.copysign(1, left) > math.copysign(1, right)) - int(
            math.copysign(1, left) < math.copysign(1, right)
        )
    return int(math.isnan(left)) - int(math.isnan(right))


def ordered_keys(column: Any) -> Any:
    """Returns integers in this order for a column or scalar of doubles; NULL for NULL."""
    if isinstance(column, pa.Scalar):
        if not column.is_valid:
            return pa.scalar(None, pa.int64())
        return pa.scalar(int(_keys(np.array([column.as_py()]))[0]), pa.int64())
    mask = column.is_null().to_numpy(zero_copy_only=False) if column.null_count else None
    return pa.array(_keys(column.to_numpy(zero_copy_only=False)), mask=mask)


def _keys(doubles: Any) -> Any:
    bits = np.where(np.isnan(doubles), np.nan, doubles).view(np.int64)
    return bits ^ ((bits >> 63) & _MOST)
