"""Splits scripts into statements."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

_PIECE: Final = re.compile(
    r"""
    '(?:[^']|'')*(?:'|\Z) | `[^`]*(?:`|\Z)
  | (?P<comment>--[^\n]* | //[^\n]* | /\*(?!\+)(?s:.*?)(?:\*/|\Z) | \s+)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<end>;)
  | .
    """,
    re.X | re.S,
)


@dataclass(frozen=True)
class ScriptStatement:
    """A statement of a script without its semicolon, and its offset."""

    text: str
    at: int


def split_script(script: str) -> list[ScriptStatement]:
    """Splits a script at semicolons outside of strings, names, comments and statement sets.

    `EXECUTE STATEMENT SET BEGIN ... END` is one statement. `BEGIN STATEMENT SET`, each INSERT after it and `END` are
    separate statements, as in Flink's client. Statements are not parsed here, so that those before an error can run.
    """
    statements: list[ScriptStatement] = []
    begin, end, words = -1, 0, _Words()
    for piece in _PIECE.finditer(script):
        kind = piece.lastgroup
        if kind == "end" and not words.is_in_set:
            if begin >= 0:
                statements.append(ScriptStatement(script[begin:end], begin))
            begin, words = -1, _Words()
        elif kind not in ("comment", "end"):
            begin = piece.start() if begin < 0 else begin
            end = piece.end()
            words.add(piece.group().upper() if kind == "word" else "")
    if begin >= 0:
        statements.append(ScriptStatement(script[begin:end], begin))
    return statements


@dataclass
class _Words:
    """The words of a statement so far: whether they are in a statement set, in which semicolons do not end it."""

    is_in_set: bool = False
    _cases: int = 0
    _last: list[str] = field(default_factory=lambda: [""] * 3)

    def add(self, word: str) -> None:
        self._last = [*self._last[1:], word]
        if self._last == ["STATEMENT", "SET", "BEGIN"]:
            self.is_in_set = True
        elif word == "CASE":
            self._cases += 1
        elif word == "END" and self._cases:
            self._cases -= 1
        elif word == "END":
            self.is_in_set = False
