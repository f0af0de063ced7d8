"""SqlParserException: a syntax error with its position and the expected tokens."""

from __future__ import annotations

from collections.abc import Collection
from difflib import SequenceMatcher
from typing import Final

from pyrite.core.errors import InvalidProgramError
from pyrite.core.secrets import masked_statement

_LEAST_LIKENESS: Final = 0.65


class SqlParserException(InvalidProgramError):
    """SQL text could not be parsed (Flink's SqlParserException). `line` and `column` start at 1."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message, line, column)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return str(self.args[0])

    def moved(self, script: str, at: int) -> SqlParserException:
        """Returns the error with a position in the script, in which the text begins at this offset."""
        lines, columns = line_and_column(script, at)
        line, column = self.line + lines - 1, self.column + (columns - 1 if self.line == 1 else 0)
        before = f"line {self.line}, column {self.column}"
        return SqlParserException(str(self).replace(before, f"line {line}, column {column}", 1), line, column)


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """Returns line and column of an offset, from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def excerpt_at(text: str, at: int) -> str:
    """Returns the line of text at an offset, with a caret below it. Passwords are masked."""
    text, at = masked_statement(text, at)
    begin = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[begin : len(text) if end < 0 else end].rstrip("\r")
    indent = "".join("\t" if character == "\t" else " " for character in text[begin:at])
    return f"{line}\n{indent}^"


def error_at(text: str, at: int, problem: str, hint: str = "") -> SqlParserException:
    """Creates an error: Flink's message, then the line with a caret, then a hint."""
    line, column = line_and_column(text, at)
    parts = [f"SQL parse failed. {problem}", excerpt_at(text, at)]
    return SqlParserException("\n".join([*parts, hint] if hint else parts), line, column)


def nearest(word: str, words: Collection[str]) -> tuple[str, float]:
    """Returns the most similar word with its similarity; empty if no word is similar."""
    matcher = SequenceMatcher(b=word.upper())
    best, likeness = "", _LEAST_LIKENESS
    for candidate in sorted(words) if len(word) > 2 else ():
        matcher.set_seq1(candidate)
        if matcher.ratio() > likeness:
            best, likeness = candidate, matcher.ratio()
    return best, likeness if best else 0.0
