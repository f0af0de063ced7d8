"""TableResult: what a statement gave, as rows, or a job that gives them."""

from __future__ import annotations

from typing import Any, Optional

from pyrite.core.job.job_client import JobClient
from pyrite.core.types import RowType
from pyrite.datastream.closeable_iterator import CloseableIterator
from pyrite.graph.executor import run_attached
from pyrite.graph.running_job import RunningJob
from pyrite.relational.catalog.schema import ResolvedSchema
from pyrite.table.result_kind import ResultKind


class TableResult:
    """Rows of a statement. Those of a query come from a job, which `collect` and `print` read."""

    def __init__(
        self,
        row_type: RowType,
        kind: ResultKind,
        rows: Optional[list[Any]] = None,
        job: Optional[RunningJob] = None,
        schema: Optional[ResolvedSchema] = None,
    ) -> None:
        self._row_type = row_type
        self._kind = kind
        self._rows = rows
        self._job = job
        self._schema = schema

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

    def collect(self) -> Any:
        """The rows, as they come; closing the iterator cancels the job."""
        if self._rows is not None or self._job is None:
            return iter(self._rows or [])
        return CloseableIterator(self._job)
