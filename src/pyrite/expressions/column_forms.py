"""Shared parts of kernels: constant arguments, ASCII-only blocks, and fallbacks to rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import LogicalType
from pyrite.expressions.function import Kernel
from pyrite.expressions.resolved import FunctionCall, ValueLiteral
from pyrite.expressions.values import to_column, to_values


def constant(call: FunctionCall, index: int) -> Optional[Any]:
    """Returns the value of an argument that is a constant other than NULL, otherwise None."""
    if index >= len(call.arguments):
        return None
    argument = call.arguments[index]
    return argument.value if isinstance(argument, ValueLiteral) else None


def by_rows(compute: Callable[..., Any], call: FunctionCall, is_strict: bool = True) -> Kernel:
    """Returns a kernel that calls the function for each row; if it is strict, for rows without NULL.

    A fallback for kernels.
    """
    kinds = [argument.type for argument in call.arguments]

    def kernel(columns: Sequence[Any]) -> Any:
        lengths = [len(column) for column in columns if not isinstance(column, pa.Scalar)]
        rows = max(lengths, default=1)
        values = [_values(column, kind, rows) for column, kind in zip(columns, kinds, strict=True)]
        results = [None if is_strict and None in row else compute(*row) for row in zip(*values, strict=True)]
        column = to_column(results, call.type)
        return column if lengths else column[0]

    return kernel


def by_distinct_values(compute: Callable[[Any], Any], kind: LogicalType, result: LogicalType) -> Callable[[Any], Any]:
    """Returns a kernel that calls the function once for each distinct value in the column.

    For functions that are slow compared to a lookup, over columns with repeated values.
    """

    def kernel(column: Any) -> Any:
        if isinstance(column, pa.Scalar):
            values = _values(column, kind, 1)
            return to_column([None if value is None else compute(value) for value in values], result)[0]
        encoded = column.dictionary_encode()
        results = to_column([compute(value) for value in to_values(encoded.dictionary, kind)], result)
        return results.take(encoded.indices)

    return kernel


def _values(column: Any, kind: LogicalType, rows: int) -> list[Any]:
    if isinstance(column, pa.Scalar):
        return to_values(pa.repeat(column, 1), kind) * rows
    return to_values(column, kind)


def is_ascii(column: Any) -> bool:
    """Returns whether a column or scalar of text contains only ASCII."""
    return pc.all(pc.string_is_ascii(column), min_count=0).as_py() is not False


def if_ascii(fast: Kernel, otherwise: Kernel) -> Kernel:
    """Returns a kernel that uses `fast` for blocks whose first argument is ASCII, where it is exact."""
    return lambda columns: fast(columns) if is_ascii(columns[0]) else otherwise(columns)
