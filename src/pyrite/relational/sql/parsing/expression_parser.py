"""Parser of operators, by precedence climbing, with the precedences of Calcite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Optional

from pyrite.core.types import NumericType
from pyrite.expressions.expression_tree import Call, Expression, InQuery, Literal, QuantifiedQuery, SubQuery
from pyrite.relational.sql.literals import negated, string_literal
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.parsing.primary_parser import number, primary
from pyrite.relational.sql.tokens import TokenKind

OR: Final = 22
AND: Final = 24
NOT: Final = 26
POSTFIX: Final = 28
COMPARISON: Final = 30
PREDICATE: Final = 32
SUM: Final = 40
PRODUCT: Final = 60
SIGN: Final = 80
ACCESS: Final = 100

BINARY: Final = {
    "OR": OR,
    "AND": AND,
    "=": COMPARISON,
    "<>": COMPARISON,
    "<": COMPARISON,
    ">": COMPARISON,
    "<=": COMPARISON,
    ">=": COMPARISON,
    "CONTAINS": COMPARISON,
    "OVERLAPS": COMPARISON,
    "EQUALS": COMPARISON,
    "PRECEDES": COMPARISON,
    "SUCCEEDS": COMPARISON,
    "+": SUM,
    "-": SUM,
    "*": PRODUCT,
    "/": PRODUCT,
    "%": PRODUCT,
    "||": PRODUCT,
}
BINARY_WORDS: Final = {
    ("MEMBER", "OF"): COMPARISON,
    ("SUBMULTISET", "OF"): COMPARISON,
    ("IMMEDIATELY", "PRECEDES"): COMPARISON,
    ("IMMEDIATELY", "SUCCEEDS"): COMPARISON,
    ("MULTISET", "UNION"): 14,
    ("MULTISET", "EXCEPT"): 14,
    ("MULTISET", "INTERSECT"): 18,
}
"""Operators of two words. On multisets, ALL or DISTINCT may follow."""
PATTERNS: Final = ("LIKE", "ILIKE", "RLIKE", "SIMILAR")
_COMPARISONS: Final = frozenset(("=", "<>", "<", ">", "<=", ">="))
_QUANTIFIERS: Final = ("ANY", "SOME", "ALL")
_NEGATABLE: Final = (*PATTERNS, "IN", "BETWEEN", "SUBMULTISET")
_TESTS: Final = ("NULL", "TRUE", "FALSE", "UNKNOWN", "EMPTY", "JSON", "A")
_WORDS: Final = (*PATTERNS, "AND", "OR", "IN", "BETWEEN", "IS", "NOT", "OVERLAPS", "MEMBER")

Rule = Callable[[Cursor, Expression, int], Optional[Expression]]


def expression(cursor: Cursor, least: int = 0) -> Expression:
    """Parses an expression whose operators all bind stronger than `least`."""
    left = _prefixed(cursor)
    while (rule := _RULES.get(cursor.word)) is not None:
        further = rule(cursor, left, least)
        if further is None:
            break
        left = further
    if least == 0:
        cursor.sees_one(_WORDS)
    return left


def _prefixed(cursor: Cursor) -> Expression:
    at = cursor.at
    if cursor.take("NOT"):
        return Call("NOT", (cursor.expression(NOT),), at=at)
    sign = cursor.take_one(("-", "+"))
    if sign is None:
        return primary(cursor)
    if cursor.kind in (TokenKind.INTEGER, TokenKind.DECIMAL, TokenKind.APPROXIMATE):
        return number(cursor, sign, at)
    operand = cursor.expression(SIGN)
    if sign == "-" and isinstance(operand, Literal) and isinstance(operand.type, NumericType):
        return negated(operand, at)
    return Call("NEGATE" if sign == "-" else "POSITIVE", (operand,), at=at)


def _binary(cursor: Cursor, left: Expression, least: int) -> Optional[Expression]:
    operator = cursor.word
    is_quantified = operator in _COMPARISONS and cursor.next_word() in _QUANTIFIERS
    power = PREDICATE if is_quantified else BINARY[operator]
    if power <= least:
        return None
    cursor.index += 1
    if is_quantified:
        return _quantified(cursor, left, operator)
    return Call(operator, (left, cursor.expression(power)), at=left.at)


def _quantified(cursor: Cursor, left: Expression, operator: str) -> Expression:
    is_all = cursor.need_one(_QUANTIFIERS) == "ALL"
    right = query_or_list(cursor)
    if len(right) == 1 and isinstance(right[0], SubQuery):
        return QuantifiedQuery(operator, is_all, left, right[0].query, at=left.at)
    return Call(f"{operator} {'ALL' if is_all else 'ANY'}", (left, *right), at=left.at)


def query_or_list(cursor: Cursor) -> tuple[Expression, ...]:
    """Parses the parentheses after IN: expressions, or one `SubQuery`."""
    at = cursor.at
    cursor.need("(")
    if cursor.sees_one(("SELECT", "WITH", "VALUES", "VALUE", "TABLE")):
        items: tuple[Expression, ...] = (SubQuery(cursor.query(), at=at),)
    else:
        items = cursor.listed(cursor.expression)
        if len(items) == 1 and isinstance(items[0], SubQuery):
            items = (SubQuery(cursor.query(items[0].query), at=at),)
    cursor.need(")")
    return items


def _two_words(cursor: Cursor, left: Expression, least: int) -> Optional[Expression]:
    words = cursor.word, cursor.next_word()
    power = BINARY_WORDS.get(words)
    if power is None or power <= least:
        return None
    cursor.index += 2
    name = " ".join(words)
    if words[0] == "MULTISET":
        name += " DISTINCT" if cursor.take_one(("ALL", "DISTINCT")) == "DISTINCT" else ""
    return Call(name, (left, cursor.expression(power)), at=left.at)


def _negated(cursor: Cursor, left: Expression, least: int) -> Optional[Expression]:
    """Parses `a NOT LIKE b` and similar predicates as NOT of the positive form."""
    word = cursor.next_word()
    if word not in _NEGATABLE or least >= (PREDICATE + 1 if word in PATTERNS else PREDICATE):
        return None
    cursor.index += 1
    positive = _RULES[cursor.word](cursor, left, least)
    return None if positive is None else Call("NOT", (positive,), at=left.at)


def _in(cursor: Cursor, left: Expression, least: int) -> Optional[Expression]:
    if least >= PREDICATE:
        return None
    cursor.index += 1
    right = query_or_list(cursor)
    if len(right) == 1 and isinstance(right[0], SubQuery):
        return InQuery(left, right[0].query, at=left.at)
    return Call("IN", (left, *right), at=left.at)


def _between(cursor: Cursor, left: Expression, least: int) -> Optional[Expression]:
    if least >= PREDICATE:
        return None
    cursor.index += 1
    name = "BETWEEN SYMMETRIC" if cursor.take("SYMMETRIC") else "BETWEEN"
    if name == "BETWEEN":
        cursor.take("ASYMMETRIC")
    low = cursor.expression(AND)
    while cursor.take("OR"):  # the lower bound ends at the first AND
        low = Call("OR", (low, cursor.expression(AND)), at=low.at)
    cursor.need("AND")
    return Call(name, (left, low, cursor.expression(PREDICATE)), at=left.at)


def _pattern(cursor: Cursor, left: Expression, least: int) -> Optional[Expression]:
    """Patterns associate to the right. They bind more strongly to the left than other predicates do to the right."""
    if least > PREDICATE:
        return None
    name = cursor.need_one(PATTERNS)
    if name == "SIMILAR":
        cursor.need("TO")
        name = "SIMILAR TO"
    arguments = [left, cursor.expression(PREDICATE - 1)]
    if cursor.take("ESCAPE"):
        arguments.append(primary(cursor))
    return Call(name, tuple(arguments), at=left.at)


def _is(cursor: Cursor, left: Expression, least: int) -> Optional[Expression]:
    is_distinct = "DISTINCT" in (cursor.next_word(), cursor.next_word(2) if cursor.next_word() == "NOT" else "")
    if least >= (COMPARISON if is_distinct else POSTFIX):
        return None
    cursor.index += 1
    name = "IS NOT" if cursor.take("NOT") else "IS"
    if cursor.take("DISTINCT"):
        cursor.need("FROM")
        return Call(f"{name} DISTINCT FROM", (left, cursor.expression(COMPARISON)), at=left.at)
    test = cursor.need_one(_TESTS)
    if test == "A":
        cursor.need("SET")
        test = "A SET"
    elif test == "JSON":
        test = f"JSON {cursor.take_one(('VALUE', 'OBJECT', 'ARRAY', 'SCALAR')) or 'VALUE'}"
    return Call(f"{name} {test}", (left,), at=left.at)


def _format(cursor: Cursor, left: Expression, least: int) -> Optional[Expression]:
    if least >= POSTFIX or cursor.next_word() != "JSON":
        return None
    cursor.index += 2
    if cursor.take("ENCODING"):
        cursor.need_one(("UTF8", "UTF16", "UTF32"))
    return Call("FORMAT JSON", (left,), at=left.at)


def _bang_equal(cursor: Cursor, left: Expression, least: int) -> Optional[Expression]:
    cursor.fail_because("Bang equal '!=' is not allowed under the current SQL conformance level: write <>")


def _item(cursor: Cursor, left: Expression, least: int) -> Optional[Expression]:
    cursor.index += 1
    index = cursor.expression()
    cursor.need("]")
    return Call("ITEM", (left, index), at=left.at)


def _field(cursor: Cursor, left: Expression, least: int) -> Optional[Expression]:
    cursor.index += 1
    at = cursor.at
    return Call("DOT", (left, string_literal(cursor.name(), at)), at=left.at)


_RULES: Final[dict[str, Rule]] = {
    **dict.fromkeys(BINARY, _binary),
    **dict.fromkeys((first for first, _ in BINARY_WORDS), _two_words),
    **dict.fromkeys(PATTERNS, _pattern),
    "NOT": _negated,
    "IN": _in,
    "BETWEEN": _between,
    "IS": _is,
    "FORMAT": _format,
    "!=": _bang_equal,
    "[": _item,
    ".": _field,
}
