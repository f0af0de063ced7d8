"""$BUCKET: the bucket of a value. Internal to plans, which show it as Flink's MOD(HASH_CODE(value), buckets)."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.types import IntegerNumericType, IntType, LogicalType
from pyrite.expressions.function import Argument, Function, Kernel, Resolution, calls_for
from pyrite.expressions.map_keys import MapKeys
from pyrite.expressions.resolved import FunctionCall

BUCKET: Final = "$BUCKET"


def _signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 2 or not isinstance(arguments[1].value, int):
        return None
    value, buckets = (argument.type for argument in arguments)
    return Resolution((value, buckets), IntType(nullable=value.nullable))


def _bucket_of(kind: LogicalType) -> Callable[[Any, int], int]:
    """Values that DISTINCT treats as equal have the same bucket, in every process."""
    if isinstance(kind, IntegerNumericType):
        return lambda value, buckets: int(value % buckets)
    encode = MapKeys(kind).encode
    return lambda value, buckets: zlib.crc32(repr(encode(value)).encode("utf-8", "surrogatepass")) % buckets


def _kernel(call: FunctionCall) -> Optional[Kernel]:
    return _of_integers if isinstance(call.arguments[0].type, IntegerNumericType) else None


def _of_integers(columns: Sequence[Any]) -> Any:
    values, buckets = columns
    if isinstance(values, pa.Scalar):
        return pa.scalar(None if values.as_py() is None else values.as_py() % buckets.as_py(), pa.int32())
    numbers = np.asarray(values.fill_null(0)).astype(np.int64) % buckets.as_py()
    return pa.array(numbers.astype(np.int32), mask=np.asarray(values.is_null()))


FUNCTIONS: Final = (
    Function(
        BUCKET,
        _signature,
        row=calls_for(lambda call: _bucket_of(call.arguments[0].type)),
        kernel=_kernel,
    ),
)
