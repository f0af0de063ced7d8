"""Equality of arrays, maps and rows, as Flink's generated code computes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyrite.core.types import ArrayType, LogicalType, MapType, MultisetType, RowType, StructuredType

Equal = Callable[[Any, Any], bool]


def has_own_equality(kind: LogicalType) -> bool:
    """Returns whether the type's equality differs from Python's `==`."""
    return isinstance(kind, (ArrayType, MapType, MultisetType, RowType, StructuredType))


class EqualValues:
    """Compares two values of a type, neither of which is NULL.

    NULL in an array or a map is not equal to anything; in a field of a row, NULL equals NULL.
    """

    def __init__(self, kind: LogicalType) -> None:
        self._equal = _equal(kind)

    def __call__(self, left: Any, right: Any) -> bool:
        return self._equal(left, right)


def _equal(kind: LogicalType) -> Equal:
    match kind:
        case ArrayType():
            return _equal_arrays(_equal(kind.element_type))
        case MapType():
            return _equal_maps(_equal(kind.value_type))
        case MultisetType():
            return lambda left, right: bool(left == right)
        case RowType() | StructuredType():
            return _equal_rows([_equal(part) for part in kind.children])
    return lambda left, right: bool(left == right)


def _equal_arrays(equal: Equal) -> Equal:
    def computed(left: Any, right: Any) -> bool:
        return len(left) == len(right) and all(
            a is not None and b is not None and equal(a, b) for a, b in zip(left, right, strict=True)
        )

    return computed


def _equal_maps(equal: Equal) -> Equal:
    def computed(left: Any, right: Any) -> bool:
        if left.keys() != right.keys():
            return False
        pairs = ((left[key], right[key]) for key in left)
        return all(a is not None and b is not None and equal(a, b) for a, b in pairs)

    return computed


def _equal_rows(parts: list[Equal]) -> Equal:
    def computed(left: Any, right: Any) -> bool:
        for equal, a, b in zip(parts, left, right, strict=True):
            if a is None or b is None:
                if a is not b:
                    return False
            elif not equal(a, b):
                return False
        return True

    return computed
