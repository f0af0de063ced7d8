"""Java's ways to split strings: by a regular expression, and Apache Commons' by a separator."""

from __future__ import annotations

from pyrite.expressions.java.regular_expressions import java_pattern

WHITESPACE = (
    "\t\n\x0b\f\r\x1c\x1d\x1e\x1f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a"
    "\u2028\u2029\u205f\u3000"
)
"""The characters of Character.isWhitespace, which exclude non-breaking spaces."""


def split_by_pattern(text: str, pattern: str, limit: int = 0) -> list[str]:
    """String.split: at most `limit` parts; without a limit, trailing empty parts are omitted."""
    parts: list[str] = []
    start = 0
    for match in java_pattern(pattern).matches(text):
        if limit and len(parts) == limit - 1:
            break
        if match.end() == 0:
            continue
        parts.append(text[start : match.start()])
        start = match.end()
    parts.append(text[start:])
    if not limit:
        while len(parts) > 1 and not parts[-1]:
            parts.pop()
        if parts == [""] and text:
            return []
    return parts


def split_all(text: str, separator: str) -> list[str]:
    """Returns all parts, including empty ones; none for an empty text.

    Without a separator, splits at each white space.
    """
    if not text:
        return []
    if separator:
        return text.split(separator)
    return split_at_any(text, WHITESPACE)


def split_at_any(text: str, characters: str) -> list[str]:
    """Splits at each of the characters."""
    first = characters[0]
    return text.translate({ord(char): first for char in characters[1:]}).split(first)
