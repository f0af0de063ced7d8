"""Values as text for people."""

from __future__ import annotations

from datetime import UTC, datetime


def printable(text: str) -> str:
    """The text on one line, without characters that are special in a terminal or in XML."""
    return "".join(character if character.isprintable() else " " for character in text)


def text_of_time(time_ms: int) -> str:
    """A timestamp, in UTC."""
    return datetime.fromtimestamp(time_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
