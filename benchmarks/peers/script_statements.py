"""Scripts into statements, for recording: without Pyrite's own parser, whose tests the records are."""

from __future__ import annotations

import re
from typing import Final

_PIECE: Final = re.compile(
    r"(?P<comment>--[^\n]*|/\*(?!\+)(?s:.*?)\*/)|'(?:[^']|'')*'|`[^`]*`"
    r"|(?P<opening>STATEMENT\s+SET\s+BEGIN\b)|(?P<case>CASE\b)|(?P<end>END\b)|(?P<semicolon>;)|\w+|\s+|.",
    re.I,
)


def statements_of_script(text: str) -> list[str]:
    """At semicolons outside of quotes, comments and statement sets; without comments."""
    statements, current, cases, is_set = [], "", 0, False
    for piece in _PIECE.finditer(text):
        kind = piece.lastgroup
        if kind == "semicolon" and not is_set:
            statements.append(current)
            current, cases = "", 0
            continue
        if kind == "opening":
            is_set = True
        elif kind == "case":
            cases += 1
        elif kind == "end" and cases:
            cases -= 1
        elif kind == "end":
            is_set = False
        current += " " if kind == "comment" else piece.group()
    return [statement.strip() for statement in [*statements, current] if statement.strip()]
