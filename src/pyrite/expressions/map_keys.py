"""MapKeys: encodes values as keys of Python dicts that are equal exactly if Flink's state treats values as equal."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Final, Optional

from pyrite.core.types import (
    ArrayType,
    DistinctType,
    DoubleType,
    FloatType,
    LogicalType,
    MapType,
    MultisetType,
    RowType,
    StructuredType,
)

Convert = Callable[[Any], Any]
_DOUBLE: Final = struct.Struct(">d")
_BITS: Final = struct.Struct(">q")
_MOST: Final = (1 << 63) - 1
_NAN: Final = 0x7FF8000000000000


class MapKeys:
    """Encodes and decodes values of a type. Keys of single values are in the type's order.

    Doubles are encoded by their bits: 0.0 differs from -0.0, and NaN is equal to itself and greater than all numbers.
    """

    def __init__(self, kind: LogicalType) -> None:
        self.encode: Convert = _encode(kind) or _same
        self.decode: Convert = _decode(kind) or _same


def is_its_own_key(kind: LogicalType) -> bool:
    """Returns whether equality in Python is exact, so that values are their keys: there is no double in the type."""
    return _encode(kind) is None


def _same(value: Any) -> Any:
    return value


def _encode(kind: LogicalType) -> Optional[Convert]:
    """Returns None if values are their keys."""
    match kind:
        case FloatType() | DoubleType():
            return _double_key
        case DistinctType():
            return _encode(kind.source_type)
        case ArrayType():
            part = _encode(kind.element_type)
            return None if part is None else lambda value: tuple(_or_none(part, each) for each in value)
        case MapType() | MultisetType():
            key = _encode(kind.children[0]) or _same
            item = (_encode(kind.children[1]) or _same) if isinstance(kind, MapType) else _same
            return lambda value: tuple(  # sorted, so that equal maps have equal keys
                sorted(((_or_none(key, k), _or_none(item, v)) for k, v in value.items()), key=_text_of_key)
            )
        case RowType() | StructuredType():
            parts = [_encode(child) for child in kind.children]
            if not any(parts):
                return None
            return lambda value: tuple(
                each if part is None else _or_none(part, each) for part, each in zip(parts, value, strict=True)
            )
    return None


def _decode(kind: LogicalType) -> Optional[Convert]:
    match kind:
        case FloatType() | DoubleType():
            return _double_of
        case DistinctType():
            return _decode(kind.source_type)
        case ArrayType():
            part = _decode(kind.element_type)
            return None if part is None else lambda key: tuple(_or_none(part, each) for each in key)
        case MapType() | MultisetType():
            key = _decode(kind.children[0]) or _same
            item = (_decode(kind.children[1]) or _same) if isinstance(kind, MapType) else _same
            return lambda pairs: {_or_none(key, k): _or_none(item, v) for k, v in pairs}
        case RowType() | StructuredType():
            parts = [_decode(child) for child in kind.children]
            if not any(parts):
                return None
            return lambda value: tuple(
                each if part is None else _or_none(part, each) for part, each in zip(parts, value, strict=True)
            )
    return None


def _text_of_key(pair: tuple[Any, Any]) -> str:
    return repr(pair[0])


def _or_none(convert: Convert, value: Any) -> Any:
    return None if value is None else convert(value)


def _double_key(value: float) -> int:
    """Returns an integer in the order of `Double.compare`."""
    bits: int = _BITS.unpack(_DOUBLE.pack(value))[0] if value == value else _NAN
    return bits if bits >= 0 else bits ^ _MOST


def _double_of(key: int) -> float:
    number: float = _DOUBLE.unpack(_BITS.pack(key if key >= 0 else key ^ _MOST))[0]
    return number
