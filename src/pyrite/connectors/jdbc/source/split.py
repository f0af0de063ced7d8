"""TableSplit: a range of a column's values, with the position in it; TableQuery: the SQL that continues from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final, Optional

from pyrite.connectors.jdbc.database import Database
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted

_ALIAS: Final = "pyrite_rows"


@persisted("jdbc-table-split/1")
@dataclass(frozen=True)
class TableSplit:
    """Rows from `lower` to `upper`, both of which may be open (None), or rows without a value.

    The position: the value of the last row that was given, and how many rows of that value were.
    """

    split_id: str
    lower: Any = None
    upper: Any = None
    includes_lower: bool = True
    includes_upper: bool = True
    nulls: bool = False
    last: Any = None
    row_count: int = 0

    def after(self, values: Sequence[Any]) -> TableSplit:
        """The position after further rows, by their values of the column."""
        if not values:
            return self
        last = values[-1]
        count = sum(1 for _ in takewhile(lambda value: value == last, reversed(values)))
        if count == len(values) and last == self.last:
            count += self.row_count
        return replace(self, last=last, row_count=count)


@persisted("jdbc-table-query/1")
@dataclass(frozen=True)
class TableQuery:
    """What is read: the user's SQL, ordered by a column of its result if one is named."""

    database: Database
    sql: str
    column: Optional[str]

    def columns(self, connection: Any) -> list[str]:
        """The names of the result's columns."""
        cursor = self.database.execute(connection, f"SELECT * FROM {self._rows} LIMIT 0")
        return [column[0] for column in cursor.description]

    def index_of_column(self, columns: list[str]) -> Optional[int]:
        """Where the column is in a row; like SQL itself, it may be written in other case."""
        if self.column is None:
            return None
        folded = [name.lower() for name in columns]
        if self.column in columns:
            return columns.index(self.column)
        if self.column.lower() in folded:
            return folded.index(self.column.lower())
        raise InvalidProgramError(f"the query has no column {self.column!r}, but {columns}: {self.sql}")

    def limits(self, connection: Any) -> tuple[Any, Any, bool]:
        """The column's least and greatest value, and whether there are rows without one."""
        column = self._real_column(connection)
        ends = self.database.execute(connection, f"SELECT min({column}), max({column}) FROM {self._rows}")
        [(least, greatest)] = ends.fetchall()
        nulls = self.database.execute(connection, f"SELECT 1 FROM {self._rows} WHERE {column} IS NULL LIMIT 1")
        return least, greatest, bool(nulls.fetchall())

    def greatest(self, connection: Any, above: Any) -> Any:
        """The column's greatest value, if it is above another one; None if not."""
        column = self._real_column(connection)
        where, parameters = ("", []) if above is None else (f" WHERE {column} > ?", [above])
        cursor = self.database.execute(connection, f"SELECT max({column}) FROM {self._rows}{where}", parameters)
        [(greatest,)] = cursor.fetchall()
        return greatest

    def parts(self, split: TableSplit, columns: list[str]) -> list[tuple[str, list[Any]]]:
        """The statements that give what is left of a split, one after the other, with their parameters.

        Rows of the last value that were not given yet come first, by their number; then all of greater values. So rows
        that are deleted meanwhile move nothing but others of the same value.
        """
        index = self.index_of_column(columns)
        tie = self.database.tie_breaker(_ALIAS, len(columns))
        rest = f"{self.database.all_rows} OFFSET {split.row_count}"
        if index is None:
            return [(f"SELECT * FROM {self._rows} ORDER BY {tie} {rest}", [])]
        column = _quoted(columns[index])
        if split.nulls:
            return [(f"SELECT * FROM {self._rows} WHERE {column} IS NULL ORDER BY {tie} {rest}", [])]
        equal: list[tuple[str, list[Any]]] = []
        lower, sign = split.lower, ">=" if split.includes_lower else ">"
        if split.last is not None:
            lower, sign = split.last, ">"
            equal = [(f"SELECT * FROM {self._rows} WHERE {column} = ? ORDER BY {tie} {rest}", [split.last])]
        bounds = [(f"{column} {sign} ?", lower), (f"{column} {'<=' if split.includes_upper else '<'} ?", split.upper)]
        conditions = [condition for condition, value in bounds if value is not None] or [f"{column} IS NOT NULL"]
        greater = f"SELECT * FROM {self._rows} WHERE {' AND '.join(conditions)} ORDER BY {column}, {tie}"
        return [*equal, (greater, [value for _, value in bounds if value is not None])]

    @property
    def _rows(self) -> str:
        return f"({self.sql}\n) AS {_ALIAS}"  # the line ends, since a comment may end the query

    def _real_column(self, connection: Any) -> str:
        columns = self.columns(connection)
        index = self.index_of_column(columns)
        assert index is not None
        return _quoted(columns[index])


def _quoted(name: str) -> str:
    return '"{}"'.format(name.replace('"', '""'))
