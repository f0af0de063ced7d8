"""Parser of filters, with the grammar of Jayway's compiler.

or         = and { '||' and }
and        = operand { '&&' operand }
operand    = relation | '(' or ')' | '!' operand
relation   = value [ operator value ]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Union

from pyrite.core.errors import InvalidProgramError
from pyrite.expressions.java.regular_expressions import JavaPattern, PatternSyntaxError, java_pattern
from pyrite.expressions.json_path.errors import IllegalPathError, PathError
from pyrite.expressions.json_path.evaluation import Path
from pyrite.expressions.json_path.filters import OPERATORS, AllOf, AnyOf, Exists, Filter, Not, Relation
from pyrite.expressions.json_path.operands import Json, PathOperand, Value, literal_text, number_of
from pyrite.expressions.json_path.text_cursor import TextCursor

_RELATIONAL: Final = "<>=~!"
_FLAGS: Final = "dixmsuU"
_NUMERIC: Final = "0123456789-.Ee"


class FilterReader:
    """Parses the text between `[?` and `]`. `compile_path` parses paths in it."""

    def __init__(self, text: str, compile_path: Callable[[str], Path]) -> None:
        self._cursor = TextCursor(text)
        self._cursor.trim()
        self._compile_path = compile_path

    def filter(self) -> Filter:
        """Raises IllegalPathError for an invalid filter."""
        try:
            parsed = self._any_of()
        except IllegalPathError:
            raise
        except PathError as error:
            raise IllegalPathError(f"Failed to parse filter: {self._cursor.text}: {error}") from None
        self._cursor.skip_blanks()
        if self._cursor.is_inside(self._cursor.place):
            rest = self._cursor.text[self._cursor.place :]
            raise IllegalPathError(f"Expected end of filter expression instead of: {rest}")
        return parsed

    # Logic ------------------------------------------------------------------------------------------------------------

    def _any_of(self) -> Filter:
        parts = [self._all_of()]
        while self._takes("||"):
            parts.append(self._all_of())
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def _all_of(self) -> Filter:
        parts = [self._operand()]
        while self._takes("&&"):
            parts.append(self._operand())
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts))

    def _takes(self, sign: str) -> bool:
        cursor, start = self._cursor, self._cursor.place
        cursor.skip_blanks()
        if cursor.is_inside(cursor.place + 1) and cursor.text.startswith(sign, cursor.place):
            cursor.place += 2
            return True
        cursor.place = start
        return False

    def _operand(self) -> Filter:
        cursor = self._cursor
        cursor.skip_blanks()
        start = cursor.place
        if cursor.sign == "!":
            cursor.place += 1
            cursor.skip_blanks()
            if cursor.sign not in "$@":
                return Not(self._operand())
            cursor.place = start
        if cursor.sign == "(":
            cursor.place += 1
            inner = self._any_of()
            cursor.skip_blanks()
            if cursor.sign != ")":
                raise IllegalPathError("Expected character: )")
            cursor.place += 1
            return inner
        return self._relation()

    def _relation(self) -> Filter:
        operand = self._value()
        start = self._cursor.place
        try:
            return Relation(operand, self._operator(), self._value())
        except IllegalPathError:
            self._cursor.place = start
        if not isinstance(operand, PathOperand):
            raise IllegalPathError("Expected path node")
        return Exists(operand)

    def _operator(self) -> str:
        cursor = self._cursor
        cursor.skip_blanks()
        start = cursor.place
        is_sign = cursor.sign in _RELATIONAL
        while cursor.is_inside(cursor.place) and (cursor.sign in _RELATIONAL if is_sign else cursor.sign != " "):
            cursor.place += 1
        name = cursor.text[start : cursor.place].upper()
        if name not in OPERATORS:
            raise IllegalPathError(f"Filter operator {name} is not supported!")
        return name

    # Values -----------------------------------------------------------------------------------------------------------

    def _value(self) -> Union[PathOperand, Value]:
        cursor = self._cursor
        cursor.skip_blanks()
        sign = cursor.sign
        if sign == "!":
            cursor.place += 1
            cursor.skip_blanks()
            if cursor.sign not in "$@":
                raise IllegalPathError("Unexpected character: !")
            return self._path(should_exist=False)
        if sign in "$@":
            return self._path(should_exist=True)
        if sign in "'\"":
            return literal_text(self._until(cursor.find_unescaped(sign, cursor.place)))
        if sign in "tfn":
            return self._word({"t": "true", "f": "false", "n": "null"}[sign])
        if sign in "[{":
            closing = cursor.find_closing(cursor.place, "[]" if sign == "[" else "{}", "'\"")
            return Json(None, self._until(closing))
        if sign == "/":
            return self._pattern()
        start = cursor.place
        while cursor.is_inside(cursor.place) and cursor.sign in _NUMERIC:
            cursor.place += 1
        return number_of(cursor.text[start : cursor.place])

    def _until(self, closing: int) -> str:
        """Returns the text up to and including a position."""
        if closing == -1:
            raise IllegalPathError(f"A value does not end in {self._cursor.text}")
        start, self._cursor.place = self._cursor.place, closing + 1
        return self._cursor.text[start : closing + 1]

    def _word(self, word: str) -> Value:
        if self._until(min(self._cursor.place + len(word) - 1, self._cursor.last)) != word:
            raise IllegalPathError(f"Expected <{word}> value")
        return {"true": True, "false": False, "null": None}[word]

    def _pattern(self) -> JavaPattern:
        cursor = self._cursor
        closing = cursor.find_unescaped("/", cursor.place)
        while closing != -1 and cursor.is_inside(closing + 1) and cursor.at(closing + 1) in _FLAGS:
            closing += 1
        body, _, flags = self._until(closing)[1:].rpartition("/")
        try:
            return java_pattern(f"(?{flags}){body}" if flags else body)
        except PatternSyntaxError as error:
            raise IllegalPathError(str(error)) from None
        except InvalidProgramError as error:
            raise PathError(str(error)) from None

    def _path(self, should_exist: bool) -> PathOperand:
        cursor, start = self._cursor, self._cursor.place
        cursor.place += 1
        while cursor.is_inside(cursor.place):
            if cursor.sign == "[":
                closing = cursor.find_closing(cursor.place, "[]", "'\"")
                if closing == -1:
                    raise IllegalPathError(f"Square brackets does not match in filter {cursor.text}")
                cursor.place = closing + 1
            if not cursor.is_inside(cursor.place) or cursor.sign in f"{_RELATIONAL} ":
                break
            if cursor.sign == ")" and not self._closes_call(start):
                break
            cursor.place += 1
        return PathOperand(self._compile_path(cursor.text[start : cursor.place]), should_exist)

    def _closes_call(self, start: int) -> bool:
        """Returns whether the parenthesis closes a call without arguments."""
        cursor = self._cursor
        opening = len(cursor.text[: cursor.place].rstrip(" ")) - 1
        return cursor.text[opening] == "(" and "." in cursor.text[start + 1 : opening]
