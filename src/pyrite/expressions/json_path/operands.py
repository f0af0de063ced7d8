"""Operands of filters: what stands on a side of a relation, and what it is compared as."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final, Optional, Union

from pyrite.expressions.java.decimals import EXACT
from pyrite.expressions.java.json_documents import java_text
from pyrite.expressions.json_path.errors import IllegalPathError, NoValueError, PathError
from pyrite.expressions.json_path.evaluation import Path
from pyrite.expressions.json_path.lenient_json import lenient_json
from pyrite.expressions.json_path.text_cursor import unescaped


class Missing:
    """What a path that leads to nothing is: it equals nothing."""


MISSING: Final = Missing()


@dataclass(frozen=True)
class Json:
    """An array or object. That of a filter's text is read when it is needed."""

    value: Any
    text: Optional[str] = None

    def read(self) -> Any:
        return self.value if self.text is None else lenient_json(self.text)


@dataclass(frozen=True)
class Unequal:
    """A text in a list that is a path itself: it equals nothing."""


Value = Union[str, Decimal, bool, None, Missing, Json, Unequal, "re.Pattern[str]"]
"""A number is a Decimal."""


@dataclass(frozen=True)
class PathOperand:
    path: Path
    should_exist: bool = True
    """Whether there is no `!` before it, which matters where the path stands alone."""

    def value(self, item: Any, document: Any, is_lax: bool) -> Value:
        try:
            start = document if self.path.root == "$" else item
            return value_of(self.path.evaluate(start, document, is_lax))
        except NoValueError:
            return MISSING

    def exists(self, item: Any, document: Any) -> bool:
        """From the value that the filter looks at, also for a path from the document's root."""
        try:
            self.path.evaluate(item, document, is_required=True)
        except NoValueError:
            return False
        return True


def value_of(result: Any) -> Value:
    """The result of a path."""
    if isinstance(result, (str, bool)) or result is None:
        return result
    if isinstance(result, (list, dict)):
        return Json(result)
    if isinstance(result, (int, float, Decimal)):
        return number_of(java_text(result))
    raise PathError(f"Could not convert {java_text(result)} to a value of a filter")


def number_of(text: str) -> Decimal:
    try:
        return EXACT.create_decimal(text) if _NUMBER.fullmatch(text) else _no_number(text)
    except InvalidOperation:
        return _no_number(text)


_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def _no_number(text: str) -> Decimal:
    raise PathError(f"{text!r} is no number")


# Lists ----------------------------------------------------------------------------------------------------------------


def values_of(operand: Value) -> Optional[list[Value]]:
    """The elements of an array; None for an object. Other operands have none."""
    if not isinstance(operand, Json):
        raise IllegalPathError("Expected value list node")
    value = operand.read()
    return [_element(part) for part in value] if isinstance(value, list) else None


def _element(part: Any) -> Value:
    if isinstance(part, str):
        return _text_element(part)
    if isinstance(part, (list, dict)):
        raise PathError("Could not determine value type")
    return value_of(part)


def _text_element(text: str) -> Value:
    """A text in a list may be a path, an array or an object, and may stand in quotes."""
    trimmed = text.strip()
    if trimmed[:1] in ("$", "@") and trimmed[1:2] in ("", ".", "["):
        return Unequal()
    if (trimmed[:1] + trimmed[-1:]) in ("[]", "{}") and len(trimmed) > 1:
        try:
            lenient_json(trimmed)
        except ValueError:
            pass
        else:
            return Json(None, text)
    return literal_text(text)


def literal_text(text: str) -> str:
    """Without the quotes around it and backslashes."""
    if len(text) > 1:
        return unescaped(text[1:-1] if text[0] == text[-1] and text[0] in "'\"" else text)
    return text


# Equality -------------------------------------------------------------------------------------------------------------


def equal(left: Value, right: Value) -> bool:
    """A text equals a number with the same digits, in the way of the left operand."""
    if isinstance(left, Json) and isinstance(right, Json):
        return left is right or (left.text is None and same_json(left.value, right.read()))
    return equal_values(left, right)


def equal_values(left: Value, right: Value) -> bool:
    match left:
        case bool() | None:
            return left is right
        case str():
            return left == (java_text(right) if isinstance(right, Decimal) else right)
        case Decimal():
            if isinstance(right, str):
                return bool(_NUMBER.fullmatch(right)) and left == number_of(right)
            return isinstance(right, Decimal) and left == right
        case Json():
            return isinstance(right, Json) and (left.value, left.text) == (right.value, right.text)
    return left is right and left is not MISSING


def same_json(left: Any, right: Any) -> bool:
    """Whether two values of Java are equal: a double is no decimal."""
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same_json(left[key], right[key]) for key in left)
    if isinstance(left, Decimal) and isinstance(right, Decimal):
        return left.as_tuple() == right.as_tuple()
    return type(left) is type(right) and bool(left == right)
