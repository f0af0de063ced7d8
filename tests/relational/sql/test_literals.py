"""Literals have Flink's values and types."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from pyrite.expressions.expression_tree import Call, Literal, TypeArgument
from pyrite.relational.sql.errors import SqlParserException
from pyrite.relational.sql.parser import parse_expression

DAY = 86_400_000
LITERALS: list[tuple[str, Any, str]] = [
    ("1", 1, "INT NOT NULL"),
    ("1.", 1, "INT NOT NULL"),
    ("00012", 12, "INT NOT NULL"),
    ("2147483648", 2147483648, "BIGINT NOT NULL"),
    ("-2147483648", -2147483648, "INT NOT NULL"),
    ("-9223372036854775808", -(2**63), "BIGINT NOT NULL"),
    ("0.05", Decimal("0.05"), "DECIMAL(3, 2) NOT NULL"),
    ("10.50", Decimal("10.50"), "DECIMAL(4, 2) NOT NULL"),
    ("-1.50", Decimal("-1.50"), "DECIMAL(3, 2) NOT NULL"),
    ("0.0", Decimal("0.0"), "DECIMAL(2, 1) NOT NULL"),
    (".5", Decimal("0.5"), "DECIMAL(2, 1) NOT NULL"),
    ("DECIMAL '1.50'", Decimal("1.50"), "DECIMAL(3, 2) NOT NULL"),
    ("1e0", 1.0, "DOUBLE NOT NULL"),
    ("1.5E-3", 0.0015, "DOUBLE NOT NULL"),
    ("'ab'", "ab", "CHAR(2) NOT NULL"),
    ("''", "", "CHAR(0) NOT NULL"),
    ("'it''s'", "it's", "CHAR(4) NOT NULL"),
    ("'a'\n 'b'", "ab", "CHAR(2) NOT NULL"),
    ("N'abc'", "abc", "CHAR(3) NOT NULL"),
    ("_UTF8'a'", "a", "CHAR(1) NOT NULL"),
    ("U&'\\00e4'", "ä", "CHAR(1) NOT NULL"),
    ("U&'a!00e4' UESCAPE '!'", "aä", "CHAR(2) NOT NULL"),
    ("U&'\\\\'", "\\", "CHAR(1) NOT NULL"),
    ("E'a\\nb\\x41\\u00e4'", "a\nbAä", "CHAR(5) NOT NULL"),
    ("X'00ff'", b"\x00\xff", "BINARY(2) NOT NULL"),
    ("X''", b"", "BINARY(0) NOT NULL"),
    ("TRUE", True, "BOOLEAN NOT NULL"),
    ("UNKNOWN", None, "BOOLEAN"),
    ("NULL", None, "NULL"),
    ("DATE '1970-01-02'", 1, "DATE NOT NULL"),
    ("DATE '2020-1-2'", 18263, "DATE NOT NULL"),
    ("TIME '12:00:00.123'", 43_200_123, "TIME(3) NOT NULL"),
    ("TIMESTAMP '1970-01-01 00:00:01'", 10**9, "TIMESTAMP(0) NOT NULL"),
    ("TIMESTAMP '1970-01-02'", 86_400 * 10**9, "TIMESTAMP(0) NOT NULL"),
    ("TIMESTAMP '1969-12-31 23:59:59.120'", -880_000_000, "TIMESTAMP(3) NOT NULL"),
    ("TIMESTAMP '1970-01-01 00:00:00.1234567891'", 123_456_789, "TIMESTAMP(9) NOT NULL"),
    ("TIMESTAMP WITH LOCAL TIME ZONE '1970-01-01 00:00:00'", 0, "TIMESTAMP_LTZ(0) NOT NULL"),
    ("INTERVAL '1' DAY", DAY, "INTERVAL SECOND(3) NOT NULL"),
    ("INTERVAL -'1' DAY", -DAY, "INTERVAL SECOND(3) NOT NULL"),
    ("INTERVAL '-1' DAYS", -DAY, "INTERVAL SECOND(3) NOT NULL"),
    ("INTERVAL '2' WEEK", 14 * DAY, "INTERVAL SECOND(3) NOT NULL"),
    ("INTERVAL '1.5' SECOND", 1500, "INTERVAL SECOND(3) NOT NULL"),
    ("INTERVAL '100' DAY(3)", 100 * DAY, "INTERVAL SECOND(3) NOT NULL"),
    ("INTERVAL '1 02:03:04.567' DAY TO SECOND", DAY + 7_384_567, "INTERVAL SECOND(3) NOT NULL"),
    ("INTERVAL '10:30' HOUR TO MINUTE", 37_800_000, "INTERVAL SECOND(3) NOT NULL"),
    ("INTERVAL '1-2' YEAR TO MONTH", 14, "INTERVAL MONTH NOT NULL"),
    ("INTERVAL '2' QUARTER", 6, "INTERVAL MONTH NOT NULL"),
]


@pytest.mark.parametrize(("text", "value", "kind"), LITERALS, ids=[text for text, _, _ in LITERALS])
def test_literal_has_flinks_value_and_type(text: str, value: Any, kind: str) -> None:
    literal = parse_expression(text)
    assert isinstance(literal, Literal)
    assert (literal.value, type(literal.value)) == (value, type(value))
    assert literal.type.as_summary_string() == kind


WRONG = [
    "9223372036854775808",
    "1.5e400",
    "0." + "1" * 38,
    "'a' 'b'",
    "X'0'",
    "U&'\\00'",
    "DATE '2020-02-30'",
    "DATE '99999-01-01'",
    "TIME '24:00:00'",
    "TIMESTAMP 'now'",
    "INTERVAL '100' HOUR",
    "INTERVAL '1' DAY TO SECOND",
    "INTERVAL '1-13' YEAR TO MONTH",
    "INTERVAL '1' MONTH TO DAY",
]


@pytest.mark.parametrize("text", WRONG)
def test_literal_that_is_none_of_its_type_is_refused(text: str) -> None:
    with pytest.raises(SqlParserException):
        parse_expression(text)


def test_interval_of_an_expression_is_a_call() -> None:
    call = parse_expression("INTERVAL (a + 1) DAY(3)")
    assert isinstance(call, Call)
    assert call.function == "INTERVAL"
    assert isinstance(call.arguments[1], TypeArgument)
    assert call.arguments[1].type.as_summary_string() == "INTERVAL DAY(3)"
