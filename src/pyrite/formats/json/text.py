"""Reads and writes JSON with orjson if it is installed, else with the standard library.

Both give the same values and the same errors: values that orjson would silently change go to the standard library.
orjson converts integers beyond 64 bits to floats, and NaN to null. The text of a float may differ: 1e-7, 1e-07.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from datetime import date, time
from enum import Enum
from typing import Any, Final, NoReturn, Optional
from uuid import UUID

from pyrite.core.types.rows import Row

_DIGITS: Final = bytes(ord("0") if chr(code).isdigit() else ord(" ") for code in range(128)) + b" " * 128
_TOO_LONG: Final = b"0" * 19
"""Every integer beyond 64 bits has at least this many digits."""
_NO_NUMBER: Final = frozenset((str, int, bool, type(None)))


def make_loads(parse_float: Optional[Callable[[str], Any]] = None) -> Callable[[bytes], Any]:
    """Returns a function that parses a message with exactly one JSON value. NaN and Infinity are refused."""
    decode = json.JSONDecoder(parse_float=parse_float, parse_constant=_refuse).decode

    def loads(message: bytes) -> Any:
        return decode(str(message, "utf-8-sig"))

    orjson = None if parse_float is not None else _orjson()
    return loads if orjson is None else _fast_loads(orjson.loads, loads)


def _fast_loads(fast: Callable[[bytes], Any], exact: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    def loads(message: bytes) -> Any:
        if _TOO_LONG in message.translate(_DIGITS):
            return exact(message)
        try:
            return fast(message)
        except ValueError:
            return exact(message)

    return loads


def make_dumps() -> Callable[[Any], bytes]:
    """Returns a function that writes a value: also rows with names, dataclasses, enums, UUIDs, dates and times."""
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_plain).encode

    def dumps(value: Any) -> bytes:
        return encode(value).encode()

    orjson = _orjson()
    return dumps if orjson is None else _fast_dumps(orjson, dumps)


def _fast_dumps(orjson: Any, exact: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    fast = orjson.dumps
    options = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME

    def dumps(value: Any) -> bytes:
        try:
            text: bytes = fast(value, _plain, options)
        except TypeError:
            return exact(value)
        return exact(value) if b"null" in text and _may_be_nan((value,)) else text

    return dumps


def _orjson() -> Any:
    try:
        return importlib.import_module("orjson")
    except ImportError:
        return None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON value")


def _plain(value: Any) -> Any:
    """Converts a value that JSON cannot represent to one that it can."""
    if isinstance(value, Row):
        return list(value) if value._fields is None else value.as_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, tuple):  # a named tuple, for orjson
        return list(value)
    if isinstance(value, float):  # an instance of a subclass, for orjson
        return float(value)
    raise TypeError(f"JSON cannot represent {value!r} ({type(value).__name__})")


def _may_be_nan(values: Iterable[Any]) -> bool:
    """Whether the values include NaN or an infinity, or an object that cannot be inspected."""
    for value in values:
        kind = type(value)
        if kind in _NO_NUMBER:
            continue
        if kind is float:
            if value - value != 0.0:
                return True
        elif kind is dict:
            if _may_be_nan(value.values()):
                return True
        elif (kind is not list and kind is not tuple) or _may_be_nan(value):
            return True
    return False
