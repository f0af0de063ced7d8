"""Java strings: sequences of UTF-16 units, in which a character above U+FFFF counts as two.

Most of Flink's string functions count code points, as Python does. Some operate on Java's String and count units; half
of a pair is written as a question mark. A string of units is a Python string with surrogates.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any


def has_pairs(text: str) -> bool:
    """Returns whether a character of the text needs two units."""
    return not text.isascii() and max(text) > "\uffff"


def to_units(text: str) -> str:
    """Converts each character above U+FFFF to two surrogates."""
    if not has_pairs(text):
        return text
    units = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(units[i] | units[i + 1] << 8) for i in range(0, len(units), 2))


def from_units(units: str) -> str:
    """Converts units to text. Half of a pair becomes a question mark, as in Java's UTF-8 encoder."""
    if units.isascii():
        return units
    text = units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text.encode("utf-8", "replace").decode()


def over_units(compute: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps a function of Java strings: converts text arguments to units, and a text result back."""

    @wraps(compute)
    def changed(*arguments: Any) -> Any:
        if not any(type(each) is str and has_pairs(each) for each in arguments):
            return compute(*arguments)
        result = compute(*(to_units(each) if type(each) is str else each for each in arguments))
        if type(result) is str:
            return from_units(result)
        if type(result) is tuple:
            return tuple(from_units(part) if type(part) is str else part for part in result)
        return result

    return changed
