r"""Java's character classes `\p{...}`, as members of Python's classes."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final, Optional

_POSIX: Final = {
    "Lower": "a-z",
    "Upper": "A-Z",
    "ASCII": r"\x00-\x7f",
    "Alpha": "a-zA-Z",
    "Digit": "0-9",
    "Alnum": "a-zA-Z0-9",
    "Punct": r"!-/:-@\[-`{-~",
    "Graph": "!-~",
    "Print": " -~",
    "Blank": r" \t",
    "Cntrl": r"\x00-\x1f\x7f",
    "XDigit": "0-9a-fA-F",
    "Space": r" \t\n\x0b\f\r",
}
_PROPERTIES: Final[dict[str, Callable[[str], bool]]] = {
    "alphabetic": str.isalpha,
    "letter": str.isalpha,
    "digit": lambda char: unicodedata.category(char) == "Nd",
    "lowercase": str.islower,
    "uppercase": str.isupper,
    "whitespace": lambda char: char.isspace() and char not in "\x1c\x1d\x1e\x1f",
    "punctuation": lambda char: unicodedata.category(char).startswith("P"),
    "javalowercase": str.islower,
    "javauppercase": str.isupper,
}


@lru_cache(maxsize=128)
def property_class(name: str) -> Optional[str]:
    r"""Returns the members of `\p{name}`; None for an unsupported name."""
    if name in _POSIX:
        return _POSIX[name]
    short = name.removeprefix("Is")
    if short.lower() in _PROPERTIES and (short != name or short.startswith("java")):
        return _members(_PROPERTIES[short.lower()])
    for prefix in ("gc=", "general_category=", "Is"):
        short = name.removeprefix(prefix)
        if short != name:
            break
    if short in ("L1",):
        return r"\x00-\xff"
    if 1 <= len(short) <= 2 and short[0] in "LMNPSZC":
        return _members(lambda char: unicodedata.category(char).startswith(short))
    return None


def _members(is_member: Callable[[str], bool]) -> Optional[str]:
    ranges: list[list[int]] = []
    for code in range(sys.maxunicode + 1):
        if is_member(chr(code)):
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    if not ranges:
        return None
    return "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in ranges)
