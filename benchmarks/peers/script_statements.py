"""Scripts into statements, for recording: without Pyrite's own parser, whose tests the records are."""

from __future__ import annotations

import re
from typing import Final

_PIECE: Final = re.compile(r"'(?:[^']|'')*'|`[^`]*`|--[^\n]*|/\*(?s:.*?)\*/|;|\bCASE\b|\bEND\b|\w+|\s+|.", re.I)
_OPENING: Final = re.compile(r"STATEMENT\s+SET\s+BEGIN\b", re.I)


def statements_of_script(text: str) -> list[str]:
    """At semicolons outside of quotes, comments and statement sets. Comments before a statement are left out."""
    statements, current, cases = [], "", 0
    for piece in _PIECE.findall(text):
        word = piece.upper()
        if piece == ";" and not _is_open(current):
            statements.append(current)
            current, cases = "", 0
            continue
        if word == "CASE":
            cases += 1
        elif word == "END" and cases:
            cases -= 1
            piece += " "
        elif piece.startswith("--") or (piece.startswith("/*") and not piece.startswith("/*+")):
            piece = " " if current.strip() else ""
        current += piece
    return [statement.strip() for statement in [*statements, current] if statement.strip()]


def _is_open(statement: str) -> bool:
    """Whether a statement set was begun and not ended. An END that ends a CASE has a blank after it."""
    begun = _OPENING.search(statement)
    return begun is not None and re.search(r"\bEND$|\bEND\s*\n\s*$", statement, re.I) is None
