"""TableSplit: a range of a column's values, with a position. TableQuery: the SQL that resumes at the position."""

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
    """The rows with values from `lower` to `upper`, where None is unbounded, or the rows with NULL.

    The position consists of the value of the last emitted row, and the number of emitted rows with this value.
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
        """The position after further rows with these values."""
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
    """The user's query, optionally ordered by a column of its result."""

    database: Database
    sql: str
    column: Optional[str]

    def columns(self, connection: Any) -> list[str]:
        """The names of the result's columns."""
        cursor = self.database.execute(connection, f"SELECT * FROM {self._rows} LIMIT 0")
        return [column[0] for column in cursor.description]

    def index_of_column(self, columns: list[str]) -> Optional[int]:
        """The index of the column. As in SQL, the case of its name does not matter."""
        if self.column is None:
            return None
        folded = [name.lower() for name in columns]
        if self.column in columns:
            return columns.index(self.column)
        if self.column.lower() in folded:
            return folded.index(self.column.lower())
        raise InvalidProgramError(f"the query has no column {self.column!r}. It has {columns}: {self.sql}")

    def limits(self, connection: Any) -> tuple[Any, Any, bool]:
        """The column's minimum and maximum, and whether it contains NULL."""
        column = self._real_column(connection)
        ends = self.database.execute(connection, f"SELECT min({column}), max({column}) FROM {self._rows}")
        [(least, greatest)] = ends.fetchall()
        nulls = self.database.execute(connection, f"SELECT 1 FROM {self._rows} WHERE {column} IS NULL LIMIT 1")
        return least, greatest, bool(nulls.fetchall())

    def greatest(self, connection: Any, above: Any) -> Any:
        """The column's maximum, or None if it is not greater than `above`."""
        column = self._real_column(connection)
        where, parameters = ("", []) if above is None else (f" WHERE {column} > ?", [above])
        cursor = self.database.execute(connection, f"SELECT max({column}) FROM {self._rows}{where}", parameters)
        [(greatest,)] = cursor.fetchall()
        return greatest

    def parts(self, split: TableSplit, columns: list[str]) -> list[tuple[str, list[Any]]]:
        """The statements that read the rest of a split, in order, with their parameters.

        The first reads the remaining rows with the last value, by OFFSET; the second the rows with greater values. So
        a concurrent DELETE can shift only rows with the same value.
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
        return f"({self.sql}\n) AS {_ALIAS}"  # a line end, because the query may end with a comment

    def _real_column(self, connection: Any) -> str:
        columns = self.columns(connection)
        index = self.index_of_column(columns)
        assert index is not None
        return _quoted(columns[index])


def _quoted(name: str) -> str:
    return '"{}"'.format(name.replace('"', '""'))
