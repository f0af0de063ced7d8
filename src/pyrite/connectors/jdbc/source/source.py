"""JdbcSource: reads the rows of a query, once or continuously."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Optional

from pyrite.connectors.jdbc.options import JdbcConnectionOptions, not_negative, positive
from pyrite.connectors.jdbc.source.enumerator import NewRowsEnumerator, TableEnumerator
from pyrite.connectors.jdbc.source.new_rows_reader import NewRowsOptions, NewRowsReader
from pyrite.connectors.jdbc.source.result import ResultMaker
from pyrite.connectors.jdbc.source.split import TableQuery, TableSplit
from pyrite.connectors.jdbc.source.table_reader import TableReader
from pyrite.connectors.jdbc.url import database_of
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.source import (
    Boundedness,
    Source,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.time.time import Duration
from pyrite.core.types.composite_type_info import RowTypeInfo
from pyrite.core.types.rows import Row

_TABLE = Guarantee(EXACTLY_ONCE, "positions in the order of a column")


@persisted("jdbc-source/1")
class JdbcSource(Source[TableSplit]):
    """Reads the rows of a query. Created by `JdbcSource.builder()`. By default a record is a Row with column names."""

    declaration: ClassVar[Declaration] = Declaration(
        "PostgreSQL, SQLite (JDBC)",
        (_TABLE,),
        "PostgreSQL: pyrite[postgres]. SQLite: nothing",
        "PostgreSQL 15, SQLite 3",
    )

    def __init__(
        self,
        query: TableQuery,
        make: ResultMaker,
        fetch_size: int,
        partitions: int,
        new_rows: Optional[tuple[TableSplit, NewRowsOptions]],
    ) -> None:
        self._query = query
        self._make = make
        self._fetch_size = fetch_size
        self._partitions = partitions
        self._new_rows = new_rows

    @staticmethod
    def builder() -> JdbcSourceBuilder:
        """Returns a new builder."""
        return JdbcSourceBuilder()

    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED if self._new_rows is None else Boundedness.CONTINUOUS_UNBOUNDED

    def guarantee(self) -> Guarantee:
        return _TABLE

    def create_reader(self, context: SourceReaderContext) -> SourceReader[TableSplit]:
        if self._new_rows is None:
            return TableReader(self._query, self._make, self._fetch_size, context)
        return NewRowsReader(self._query, self._make, self._new_rows[1], self._fetch_size, context)

    def create_enumerator(self, context: SplitEnumeratorContext[TableSplit]) -> SplitEnumerator[TableSplit]:
        if self._new_rows is None:
            return TableEnumerator(context, self._query, self._partitions, None)
        return NewRowsEnumerator(context, self._new_rows[0])

    def restore_enumerator(
        self, context: SplitEnumeratorContext[TableSplit], checkpoint: Any
    ) -> SplitEnumerator[TableSplit]:
        if self._new_rows is None:
            return TableEnumerator(context, self._query, self._partitions, checkpoint)
        return NewRowsEnumerator(context, checkpoint)


class JdbcSourceBuilder:
    """Builds a JdbcSource, with the method names of Flink's builder. A URL and a query are required."""

    def __init__(self) -> None:
        self._connection = JdbcConnectionOptions.JdbcConnectionOptionsBuilder()
        self._sql = ""
        self._extractor: Optional[Callable[[Row], Any]] = None
        self._type: Optional[RowTypeInfo] = None
        self._fetch_size = 1000
        self._column: Optional[str] = None
        self._partitions = 1
        self._start: Optional[TableSplit] = None
        self._poll_ms = 1000
        self._lag_ms = 0

    def set_db_url(self, url: str) -> JdbcSourceBuilder:
        """Sets the URL: `jdbc:postgresql://host:port/db` or `jdbc:sqlite:/path`."""
        self._connection.with_url(url)
        return self

    def set_username(self, username: str) -> JdbcSourceBuilder:
        """Sets the user name."""
        self._connection.with_user_name(username)
        return self

    def set_password(self, password: str) -> JdbcSourceBuilder:
        """Sets the password."""
        self._connection.with_password(password)
        return self

    def set_driver_name(self, driver_name: str) -> JdbcSourceBuilder:
        """For Flink programs. Has no effect: the URL determines the driver."""
        self._connection.with_driver_name(driver_name)
        return self

    def set_sql(self, sql: str) -> JdbcSourceBuilder:
        """Sets the query, a SELECT without ORDER BY. `??` escapes a question mark in PostgreSQL's operators."""
        self._sql = sql.strip().rstrip(";")
        return self

    def set_result_extractor(self, extractor: Callable[[Row], Any]) -> JdbcSourceBuilder:
        """Sets the function that converts a row into a record."""
        self._extractor = extractor
        return self

    def set_type_information(self, type_info: RowTypeInfo) -> JdbcSourceBuilder:
        """Sets the row type, whose fields are matched by position. Column names are ignored."""
        self._type = type_info
        return self

    def set_result_set_fetch_size(self, fetch_size: int) -> JdbcSourceBuilder:
        """Sets how many rows are fetched at a time. The default is 1000."""
        self._fetch_size = positive("result_set_fetch_size", fetch_size)
        return self

    def set_partition_column(self, column: str, partitions: int) -> JdbcSourceBuilder:
        """Reads the result in parallel, in ranges of a column of numbers or times. Each range is read in order.

        An index on the column avoids sorting each range on the server.
        """
        self._column, self._partitions = column, positive("partitions", partitions)
        return self

    def set_increasing_column(self, column: str, start_after: Any = None) -> JdbcSourceBuilder:
        """Reads new rows continuously, by a column with increasing values. The source is unbounded.

        It begins with the first row or, with `start_after`, with the first row with a greater value.
        """
        self._column = column
        self._start = TableSplit("rows", start_after, includes_lower=False)
        return self

    def set_poll_interval(self, interval: Duration) -> JdbcSourceBuilder:
        """Sets the interval between queries for new rows. The default is one second."""
        self._poll_ms = positive("poll_interval, in milliseconds,", interval.to_millis())
        return self

    def set_safe_lag(self, lag: Duration) -> JdbcSourceBuilder:
        """Delays new rows, so that rows with smaller values can still appear before them.

        It is for values that are computed before the INSERT begins: times of the program, a transaction's `now()`,
        sequences with CACHE. It must be longer than any transaction that writes to the table. Values that the INSERT
        itself allocates are safe without a lag.
        """
        self._lag_ms = not_negative("safe_lag", lag.to_millis())
        return self

    def build(self) -> JdbcSource:
        """Returns the source. InvalidProgramError if a required setting is missing."""
        if not self._sql:
            raise InvalidProgramError("a JdbcSource needs a query: call set_sql('SELECT ...')")
        if self._start is not None and self._partitions > 1:
            raise InvalidProgramError("a JdbcSource can have a partition column or an increasing column, not both")
        query = TableQuery(database_of(self._connection.build()), self._sql, self._column)
        make = ResultMaker(self._extractor, self._type)
        options = NewRowsOptions(self._poll_ms, self._lag_ms)
        new_rows = None if self._start is None else (self._start, options)
        return JdbcSource(query, make, self._fetch_size, self._partitions, new_rows)
