"""Operands have the types of Flink's SQL planner in SQL, and those of Flink's type inference in the Table API."""

from __future__ import annotations

import math

import pytest

from pyrite.core.errors import ValidationException
from pyrite.table import DataTypes, EnvironmentSettings, Expression, Table, TableEnvironment
from pyrite.table.expressions import call_sql, col, row
from tests.table.rows_of import rows_of

F, D, N, K, B = col("f"), col("d"), col("i"), col("k"), col("b")


@pytest.fixture
def numbers() -> Table:
    fields = {
        "f": DataTypes.FLOAT(),
        "d": DataTypes.DOUBLE(),
        "i": DataTypes.INT(),
        "k": DataTypes.STRING(),
        "b": DataTypes.BOOLEAN(),
    }
    kind = DataTypes.ROW([DataTypes.FIELD(name, each) for name, each in fields.items()])
    environment = TableEnvironment.create(EnvironmentSettings.in_batch_mode())
    return environment.from_elements([(0.1, 0.1, 2, "x", True), (None, math.nan, None, "x", None)], kind)


def types_of(table: Table) -> list[str]:
    return [str(kind) for kind in table.get_resolved_schema().get_column_data_types()]


def test_float_with_double_is_double_in_the_table_api_and_the_first_in_sql(numbers: Table) -> None:
    assert types_of(numbers.select(F + D, D + F)) == ["DOUBLE", "DOUBLE"]
    assert types_of(numbers.select(call_sql("f + d"), call_sql("d + f"))) == ["FLOAT", "DOUBLE"]


def test_float_equals_double_as_a_double_in_the_table_api_and_as_a_float_in_sql(numbers: Table) -> None:
    assert rows_of(numbers.select(F == D, call_sql("f = d"), call_sql("d = f"))) == [
        (False, True, False),
        (None, None, None),
    ]


def test_values_of_in_are_cast_in_sql_alone(numbers: Table) -> None:
    assert rows_of(numbers.select(N.in_(2.5, 7.5), call_sql("i IN (2.5, 7.5)"))) == [(False, True), (None, None)]


def test_rows_are_compared_whole_in_the_table_api_and_by_fields_in_sql(numbers: Table) -> None:
    whole, fields = row(N, K) == row(2, "x"), call_sql("ROW(i, k) = ROW(2, 'x')")
    assert rows_of(numbers.select(whole, fields)) == [(True, True), (False, None)]


def test_what_is_compared_with_itself_is_equal_in_both(numbers: Table) -> None:
    assert rows_of(numbers.select(D == D, D != D, call_sql("d = d"), N == N)) == [
        (True, False, True, True),
        (True, False, True, None),
    ]


@pytest.mark.parametrize("condition", [B == "true", K.in_(1, 2)], ids=["boolean and text", "text in numbers"])
def test_text_with_other_types_is_refused_in_the_table_api(numbers: Table, condition: Expression[bool]) -> None:
    with pytest.raises(ValidationException):
        numbers.where(condition)


def test_text_with_other_types_is_cast_in_sql(numbers: Table) -> None:
    assert rows_of(numbers.select(call_sql("b = 'true'"), call_sql("b IN ('true')"), call_sql("k IN (1, 2)"))) == [
        (False, True, False),
        (None, None, False),
    ]


@pytest.mark.parametrize("query", ["VALUES ('', X''), ('', X'')", "SELECT '', X'' UNION ALL SELECT '', X''"])
def test_empty_texts_and_bytes_have_a_common_type(query: str) -> None:
    environment = TableEnvironment.create(EnvironmentSettings.in_batch_mode())
    assert rows_of(environment.sql_query(query)) == [("", b"")] * 2


def test_empty_texts_are_alternatives_and_elements(numbers: Table) -> None:
    texts = numbers.select(call_sql("CASE WHEN b THEN '' ELSE '' END"), call_sql("ARRAY['', '']"))
    assert rows_of(texts) == [("", ["", ""])] * 2
