"""Operands of filters, and their values for comparisons."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final, Optional, Union

from pyrite.expressions.java.decimals import EXACT
from pyrite.expressions.java.json_documents import java_text
from pyrite.expressions.java.regular_expressions import JavaPattern
from pyrite.expressions.json_path.errors import IllegalPathError, NoValueError, PathError
from pyrite.expressions.json_path.evaluation import Path
from pyrite.expressions.json_path.lenient_json import lenient_json
from pyrite.expressions.json_path.text_cursor import unescaped


class Missing:
    """The value of a path without a result. It is not equal to anything."""


MISSING: Final = Missing()


@dataclass(frozen=True)
class Json:
    """An array or object. In the text of a filter, it is parsed on demand."""

    value: Any
    text: Optional[str] = None

    def read(self) -> Any:
        return self.value if self.text is None else lenient_json(self.text)


@dataclass(frozen=True)
class Unequal:
    """A text in a list that is itself a path. It is not equal to anything."""


Value = Union[str, Decimal, bool, None, Missing, Json, Unequal, JavaPattern]
"""Numbers are Decimals."""


@dataclass(frozen=True)
class PathOperand:
    path: Path
    should_exist: bool = True
    """False after `!`, which matters if the path is the whole relation."""

    def value(self, item: Any, document: Any, is_lax: bool) -> Value:
        try:
            start = document if self.path.root == "$" else item
            return value_of(self.path.evaluate(start, document, is_lax))
        except NoValueError:
            return MISSING

    def exists(self, item: Any, document: Any) -> bool:
        """Evaluates from the filter's current value, also for a path from the document's root."""
        try:
            self.path.evaluate(item, document, is_required=True)
        except NoValueError:
            return False
        return True


def value_of(result: Any) -> Value:
    """Converts the result of a path."""
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
    raise PathError(f"{text!r} is not a number")


# Lists ----------------------------------------------------------------------------------------------------------------


def values_of(operand: Value) -> Optional[list[Value]]:
    """Returns the elements of an array; None for an object. Other operands raise."""
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
    """Converts a text in a list, which may be a path, an array, an object, or a quoted text."""
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
    """Removes the quotes and backslashes of a literal."""
    if len(text) > 1:
        return unescaped(text[1:-1] if text[0] == text[-1] and text[0] in "'\"" else text)
    return text


# Equality -------------------------------------------------------------------------------------------------------------


def equal(left: Value, right: Value) -> bool:
    """Compares values. A text equals a number with the same digits, in the format of the left operand."""
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
    """Returns whether two values are equal in Java: a double never equals a decimal."""
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same_json(left[key], right[key]) for key in left)
    if isinstance(left, Decimal) and isinstance(right, Decimal):
        return left.as_tuple() == right.as_tuple()
    return type(left) is type(right) and bool(left == right)
