"""TableResult: what a statement gave, as rows, or a job that gives them."""

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
    """How `print` shows rows."""

    BY_TYPE = "in a frame whose widths follow from the types"
    WITH_KINDS = "the same, with the kind of change before each row"
    BY_CONTENT = "in a frame as wide as the values are"
    RAW = "as they are"


class CloseableIterator:
    """Rows, as they come. Closing it cancels the job that gives them."""

    def __init__(self, rows: Iterator[Any], job: Optional[RunningJob] = None) -> None:
        self._rows = rows
        self._job = job

    def __iter__(self) -> CloseableIterator:
        return self

    def __next__(self) -> Any:
        return next(self._rows)

    def next(self) -> Any:
        return next(self._rows)

    def __enter__(self) -> CloseableIterator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._job is not None and not self._job.finished.done():
            self._job.cancel()
            self._job.finished.exception()


class TableResult:
    """Rows of a statement. Those of a query come from a job, which `collect` and `print` read."""

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
        return None if self._job is None else JobClient(self._job)

    def wait(self, timeout_ms: Optional[int] = None) -> None:
        """Waits for the job's end. An error of the job is raised."""
        if self._job is not None:
            self._job.finished.result(None if timeout_ms is None else timeout_ms / 1000)

    def attach(self) -> None:
        """Waits for the job's end in the foreground: Ctrl-C cancels it, SIGTERM suspends it."""
        if self._job is not None:
            run_attached(self._job)

    @property
    def is_ok(self) -> bool:
        """Whether there is nothing to show but OK."""
        return self._kind is ResultKind.SUCCESS

    def get_result_kind(self) -> ResultKind:
        return self._kind

    def get_resolved_schema(self) -> ResolvedSchema:
        """The columns of the rows."""
        return ResolvedSchema.physical(list(self._row_type.names), list(self._row_type.children))

    def get_table_schema(self) -> TableSchema:
        """The columns of the rows as a TableSchema."""
        return TableSchema.from_resolved_schema(self.get_resolved_schema())

    def collect(self) -> CloseableIterator:
        """The rows, as they come; closing the iterator cancels the job.

        With checkpoints on, a query's rows come when a checkpoint has completed, each exactly once.
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
        """Writes the rows to standard output, as they come, in Flink's form."""
        for line in self._lines():
            sys.stdout.write(line + "\n")
            sys.stdout.flush()  # the next row may be long in coming

    def _lines(self) -> Iterator[str]:
        if self._kind is ResultKind.SUCCESS:
            return iter(["OK"])
        match self._style:
            case PrintStyle.BY_CONTENT:
                return printed_by_content(self._row_type.names, list(self._read()))
            case PrintStyle.RAW:
                return (", ".join(map(str, row)) for row in self._read())
        return printed(self._row_type, self._read(), self._zone, self._style is PrintStyle.WITH_KINDS)
