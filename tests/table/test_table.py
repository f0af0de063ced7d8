"""Table: names, types and errors are those that PyFlink 2.3 gave."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyrite.core.errors import InvalidProgramError, ValidationException
from pyrite.table import DataTypes, StreamTableEnvironment, Table
from pyrite.table.expression import JsonType
from pyrite.table.expressions import call, col, current_database, lit, range_, row, with_columns, without_columns
from tests.table.rows_of import names_of, rows_of

A = col("a")


@pytest.mark.parametrize(
    ("change", "names"),
    [
        (lambda t: t.select(A, A + 1, A.cast(DataTypes.STRING()), lit(1)), ["a", "_c1", "a-STRING", "_c3"]),
        (lambda t: t.select(with_columns(range_(2, 3))), ["b", "c"]),
        (lambda t: t.select(with_columns(range_("b", "d"), 1)), ["b", "c", "d", "a"]),
        (lambda t: t.select(without_columns(range_("b", "c"))), ["a", "d"]),
        (lambda t: t.select(col("*"), A.alias("x")), ["a", "b", "c", "d", "x"]),
        (lambda t: t.add_columns(A + 1, (A + 2).alias("y")), ["a", "b", "c", "d", "_c4", "y"]),
        (lambda t: t.add_or_replace_columns((A + 1).alias("a"), A.alias("n")), ["a", "b", "c", "d", "n"]),
        (lambda t: t.rename_columns(A.alias("x"), col("b").alias("y")), ["x", "y", "c", "d"]),
        (lambda t: t.drop_columns(A, col("c")), ["b", "d"]),
        (lambda t: t.alias("x", "y"), ["x", "y", "c", "d"]),
        (lambda t: t.select(row(A, col("b")).alias("r")).select(col("r").flatten), ["r$f0", "r$f1"]),
        (lambda t: t.select(row(A).alias("r")).select(col("r").get(0), col("r").get("f0")), ["r$_0", "r$f0"]),
    ],
)
def test_columns_have_flinks_names(table: Table, change: Callable[[Table], Table], names: list[str]) -> None:
    assert names_of(change(table)) == names


def test_replaced_column_has_the_new_value_in_its_old_place(table: Table) -> None:
    replaced = table.add_or_replace_columns((A + 1).alias("a"), A.alias("n")).explain()
    assert "select=[(a + 1) AS a, b, c, d, a AS n]" in replaced


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.select(A, A), "Ambiguous column name: a"),
        (lambda t: t.select(col("zz")), r"Cannot resolve field \[zz\], input field list:\[a, b, c, d\]."),
        (lambda t: t.where(A + 1), "Filter operator requires a boolean expression as input"),
        (lambda t: t.add_columns(A.alias("a")), "Ambiguous column name: a"),
        (lambda t: t.rename_columns(col("q").alias("x")), r"Cannot resolve field \[q\]"),
        (lambda t: t.drop_columns(col("q")), "Field q does not exist in source table"),
        (lambda t: t.alias(*"uvwxy"), "Aliasing more fields than we actually have."),
        (lambda t: t.union_all(t.select(A)), "two tables of different column sizes: 4 and 1 is not supported"),
        (
            lambda t: t.union_all(t.select(col("b"), A, col("c"), col("d"))),
            "Could not find a common type at position 0 for 'BIGINT' and 'STRING'.",
        ),
        (lambda t: t.select(col("b").sum), "Cannot apply 'SUM' to arguments of type"),
        (lambda t: t.where(A.sum > 1), "The aggregate function SUM is not allowed here"),
        (lambda t: t.group_by(col("b")).select(A), "Expression 'a' is not being grouped"),
        (lambda t: t.select(A.sum.over(col("w"))), "Could not resolve over call."),
        (lambda t: t.where(A.in_(t)), "Values passed to IN operator must have compatible types"),
        (
            lambda t: t.intersect(t.select(A)),
            "The intersect operation on two tables of different column sizes: 4 and 1",
        ),
        (lambda t: t.minus(t.select(A)), "The minus operation on two tables of different column sizes: 4 and 1"),
        (lambda t: t.select(call("no_such", A)), "No match found for function signature"),
        (lambda t: t.join_lateral(call("no_such", A)), "A lateral join only accepts an expression"),
    ],
)
def test_mistake_is_refused_in_flinks_words(table: Table, change: Callable[[Table], Table], message: str) -> None:
    with pytest.raises(ValidationException, match=message):
        change(table)


@pytest.mark.parametrize("method", ["aggregate"])
def test_method_of_a_later_version_says_so(table: Table, method: str) -> None:
    with pytest.raises(InvalidProgramError, match=rf"Table\.{method} is not supported yet"):
        getattr(table, method)(A)


def test_sets_count_copies_only_with_all(table: Table) -> None:
    def values(result: Table) -> list[int]:
        return sorted(result.to_arrow().column(0).to_pylist())

    once = table.select(A)
    twice = once.union_all(once)
    assert values(twice.intersect(twice)) == [1, 2]
    assert values(twice.intersect_all(twice)) == [1, 1, 2, 2]
    assert values(twice.minus(once)) == []
    assert values(twice.minus_all(once)) == [1, 2]
    assert values(table.where(A.in_(table.where(A > 1).select(A))).select(A)) == [2]


def test_select_and_where_give_rows(table: Table) -> None:
    assert rows_of(table.where(A > 1).select(A, table.c * 2)) == [(2, 5.0)]


def test_union_all_casts_to_the_common_type(table: Table) -> None:
    union = table.select(A).union_all(table.select(table.c))
    assert names_of(union) == ["a"] and sorted(rows_of(union)) == [(1.0,), (1.5,), (2.0,), (2.5,)]


def test_table_is_a_name_in_sql(table: Table, t_env: StreamTableEnvironment) -> None:
    assert rows_of(t_env.sql_query(f"SELECT a + 1 FROM {table}")) == [(2,), (3,)]


def test_attribute_is_a_column_or_an_error_that_names_them(table: Table) -> None:
    assert table.a.tree == A.tree
    with pytest.raises(AttributeError, match=r"no method or column 'zz', its columns are \['a', 'b'"):
        table.zz  # noqa: B018


def test_schema_is_printed_as_flink_prints_it(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.print_schema()
    assert capsys.readouterr().out == "(\n  `a` BIGINT,\n  `b` STRING,\n  `c` DOUBLE,\n  `d` BOOLEAN\n)\n"


def test_tables_of_two_environments_do_not_mix(table: Table) -> None:
    other = StreamTableEnvironment.create().from_elements([(1,)])
    with pytest.raises(InvalidProgramError, match="Only tables from the same TableEnvironment"):
        table.union_all(other)


def test_rows_as_arrow_and_pandas(table: Table) -> None:
    assert table.select(A, table.b).to_arrow().to_pylist() == [{"a": 1, "b": "a"}, {"a": 2, "b": None}]
    assert table.select(A).to_pandas()["a"].tolist() == [1, 2]


def test_explain_has_flinks_sections(table: Table) -> None:
    assert "== Optimized Physical Plan ==" in table.select(A).explain()


def test_functions_of_json_and_of_the_session(t_env: StreamTableEnvironment) -> None:
    table = t_env.from_elements([('{"x": [1, 2]}',)], ["j"])
    j = col("j")
    values = table.select(
        j.json_value("$.x[1]", DataTypes.INT()), j.json_query("$.x"), j.is_json(JsonType.OBJECT), current_database()
    )
    assert rows_of(values) == [(2, "[1,2]", True, "default_database")]
    query = f"SELECT JSON_VALUE(j, '$.x[0]' RETURNING INT), CURRENT_DATABASE() FROM {table}"
    assert rows_of(t_env.sql_query(query)) == [(1, "default_database")]
