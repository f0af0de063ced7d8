"""The encoding of keys by type: as pickles whose every byte is chosen here.

It uses few opcodes, which `pickle` will always read; the output of `pickle` itself differs between versions of Python
and of libraries. Pyrite's classes are written by the first of their persisted names, wherever they are now. Two equal
keys of the same type have the same bytes, except 0.0 and -0.0. The encoding must not change without a new KEY_VERSION.
"""

from __future__ import annotations

import dataclasses
import logging
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, Flag
from fractions import Fraction
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from pathlib import PosixPath, PurePosixPath
from struct import Struct
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, Final
from uuid import UUID

from pyrite.core.persistence.persisted import ENTRY_POINT, key_path
from pyrite.core.types.rows import Row, row_from_parts
from pyrite.state import key_objects
from pyrite.state.evolution.by_field import is_named_tuple
from pyrite.state.evolution.shape import getter, is_importable
from pyrite.state.key_pickles import UNORDERED, pickled, refuse_unordered

_log = logging.getLogger(__name__)

Encode = Callable[[Any], bytes]
"""Encodes a value of one type, without the opcode that ends a pickle."""

DECLARED: Final = "__pyrite_key__"
END: Final = b"."
_SMALL_INT: Final = Struct("<ci").pack
_SIZED: Final = Struct("<cI").pack
_DOUBLE: Final = Struct(">cd").pack
_NAN: Final = b"G\x7f\xf8\0\0\0\0\0\0"
_PRECISION: Final = 28


def encoded(value: Any) -> bytes:
    """Encodes a key or a part of a key. Raises TypeError for a value that cannot be a key."""
    kind = type(value)
    encode = _ENCODERS.get(kind)
    if encode is None:
        encode = _ENCODERS[kind] = _encoder_of(kind)
    return encode(value)


def plain_value(value: Any) -> Any:
    """Converts a numpy scalar to the equal Python value; returns other values unchanged."""
    return value.item() if is_plain_numpy(type(value)) else value


def is_plain_numpy(kind: type) -> bool:
    """Whether values of a type are numpy scalars that equal values of Python's built-in types."""
    if kind.__module__ != "numpy":
        return False
    np = sys.modules["numpy"]
    plain = np.bool_, np.integer, np.floating, np.complexfloating, np.str_, np.bytes_
    return issubclass(kind, plain) and not issubclass(kind, (np.longdouble, np.clongdouble, np.timedelta64))


def forget(kind: type) -> None:
    """Forgets the encoder of a class. For tests."""
    _ENCODERS.pop(kind, None)


# Values ---------------------------------------------------------------------------------------------------------------


def _int(value: int) -> bytes:
    if -0x80000000 <= value <= 0x7FFFFFFF:
        return _SMALL_INT(b"J", value)
    size = value.bit_length() // 8 + 1
    head = b"\x8a%c" % size if size < 256 else _SIZED(b"\x8b", size)
    return head + value.to_bytes(size, "little", signed=True)


def _str(value: str) -> bytes:
    try:
        data = value.encode()
    except UnicodeEncodeError:
        data = value.encode("utf-8", "surrogatepass")
    return _SIZED(b"X", len(data)) + data


def _bytes(value: bytes) -> bytes:
    return _SIZED(b"B", len(value)) + value


def _float(value: float) -> bytes:
    return _DOUBLE(b"G", value) if value == value else _NAN


def _tuple(value: tuple[Any, ...]) -> bytes:
    return b"(" + b"".join(map(encoded, value)) + b"t"


def _list(value: list[Any]) -> bytes:
    return b"(" + b"".join(map(encoded, value)) + b"l"


def _call(function: str, *arguments: Any) -> bytes:
    """Encodes a call of a function, `module.name`."""
    return _calling(function) + b"".join(map(encoded, arguments)) + b"tR"


def _calling(function: str) -> bytes:
    module, _, name = function.rpartition(".")
    return f"c{module}\n{name}\n(".encode()


