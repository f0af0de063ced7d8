"""Parser of the operands of operators: literals, names, calls, parentheses."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Final, Optional

from pyrite.core.types import BooleanType, NullType
from pyrite.expressions.expression_tree import (
    Call,
    Default,
    Exists,
    Expression,
    Literal,
    Name,
    Parameter,
    QueryConstructor,
    Star,
    SubQuery,
    TypeArgument,
    Unique,
)
from pyrite.relational.sql.interval_literals import interval_literal
from pyrite.relational.sql.keywords import CONTEXT_VARIABLES, RESERVED_FUNCTIONS
from pyrite.relational.sql.literals import (
    IllegalLiteral,
    date_literal,
    decimal_literal,
    double_literal,
    integer_literal,
    time_literal,
    timestamp_literal,
)
from pyrite.relational.sql.parsing.call_parser import call, named_call
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.parsing.function_parser import FUNCTIONS
from pyrite.relational.sql.parsing.string_parser import string
from pyrite.relational.sql.parsing.type_parser import interval_qualifier
from pyrite.relational.sql.tokens import TokenKind

_NUMBERS: Final = (TokenKind.INTEGER, TokenKind.DECIMAL, TokenKind.APPROXIMATE)
_QUERY_WORDS: Final = ("SELECT", "WITH", "VALUES", "VALUE", "TABLE")


def primary(cursor: Cursor) -> Expression:
    """Parses an expression without outer operators."""
    kind = cursor.kind
    if kind is TokenKind.WORD:
        rule = _WORDS.get(cursor.word)
        special = None if rule is None else rule(cursor)
        return _name_or_call(cursor) if special is None else special
    if kind is TokenKind.QUOTED:
        return _name_or_call(cursor)
    if kind in _NUMBERS:
        return number(cursor)
    if kind in (TokenKind.STRING, TokenKind.PREFIXED_STRING):
        return string(cursor)
    if cursor.take("("):
        return _parenthesized(cursor)
    if cursor.take("?"):
        cursor.parameters += 1
        return Parameter(cursor.parameters - 1, at=cursor.tokens.starts[cursor.index - 1])
    if not cursor.take("{"):
        cursor.fail("<expression>")
    return _jdbc_escape(cursor)


def number(cursor: Cursor, sign: str = "", at: Optional[int] = None) -> Literal:
    """Parses a number with its sign."""
    if cursor.kind not in _NUMBERS:
        cursor.fail("<UNSIGNED_INTEGER_LITERAL>")
    place = cursor.at if at is None else at
    kind, text = cursor.kind, f"{'-' if sign == '-' else ''}{cursor.token_text()}"
    try:
        if kind is TokenKind.APPROXIMATE:
            literal = double_literal(float(text), place)
        elif kind is TokenKind.INTEGER or text.endswith("."):
            literal = _integer(text.removesuffix("."), place)
        else:
            literal = decimal_literal(Decimal(text), place)
    except IllegalLiteral as error:
        cursor.fail_because(str(error))
    cursor.index += 1
    return literal


def _integer(text: str, at: int) -> Literal:
    if len(text) > 1000:  # Python rejects longer ones
        raise IllegalLiteral(f"Numeric literal '{text[:20]}...' out of range")
    return integer_literal(int(text), at)


def _name_or_call(cursor: Cursor) -> Expression:
    at, word = cursor.at, cursor.word
    if word in CONTEXT_VARIABLES and cursor.next_word() != "(":
        cursor.index += 1
        return Call(word, at=at)
    if word in RESERVED_FUNCTIONS and cursor.next_word() == "(":
        cursor.index += 1
        return call(cursor, word, cursor.text[at : at + len(word)], at=at)
    is_quoted = cursor.kind is TokenKind.QUOTED
    if not cursor.sees_name():
        cursor.fail("<expression>")
    parts = [cursor.name()]
    while cursor.take("."):
        if cursor.take("*"):
            return Star(tuple(parts), at=at)
        is_quoted = cursor.kind is TokenKind.QUOTED
        parts.append(cursor.name())
    if cursor.sees("("):
        return named_call(cursor, tuple(parts), is_quoted, at)
    return Name(tuple(parts), at=at)


def _parenthesized(cursor: Cursor) -> Expression:
    """Parses the text after `(`: a query, an expression, or several, which make a row."""
    at = cursor.tokens.starts[cursor.index - 1]
    if cursor.sees_one(_QUERY_WORDS):
        query = cursor.query()
        cursor.need(")")
        return SubQuery(query, at=at)
    items = cursor.listed(cursor.expression)
    if len(items) > 1:
        cursor.need(")")
        return Call("ROW", items, at=at)
    item = items[0]
    if isinstance(item, SubQuery) and not cursor.sees(")"):
        item = SubQuery(cursor.query(item.query), at=at)
    cursor.need(")")
    if isinstance(item, Call) and item.function == "-" and cursor.word in _INTERVAL_UNITS:
        kind = interval_qualifier(cursor).interval_type()
        return Call("MINUS_DATE", (*item.arguments, TypeArgument(kind)), at=at)
    return item


_INTERVAL_UNITS: Final = frozenset(
    f"{unit}{plural}"
    for unit in ("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND")
    for plural in ("", "S")
)


def _jdbc_escape(cursor: Cursor) -> Expression:
    """`{d '2020-01-01'}`, `{t ...}`, `{ts ...}`, and `{fn f(a)}`."""
    kind = cursor.need_one(("D", "T", "TS", "FN"))
    value: Expression
    if kind == "FN":
        value = primary(cursor)
    else:
        value = _literal_of_string(cursor, {"D": date_literal, "T": time_literal, "TS": timestamp_literal}[kind])
    cursor.need("}")
    return value


def _literal_of_string(cursor: Cursor, make: Callable[[str, int], Literal], at: Optional[int] = None) -> Literal:
    """Creates a literal of the next string."""
    place = cursor.at
    text = cursor.string()
    try:
        return make(text, place if at is None else at)
    except IllegalLiteral as error:
        cursor.fail_because(str(error), place)


def _temporal(cursor: Cursor) -> Optional[Expression]:
    """Parses DATE, TIME, TIMESTAMP or DECIMAL before a string; otherwise these words do not start a literal."""
    at = cursor.at
    if cursor.next_kind() is TokenKind.STRING:
        cursor.index += 1
        return _literal_of_string(cursor, _LITERALS[cursor.words[cursor.index - 1]], at)
    if cursor.take("TIMESTAMP", "WITH", "LOCAL", "TIME", "ZONE"):
        return _literal_of_string(cursor, lambda text, at: timestamp_literal(text, at, is_local=True), at)
    return None


def _decimal_text(text: str, at: int) -> Literal:
    try:
        return decimal_literal(Decimal(text), at)
    except (ArithmeticError, AssertionError):
        raise IllegalLiteral(f"Illegal DECIMAL literal '{text}'") from None


_LITERALS: Final[dict[str, Callable[[str, int], Literal]]] = {
    "DATE": date_literal,
    "TIME": time_literal,
    "TIMESTAMP": timestamp_literal,
    "DECIMAL": _decimal_text,
}


def _interval(cursor: Cursor) -> Expression:
    at = cursor.at
    cursor.need("INTERVAL")
    sign = cursor.take_one(("-", "+"))
    if cursor.kind is TokenKind.STRING:
        place, text = cursor.at, cursor.string()
        qualifier = interval_qualifier(cursor)
        try:
            return interval_literal(text, qualifier, sign == "-", at)
        except IllegalLiteral as error:
            cursor.fail_because(str(error), place)
    value = _interval_amount(cursor)
    if sign == "-":
        value = Call("NEGATE", (value,), at=at)
    return Call("INTERVAL", (value, TypeArgument(interval_qualifier(cursor, True).interval_type())), at=at)


def _interval_amount(cursor: Cursor) -> Expression:
    at = cursor.at
    if cursor.take("("):
        value = cursor.expression()
        cursor.need(")")
        return value
    if cursor.kind in _NUMBERS:
        return number(cursor)
    return Name(cursor.path(), at=at)


def _constant(cursor: Cursor) -> Expression:
    at, word = cursor.at, cursor.word
    cursor.index += 1
    if word == "NULL":
        return Literal(None, NullType(), at=at)
    if word == "UNKNOWN":
        return Literal(None, BooleanType(), at=at)
    return Literal(word == "TRUE", BooleanType(nullable=False), at=at)


def _query_in_parentheses(cursor: Cursor) -> SubQuery:
    at = cursor.at
    cursor.need("(")
    inner = _parenthesized(cursor)
    if not isinstance(inner, SubQuery):
        cursor.fail_because("Expected a query in the parentheses.", at)
    return inner


def _exists(cursor: Cursor) -> Expression:
    at = cursor.at
    node = Exists if cursor.need_one(("EXISTS", "UNIQUE")) == "EXISTS" else Unique
    return node(_query_in_parentheses(cursor).query, at=at)


def _collection(cursor: Cursor) -> Optional[Expression]:
    """ARRAY, MAP or MULTISET of elements in brackets, or of a query or elements in parentheses."""
    at, kind, opening = cursor.at, cursor.word, cursor.next_word()
    if opening not in ("[", "(") or (opening == "(" and kind == "MULTISET" and cursor.next_word(2) == ")"):
        return None
    cursor.index += 2
    if opening == "[":
        items = () if cursor.sees("]") and kind != "MULTISET" else cursor.listed(cursor.scalar)
        cursor.need("]")
        return Call(kind, items, at=at)
    if cursor.take(")"):
        return Call(kind, at=at)
    inner = _parenthesized(cursor)
    if isinstance(inner, SubQuery):
        return QueryConstructor(kind, inner.query, at=at)
    items = inner.arguments if isinstance(inner, Call) and inner.function == "ROW" else (inner,)
    return Call(kind, items, at=at)


def _default(cursor: Cursor) -> Optional[Expression]:
    """DEFAULT, only in a row of VALUES."""
    at = cursor.at
    return Default(at=at) if cursor.takes_default and cursor.take("DEFAULT") else None


def _row(cursor: Cursor) -> Optional[Expression]:
    at = cursor.at
    cursor.need("ROW")
    return Call("ROW", cursor.parenthesized(cursor.expression), at=at)


_WORDS: Final[dict[str, Callable[[Cursor], Optional[Expression]]]] = {
    **FUNCTIONS,
    **dict.fromkeys(_LITERALS, _temporal),
    **dict.fromkeys(("TRUE", "FALSE", "UNKNOWN", "NULL"), _constant),
    **dict.fromkeys(("ARRAY", "MAP", "MULTISET"), _collection),
    **dict.fromkeys(("EXISTS", "UNIQUE"), _exists),
    "DEFAULT": _default,
    "INTERVAL": _interval,
    "ROW": _row,
}
"""Words that start an expression with a special syntax. A rule returns None if the word has another meaning."""
