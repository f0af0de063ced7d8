"""Tables whose rows change: as changelog streams, and from them."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.common import Row, Types
from pyrite.core.errors import PyriteError, TableException, ValidationException
from pyrite.core.types.rows import RowKind
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.table import ChangelogMode, DataTypes, Schema, StreamTableEnvironment, Table
from pyrite.table.expressions import col, descriptor, lit, map_

ITEM, PRICE = col("item"), col("price")
PAIR = Types.ROW_NAMED(["item", "price"], [Types.STRING(), Types.INT()])
KEYED = (
    Schema.new_builder()
    .column("item", DataTypes.STRING().not_null())
    .column("price", DataTypes.INT())
    .primary_key("item")
    .build()
)
INSERT, BEFORE, AFTER, DELETE = RowKind


@pytest.fixture
def sales(t_env: StreamTableEnvironment) -> Table:
    return t_env.from_elements([("tea", 3), ("cup", 5), ("tea", 4)], ["item", "price"])


@pytest.fixture
def sums(sales: Table) -> Table:
    return sales.group_by(ITEM).select(ITEM, PRICE.sum.alias("total"))


def changes_of(rows: Any) -> list[str]:
    return [f"{row.get_row_kind()}{list(row)}" for row in rows]


def test_changes_come_row_by_row(sums: Table) -> None:
    assert changes_of(sums.execute().collect()) == ["+I['tea', 3]", "+I['cup', 5]", "-U['tea', 3]", "+U['tea', 7]"]


def test_columns_without_a_name_get_that_of_their_aggregate(sales: Table) -> None:
    table = sales.group_by(ITEM).select(ITEM, PRICE.sum, PRICE.count + 1, PRICE.sum.alias("again"), lit(1).count)
    assert table.get_resolved_schema().get_column_names() == ["item", "EXPR$0", "_c2", "again", "EXPR$2"]


def test_select_of_aggregates_alone_is_one_group(sales: Table) -> None:
    table = sales.select(PRICE.sum.distinct.alias("s"), PRICE.max.alias("m"))
    assert changes_of(table.execute().collect())[-1] == "+U[12, 5]"


def test_key_may_be_an_expression_with_a_name(sales: Table) -> None:
    table = sales.group_by((PRICE % 2).alias("odd")).select(col("odd"), PRICE.count.alias("n"))
    assert changes_of(table.execute().collect())[-1] == "+I[0, 1]"


def test_distinct_and_union_give_each_row_once(sales: Table) -> None:
    assert changes_of(sales.select(ITEM).distinct().execute().collect()) == ["+I['tea']", "+I['cup']"]
    both = sales.union(sales)
    assert len(list(both.execute().collect())) == 3


def test_table_of_all_changes_is_what_arrow_gets(sums: Table) -> None:
    assert sums.to_arrow().to_pylist() == [{"item": "cup", "total": 5}, {"item": "tea", "total": 7}]


def test_changelog_stream_has_kinds(t_env: StreamTableEnvironment, sums: Table) -> None:
    rows = list(t_env.to_changelog_stream(sums).execute_and_collect())
    assert changes_of(rows)[2:] == ["-U['tea', 3]", "+U['tea', 7]"]


def test_changelog_stream_of_upserts_has_no_rows_as_they_were(t_env: StreamTableEnvironment, sums: Table) -> None:
    rows = list(t_env.to_changelog_stream(sums, changelog_mode=ChangelogMode.upsert()).execute_and_collect())
    assert changes_of(rows) == ["+I['tea', 3]", "+I['cup', 5]", "+U['tea', 7]"]


def test_retract_stream_has_pairs(t_env: StreamTableEnvironment, sums: Table) -> None:
    kind = Types.TUPLE([Types.STRING(), Types.LONG()])
    rows = list(t_env.to_retract_stream(sums, kind).execute_and_collect())
    assert rows == [(True, ("tea", 3)), (True, ("cup", 5)), (False, ("tea", 3)), (True, ("tea", 7))]


def test_rows_of_a_type_without_names_have_the_columns_by_position(t_env: StreamTableEnvironment, sales: Table) -> None:
    kind = Types.ROW([Types.STRING(), Types.LONG()])
    with t_env.to_retract_stream(sales, kind).execute_and_collect() as pairs:
        assert next(pairs) == (True, Row(f0="tea", f1=3))
    with t_env.to_append_stream(sales, kind).execute_and_collect() as rows:
        assert next(rows) == Row(f0="tea", f1=3)


def test_change_in_a_stream_of_inserts_fails_the_job(t_env: StreamTableEnvironment, sums: Table) -> None:
    table = t_env.from_data_stream(t_env.to_changelog_stream(sums))
    with pytest.raises(PyriteError, match=r"Conversion expects insert-only records but .* contains: UPDATE_BEFORE"):
        list(table.execute().collect())


def test_updates_are_refused_where_only_inserts_are_taken(t_env: StreamTableEnvironment, sums: Table) -> None:
    node = r"GroupAggregate\(groupBy=\[item\], select=\[item, SUM\(price\) AS EXPR\$0\]\)"
    with pytest.raises(
        TableException,
        match=r"^Table sink '\*anonymous_datastream_sink\$1\*' doesn't support consuming update changes which is "
        rf"produced by node {node}$",
    ):
        t_env.to_data_stream(sums)
    with pytest.raises(TableException, match=r"^toAppendStream doesn't support consuming update changes"):
        t_env.to_append_stream(sums, PAIR)


def test_schema_gives_names_and_types_to_a_changelog_stream(t_env: StreamTableEnvironment, sums: Table) -> None:
    schema = Schema.new_builder().column("what", DataTypes.STRING()).column("much", DataTypes.DOUBLE()).build()
    rows = list(t_env.to_changelog_stream(sums, schema).execute_and_collect())
    assert rows[0].as_dict() == {"what": "tea", "much": 3.0}
    with pytest.raises(PyriteError, match="Column types of query result and sink"):
        t_env.to_changelog_stream(sums, Schema.new_builder().column("what", DataTypes.STRING()).build())


def test_rows_that_share_the_key_of_a_changelog_stream_are_kept(t_env: StreamTableEnvironment, sums: Table) -> None:
    columns = Schema.new_builder().column("k", DataTypes.INT().not_null()).column("item", DataTypes.STRING())
    schema = columns.primary_key("k").build()
    by_length = sums.select(ITEM.char_length.alias("k"), ITEM)
    with pytest.raises(PyriteError, match="Please specify an ON CONFLICT clause"):
        t_env.to_changelog_stream(by_length, schema, ChangelogMode.upsert())
    t_env.get_config().set("table.exec.sink.require-on-conflict", "false")
    rows = t_env.to_changelog_stream(by_length, schema, ChangelogMode.upsert())
    assert changes_of(rows.execute_and_collect())[0] == "+I[3, 'tea']"


def test_changes_become_rows_and_rows_changes(t_env: StreamTableEnvironment, sums: Table) -> None:
    rows = sums.to_changelog().execute().collect()
    assert [tuple(row) for row in rows][2:] == [("UPDATE_BEFORE", "tea", 3), ("UPDATE_AFTER", "tea", 7)]
    codes = map_("INSERT, UPDATE_AFTER", "+", "UPDATE_BEFORE", "-").as_argument("op_mapping")
    made = sums.to_changelog(descriptor("what").as_argument("op"), codes)
    assert list(made.plan.field_names) == ["what", "item", "total"]
    back = map_("+", "INSERT", "-", "DELETE").as_argument("op_mapping")
    changes = made.from_changelog(descriptor("what").as_argument("op"), back)
    assert changes_of(changes.execute().collect()) == ["+I['tea', 3]", "+I['cup', 5]", "-D['tea', 3]", "+I['tea', 7]"]


def test_changelog_functions_are_called_in_from(t_env: StreamTableEnvironment, sums: Table) -> None:
    t_env.create_temporary_view("sums", sums)
    query = "SELECT * FROM TO_CHANGELOG(input => TABLE sums, op => DESCRIPTOR(what))"
    t_env.create_temporary_view("changes", t_env.sql_query(query))
    assert [row[0] for row in t_env.execute_sql("SELECT what FROM changes").collect()][-1] == "UPDATE_AFTER"
    back = "SELECT COUNT(*) FROM FROM_CHANGELOG(TABLE changes, DESCRIPTOR(what)) AS c"
    assert changes_of(t_env.execute_sql(back).collect())[-1] == "+U[2]"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("FROM_CHANGELOG(TABLE sums)", "The op column 'op' does not exist in the input schema."),
        ("FROM_CHANGELOG(TABLE sums, DESCRIPTOR(total))", "The op column 'total' must be of STRING type"),
        ("FROM_CHANGELOG(TABLE sums, DESCRIPTOR(item), MAP['c', 'UPSERT'])", "Unknown change operation: 'UPSERT'"),
        ("FROM_CHANGELOG(TABLE sums, DESCRIPTOR(item), MAP['c', 'UPDATE_AFTER'])", "must include UPDATE_BEFORE"),
        ("TO_CHANGELOG(TABLE sums, DESCRIPTOR(a, b))", "must contain exactly one column name"),
        ("TO_CHANGELOG(TABLE sums, DESCRIPTOR(a), MAP['INSERT,INSERT', 'c'])", "Duplicate change operation: 'INSERT'"),
    ],
)
def test_changelog_function_is_refused(t_env: StreamTableEnvironment, sums: Table, call: str, message: str) -> None:
    t_env.create_temporary_view("sums", sums)
    with pytest.raises(PyriteError, match=message):
        t_env.sql_query(f"SELECT * FROM {call}")


def test_row_whose_code_is_not_known_fails_the_job(t_env: StreamTableEnvironment, sales: Table) -> None:
    changes = sales.from_changelog(descriptor("item").as_argument("op"))
    with pytest.raises(PyriteError, match="Received invalid op code 'tea'") as error:
        list(changes.execute().collect())
    assert "ProcessTableFunction" in str(error.value) and "'price': 3" in str(error.value)


# From changelogs ------------------------------------------------------------------------------------------------------

CHANGES = [
    Row.of_kind(INSERT, "tea", 3),
    Row.of_kind(INSERT, "cup", 5),
    Row.of_kind(BEFORE, "tea", 3),
    Row.of_kind(AFTER, "tea", 4),
    Row.of_kind(DELETE, "cup", 5),
]


def test_changelog_stream_becomes_a_table(env: StreamExecutionEnvironment, t_env: StreamTableEnvironment) -> None:
    table = t_env.from_changelog_stream(env.from_collection(CHANGES, PAIR))
    counted = table.select(PRICE.count.alias("n"), PRICE.sum.alias("s"), PRICE.max.alias("m"))
    assert changes_of(counted.execute().collect()) == [
        "+I[1, 3, 3]",
        "-U[1, 3, 3]",
        "+U[2, 8, 5]",
        "-U[2, 8, 5]",
        "+U[1, 5, 5]",
        "-U[1, 5, 5]",
        "+U[2, 9, 5]",
        "-U[2, 9, 5]",
        "+U[1, 4, 4]",
    ]


def test_group_goes_with_its_last_row(env: StreamExecutionEnvironment, t_env: StreamTableEnvironment) -> None:
    table = t_env.from_changelog_stream(env.from_collection(CHANGES, PAIR))
    counted = table.group_by(ITEM).select(ITEM, PRICE.sum.alias("s"))
    assert changes_of(counted.execute().collect()) == [
        "+I['tea', 3]",
        "+I['cup', 5]",
        "-D['tea', 3]",
        "+I['tea', 4]",
        "-D['cup', 5]",
    ]


def test_retraction_of_what_is_not_there_is_dropped(
    env: StreamExecutionEnvironment, t_env: StreamTableEnvironment
) -> None:
    stream = env.from_collection([Row.of_kind(DELETE, "tea", 3), Row.of_kind(INSERT, "tea", 4)], PAIR)
    counted = t_env.from_changelog_stream(stream).group_by(ITEM).select(ITEM, PRICE.sum.alias("s"))
    assert changes_of(counted.execute().collect()) == ["+I['tea', 4]"]


def test_upserts_need_a_primary_key(env: StreamExecutionEnvironment, t_env: StreamTableEnvironment) -> None:
    with pytest.raises(ValidationException, match="needs a schema with a primary key"):
        t_env.from_changelog_stream(env.from_collection(CHANGES, PAIR), changelog_mode=ChangelogMode.upsert())


def test_upserts_become_whole_changes(env: StreamExecutionEnvironment, t_env: StreamTableEnvironment) -> None:
    upserts = [
        Row.of_kind(INSERT, "tea", 3),
        Row.of_kind(AFTER, "tea", 4),
        Row.of_kind(AFTER, "tea", 4),
        Row.of_kind(AFTER, "cup", 5),
        Row.of_kind(DELETE, "tea", None),
        Row.of_kind(DELETE, "tea", None),
    ]
    table = t_env.from_changelog_stream(env.from_collection(upserts, PAIR), KEYED, ChangelogMode.upsert())
    assert changes_of(table.execute().collect()) == [
        "+I['tea', 3]",
        "-U['tea', 3]",
        "+U['tea', 4]",
        "+I['cup', 5]",
        "-D['tea', 4]",
    ]
    assert "ChangelogNormalize(key=[item]" in table.explain()
    dear = table.where(PRICE > 3)
    assert changes_of(dear.execute().collect()) == ["+I['tea', 4]", "+I['cup', 5]", "-D['tea', 4]"]


@pytest.mark.parametrize("action", ["NOTHING", "ERROR"])
def test_conflicts_of_a_stream_without_time_are_refused(
    env: StreamExecutionEnvironment, t_env: StreamTableEnvironment, action: str
) -> None:
    changes = t_env.from_changelog_stream(env.from_collection(CHANGES, PAIR))
    t_env.create_temporary_view("changes", changes)
    t_env.execute_sql("CREATE TABLE t (k STRING, v INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'blackhole')")
    with pytest.raises(ValidationException, match=f"DO {action} requires all source tables to define watermarks"):
        t_env.execute_sql(f"INSERT INTO t SELECT * FROM changes ON CONFLICT DO {action}")
