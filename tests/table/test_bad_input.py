"""What does not fit, and what fails: NULL, an error that names node, column and row, or a row that is dropped."""

from __future__ import annotations

from decimal import Decimal

import pytest

from pyrite.core.errors import PyriteError
from pyrite.table import StreamTableEnvironment

ROWS = "(VALUES (CAST(12345 AS DECIMAL(9, 0)), 2147483647), (CAST(7 AS DECIMAL(9, 0)), 1)) AS rows_ (d, i)"


def test_integer_wraps(t_env: StreamTableEnvironment) -> None:
    assert [row[0] for row in t_env.execute_sql(f"SELECT i + 1 FROM {ROWS}").collect()] == [-2147483648, 2]


def test_decimal_that_does_not_fit_is_null(t_env: StreamTableEnvironment) -> None:
    query = f"SELECT CAST(NULLIF(d, 0) AS DECIMAL(3, 0)) FROM {ROWS}"
    assert [row[0] for row in t_env.execute_sql(query).collect()] == [None, Decimal(7)]


def test_decimal_that_does_not_fit_fails_where_null_cannot_be(t_env: StreamTableEnvironment) -> None:
    query = f"SELECT CAST(d AS DECIMAL(3, 0)) AS small FROM {ROWS}"
    with pytest.raises(
        PyriteError, match="Column 'small' is NOT NULL, however, a null value is being written"
    ) as error:
        list(t_env.execute_sql(query).collect())
    assert "{'small': None}" in str(error.value)
    t_env.get_config().set("table.exec.sink.not-null-enforcer", "DROP")
    assert [row[0] for row in t_env.execute_sql(query).collect()] == [Decimal(7)]


def test_sinks_column_that_is_not_null_is_checked_whatever_the_query_says(t_env: StreamTableEnvironment) -> None:
    t_env.execute_sql("CREATE TABLE sink (d DECIMAL(3, 0) NOT NULL, i INT) WITH ('connector' = 'blackhole')")
    with pytest.raises(PyriteError, match="Column 'd' is NOT NULL, however") as error:
        t_env.execute_sql(f"INSERT INTO sink SELECT d, i FROM {ROWS}").wait()
    text = str(error.value)
    assert "ConstraintEnforcer[NotNullEnforcer(fields=[d])]" in text and "'i': 2147483647" in text


def test_expression_that_fails_names_node_column_and_row(t_env: StreamTableEnvironment) -> None:
    with pytest.raises(PyriteError, match="/ by zero") as error:
        list(t_env.execute_sql(f"SELECT i, 10 / (i - 1) AS share FROM {ROWS}").collect())
    text = str(error.value)
    assert "in operator 'Calc'" in text and "column 'share'" in text and "Decimal('7')" in text
