"""Types as text."""

from __future__ import annotations

import pytest

from pyrite.core.types import ArrayType, IntType, LogicalType
from pyrite.expressions.expression_tree import Cast
from pyrite.expressions.unresolved_type import UnresolvedUserDefinedType
from pyrite.relational.sql.errors import SqlParserException
from pyrite.relational.sql.parser import parse_expression, parse_statement, parse_type
from pyrite.relational.sql.sql_tree import CreateTable, PhysicalColumn

COLUMNS = [
    ("VARCHAR", "STRING"),
    ("VARBINARY", "BYTES"),
    ("CHAR", "CHAR(1)"),
    ("BINARY", "BINARY(1)"),
    ("DECIMAL", "DECIMAL(10, 0)"),
    ("DEC(5)", "DECIMAL(5, 0)"),
    ("NUMERIC(5, 2)", "DECIMAL(5, 2)"),
    ("TIME", "TIME(0)"),
    ("TIME(3) WITHOUT TIME ZONE", "TIME(3)"),
    ("TIMESTAMP", "TIMESTAMP(6)"),
    ("TIMESTAMP_LTZ", "TIMESTAMP_LTZ(6)"),
    ("TIMESTAMP(3) WITH LOCAL TIME ZONE", "TIMESTAMP_LTZ(3)"),
    ("DOUBLE PRECISION", "DOUBLE"),
    ("CHARACTER VARYING(3)", "VARCHAR(3)"),
    ("ARRAY<INT NOT NULL>", "ARRAY<INT NOT NULL>"),
    ("INT NOT NULL ARRAY NOT NULL", "ARRAY<INT NOT NULL> NOT NULL"),
    ("INT MULTISET", "MULTISET<INT>"),
    ("MAP<STRING, ARRAY<INT>>", "MAP<STRING, ARRAY<INT>>"),
    ("ROW<>", "ROW<>"),
    ("ROW(a INT NOT NULL, b STRING)", "ROW<`a` INT NOT NULL, `b` STRING>"),
    ("ROW<a INT 'x', b ROW<c INT>>", "ROW<`a` INT '...', `b` ROW<`c` INT>>"),
    ("RAW('a', 'b')", "RAW('a', '...')"),
    ("STRUCTURED<'a.B', x INT>", "STRUCTURED<'a.B', `x` INT>"),
    ("VARIANT", "VARIANT"),
    ("BITMAP", "BITMAP"),
]


@pytest.mark.parametrize(("text", "shown"), COLUMNS, ids=[text for text, _ in COLUMNS])
def test_column_has_flinks_type(text: str, shown: str) -> None:
    statement = parse_statement(f"CREATE TABLE t (c {text})")
    assert isinstance(statement, CreateTable)
    (column,) = statement.schema.columns
    assert isinstance(column, PhysicalColumn)
    assert column.type.as_summary_string() == shown


ALONE = [
    ("VARCHAR", "VARCHAR(1)"),
    ("NULL", "NULL"),
    ("TIMESTAMP(3) WITH TIME ZONE", "TIMESTAMP(3) WITH TIME ZONE"),
    ("INTERVAL DAY(2) TO SECOND(3)", "INTERVAL DAY(2) TO SECOND(3)"),
    ("INTERVAL SECOND(3)", "INTERVAL SECOND(3)"),
    ("INTERVAL YEAR(4) TO MONTH", "INTERVAL YEAR(4) TO MONTH"),
    ("ROW<a INT, b STRING NOT NULL>", "ROW<`a` INT, `b` STRING NOT NULL>"),
]


@pytest.mark.parametrize(("text", "shown"), ALONE, ids=[text for text, _ in ALONE])
def test_type_alone_is_read_as_by_flinks_type_parser(text: str, shown: str) -> None:
    assert parse_type(text).as_summary_string() == shown


@pytest.mark.parametrize("text", ["", "INTT ARAY", "INT INT", "CHAR(0)", "MAP<INT>", "ROW<a>", "DECIMAL(1, 2, 3)"])
def test_what_is_no_type_is_refused(text: str) -> None:
    with pytest.raises(SqlParserException):
        parse_type(text)


def test_name_of_a_type_stays_a_name_for_the_binder() -> None:
    expected: LogicalType = ArrayType(UnresolvedUserDefinedType(("db", "money"), nullable=False))
    assert parse_type("ARRAY<db.money NOT NULL>") == expected


def test_cast_takes_no_nullability() -> None:
    cast = parse_expression("CAST(a AS INT)")
    assert isinstance(cast, Cast)
    assert cast.type == IntType()
    with pytest.raises(SqlParserException):
        parse_expression("CAST(a AS INT NOT NULL)")
