"""What is read from the text of a CQL statement, and added to it."""

from __future__ import annotations

import re
from typing import Final

from pyrite.connectors.cassandra.options import WriteSettings
from pyrite.core.errors import InvalidProgramError

_TEXTS: Final = re.compile(r"'(?:[^']|'')*'|\$\$.*?\$\$|--[^\n]*|//[^\n]*|/\*.*?\*/", re.DOTALL)
_QUOTED_NAMES: Final = re.compile(r'"[^"]*"')
_CALLS: Final = re.compile(r"\b(?:now|uuid|current(?:timestamp|timeuuid|date|time))\s*\(", re.IGNORECASE)
_INSERT: Final = re.compile(r"\s*INSERT\b", re.IGNORECASE)
_DELETE: Final = re.compile(r"\s*DELETE\b", re.IGNORECASE)
_UPDATE: Final = re.compile(r"\s*UPDATE\b.*?\bSET\b(?P<set>.*?)\bWHERE\b.*", re.IGNORECASE | re.DOTALL)
_FIXED: Final = re.compile(r"\s*[\w\"]+\s*=\s*(?:\?|''|[\w.-]+)\s*")
_USING: Final = re.compile(r"\bUSING\b|\bIF\s+NOT\s+EXISTS\b", re.IGNORECASE)


def is_idempotent(query: str) -> bool:
    """Whether a repeat of the statement leaves the table as it is; counters and additions to collections do not."""
    text = _TEXTS.sub("''", query)
    if _CALLS.search(text):
        return False
    if _INSERT.match(text):
        return True
    if _DELETE.match(text):
        return "[" not in text.upper().partition(" FROM ")[0]  # l[0] is another element the next time
    update = _UPDATE.fullmatch(text)
    return update is not None and all(map(_FIXED.fullmatch, update["set"].split(",")))


def field_count(query: str) -> int:
    """How many `?` the statement has; 0: its fields are marked by names, which only the server knows for sure."""
    return _QUOTED_NAMES.sub("", _TEXTS.sub("''", query)).count("?")


def with_settings(query: str, settings: WriteSettings) -> str:
    """The statement with TTL, timestamp and IF NOT EXISTS."""
    query = query.strip().rstrip(";")
    using = [
        f"{name} {value}"
        for name, value in (("TTL", settings.ttl_s), ("TIMESTAMP", settings.timestamp_us))
        if value is not None
    ]
    if not using and not settings.if_not_exists:
        return query
    text = _TEXTS.sub("''", query)
    if not _INSERT.match(text) or _USING.search(text):
        raise InvalidProgramError(f"ttl, timestamp and if_not_exists are added to a plain INSERT only, not to: {query}")
    exists = " IF NOT EXISTS" if settings.if_not_exists else ""
    return f"{query}{exists}{' USING ' if using else ''}{' AND '.join(using)}"
