"""Trees printed as SQL parse to the same trees."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings

from pyrite.core.types import BigIntType, DecimalType, DoubleType, IntType, LogicalType, string_type
from pyrite.expressions.expression_tree import Call, Expression, Literal, Name, Query
from pyrite.relational.sql.parser import parse_expression, parse_query, parse_statement, parse_type
from pyrite.relational.sql.sql_tree import Insert
from tests.relational.sql.expression_trees import plain, types
from tests.relational.sql.printer import expression_sql, query_sql, statement_sql
from tests.relational.sql.query_trees import inserts, queries

QUICK = settings(max_examples=50, suppress_health_check=list(HealthCheck))


@QUICK
@given(plain())
def test_printed_expression_parses_to_the_same_tree(tree: Expression) -> None:
    assert parse_expression(expression_sql(tree)) == tree


@pytest.mark.parametrize("behavior", ["NULL", "ERROR", "DEFAULT 1"])
def test_printed_behavior_of_a_json_function_parses_to_the_same_tree(behavior: str) -> None:
    for text in (f"{behavior} ON EMPTY NULL ON ERROR", f"ERROR ON EMPTY {behavior} ON ERROR"):
        tree = parse_expression(f"JSON_VALUE(a, '$.b' RETURNING INT {text})")
        assert text in expression_sql(tree)
        assert parse_expression(expression_sql(tree)) == tree


@QUICK
@given(queries())
def test_printed_query_parses_to_the_same_tree(tree: Query) -> None:
    assert parse_query(query_sql(tree)) == tree


@QUICK
@given(inserts)
def test_printed_insert_parses_to_the_same_tree(tree: Insert) -> None:
    assert parse_statement(statement_sql(tree)) == tree


@QUICK
@given(types)
def test_printed_type_parses_to_the_same_type(kind: LogicalType) -> None:
    assert parse_type(kind.as_serializable_string()) == kind
    assert parse_type(kind.as_summary_string()) == kind or "'...'" in kind.as_summary_string()


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        (Literal(1, BigIntType(nullable=False)), "CAST(1 AS BIGINT)"),
        (Literal(Decimal(5), DecimalType(3, 0)), "CAST(5 AS DECIMAL(3, 0))"),
        (Literal("a", string_type()), "CAST('a' AS VARCHAR(2147483647))"),
        (Literal(float("-inf"), DoubleType()), "CAST('-Infinity' AS DOUBLE)"),
        (Literal(None, IntType()), "CAST(NULL AS INT)"),
    ],
)
def test_literal_of_a_type_that_no_text_has_is_printed_as_cast(literal: Literal, text: str) -> None:
    assert expression_sql(literal) == text


def test_long_chains_are_printed_without_recursion() -> None:
    chain: Expression = Name(("a",))
    for _ in range(5000):
        chain = Call("OR", (chain, Name(("b",))))
    assert expression_sql(chain).count(" OR ") == 5000
    union = " UNION ALL ".join(["SELECT 1"] * 3000)
    assert query_sql(parse_query(union)).count("UNION ALL") == 2999
