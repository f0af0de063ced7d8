"""Analyzes and extends the text of a CQL statement."""

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
    """Whether the statement can be repeated without effect. Counters and additions to collections cannot."""
    text = _TEXTS.sub("''", query)
    if _CALLS.search(text):
        return False
    if _INSERT.match(text):
        return True
    if _DELETE.match(text):
        return "[" not in text.upper().partition(" FROM ")[0]  # after a DELETE, l[0] is a different element
    update = _UPDATE.fullmatch(text)
    return update is not None and all(map(_FIXED.fullmatch, update["set"].split(",")))


def field_count(query: str) -> int:
    """The number of `?` in the statement; 0 if it has named parameters, which only the server can count."""
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
        raise InvalidProgramError(f"ttl, timestamp and if_not_exists require a plain INSERT, not: {query}")
    exists = " IF NOT EXISTS" if settings.if_not_exists else ""
    return f"{query}{exists}{' USING ' if using else ''}{' AND '.join(using)}"
