"""Expressions from SQL text, resolved over columns: enough of SQL for the recorded answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pyrite.core.types import (
    BigIntType,
    BooleanType,
    CharType,
    DateType,
    DecimalType,
    DoubleType,
    IntType,
    LogicalType,
    NullType,
    TimestampType,
    TimeType,
    VarBinaryType,
    VarCharType,
)
from pyrite.expressions.resolution import cast, resolve
from pyrite.expressions.resolved import ResolvedExpression, ValueLiteral
from tests.expressions.answer_values import value_of
from tests.expressions.type_text import type_of

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)|(?P<bytes>[xX]'[0-9a-fA-F]*')|(?P<text>'(?:[^']|'')*')"
    r"|(?P<word>[A-Za-z_]\w*|`[^`]*`)|(?P<sign><>|<=|>=|!=|\|\||[-+*/%=<>(),\[\].]))"
)
_COMPARISONS = ("=", "<>", "!=", "<", ">", "<=", ">=")
_WORD_OPERATORS = ("IS", "BETWEEN", "IN", "LIKE", "SIMILAR", "NOT")


def expression_of(text: str, columns: Mapping[str, ResolvedExpression], zone: str = "UTC") -> ResolvedExpression:
    """The resolved expression; raises ValidationException as `resolve` does."""
    return _Reader(text, columns, zone).whole()


class _Reader:
    def __init__(self, text: str, columns: Mapping[str, ResolvedExpression], zone: str) -> None:
        self._columns, self._zone = columns, zone
        self._tokens: list[tuple[str, str]] = []
        place = 0
        while text[place:].strip():
            match = _TOKEN.match(text, place)
            if match is None or match.lastgroup is None:
                raise ValueError(f"cannot read {text[place:]!r}")
            self._tokens.append((match.lastgroup, match[match.lastgroup]))
            place = match.end()
        self._place = 0

    def whole(self) -> ResolvedExpression:
        tree = self._or()
        if self._place < len(self._tokens):
            raise ValueError(f"cannot read from {self._tokens[self._place :]}")
        return tree

    # Tokens ---------------------------------------------------------------------------------------

    def _peek(self, ahead: int = 0) -> str:
        place = self._place + ahead
        return self._tokens[place][1].upper() if place < len(self._tokens) else ""

    def _take(self, *words: str) -> bool:
        """Whether these words are next, which are taken then."""
        if all(self._peek(i) == word for i, word in enumerate(words)):
            self._place += len(words)
            return True
        return False

    def _expect(self, word: str) -> None:
        if not self._take(word):
            raise ValueError(f"expected {word}, got {self._tokens[self._place :]}")

    def _call(self, name: str, *arguments: ResolvedExpression) -> ResolvedExpression:
        return resolve(name, arguments, self._zone, is_sql=True)

    # Operators ------------------------------------------------------------------------------------

    def _or(self) -> ResolvedExpression:
        left = self._and()
        while self._take("OR"):
            left = self._call("OR", left, self._and())
        return left

    def _and(self) -> ResolvedExpression:
        left = self._not()
        while self._take("AND"):
            left = self._call("AND", left, self._not())
        return left

    def _not(self) -> ResolvedExpression:
        return self._call("NOT", self._not()) if self._take("NOT") else self._comparison()

    def _comparison(self) -> ResolvedExpression:
        left = self._sum()
        while self._peek() in _COMPARISONS or self._peek() in _WORD_OPERATORS:
            if self._peek() in _COMPARISONS:
                sign = self._peek()
                self._place += 1
                left = self._call("<>" if sign == "!=" else sign, left, self._sum())
            elif self._take("NOT"):
                left = self._call("NOT", self._word_operator(left))
            else:
                left = self._word_operator(left)
        return left

    def _word_operator(self, left: ResolvedExpression) -> ResolvedExpression:
        if self._take("IS"):
            negated = "NOT " if self._take("NOT") else ""
            if self._take("DISTINCT", "FROM"):
                return self._call(f"IS {negated}DISTINCT FROM", left, self._sum())
            self._place += 1
            word = self._peek(-1)
            if word == "JSON" and self._peek() in ("VALUE", "OBJECT", "ARRAY", "SCALAR"):
                self._place += 1
                word += f" {self._peek(-1)}"
            return self._call(f"IS {negated}{word}", left)
        if self._take("BETWEEN"):
            kind = "SYMMETRIC" if self._take("SYMMETRIC") else "ASYMMETRIC"
            self._take("ASYMMETRIC")
            low = self._sum()
            self._expect("AND")
            return self._call(f"BETWEEN {kind}", left, low, self._sum())
        if self._take("IN"):
            self._expect("(")
            return self._call("IN", left, *self._arguments())
        name = "LIKE" if self._take("LIKE") else "SIMILAR TO"
        if name != "LIKE":
            self._expect("SIMILAR")
            self._expect("TO")
        right = self._sum()
        return self._call(name, left, right, self._sum()) if self._take("ESCAPE") else self._call(name, left, right)

    def _sum(self) -> ResolvedExpression:
        left = self._product()
        while self._peek() in ("+", "-", "||"):
            sign = self._peek()
            self._place += 1
            left = self._call(sign, left, self._product())
        return left

    def _product(self) -> ResolvedExpression:
        left = self._unary()
        while self._peek() in ("*", "/", "%"):
            sign = self._peek()
            self._place += 1
            left = self._call(sign, left, self._unary())
        return left

    def _unary(self) -> ResolvedExpression:
        if self._take("-"):
            operand = self._unary()
            if isinstance(operand, ValueLiteral) and type(operand.value) in (int, float, Decimal):
                return ValueLiteral(-operand.value, operand.type)
            return self._call("UNARY -", operand)
        if self._take("+"):
            return self._call("UNARY +", self._unary())
        tree = self._primary()
        while self._take("["):
            tree = self._call("ITEM", tree, self._or())
            self._expect("]")
        return tree

    # Primaries ------------------------------------------------------------------------------------

    def _primary(self) -> ResolvedExpression:
        kind, text = self._tokens[self._place]
        self._place += 1
        if kind == "number":
            return _number(text)
        if kind == "text":
            return _text(text)
        if kind == "bytes":
            value = bytes.fromhex(text[2:-1])
            return ValueLiteral(value, VarBinaryType(max(1, len(value)), nullable=False))
        if text == "(":
            parts = self._arguments()
            return parts[0] if len(parts) == 1 else self._call("ROW", *parts)
        return self._word(text)

    def _word(self, text: str) -> ResolvedExpression:
        word = text.upper()
        if word in ("TRUE", "FALSE"):
            return ValueLiteral(word == "TRUE", BooleanType(nullable=False))
        if word == "NULL":
            return ValueLiteral(None, NullType())
        if word == "UNKNOWN":
            return ValueLiteral(None, BooleanType())
        if word == "CASE":
            return self._case()
        if word in ("DATE", "TIME", "TIMESTAMP") and self._tokens[self._place][0] == "text":
            self._place += 1
            return _time(word, self._tokens[self._place - 1][1][1:-1])
        if word == "INTERVAL":
            return self._interval()
        if word in ("ARRAY", "MAP") and self._take("["):
            return self._call(word, *self._arguments("]"))
        if self._take("("):
            return self._function(word)
        return self._columns[text.strip("`")]

    def _interval(self) -> ResolvedExpression:
        """`INTERVAL '1-2' YEAR TO MONTH`, with digits of precision left out."""
        text, words = self._tokens[self._place][1][1:-1], [self._peek(1)]
        self._place += 2
        if self._take("("):
            self._place += 2
        if self._take("TO"):
            words.append(self._peek())
            self._place += 1
        kind = type_of(f"INTERVAL {' TO '.join(words)}").not_null()
        return ValueLiteral(_interval_value(text, words), kind)

    def _function(self, word: str) -> ResolvedExpression:
        if word not in ("CAST", "TRY_CAST"):
            return self._call(word, *self._arguments())
        value = self._or()
        self._expect("AS")
        return cast(value, self._type(), self._zone, is_try=word == "TRY_CAST")

    def _type(self) -> LogicalType:
        """The text up to the parenthesis that ends the cast is a type."""
        depth, parts = 1, []
        while depth:
            sign = self._tokens[self._place][1]
            depth += (sign == "(") - (sign == ")")
            parts.append(sign)
            self._place += 1
        return type_of(" ".join(parts[:-1]))

    def _arguments(self, end: str = ")") -> list[ResolvedExpression]:
        arguments: list[ResolvedExpression] = []
        while not self._take(end):
            arguments.append(self._or())
            self._take(",")
        return arguments

    def _case(self) -> ResolvedExpression:
        operand = None if self._peek() == "WHEN" else self._or()
        arguments: list[ResolvedExpression] = []
        while self._take("WHEN"):
            tests = [self._or()]
            while self._take(","):
                tests.append(self._or())
            if operand is not None:
                tests = [self._call("=", operand, test) for test in tests]
            condition = tests[0]
            for test in tests[1:]:
                condition = self._call("OR", condition, test)
            self._expect("THEN")
            arguments += [condition, self._or()]
        arguments.append(self._or() if self._take("ELSE") else ValueLiteral(None, NullType()))
        self._expect("END")
        return self._call("CASE", *arguments)


_UNIT_MS = {"DAY": 86_400_000, "HOUR": 3_600_000, "MINUTE": 60_000, "SECOND": 1_000}


def _interval_value(text: str, words: list[str]) -> int:
    """Months or milliseconds."""
    parts = [Decimal(part) for part in re.split(r"[-: ]", text)]
    if words[0] in ("YEAR", "MONTH"):
        return int(sum(part * (12 if unit == "YEAR" else 1) for part, unit in zip(parts, words, strict=True)))
    units = list(_UNIT_MS)[list(_UNIT_MS).index(words[0]) :]
    return int(sum(part * _UNIT_MS[unit] for part, unit in zip(parts, units, strict=False)))


def _number(text: str) -> ValueLiteral:
    if "e" in text.lower():
        return ValueLiteral(float(text), DoubleType(nullable=False))
    if "." in text:
        value = Decimal(text)
        digits, scale = len(value.as_tuple().digits), -int(value.as_tuple().exponent)
        return ValueLiteral(value, DecimalType(max(digits, scale), scale, nullable=False))
    whole = int(text)
    kind: Any = IntType if whole < 1 << 31 else BigIntType
    return ValueLiteral(whole, kind(nullable=False))


def _text(text: str) -> ValueLiteral:
    value = text[1:-1].replace("''", "'")
    kind = CharType(len(value), nullable=False) if value else VarCharType(1, nullable=False)
    return ValueLiteral(value, kind)


def _time(word: str, text: str) -> ValueLiteral:
    fraction = len(text.partition(".")[2])
    kind: LogicalType = DateType(nullable=False)
    if word == "TIME":
        kind = TimeType(fraction, nullable=False)
    elif word == "TIMESTAMP":
        kind = TimestampType(fraction, nullable=False)
    return ValueLiteral(value_of(text, kind), kind)
