"""JSON documents as Jackson reads and writes them in Flink: exact numbers, and sorted keys in output."""

from __future__ import annotations

import json
import math
import re
from decimal import Decimal
from typing import Any, Final, NoReturn

from pyrite.expressions.java.numbers import double_to_string

_SPACE: Final = " \t\n\r"
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"Non-standard token '{constant}'")


def _decimal(text: str) -> Decimal:
    """Parses a decimal. -0.0 becomes 0.0."""
    number = Decimal(text)
    return number if number else abs(number)


_DECODER: Final = json.JSONDecoder(parse_float=_decimal, parse_constant=_refuse)


class JsonKeys(tuple[str, ...]):
    """The names of an object's properties, which are neither an array nor a scalar."""


def read_json(text: str) -> Any:
    """Parses the first value of the text. Raises ValueError where Jackson does. Text after the value is ignored."""
    start = len(text) - len(text.lstrip(_SPACE))
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError) as error:
        raise ValueError(str(error)) from None
    is_word = isinstance(value, (bool, int, Decimal)) or value is None
    if is_word and text[end : end + 1] not in ("", *_SPACE):
        raise ValueError(f"Unexpected character ('{text[end]}')")
    return value


def write_json(value: Any) -> str:
    """Writes compact JSON, with sorted keys."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return quoted(value)
        case dict():
            entries = sorted(value.items(), key=lambda entry: entry[0].encode("utf-16-be", "surrogatepass"))
            return "{" + ",".join(f"{quoted(key)}:{write_json(part)}" for key, part in entries) + "}"
        case list() | tuple():
            return "[" + ",".join(map(write_json, value)) + "]"
        case float() if not math.isfinite(value):
            return quoted(double_to_string(value))
    return java_text(value)


def java_text(value: Any) -> str:
    """Returns the result of Java's toString."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case float():
            return double_to_string(value)
        case dict():
            return "{" + ", ".join(f"{key}={java_text(part)}" for key, part in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(java_text, value)) + "]"
    return str(value)


def quoted(text: str) -> str:
    return '"' + re.sub(r'["\\\x00-\x1f]', lambda match: _ESCAPES.get(match[0], f"\\u{ord(match[0]):04X}"), text) + '"'


def is_scalar(value: Any) -> bool:
    return not isinstance(value, (dict, list, JsonKeys))
