"""MapKeys: values as keys of a Python dict that are equal exactly where Flink's state takes them as equal."""

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
    """Keys for values of a type, and back; keys of single values are in the type's order.

    Doubles are kept by their bits: 0.0 and -0.0 are two, NaN is one and above all others.
    """

    def __init__(self, kind: LogicalType) -> None:
        self.encode: Convert = _encode(kind) or _same
        self.decode: Convert = _decode(kind) or _same


def is_key_as_it_is(kind: LogicalType) -> bool:
    """Whether values of a type are equal in Python exactly where their keys are: there is no double in them."""
    return _encode(kind) is None


def _same(value: Any) -> Any:
    return value


def _encode(kind: LogicalType) -> Optional[Convert]:
    """None where values are keys as they are."""
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
            return lambda value: tuple(  # equal maps have their pairs in one order
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
    """A whole number in the order of `Double.compare`."""
    bits: int = _BITS.unpack(_DOUBLE.pack(value))[0] if value == value else _NAN
    return bits if bits >= 0 else bits ^ _MOST


def _double_of(key: int) -> float:
    number: float = _DOUBLE.unpack(_BITS.pack(key if key >= 0 else key ^ _MOST))[0]
    return number