def _calls(function: str, arguments: Callable[[Any], tuple[Any, ...]]) -> Encode:
    return _calls_after(_calling(function), arguments)


def _calls_ours(function: Callable[..., Any], arguments: Callable[[Any], tuple[Any, ...]]) -> Encode:
    return _calls_after(_calling_ours(function), arguments)


def _calling_ours(function: Callable[..., Any]) -> bytes:
    """Encodes a call of one of Pyrite's functions, by its persisted name."""
    return _calling(".".join(ENTRY_POINT)) + _str(key_path(function)[1])


def _calls_after(head: bytes, arguments: Callable[[Any], tuple[Any, ...]]) -> Encode:
    return lambda value: head + b"".join(map(encoded, arguments(value))) + b"tR"


def _datetime(value: datetime) -> bytes:
    """Encodes an aware datetime as its instant in UTC; `fold` is ignored."""
    if value.utcoffset() is not None:
        value = value.astimezone(UTC)
    fields = value.year, value.month, value.day, value.hour, value.minute, value.second, value.microsecond
    return _call("datetime.datetime", *fields, *(() if value.tzinfo is None else (UTC,)))


def _time_fields(value: time) -> tuple[Any, ...]:
    offset = value.utcoffset()
    return value.hour, value.minute, value.second, value.microsecond, *(() if offset is None else (timezone(offset),))


def _decimal_text(value: Decimal) -> tuple[str]:
    """The text without insignificant zeros; without an exponent, if a Decimal's default precision allows it."""
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        return (str(value),)
    text = "".join(map(str, digits)).lstrip("0")
    stripped = text.rstrip("0")
    exponent += len(text) - len(stripped)
    if not stripped:
        return ("0",)
    if 0 < exponent <= _PRECISION - len(stripped):
        stripped, exponent = stripped + "0" * exponent, 0
    return (f"{'-' if sign else ''}{stripped}E{exponent}",)


def _range_fields(value: range) -> tuple[int, int, int]:
    if not value:
        return 0, 0, 1
    step = value.step if len(value) > 1 else 1
    return value.start, value.start + step * len(value), step


def _row_fields(row: Row) -> tuple[Any, ...]:
    reduced: tuple[Any, ...] = row.__reduce__()
    return reduced[1] if reduced[0] is not Row else (0, None, *reduced[1])


def _text(value: Any) -> tuple[str]:
    return (str(value),)


_ENCODERS: Final[dict[type, Encode]] = {
    int: _int,
    str: _str,
    bytes: _bytes,
    float: _float,
    bool: lambda value: b"\x88" if value else b"\x89",
    type(None): lambda value: b"N",
    tuple: _tuple,
    list: _list,
    bytearray: _calls("builtins.bytearray", lambda value: (bytes(value),)),
    complex: _calls("builtins.complex", lambda value: (value.real, value.imag)),
    range: _calls("builtins.range", _range_fields),
    date: _calls("datetime.date", lambda value: (value.year, value.month, value.day)),
    datetime: _datetime,
    time: _calls("datetime.time", _time_fields),
    timedelta: _calls("datetime.timedelta", lambda value: (value.days, value.seconds, value.microseconds)),
    timezone: _calls("datetime.timezone", lambda value: (value.utcoffset(None),)),
    Decimal: _calls("decimal.Decimal", _decimal_text),
    Fraction: _calls("fractions.Fraction", lambda value: (value.numerator, value.denominator)),
    UUID: _calls("uuid.UUID", lambda value: (value.hex,)),
    PurePosixPath: _calls("pathlib.PurePosixPath", _text),
    PosixPath: _calls("pathlib.PosixPath", _text),
    **{
        kind: _calls(f"ipaddress.{kind.__name__}", _text)
        for kind in (IPv4Address, IPv6Address, IPv4Network, IPv6Network)
    },
    Row: _calls_ours(row_from_parts, _row_fields),
}


