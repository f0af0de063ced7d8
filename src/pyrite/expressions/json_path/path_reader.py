"""Parser of paths, as Jayway's compiler reads them, with the parts that it ignores."""

from __future__ import annotations

from typing import Final, Optional

from pyrite.expressions.json_path.errors import IllegalPathError
from pyrite.expressions.json_path.evaluation import Path, Step
from pyrite.expressions.json_path.filter_reader import FilterReader
from pyrite.expressions.json_path.functions import Argument, Function, ends_in_function
from pyrite.expressions.json_path.steps import Descendants, Elements, Filtered, Properties, Slice, Wildcard
from pyrite.expressions.json_path.text_cursor import TextCursor, unescaped

_DIGITS: Final = "0123456789"
_BLANKS: Final = " \t\n\r"
_LIMIT: Final = 1 << 31
"""Positions in arrays have 32 bits."""


def compiled_path(text: str) -> Path:
    """Parses a path. IllegalPathError if it is invalid. `a.b` means `$.a.b`."""
    cursor = TextCursor(text)
    if not text or text[0] not in "$@":
        cursor = TextCursor(f"$.{text}")
    cursor.trim()
    if cursor.at(cursor.last) == ".":
        raise IllegalPathError("Path must not end with a '.' or '..'")
    return PathReader(cursor).path()


class PathReader:
    def __init__(self, cursor: TextCursor) -> None:
        self._cursor = cursor
        self._steps: list[Step] = []

    def path(self) -> Path:
        cursor = self._cursor
        while cursor.is_inside(cursor.place) and cursor.sign in _BLANKS:
            cursor.place += 1
        root = cursor.sign
        if root not in "$@":
            raise IllegalPathError("Path must start with '$' or '@'")
        if not cursor.is_at_end:
            cursor.place += 1
            if cursor.sign not in ".[":
                raise IllegalPathError(f"Illegal character at position {cursor.place} expected '.' or '['")
            self._step()
            while not cursor.is_at_end:
                self._step()
        return _with_function_first(Path(root, tuple(self._steps)))

    def _step(self) -> None:
        cursor, start = self._cursor, self._cursor.place
        match cursor.sign:
            case "[":
                is_read = self._names() or self._numbers() or self._all_in_brackets() or self._filter()
            case ".":
                is_read = self._dot()
            case "*":
                is_read = self._all()
            case _:
                is_read = self._name_or_function()
        if not is_read:
            raise IllegalPathError(f"Could not parse token starting at position {start}")

    def _dot(self) -> bool:
        cursor = self._cursor
        if cursor.is_inside(cursor.place + 1) and cursor.at(cursor.place + 1) == ".":
            self._steps.append(Descendants())
            cursor.place += 2
        elif not cursor.is_inside(cursor.place + 1):
            raise IllegalPathError("Path must not end with a '.")
        else:
            cursor.place += 1
        if cursor.sign == ".":
            raise IllegalPathError(f"Character '.' on position {cursor.place} is not valid.")
        self._step()
        return True

    # Names and functions ----------------------------------------------------------------------------------------------

    def _name_or_function(self) -> bool:
        cursor, start = self._cursor, self._cursor.place
        if cursor.sign in "[*. ":
            return False
        end = start
        while cursor.is_inside(end) and cursor.at(end) not in ".[(":
            if cursor.at(end) == " ":
                raise IllegalPathError(f"Use bracket notion ['my prop'] if your property contains blanks: {start}")
            end += 1
        name = cursor.text[start:end]
        if cursor.is_inside(end) and cursor.at(end) == "(":
            self._steps.append(Function(name, self._arguments(name, end)))
        else:
            cursor.place = end
            self._steps.append(Properties((name,)))
        return True

    def _arguments(self, name: str, opening: int) -> tuple[Argument, ...]:
        """Without arguments, the position stays at the closing parenthesis, which is then read as part of a name."""
        cursor = self._cursor
        depth = 0
        for place in range(opening, cursor.last + 1):
            depth += (cursor.at(place) == "(") - (cursor.at(place) == ")")
            if depth == 0:
                break
        if depth:
            raise IllegalPathError(f"Arguments to function: '{name}' are not closed properly.")
        cursor.place = opening + 1
        return () if cursor.sign == ")" else tuple(_ArgumentReader(cursor, name).arguments())

    # Brackets ---------------------------------------------------------------------------------------------------------

    def _names(self) -> bool:
        """Parses `['a', "b"]`, where the first quote applies to all names."""
        cursor = self._cursor
        quote = cursor.next_sign(cursor.place)
        if quote not in ("'", '"'):
            return False
        names: list[str] = []
        start = end = 0
        is_open = is_escaped = is_after_comma = False
        place = cursor.place + 1
        while cursor.is_inside(place):
            sign = cursor.at(place)
            if is_escaped:
                is_escaped = False
            elif sign == "\\":
                is_escaped = True
            elif sign == "]" and not is_open:
                if is_after_comma:
                    raise IllegalPathError(f"Found empty property at index {place}")
                break
            elif sign == quote and is_open:
                if cursor.next_sign(place) not in "],":
                    raise IllegalPathError(f"Property must be separated by comma or end at index {place}")
                end = place
                names.append(unescaped(cursor.text[start:end]))
                is_open = False
            elif sign == quote:
                start, is_open, is_after_comma = place + 1, True, False
            elif sign == "," and not is_open:
                if is_after_comma:
                    raise IllegalPathError(f"Found empty property at index {place}")
                is_after_comma = True
            place += 1
        if is_open or cursor.at(cursor.next_place(end)) != "]":
            raise IllegalPathError("Property has not been closed")
        cursor.place = cursor.next_place(end) + 1
        self._steps.append(Properties(tuple(names), quote))
        return True

    def _numbers(self) -> bool:
        """`[0]`, `[0, 2]` or a slice."""
        cursor = self._cursor
        if cursor.next_sign(cursor.place) not in (*_DIGITS, "-", ":"):
            return False
        end = cursor.find("]", cursor.place + 1)
        text = cursor.text[cursor.place + 1 : end].strip()
        if end == -1 or any(sign not in f"{_DIGITS},-: " for sign in text):
            return False
        self._steps.append(_slice(text) if ":" in text else Elements(tuple(map(_position, text.split(",")))))
        cursor.place = end + 1
        return True

    def _all_in_brackets(self) -> bool:
        cursor = self._cursor
        star = cursor.next_place(cursor.place)
        if not cursor.is_inside(star) or cursor.at(star) != "*":
            return False
        end = cursor.next_place(star)
        if not cursor.is_inside(end) or cursor.at(end) != "]":
            raise IllegalPathError(f"Expected wildcard token to end with ']' on position {star + 1}")
        cursor.place = end + 1
        self._steps.append(Wildcard())
        return True

    def _all(self) -> bool:
        self._cursor.place += 1
        self._steps.append(Wildcard())
        return True

    def _filter(self) -> bool:
        cursor = self._cursor
        mark = cursor.next_place(cursor.place)
        if cursor.at(mark) != "?":
            return False
        opening = cursor.next_place(mark)
        if cursor.at(opening) != "(":
            return False
        closing = cursor.find_closing(opening, "()", "'\"/")
        if closing == -1 or cursor.next_sign(closing) != "]":
            return False
        self._steps.append(Filtered(FilterReader(cursor.text[opening : closing + 1], compiled_path).filter()))
        cursor.place = cursor.next_place(closing) + 1
        return True


