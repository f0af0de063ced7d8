"""English names of months, days, eras and half-days in Java's patterns, and the parser of pattern letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

MONTHS: Final = [
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
]
DAYS: Final = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
HALVES: Final = ("AM", "PM")
ERAS: Final = ("BC", "AD")


class PatternError(ValueError):
    """The pattern is not valid in Java."""


def pattern_parts(pattern: str, letters: str) -> Iterator[tuple[str, int | str]]:
    """Splits a pattern into parts: a letter and its count, or `'` and literal text."""
    place = 0
    while place < len(pattern):
        char = pattern[place]
        if char == "'":
            text, place = _quoted(pattern, place)
            yield "'", text
        elif char.isascii() and char.isalpha():
            if char not in letters:
                raise PatternError(f"Illegal pattern character '{char}'")
            count = len(pattern) - place - len(pattern[place:].lstrip(char))
            place += count
            yield char, count
        else:
            place += 1
            yield "'", char


def _quoted(pattern: str, place: int) -> tuple[str, int]:
    """Returns the quoted text at a position, and the position after it. Two quotes stand for one."""
    if pattern.startswith("''", place):
        return "'", place + 2
    text, place = "", place + 1
    while True:
        end = pattern.find("'", place)
        if end < 0:
            raise PatternError("Unterminated quote")
        text += pattern[place:end]
        if not pattern.startswith("''", end):
            return text, end + 1
        text, place = text + "'", end + 2
