"""Filters of paths: `[?(@.price < 10 && @.isbn)]`."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, Union

from pyrite.expressions.java.json_documents import java_text
from pyrite.expressions.java.regular_expressions import JavaPattern
from pyrite.expressions.java.utf16 import to_units
from pyrite.expressions.json_path.errors import IllegalPathError, PathError
from pyrite.expressions.json_path.operands import (
    Json,
    PathOperand,
    Value,
    equal,
    equal_values,
    values_of,
)


class Filter:
    """A predicate on a value (`@`) of a document (`$`). If it raises IllegalPathError, the value does not match."""

    def holds(self, item: Any, document: Any, is_lax: bool) -> bool:
        raise NotImplementedError


@dataclass(frozen=True)
class AllOf(Filter):
    parts: tuple[Filter, ...]

    def holds(self, item: Any, document: Any, is_lax: bool) -> bool:
        return all(part.holds(item, document, is_lax) for part in self.parts)


@dataclass(frozen=True)
class AnyOf(Filter):
    parts: tuple[Filter, ...]

    def holds(self, item: Any, document: Any, is_lax: bool) -> bool:
        return any(part.holds(item, document, is_lax) for part in self.parts)


@dataclass(frozen=True)
class Not(Filter):
    part: Filter

    def holds(self, item: Any, document: Any, is_lax: bool) -> bool:
        return not self.part.holds(item, document, is_lax)


@dataclass(frozen=True)
class Exists(Filter):
    operand: PathOperand

    def holds(self, item: Any, document: Any, is_lax: bool) -> bool:
        return self.operand.exists(item, document) is self.operand.should_exist


@dataclass(frozen=True)
class Relation(Filter):
    left: Union[PathOperand, Value]
    operator: str
    right: Union[PathOperand, Value]

    def holds(self, item: Any, document: Any, is_lax: bool) -> bool:
        left, right = (
            side.value(item, document, is_lax) if isinstance(side, PathOperand) else side
            for side in (self.left, self.right)
        )
        return _TESTS[self.operator](left, right)


# Relations ------------------------------------------------------------------------------------------------------------

Test = Callable[[Value, Value], bool]


def _ordered(compare: Callable[[Any, Any], bool]) -> Test:
    """Compares two numbers or two texts."""

    def holds(left: Value, right: Value) -> bool:
        if isinstance(left, Decimal) and isinstance(right, Decimal):
            return compare(left, right)
        if isinstance(left, str) and isinstance(right, str):
            return compare(_units(left), _units(right))
        return False

    return holds


def _units(text: str) -> bytes:
    """Returns the sort key of a text in Java's order."""
    return text.encode("utf-16-be", "surrogatepass")


def _same_kind_and_equal(left: Value, right: Value) -> bool:
    return type(left) is type(right) and equal(left, right)


def _matches(left: Value, right: Value) -> bool:
    """Matches a pattern on one side with a text or an array of texts on the other."""
    if isinstance(left, JavaPattern) is isinstance(right, JavaPattern):
        return False
    pattern, other = (left, right) if isinstance(left, JavaPattern) else (right, left)
    assert isinstance(pattern, JavaPattern)
    if isinstance(other, Json) and isinstance(other.read(), list):
        return any(pattern.fullmatch(_input(element)) for element in values_of(other) or ())
    return pattern.fullmatch(_input(other)) is not None


def _input(value: Value) -> str:
    if isinstance(value, (str, bool, Decimal)):
        return java_text(value)
    return ""


def _has_size(left: Value, right: Value) -> bool:
    if not isinstance(right, Decimal):
        return False
    if isinstance(left, str):
        return len(to_units(left)) == int(right)
    if isinstance(left, Json):
        value = left.read()
        return (len(value) if isinstance(value, list) else -1) == int(right)
    return False


def _is_empty(left: Value, right: Value) -> bool:
    if not isinstance(left, (str, Json)):
        return False
    value = left.read() if isinstance(left, Json) else left
    if isinstance(value, dict):
        raise PathError("an object has no elements that could be counted")
    if not isinstance(right, bool):
        raise IllegalPathError("Expected boolean node")
    return (not value) is right


def _is_in(left: Value, right: Value) -> bool:
    values = values_of(right)
    return values is not None and any(equal_values(left, value) for value in values)


def _has_all(left: Value, right: Value) -> bool:
    """Always fails, as in Jayway, which has not parsed the list on the right at this point."""
    raise IllegalPathError("Expected value list node")


def _contains(left: Value, right: Value) -> bool:
    if isinstance(left, str) and isinstance(right, str):
        return right in left
    if isinstance(left, Json):
        values = values_of(left)
        return values is not None and any(equal_values(right, value) for value in values)
    return False


def _lists(test: Callable[[list[Value], list[Value]], bool]) -> Test:
    def holds(left: Value, right: Value) -> bool:
        others = values_of(right)
        if others is None:
            return False
        values = values_of(left)
        return values is not None and test(values, others)

    return holds


def _is_subset(values: list[Value], others: list[Value]) -> bool:
    return all(any(equal_values(value, other) for other in others) for value in values)


def _meets(values: list[Value], others: list[Value]) -> bool:
    return any(equal_values(value, other) for value in values for other in others)


def _never(left: Value, right: Value) -> bool:
    raise IllegalPathError("relations with classes and predicates exist only in Java")


_TESTS: Final[dict[str, Test]] = {
    "==": equal,
    "!=": lambda left, right: not equal(left, right),
    "===": _same_kind_and_equal,
    "!==": lambda left, right: not _same_kind_and_equal(left, right),
    "<": _ordered(operator.lt),
    "<=": _ordered(operator.le),
    ">": _ordered(operator.gt),
    ">=": _ordered(operator.ge),
    "=~": _matches,
    "IN": _is_in,
    "NIN": lambda left, right: not _is_in(left, right),
    "CONTAINS": _contains,
    "ALL": _has_all,
    "SIZE": _has_size,
    "EMPTY": _is_empty,
    "SUBSETOF": _lists(_is_subset),
    "ANYOF": _lists(_meets),
    "NONEOF": _lists(lambda values, others: not _meets(values, others)),
    "TYPE": _never,
    "MATCHES": _never,
    "EXISTS": _never,
}
OPERATORS: Final = frozenset(_TESTS)
