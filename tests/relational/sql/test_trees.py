"""What the parser makes of some texts, node by node."""

from __future__ import annotations

import pytest

from pyrite.core.types import IntType, NullType, TimestampType, string_type
from pyrite.expressions.expression_tree import (
    Alias,
    Call,
    Cast,
    Descriptor,
    Expression,
    Literal,
    Name,
    NamedArgument,
    Star,
    Symbol,
    TableArgument,
    TypeArgument,
)
from pyrite.relational.sql.errors import SqlParserException
from pyrite.relational.sql.interval_literals import MILLISECONDS
from pyrite.relational.sql.literals import integer_literal, string_literal
from pyrite.relational.sql.parser import parse_expression, parse_identifier, parse_query, parse_statement
from pyrite.relational.sql.sql_tree import (
    ComputedColumn,
    Constraint,
    CreateTable,
    Insert,
    MetadataColumn,
    Option,
    PhysicalColumn,
    Select,
    TableFunction,
    TableName,
    TableQuery,
    TableSchema,
    Watermark,
)

A, B = Name(("a",)), Name(("b",))
ONE = integer_literal(1)
NULL = Literal(None, NullType())
EXPRESSIONS: list[tuple[str, Expression]] = [
    ("a + 1", Call("+", (A, ONE))),
    ("t.a.b", Name(("t", "a", "b"))),
    ("a NOT IN (1, b)", Call("NOT", (Call("IN", (A, ONE, B)),))),
    ("a IS NOT NULL", Call("IS NOT NULL", (A,))),
    ("CASE a WHEN 1 THEN b END", Call("CASE", (Call("=", (A, ONE)), B, NULL))),
    ("a[1].b", Call("DOT", (Call("ITEM", (A, ONE)), string_literal("b")))),
    ("(a).b", Call("DOT", (A, string_literal("b")))),
    ("TRIM(a)", Call("TRIM", (Symbol("BOTH"), string_literal(" "), A))),
    ("EXTRACT(DAY FROM a)", Call("EXTRACT", (Symbol("DAY"), A))),
    ("CEILING(a TO month)", Call("CEIL", (A, Symbol("MONTH")))),
    ("current_timestamp", Call("CURRENT_TIMESTAMP")),
    ("count(*)", Call("COUNT", (Star(),))),
    ("cat.db.myFunc(a => 1)", Call("MYFUNC", (NamedArgument("a", ONE),), ("cat", "db"))),
    ("`and`(a)", Call("and", (A,))),
    ("TRY_CAST(a AS INT)", Cast(A, IntType(), is_try=True)),
    ("JSON_EXISTS(a, b)", Call("JSON_EXISTS", (A, B, Symbol("FALSE")))),
    (
        "JSON_VALUE(a, b DEFAULT 1 ON ERROR)",
        Call("JSON_VALUE", (A, B, TypeArgument(string_type()), Symbol("NULL"), NULL, Symbol("DEFAULT"), ONE)),
    ),
    ("JSON_OBJECT('k' VALUE a)", Call("JSON_OBJECT", (Symbol("NULL"), string_literal("k"), A))),
]


@pytest.mark.parametrize(("text", "tree"), EXPRESSIONS, ids=[text for text, _ in EXPRESSIONS])
def test_expression_has_one_canonical_form(text: str, tree: Expression) -> None:
    assert parse_expression(text) == tree


def test_function_keeps_the_users_letters() -> None:
    call = parse_expression("  myFunc(a)")
    assert isinstance(call, Call)
    assert (call.written, call.at, call.arguments[0].at) == ("myFunc", 2, 9)


def test_select_with_a_window_function() -> None:
    text = "SELECT a, b AS x FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' MINUTES)) WHERE a > 1"
    window = Literal(600_000, MILLISECONDS)
    call = Call("TUMBLE", (TableArgument(TableQuery(("t",))), Descriptor(("ts",)), window))
    expected = Select((A, Alias(B, "x")), TableFunction(call), Call(">", (A, ONE)))
    assert parse_query(text) == expected


def test_create_table_with_all_kinds_of_columns() -> None:
    statement = parse_statement(
        "CREATE TABLE c.d.t (a INT PRIMARY KEY NOT ENFORCED COMMENT 'x', b AS a + 1, "
        "m STRING METADATA FROM 'k' VIRTUAL, ts TIMESTAMP(3), "
        "WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'datagen')"
    )
    columns = (
        PhysicalColumn(("a",), IntType(), Constraint(("a",), is_enforced=False), "x"),
        ComputedColumn(("b",), Call("+", (A, ONE))),
        MetadataColumn(("m",), string_type(), "k", is_virtual=True),
        PhysicalColumn(("ts",), TimestampType(3)),
    )
    watermark = Watermark(("ts",), Call("-", (Name(("ts",)), Literal(1000, MILLISECONDS))))
    schema = TableSchema(columns, watermarks=(watermark,))
    assert statement == CreateTable(("c", "d", "t"), schema, options=(Option("connector", "datagen"),))


def test_insert_into_select_from() -> None:
    where = Call(">", (Name(("c",)), integer_literal(3)))
    select = Select((A, Call("*", (B, integer_literal(2)))), TableName(("gen",)), where)
    assert parse_statement("INSERT INTO b SELECT a, b * 2 FROM gen WHERE c > 3;") == Insert(("b",), select)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("array", ("array",)),
        ("cat.db.table", ("cat", "db", "table")),
        ("`cat.db`.table", ("cat.db", "table")),
        ("`ta``ble`", ("ta`ble",)),
        ("db.U&\"#03B1#03BD\" UESCAPE '#'", ("db", "\u03b1\u03bd")),
        ("db.ανθρωπος", ("db", "ανθρωπος")),
    ],
)
def test_identifier_of_the_table_api_takes_any_word(text: str, path: tuple[str, ...]) -> None:
    assert parse_identifier(text) == path


@pytest.mark.parametrize("text", ["", "a.b.c.d", "a b", "a.", "'a'", "a;"])
def test_what_is_no_identifier_is_refused(text: str) -> None:
    with pytest.raises(SqlParserException, match="Invalid SQL identifier"):
        parse_identifier(text)
