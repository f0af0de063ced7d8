"""Splits a CSV line into its fields, as Jackson's CSV parser does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Optional

_ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
_ENDS: Final = "\n\r"


@dataclass(frozen=True)
class CsvSyntax:
    """The special characters. `quote` is None if fields are never quoted."""

    delimiter: str = ","
    quote: Optional[str] = '"'
    escape: Optional[str] = None
    array_delimiter: str = ";"
    null_literal: Optional[str] = None
    allows_comments: bool = False


def split_line(text: str, syntax: CsvSyntax) -> list[str]:
    """Returns the fields of the first line; the text after it is ignored. ValueError if the text has no line."""
    start = _after_comments(text) if syntax.allows_comments else 0
    if start >= len(text):
        raise ValueError("No content to map due to end-of-input")
    has_quotes = syntax.quote is not None and syntax.quote in text
    has_escapes = syntax.escape is not None and syntax.escape in text
    if has_quotes or has_escapes:
        return _Fields(text, start, syntax).all()
    end = min((place for place in (text.find(mark, start) for mark in _ENDS) if place >= 0), default=len(text))
    return text[start:end].split(syntax.delimiter)


def _after_comments(text: str) -> int:
    """Returns the offset of the first line that is neither empty nor a comment."""
    start = 0
    while start < len(text):
        if text[start] in _ENDS:
            start += 1
        elif text[start] == "#":
            end = text.find("\n", start)
            start = len(text) if end < 0 else end + 1
        else:
            break
    return start


class _Fields:
    """Splits a line with quotes or escapes."""

    def __init__(self, text: str, start: int, syntax: CsvSyntax) -> None:
        self._text = text
        self._place = start
        self._syntax = syntax

    def all(self) -> list[str]:
        fields = [self._field()]
        while self._place < len(self._text) and self._text[self._place] == self._syntax.delimiter:
            self._place += 1
            fields.append(self._field())
        return fields

    def _field(self) -> str:
        """Reads a field. Only a quote as its first character opens it: after a space it is text, as in Flink 2.3."""
        if self._syntax.quote is not None and self._text[self._place : self._place + 1] == self._syntax.quote:
            return self._quoted(self._place + 1)
        return self._plain()

    def _plain(self) -> str:
        parts = []
        while self._place < len(self._text):
            character = self._text[self._place]
            if character == self._syntax.delimiter or character in _ENDS:
                break
            parts.append(self._unescaped() if character == self._syntax.escape else character)
            self._place += 1
        return "".join(parts)

    def _quoted(self, start: int) -> str:
        parts = []
        self._place, quote = start, self._syntax.quote
        while self._place < len(self._text):
            character = self._text[self._place]
            if character == self._syntax.escape:
                parts.append(self._unescaped())
            elif character != quote:
                parts.append(character)
            elif self._text[self._place + 1 : self._place + 2] == quote:
                parts.append(character)
                self._place += 1
            else:
                self._place += 1
                self._end_of_quoted()
                return "".join(parts)
            self._place += 1
        raise ValueError("Missing closing quote for value")

    def _end_of_quoted(self) -> None:
        """Checks that only spaces stand between a closing quote and the end of the field."""
        while self._text[self._place : self._place + 1] == " ":
            self._place += 1
        following = self._text[self._place : self._place + 1]
        if following and following != self._syntax.delimiter and following not in _ENDS:
            raise ValueError(
                f"Unexpected character ('{following}'): Expected column separator character "
                f"('{self._syntax.delimiter}') or end-of-line"
            )

    def _unescaped(self) -> str:
        """Reads the character after an escape, and moves to it."""
        self._place += 1
        if self._place >= len(self._text):
            raise ValueError("Unexpected end-of-input in an escape")
        character = self._text[self._place]
        return _ESCAPES.get(character, character)
