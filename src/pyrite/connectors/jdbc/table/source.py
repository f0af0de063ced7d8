"""JdbcTableSource: reads a table of PostgreSQL or SQLite once, in parallel ranges."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Optional, Self

from pyrite.connectors.jdbc.database import Database
from pyrite.connectors.jdbc.postgres import PostgresDatabase
from pyrite.connectors.jdbc.source.enumerator import TableEnumerator
from pyrite.connectors.jdbc.source.source import JdbcSource
from pyrite.connectors.jdbc.source.split import TableQuery, TableSplit
from pyrite.connectors.jdbc.table.columns import ColumnsMaker
from pyrite.connectors.jdbc.table.lookup import JdbcLookup
from pyrite.connectors.jdbc.table.writer import listed, qualified, quoted
from pyrite.core.connector.lookup import Lookup, SupportsLookup
from pyrite.core.connector.lookup_options import LookupSettings
from pyrite.core.connector.source import Source, SplitEnumerator, SplitEnumeratorContext
from pyrite.core.connector.table import (
    SupportsFilterPushDown,
    SupportsLimitPushDown,
    SupportsProjectionPushDown,
    TableSource,
)
from pyrite.core.types import (
    CharacterStringType,
    IntegerNumericType,
    RowType,
)
from pyrite.expressions.resolved import FieldReference, FunctionCall, ValueLiteral

DEFAULT_FETCH_SIZE: Final = 1000
_COMPARISONS: Final = {"=": "=", "<>": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_TURNED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_TESTS: Final = {"IS NULL": "IS NULL", "IS NOT NULL": "IS NOT NULL"}
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?(e[+-]\d+)?", re.ASCII)


@dataclass(frozen=True)
class Partitions:
    """Ranges of a numeric column. As in Flink, rows outside the bounds are not read."""

    column: str
    count: int
    lower: int
    upper: int

    def splits(self) -> list[TableSplit]:
        """The ranges as in Flink: of equal width, except that the first ones may be longer by one."""
        total = self.upper - self.lower + 1
        count = min(self.count, total)
        width, longer = divmod(total, count)
        splits, start = [], self.lower
        for number in range(count):
            end = start + width - (0 if number < longer else 1)
            splits.append(TableSplit(str(number), start, end))
            start = end + 1
        return splits


@dataclass(frozen=True)
class JdbcTableSource(
    TableSource, SupportsProjectionPushDown, SupportsFilterPushDown, SupportsLimitPushDown, SupportsLookup
):
    """Reads a table. Projections, simple filters and limits are pushed into the SELECT."""

    database: Database
    table: str
    row_type: RowType
    partitions: Optional[Partitions] = None
    fetch_size: int = DEFAULT_FETCH_SIZE
    scan_parallelism: Optional[int] = None
    conditions: tuple[str, ...] = ()
    limit: Optional[int] = field(default=None)
    lookups: LookupSettings = field(default_factory=LookupSettings)

    @property
    def produced_type(self) -> RowType:
        return self.row_type

    @property
    def is_bounded(self) -> bool:
        return True

    @property
    def parallelism(self) -> Optional[int]:
        return self.scan_parallelism

    def as_summary_string(self) -> str:
        return f"JDBC:{'PostgreSQL' if isinstance(self.database, PostgresDatabase) else 'SQLite'}"

    def apply_projection(self, columns: Sequence[int]) -> Self:
        fields = tuple(self.row_type.fields[place] for place in columns)
        return replace(self, row_type=RowType(fields, nullable=self.row_type.nullable))

    def apply_filters(self, filters: Sequence[Any]) -> tuple[Self, list[Any]]:
        """Returns all filters as remaining: rows that the database selects are filtered again."""
        is_typed = isinstance(self.database, PostgresDatabase)
        pushed = [condition_of(tree, self.row_type.names, is_typed) for tree in filters]
        return replace(self, conditions=(*self.conditions, *(each for each in pushed if each))), list(filters)

    def apply_limit(self, limit: int) -> Self:
        return replace(self, limit=limit)

    def describe_lookup(self, keys: Sequence[int]) -> Lookup:
        is_postgres = isinstance(self.database, PostgresDatabase)
        return JdbcLookup(
            self.database, is_postgres, self.table, self.row_type, tuple(keys), self.lookups, self.conditions
        )

    def create_source(self) -> Source[Any]:
        names = list(self.row_type.names)
        column = None if self.partitions is None else self.partitions.column
        if column is not None and column not in names:
            names.append(column)
        sql = f"SELECT {listed(names) or '1'} FROM {qualified(self.table)}"
        conditions = list(self.conditions)
        if self.partitions is not None:
            bounds = self.partitions
            conditions.append(f"{quoted(bounds.column)} BETWEEN {bounds.lower} AND {bounds.upper}")
        if conditions:
            sql += f" WHERE {' AND '.join(f'({each})' for each in conditions)}"
        if self.limit is not None:  # ordered, so that a restart reads the same rows
            sql += f" ORDER BY {', '.join(str(place + 1) for place in range(max(1, len(names))))} LIMIT {self.limit}"
        query = TableQuery(self.database, sql, column)
        splits = [TableSplit("all")] if self.partitions is None else self.partitions.splits()
        return JdbcScan(query, ColumnsMaker(self.row_type), self.fetch_size, splits)


class JdbcScan(JdbcSource):
    """Reads predefined ranges."""

    def __init__(self, query: TableQuery, make: ColumnsMaker, fetch_size: int, splits: list[TableSplit]) -> None:
        super().__init__(query, make, fetch_size, len(splits), None)
        self._splits = splits

    def create_enumerator(self, context: SplitEnumeratorContext[TableSplit]) -> SplitEnumerator[TableSplit]:
        return TableEnumerator(context, self._query, len(self._splits), self._splits)


def condition_of(tree: Any, names: Sequence[str], is_typed: bool = True) -> Optional[str]:
    """The SQL of a filter that the database evaluates exactly or less strictly; None for other filters.

    It covers comparisons of an integer column with a constant, equality of text, and tests for NULL. Comparisons of
    text, decimals and times depend on collations and, in SQLite, on the stored format. Columns without a type, as in
    SQLite, may contain numbers even if they are read as text.
    """
    if not isinstance(tree, FunctionCall):
        return None
    match tree.function, tree.arguments:
        case ("AND", parts):
            conditions = [each for each in (condition_of(part, names, is_typed) for part in parts) if each]
            return " AND ".join(conditions) or None
        case (test, (FieldReference() as column,)) if test in _TESTS:
            return f"{quoted(names[column.index])} {_TESTS[test]}"
        case (sign, (FieldReference() as column, ValueLiteral() as literal)) if sign in _COMPARISONS:
            return _compared(column, sign, literal, names, is_typed)
        case (sign, (ValueLiteral() as literal, FieldReference() as column)) if sign in _COMPARISONS:
            return _compared(column, _TURNED.get(sign, sign), literal, names, is_typed)
    return None


def _compared(
    column: FieldReference, sign: str, literal: ValueLiteral, names: Sequence[str], is_typed: bool
) -> Optional[str]:
    name, value = quoted(names[column.index]), literal.value
    if isinstance(column.type, IntegerNumericType) and type(value) is int:
        return f"{name} {sign} {value}"
    if isinstance(column.type, CharacterStringType) and isinstance(value, str) and sign == "=" and "\0" not in value:
        text = "'" + value.replace("'", "''") + "'"
        may_be_number = not is_typed and _NUMBER.fullmatch(value)
        return f"{name} IN ({text}, {value})" if may_be_number else f"{name} = {text}"
    return None