def _position(text: str) -> int:
    try:
        number = int(text.strip(" "))
    except ValueError:
        number = _LIMIT
    if not -_LIMIT <= number < _LIMIT or " " in text.strip(" "):
        raise IllegalPathError(f"Failed to parse token in ArrayIndexOperation: {text}")
    return number


def _slice(text: str) -> Slice:
    if not text or any(sign in text for sign in ", "):
        raise IllegalPathError(f"Failed to parse SliceOperation: {text}")
    start, stop = [*text.split(":"), ""][:2]
    if not start and not stop:
        raise IllegalPathError(f"Failed to parse SliceOperation: {text}")
    return Slice(_position(start) if start else None, _position(stop) if stop else None)


def _with_function_first(path: Path) -> Path:
    """Converts `$..a.sum()` to `$.sum($..a)`."""
    if not ends_in_function(path.steps) or not isinstance(path.steps[0], Descendants):
        return path
    place = next(place for place, step in enumerate(path.steps) if isinstance(step, Function))
    step = path.steps[place]
    assert isinstance(step, Function)
    argument = Path(path.root, path.steps[:place])
    return Path("$", (Function(step.name, (argument,)), *path.steps[place + 1 :]))


class _ArgumentReader:
    """Parses arguments in parentheses: paths, and JSON that begins with `{`, `"`, a digit or a minus."""

    def __init__(self, cursor: TextCursor, name: str) -> None:
        self._cursor = cursor
        self._name = name
        self._arguments: list[Argument] = []
        self._text: Optional[str] = None
        """That of the argument being read; None between two."""
        self._is_path = False

    def arguments(self) -> list[Argument]:
        cursor = self._cursor
        depths = {"(": 1, "{": 0, "[": 0}
        pairs = {")": "(", "}": "{", "]": "["}
        quotes, former = 0, ""
        while cursor.is_inside(cursor.place) and depths["("]:
            sign = cursor.sign
            cursor.place += 1
            if self._text is None:
                if sign in _BLANKS:
                    continue
                self._begin(sign)
            if sign == '"':
                quotes += -1 if quotes and former != "\\" else 1
            elif sign in depths:
                depths[sign] += 1
            elif sign in pairs:
                if sign != ")" and not depths[pairs[sign]]:
                    raise IllegalPathError(f"Unexpected close {sign} at character position: {cursor.place}")
                depths[pairs[sign]] -= 1
            is_outside = not quotes and not depths["{"] and not depths["["]
            is_end = is_outside and ((sign == ")" and not depths["("]) or ((sign in "),") and depths["("] == 1))
            if self._text is not None and sign == ")" and former == "(":
                self._text += sign
            if is_end:
                self._end()
            is_separator = sign == "," and depths["("] == 1 and not depths["{"] and not depths["["]
            if self._text is not None and not is_separator:
                self._text += sign
            former = sign
        if any(depths.values()):
            raise IllegalPathError(f"Arguments to function: '{self._name}' are not closed properly.")
        return self._arguments

    def _begin(self, sign: str) -> None:
        self._is_path = sign in "$@"
        if self._is_path or sign in f'{_DIGITS}{{"-':
            self._text = ""

    def _end(self) -> None:
        if self._text is not None:
            argument = PathReader(TextCursor(self._text)).path() if self._is_path else self._text
            self._arguments.append(argument)
            self._text = None
