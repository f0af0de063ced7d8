"""TableResult: the result of a statement, as rows or as a job that produces them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import Enum
from typing import Any, Optional

from pyrite.core.job.job_client import JobClient
from pyrite.core.types import RowType
from pyrite.graph.executor import run_attached
from pyrite.graph.running_job import RunningJob
from pyrite.table.catalog import ResolvedSchema
from pyrite.table.result_kind import ResultKind
from pyrite.table.results.tableau import printed, printed_by_content
from pyrite.table.table_schema import TableSchema


class PrintStyle(Enum):
    """The format of printed rows."""

    BY_TYPE = "in a frame with widths by type"
    WITH_KINDS = "in a frame with widths by type, with a column for the kind of change"
    BY_CONTENT = "in a frame with widths by value"
    RAW = "without a frame"


class CloseableIterator:
    """Iterates over rows as they arrive. `close` cancels the job that produces them."""

    def __init__(self, rows: Iterator[Any], job: Optional[RunningJob] = None) -> None:
        self._rows = rows
        self._job = job

    def __iter__(self) -> CloseableIterator:
        return self

    def __next__(self) -> Any:
        return next(self._rows)

    def next(self) -> Any:
        """Returns the next row, as `next(iterator)`."""
        return next(self._rows)

    def __enter__(self) -> CloseableIterator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Cancels the job if it is still running, and waits for its end."""
        if self._job is not None and not self._job.finished.done():
            self._job.cancel()
            self._job.finished.exception()


class TableResult:
    """The result of a statement. `collect` and `print` read the rows of a query from its job.

    >>> t_env.sql_query("VALUES ('tea', 3)").execute().print()
    +----+--------------------------------+-------------+
    | op |                         EXPR$0 |      EXPR$1 |
    +----+--------------------------------+-------------+
    | +I |                            tea |           3 |
    +----+--------------------------------+-------------+
    1 row in set
    """

    def __init__(
        self,
        row_type: RowType,
        kind: ResultKind,
        rows: Optional[list[Any]] = None,
        job: Optional[RunningJob] = None,
        style: PrintStyle = PrintStyle.BY_CONTENT,
        zone: str = "UTC",
    ) -> None:
        self._row_type = row_type
        self._kind = kind
        self._rows = rows
        self._job = job
        self._style = style
        self._zone = zone

    def get_job_client(self) -> Optional[JobClient]:
        """Returns the client of the job; None if the statement did not start a job."""
        return None if self._job is None else JobClient(self._job)

    def wait(self, timeout_ms: Optional[int] = None) -> None:
        """Waits until the job ends. Raises the error of a failed job."""
        if self._job is not None:
            self._job.finished.result(None if timeout_ms is None else timeout_ms / 1000)

    def attach(self) -> None:
        """Waits until the job ends. Ctrl-C cancels the job, SIGTERM suspends it."""
        if self._job is not None:
            run_attached(self._job)

    @property
    def is_ok(self) -> bool:
        """True if the statement has no rows to show other than `OK`."""
        return self._kind is ResultKind.SUCCESS

    def get_result_kind(self) -> ResultKind:
        """Returns SUCCESS for a statement that only prints `OK`, otherwise SUCCESS_WITH_CONTENT.

        >>> t_env.execute_sql("CREATE DATABASE shop").get_result_kind().name
        'SUCCESS'
        """
        return self._kind

    def get_resolved_schema(self) -> ResolvedSchema:
        """Returns the columns of the rows."""
        return ResolvedSchema.physical(list(self._row_type.names), list(self._row_type.children))

    def get_table_schema(self) -> TableSchema:
        """Returns the columns of the rows as a TableSchema."""
        return TableSchema.from_resolved_schema(self.get_resolved_schema())

    def collect(self) -> CloseableIterator:
        """Returns an iterator over the rows as they arrive. Closing it cancels the job.

        With checkpointing, rows arrive when a checkpoint completes, each exactly once.

        >>> with t_env.sql_query("VALUES (1), (2)").execute().collect() as rows:
        ...     [row[0] for row in rows]
        [1, 2]
        """
        return CloseableIterator(self._read(), self._job)

    def _read(self) -> Iterator[Any]:
        if self._job is None:
            yield from self._rows or []
            return
        while (block := self._job.results.get()) is not None:
            yield from block
        self._job.finished.result()
        yield from self._rows or []

    def print(self) -> None:
        """Prints the rows as they arrive, in the format of Flink's client."""
        for line in self._lines():
            sys.stdout.write(line + "\n")
            sys.stdout.flush()  # the next row may take long to arrive

    def _lines(self) -> Iterator[str]:
        if self._kind is ResultKind.SUCCESS:
            return iter(["OK"])
        match self._style:
            case PrintStyle.BY_CONTENT:
                return printed_by_content(self._row_type.names, list(self._read()))
            case PrintStyle.RAW:
                return (", ".join(map(str, row)) for row in self._read())
        return printed(self._row_type, self._read(), self._zone, self._style is PrintStyle.WITH_KINDS)
