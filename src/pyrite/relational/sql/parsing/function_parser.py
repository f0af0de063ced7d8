"""Parser of functions with a special syntax. `json_parser` has the JSON functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Optional

from pyrite.core.types import NullType
from pyrite.expressions.expression_tree import Call, Cast, Expression, Literal, Name, Symbol
from pyrite.relational.sql.literals import string_literal
from pyrite.relational.sql.parsing.call_parser import over
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.parsing.json_parser import JSON_FUNCTIONS
from pyrite.relational.sql.parsing.type_parser import cast_type
from pyrite.relational.sql.tokens import TokenKind

_UNITS = """
    NANOSECOND MICROSECOND MILLISECOND SECOND MINUTE HOUR DAY DAYOFWEEK DAYOFYEAR DOW DOY ISODOW ISOYEAR WEEK MONTH
    QUARTER YEAR EPOCH DECADE CENTURY MILLENNIUM
"""
UNITS: Final = frozenset(_UNITS.split())
_ABOVE_PREDICATES: Final = 33
"""The first operand of POSITION ends before IN."""


def unit(cursor: Cursor) -> Symbol:
    """Parses a unit of time, which may be unknown."""
    at = cursor.at
    if (name := cursor.take_one(UNITS)) is not None:
        return Symbol(name, at=at)
    return Symbol(cursor.name().upper(), at=at)


def _case(cursor: Cursor) -> Expression:
    at = cursor.at
    cursor.need("CASE")
    operand = None if cursor.sees("WHEN") else cursor.expression()
    arguments: list[Expression] = []
    while not arguments or cursor.sees("WHEN"):
        cursor.need("WHEN")
        conditions = cursor.listed(cursor.expression)
        cursor.need("THEN")
        arguments += [_condition(cursor, operand, conditions), cursor.expression()]
    arguments.append(cursor.expression() if cursor.take("ELSE") else Literal(None, NullType()))
    cursor.need("END")
    return Call("CASE", tuple(arguments), at=at)


def _condition(cursor: Cursor, operand: Optional[Expression], conditions: tuple[Expression, ...]) -> Expression:
    if operand is not None:
        return Call("=" if len(conditions) == 1 else "IN", (operand, *conditions), at=conditions[0].at)
    if len(conditions) > 1:
        cursor.fail_because("A WHEN of several values needs an operand after CASE.", conditions[1].at)
    return conditions[0]


def _cast(cursor: Cursor) -> Expression:
    at, word = cursor.at, cursor.word
    cursor.index += 1
    cursor.need("(")
    operand = cursor.expression()
    cursor.need("AS")
    kind = cast_type(cursor)
    cursor.need(")")
    return Cast(operand, kind, word != "CAST", at=at)


def _extract(cursor: Cursor) -> Expression:
    at = cursor.at
    cursor.need("EXTRACT", "(")
    part = unit(cursor)
    cursor.need("FROM")
    operand = cursor.expression()
    cursor.need(")")
    return Call("EXTRACT", (part, operand), at=at)


def _trim(cursor: Cursor) -> Expression:
    at = cursor.at
    cursor.need("TRIM", "(")
    side = Symbol(cursor.take_one(("BOTH", "LEADING", "TRAILING")) or "BOTH")
    has_side = cursor.words[cursor.index - 1] != "("
    characters: Expression = string_literal(" ")
    if not cursor.sees("FROM"):
        characters = cursor.expression()
        if not has_side and cursor.take(")"):
            return Call("TRIM", (side, string_literal(" "), characters), at=at)
    cursor.need("FROM")
    operand = cursor.expression()
    cursor.need(")")
    return Call("TRIM", (side, characters, operand), at=at)


def _position(cursor: Cursor) -> Expression:
    at = cursor.at
    cursor.need("POSITION", "(")
    arguments = [cursor.expression(_ABOVE_PREDICATES)]
    cursor.need("IN")
    arguments.append(cursor.expression())
    if cursor.take("FROM"):
        arguments.append(cursor.expression())
    cursor.need(")")
    return Call("POSITION", tuple(arguments), at=at)


def _overlay(cursor: Cursor) -> Expression:
    at = cursor.at
    cursor.need("OVERLAY", "(")
    arguments = [cursor.expression()]
    for word in ("PLACING", "FROM"):
        cursor.need(word)
        arguments.append(cursor.expression())
    if cursor.take("FOR"):
        arguments.append(cursor.expression())
    cursor.need(")")
    return Call("OVERLAY", tuple(arguments), at=at)


def _translate(cursor: Cursor) -> Expression:
    at = cursor.at
    cursor.need("TRANSLATE", "(")
    arguments = cursor.listed(cursor.expression)
    cursor.need(")")
    return Call("TRANSLATE3", tuple(arguments), at=at)


def _substring(cursor: Cursor) -> Expression:
    at = cursor.at
    cursor.need("SUBSTRING", "(")
    arguments = [cursor.expression()]
    cursor.need_one(("FROM", ","))
    arguments.append(cursor.expression())
    if cursor.take_one(("FOR", ",")) is not None:
        arguments.append(cursor.expression())
    cursor.need(")")
    return Call("SUBSTRING", tuple(arguments), at=at)


def _rounded(cursor: Cursor) -> Expression:
    """FLOOR and CEIL, optionally TO a unit."""
    at, word = cursor.at, cursor.word
    cursor.index += 1
    cursor.need("(")
    arguments = [cursor.expression()]
    if cursor.take("TO"):
        arguments.append(unit(cursor))
    cursor.need(")")
    return over(cursor, Call("FLOOR" if word == "FLOOR" else "CEIL", tuple(arguments), at=at))


def _unit_first(cursor: Cursor) -> Optional[Expression]:
    """TIMESTAMPADD(unit, count, time) and TIMESTAMPDIFF(unit, from, to)."""
    at, word = cursor.at, cursor.word
    if cursor.next_word() != "(":
        return None
    cursor.index += 2
    arguments: list[Expression] = [unit(cursor)]
    for _ in range(2):
        cursor.need(",")
        arguments.append(cursor.expression())
    cursor.need(")")
    return Call(word, tuple(arguments), at=at)


def _unit_last(cursor: Cursor) -> Optional[Expression]:
    """DATE_DIFF(to, from, unit), DATE_TRUNC(time, unit) and similar functions."""
    at, word = cursor.at, cursor.word
    if cursor.next_word() != "(":
        return None
    cursor.index += 2
    arguments: list[Expression] = []
    for _ in range(2 if word.endswith("_DIFF") else 1):
        arguments.append(cursor.expression())
        cursor.need(",")
    is_unit = word != "DATE_TRUNC" or cursor.word in UNITS
    arguments.append(unit(cursor) if is_unit else cursor.expression())
    cursor.need(")")
    return Call(word, tuple(arguments), at=at)


def _measure(cursor: Cursor) -> Optional[Expression]:
    """RUNNING or FINAL before a call in MATCH_RECOGNIZE."""
    at, word = cursor.at, cursor.word
    if word == "FINAL" and cursor.next_kind() not in (TokenKind.WORD, TokenKind.QUOTED):
        return None
    cursor.index += 1
    return Call(word, (cursor.expression(99),), at=at)


def _period(cursor: Cursor) -> Expression:
    at = cursor.at
    cursor.need("PERIOD", "(")
    begin = cursor.expression()
    cursor.need(",")
    end = cursor.expression()
    cursor.need(")")
    return Call("ROW", (begin, end), at=at)


def _sequence(cursor: Cursor) -> Optional[Expression]:
    """NEXT VALUE FOR and CURRENT VALUE FOR a sequence."""
    at, word = cursor.at, cursor.word
    if not cursor.take(word, "VALUE", "FOR"):
        return None
    place = cursor.at
    return Call(f"{word} VALUE", (Name(cursor.path(), at=place),), at=at)


FUNCTIONS: Final[dict[str, Callable[[Cursor], Optional[Expression]]]] = {
    **JSON_FUNCTIONS,
    **dict.fromkeys(("CAST", "TRY_CAST", "SAFE_CAST"), _cast),
    **dict.fromkeys(("CEIL", "CEILING", "FLOOR"), _rounded),
    **dict.fromkeys(("TIMESTAMPADD", "TIMESTAMPDIFF"), _unit_first),
    **dict.fromkeys(("DATE_DIFF", "DATETIME_DIFF", "TIMESTAMP_DIFF", "TIME_DIFF"), _unit_last),
    **dict.fromkeys(("DATE_TRUNC", "DATETIME_TRUNC", "TIMESTAMP_TRUNC", "TIME_TRUNC"), _unit_last),
    **dict.fromkeys(("RUNNING", "FINAL"), _measure),
    **dict.fromkeys(("NEXT", "CURRENT"), _sequence),
    "CASE": _case,
    "EXTRACT": _extract,
    "TRIM": _trim,
    "POSITION": _position,
    "OVERLAY": _overlay,
    "SUBSTRING": _substring,
    "TRANSLATE": _translate,
    "PERIOD": _period,
}
