"""Parser of columns, constraints, watermarks and distributions of tables."""

from __future__ import annotations

from typing import Optional

from pyrite.expressions.expression_tree import Path
from pyrite.relational.sql.parsing.clause_parser import comment, literal_string
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.parsing.type_parser import data_type
from pyrite.relational.sql.sql_tree.columns import (
    Column,
    ComputedColumn,
    Constraint,
    Distribution,
    DistributionKind,
    MetadataColumn,
    PhysicalColumn,
    PlacedColumn,
    TableSchema,
    Watermark,
)
from pyrite.relational.sql.tokens import TokenKind


def schema(cursor: Cursor) -> TableSchema:
    """The parentheses of CREATE TABLE: declarations, or only names."""
    cursor.need("(")
    if cursor.sees_name() and cursor.next_word() in (",", ")"):
        names = cursor.listed(cursor.path)
        cursor.need(")")
        return TableSchema(names=names)
    return _declarations(cursor)


def typed_schema(cursor: Cursor) -> TableSchema:
    """Declarations in parentheses, without plain names."""
    cursor.need("(")
    return _declarations(cursor)


def _declarations(cursor: Cursor) -> TableSchema:
    columns: list[Column] = []
    constraints: list[Constraint] = []
    watermarks: list[Watermark] = []
    while True:
        item = _item(cursor)
        if isinstance(item, Column):
            columns.append(item)
        elif isinstance(item, Constraint):
            constraints.append(item)
        else:
            if watermarks:
                cursor.fail_because("Multiple WATERMARK declarations are not supported yet.", item.at)
            watermarks.append(item)
        if not cursor.take(","):
            break
    cursor.need(")")
    return TableSchema(tuple(columns), tuple(constraints), tuple(watermarks))


def _item(cursor: Cursor) -> Column | Constraint | Watermark:
    if cursor.sees("WATERMARK"):
        return watermark(cursor)
    if cursor.sees_one(("CONSTRAINT", "PRIMARY", "UNIQUE")):
        return constraint(cursor)
    return column(cursor)


def watermark(cursor: Cursor) -> Watermark:
    at = cursor.at
    cursor.need("WATERMARK", "FOR")
    of = cursor.path()
    cursor.need("AS")
    return Watermark(of, cursor.scalar(), at=at)


def constraint(cursor: Cursor, of: Path = ()) -> Constraint:
    """A constraint on the columns that it names, or on the preceding column `of`."""
    at = cursor.at
    name = cursor.name() if cursor.take("CONSTRAINT") else None
    is_primary_key = cursor.need_one(("PRIMARY", "UNIQUE")) == "PRIMARY"
    if is_primary_key:
        cursor.need("KEY")
    columns = of or cursor.parenthesized(cursor.name)
    is_enforced: Optional[bool] = None
    if cursor.take("ENFORCED"):
        is_enforced = True
    elif cursor.take("NOT", "ENFORCED"):
        is_enforced = False
    return Constraint(columns, is_primary_key, name, is_enforced, at=at)


def column(cursor: Cursor) -> Column:
    """A physical, computed or metadata column."""
    at = cursor.at
    path = cursor.path()
    if cursor.take("AS"):
        return ComputedColumn(path, cursor.scalar(), comment(cursor), at=at)
    kind = data_type(cursor)
    if cursor.take("METADATA"):
        key = literal_string(cursor) if cursor.take("FROM") else None
        is_virtual = cursor.take("VIRTUAL")
        return MetadataColumn(path, kind, key, is_virtual, comment(cursor), at=at)
    own = None
    if cursor.sees_one(("CONSTRAINT", "PRIMARY", "UNIQUE")):
        own = constraint(cursor, (".".join(path),))
    return PhysicalColumn(path, kind, own, comment(cursor), at=at)


def placed_column(cursor: Cursor) -> PlacedColumn:
    """A column of ALTER TABLE, with FIRST or AFTER."""
    added = column(cursor)
    if cursor.take("FIRST"):
        return PlacedColumn(added, is_first=True)
    return PlacedColumn(added, after=cursor.path() if cursor.take("AFTER") else ())


def distribution(cursor: Cursor) -> Distribution:
    """The text after DISTRIBUTED or DISTRIBUTION: BY, INTO n BUCKETS, or both."""
    at = cursor.at
    kind = DistributionKind.UNKNOWN
    columns: Path = ()
    if cursor.take("BY"):
        word = cursor.take_one(("HASH", "RANGE"))
        kind = DistributionKind[word or "UNKNOWN"]
        columns = cursor.parenthesized(cursor.name)
    elif not cursor.sees("INTO"):
        cursor.fail()
    buckets = None
    if cursor.take("INTO"):
        if cursor.kind in (TokenKind.DECIMAL, TokenKind.APPROXIMATE):
            cursor.fail_because("Bucket count must be a positive integer.")
        buckets = cursor.integer()
        cursor.need("BUCKETS")
    return Distribution(kind, columns, buckets, at=at)