# Classes --------------------------------------------------------------------------------------------------------------


def _encoder_of(kind: type) -> Encode:
    """Determines the encoder of a new class."""
    if hasattr(kind, DECLARED):
        return _declared(kind)
    if issubclass(kind, Flag):
        return _calls_with(key_objects.flag, kind, lambda value: (value.value,))
    if issubclass(kind, Enum):
        return _calls_with(key_objects.member, kind, lambda value: (value.name,))
    if is_named_tuple(kind):
        return _by_fields(kind, kind._fields, tuple)  # type: ignore[attr-defined]
    if dataclasses.is_dataclass(kind) and _is_compared_by_fields(kind):
        fields = tuple(sorted(field.name for field in dataclasses.fields(kind) if field.compare))
        return _by_fields(kind, fields, getter(fields))
    if issubclass(kind, type):
        return lambda value: _calls_with(key_objects.class_of, value, lambda _: ())(value)
    if issubclass(kind, (*UNORDERED, FunctionType, BuiltinFunctionType, MethodType)):
        return _refused
    return _of_library(kind) or _pickled(kind)


def _refused(value: Any) -> bytes:
    refuse_unordered(value)
    raise TypeError(f"a {type(value).__name__} cannot be a key, or in one")


def _calls_with(function: Callable[..., Any], kind: type, arguments: Callable[[Any], tuple[Any, ...]]) -> Encode:
    """Encodes calls of a function of `key_objects` with a class's name and arguments."""
    if not is_importable(kind):
        raise TypeError(f"it cannot be a key: {_name(kind)} cannot be imported. Define it at the top of a module")
    return _calls_after(_calling_ours(function) + b"".join(map(encoded, key_path(kind))), arguments)


def _by_fields(kind: type, fields: tuple[str, ...], get: Callable[[Any], tuple[Any, ...]]) -> Encode:
    return _calls_with(key_objects.by_fields, kind, lambda value: (fields, tuple(get(value))))


def _is_compared_by_fields(kind: type) -> bool:
    """Whether equality is defined by a dataclass, and not by a subclass with further attributes."""
    owner = next(base for base in kind.__mro__ if "__eq__" in vars(base))
    return owner is object or "__dataclass_fields__" in vars(owner)


def _declared(kind: type) -> Encode:
    def arguments(value: Any) -> tuple[Any, ...]:
        parts = getattr(value, DECLARED)()
        if type(parts) is not tuple:
            raise TypeError(
                f"{_name(kind)}.{DECLARED}() must return a tuple of constructor arguments for an equal instance, not "
                f"{parts!r}"
            )
        return parts

    return _calls_with(key_objects.declared, kind, arguments)


def _of_library(kind: type) -> Encode | None:
    """The encoder for numpy and pandas types, if the class is one of them."""
    if is_plain_numpy(kind):
        return lambda value: encoded(value.item())
    np, pd = sys.modules.get("numpy"), sys.modules.get("pandas")
    if np is not None and kind in (np.datetime64, np.timedelta64):
        unit_of = np.datetime_data
        return _calls(f"numpy.{kind.__name__}", lambda value: (int(value.astype("int64")), unit_of(value.dtype)))
    if pd is not None and kind is pd.Timestamp:
        return _calls_ours(key_objects.timestamp, lambda value: (value.value, value.tz is not None))
    return None


def _pickled(kind: type) -> Encode:
    _log.warning(
        "keys of class %s are compared by their pickles: another version of Python or of a library may pickle them "
        "differently, and so may a key that caches something; such a key would lose its state. Make the class a frozen "
        "dataclass or a NamedTuple, or add a method %s() that returns a tuple of constructor arguments for an equal "
        "instance (docs/guide/state_and_timers.md#keys)",
        _name(kind),
        DECLARED,
    )
    return _calls_ours(key_objects.unpickled, lambda value: (pickled(value),))


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
