"""Scripts into statements."""

from __future__ import annotations

import re
from dataclasses import dataclass
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
    """A statement of a script without its semicolon, and the offset where it begins."""

    text: str
    at: int


def split_script(script: str) -> list[ScriptStatement]:
    """The statements of a script, at semicolons outside of strings, names, comments and statement sets.

    `EXECUTE STATEMENT SET BEGIN ... END` is one statement. `BEGIN STATEMENT SET`, each INSERT after it and `END` are
    statements of their own, as in Flink's client. No statement is parsed here, so that those before a mistake can run.
    """
    statements: list[ScriptStatement] = []
    begin, last_word, words = -1, "", ["", "", ""]
    set_depth = case_depth = 0
    end = 0
    for piece in _PIECE.finditer(script):
        if piece.lastgroup == "comment":
            continue
        if begin < 0 and piece.lastgroup != "end":
            begin = piece.start()
        if piece.lastgroup == "end":
            if set_depth:
                continue
            if begin >= 0:
                statements.append(ScriptStatement(script[begin:end], begin))
            begin, words, case_depth = -1, ["", "", ""], 0
            continue
        end = piece.end()
        last_word = piece.group().upper() if piece.lastgroup == "word" else ""
        words = [*words[1:], last_word]
        if words == ["STATEMENT", "SET", "BEGIN"]:
            set_depth = 1
        elif last_word == "CASE":
            case_depth += 1
        elif last_word == "END" and case_depth:
            case_depth -= 1
        elif last_word == "END":
            set_depth = 0
    if begin >= 0:
        statements.append(ScriptStatement(script[begin:end], begin))
    return statements
