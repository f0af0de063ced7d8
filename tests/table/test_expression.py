"""Expression: the same trees as SQL text."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

import pytest

from pyrite.core.errors import ValidationException
from pyrite.expressions import expression_tree
from pyrite.relational.sql.parser import parse_expression
from pyrite.table import DataTypes, Expression
from pyrite.table.calls.expression_units import TimePointUnit
from pyrite.table.expression import JsonExistsOnError, JsonType, TimeIntervalUnit
from pyrite.table.expressions import and_, array, call, col, concat, if_then_else, lit, map_, row, timestamp_diff

A, B = col("a"), col("b")


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (A + 1, "a + 1"),
        (1 - A, "1 - a"),
        (A * 2 / B, "a * 2 / b"),
        (A % 2, "MOD(a, 2)"),
        (-A, "-a"),
        (A == "x", "a = 'x'"),
        (A != B, "a <> b"),
        ((A > 1) & (B <= 2), "a > 1 AND b <= 2"),
        ((A < 1) | ~B, "a < 1 OR b IS NOT TRUE"),
        (A.is_null, "a IS NULL"),
        (A.between(1, 2), "a BETWEEN 1 AND 2"),
        (A.not_between(1, 2), "a NOT BETWEEN 1 AND 2"),
        (A.in_(1, 2), "a IN (1, 2)"),
        (A.then(1, 2), "CASE WHEN a THEN 1 ELSE 2 END"),
        (A.abs, "ABS(a)"),
        (A.round(2), "ROUND(a, 2)"),
        (A.log(2), "LOG(2, a)"),
        (A.like("x%"), "a LIKE 'x%'"),
        (A.similar("x"), "a SIMILAR TO 'x'"),
        (A.substring(1, 2), "SUBSTRING(a FROM 1 FOR 2)"),
        (A.substring(1), "SUBSTRING(a FROM 1)"),
        (A.trim(), "TRIM(a)"),
        (A.trim_leading("x"), "TRIM(LEADING 'x' FROM a)"),
        (A.position(B), "POSITION(a IN b)"),
        (A.overlay("x", 1), "OVERLAY(a PLACING 'x' FROM 1)"),
        (A.upper_case, "UPPER(a)"),
        (A.cast(DataTypes.INT()), "CAST(a AS INT)"),
        (A.try_cast(DataTypes.INT()), "TRY_CAST(a AS INT)"),
        (A.at(1), "a[1]"),
        (A[1], "a[1]"),
        (A.extract(TimeIntervalUnit.DAY), "EXTRACT(DAY FROM a)"),
        (A.floor(TimeIntervalUnit.MONTH), "FLOOR(a TO MONTH)"),
        (A.ceil(), "CEIL(a)"),
        (A.count.distinct, "COUNT(DISTINCT a)"),
        (A.is_json(JsonType.ARRAY), "a IS JSON ARRAY"),
        (A.json_exists("$.x", JsonExistsOnError.TRUE), "JSON_EXISTS(a, '$.x' TRUE ON ERROR)"),
        (A.json_value("$.x"), "JSON_VALUE(a, '$.x')"),
        (A.json_query("$.x"), "JSON_QUERY(a, '$.x')"),
        (concat(A, "x"), "CONCAT(a, 'x')"),
        (and_(A, B, True), "a AND b AND TRUE"),
        (if_then_else(A, 1, 2), "CASE WHEN a THEN 1 ELSE 2 END"),
        (array(1, 2), "ARRAY[1, 2]"),
        (row(1, A), "ROW(1, a)"),
        (map_("k", 1), "MAP['k', 1]"),
        (timestamp_diff(TimePointUnit.DAY, A, B), "TIMESTAMPDIFF(DAY, a, b)"),
        (call("Upper", A), "UPPER(a)"),
        (A + lit(1).day, "a + INTERVAL '1' DAY"),
        (A + lit(2).months, "a + INTERVAL '2' MONTH"),
    ],
)
def test_expression_is_what_its_sql_parses_to(expression: Expression[Any], text: str) -> None:
    assert expression.tree == parse_expression(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "INT NOT NULL"),
        (3_000_000_000, "BIGINT NOT NULL"),
        (1.5, "DOUBLE NOT NULL"),
        ("abc", "CHAR(3) NOT NULL"),
        (True, "BOOLEAN NOT NULL"),
        (Decimal("1.50"), "DECIMAL(3, 2) NOT NULL"),
        (b"ab", "BINARY(2) NOT NULL"),
        (datetime.date(2024, 1, 2), "DATE NOT NULL"),
        (datetime.datetime(2024, 1, 2, 3, 4, 5, 120_000), "TIMESTAMP(2) NOT NULL"),
    ],
)
def test_literal_has_flinks_type(value: Any, text: str) -> None:
    node = lit(value).tree
    assert isinstance(node, expression_tree.Literal) and node.type.as_summary_string() == text


def test_literal_without_a_type_of_its_own_is_refused() -> None:
    with pytest.raises(ValidationException, match="Cannot derive a data type for value 'null'"):
        lit(None)
    with pytest.raises(ValidationException, match="must not have a nullable data type"):
        lit(1, DataTypes.BIGINT())
    assert lit(1, DataTypes.BIGINT(False)).tree == expression_tree.Literal(1, DataTypes.BIGINT(False))


def test_field_of_a_row_is_an_attribute() -> None:
    assert col("r").x.tree == col("r").get("x").tree == parse_expression("(r).x")


def test_expression_is_shown_as_flink_shows_it() -> None:
    assert [str(A + 1), str(A.is_null), str(concat(A, "x"))] == ["plus(a, 1)", "isNull(a)", "concat(a, 'x')"]


def test_expression_has_no_truth() -> None:
    with pytest.raises(TypeError, match="an expression cannot be used as a bool"):
        bool(A == 1)


def test_method_takes_arguments_by_name() -> None:
    assert A.regexp_extract(regex="x", extract_index=1).tree == A.regexp_extract("x", 1).tree
    with pytest.raises(TypeError, match="missing a required argument: 'places'"):
        A.round()
