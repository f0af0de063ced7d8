"""JdbcSource: the rows of a query, once and in parts, or as they come."""

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
    """Made by `JdbcSource.builder()`. A record is a Row with the names of the columns, if nothing else is wanted."""

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
        """Begins a source."""
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
    """Names of Flink's builder where it has them."""

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
        """`jdbc:postgresql://host:port/db` or `jdbc:sqlite:/path`."""
        self._connection.with_url(url)
        return self

    def set_username(self, username: str) -> JdbcSourceBuilder:
        """The user's name."""
        self._connection.with_user_name(username)
        return self

    def set_password(self, password: str) -> JdbcSourceBuilder:
        """The password."""
        self._connection.with_password(password)
        return self

    def set_driver_name(self, driver_name: str) -> JdbcSourceBuilder:
        """For programs that come from Flink: the URL alone says which driver is used."""
        self._connection.with_driver_name(driver_name)
        return self

    def set_sql(self, sql: str) -> JdbcSourceBuilder:
        """A SELECT, without ORDER BY. `??` stands for a question mark of PostgreSQL's operators."""
        self._sql = sql.strip().rstrip(";")
        return self

    def set_result_extractor(self, extractor: Callable[[Row], Any]) -> JdbcSourceBuilder:
        """Makes the record of a row."""
        self._extractor = extractor
        return self

    def set_type_information(self, type_info: RowTypeInfo) -> JdbcSourceBuilder:
        """Rows have this type, field by field; the names of the columns are not looked at."""
        self._type = type_info
        return self

    def set_result_set_fetch_size(self, fetch_size: int) -> JdbcSourceBuilder:
        """How many rows are fetched at once. 1000 if it is not set."""
        self._fetch_size = positive("result_set_fetch_size", fetch_size)
        return self

    def set_partition_column(self, column: str, partitions: int) -> JdbcSourceBuilder:
        """Reads the result in this many ranges of a column of numbers or times, in parallel, each in its order.

        An index on the column spares the server a sort of each range.
        """
        self._column, self._partitions = column, positive("partitions", partitions)
        return self

    def set_increasing_column(self, column: str, start_after: Any = None) -> JdbcSourceBuilder:
        """Reads rows as they come, by a column whose values only grow, and never ends.

        From the first row; with `start_after`, from the first one with a greater value.
        """
        self._column = column
        self._start = TableSplit("rows", start_after, includes_lower=False)
        return self

    def set_poll_interval(self, interval: Duration) -> JdbcSourceBuilder:
        """How often to look for new rows. One second if it is not set."""
        self._poll_ms = positive("poll_interval, in milliseconds,", interval.to_millis())
        return self

    def set_safe_lag(self, lag: Duration) -> JdbcSourceBuilder:
        """How long new rows wait, so that others of smaller values can still appear.

        For values that are made before the INSERT begins: times of the program, a transaction's `now()`, sequences with
        CACHE. It must be longer than any transaction that writes the table. Those whose numbers the INSERT itself takes
        are waited for without it.
        """
        self._lag_ms = not_negative("safe_lag", lag.to_millis())
        return self

    def build(self) -> JdbcSource:
        """The source. InvalidProgramError if something it needs was not set."""
        if not self._sql:
            raise InvalidProgramError("a JdbcSource needs a query: set_sql('SELECT ...')")
        if self._start is not None and self._partitions > 1:
            raise InvalidProgramError("a JdbcSource has either a partition column or an increasing column, not both")
        query = TableQuery(database_of(self._connection.build()), self._sql, self._column)
        make = ResultMaker(self._extractor, self._type)
        options = NewRowsOptions(self._poll_ms, self._lag_ms)
        new_rows = None if self._start is None else (self._start, options)
        return JdbcSource(query, make, self._fetch_size, self._partitions, new_rows)
