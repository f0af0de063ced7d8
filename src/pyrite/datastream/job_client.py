"""JobClient: a running job, as the program that started it sees it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeVar

from pyrite.common.job import JobExecutionResult, JobID, JobStatus
from pyrite.graph.physical_graph import PhysicalGraph

if TYPE_CHECKING:
    from pyrite.runtime.spark.job_master import JobMaster

T = TypeVar("T")


def _done(value: T) -> Future[T]:
    future: Future[T] = Future()
    future.set_result(value)
    return future


class JobClient:
    """Asks and steers one job."""

    def __init__(self, master: JobMaster) -> None:
        self._master = master

    def get_job_id(self) -> JobID:
        return self._master.job_id

    def get_job_status(self) -> Future[JobStatus]:
        return _done(self._master.status)

    def get_job_execution_result(self) -> Future[JobExecutionResult]:
        """Done when the job has ended; raises what ended it if it did not finish."""
        return self._master.finished

    def get_accumulators(self) -> Future[dict[str, Any]]:
        return _done(dict(self._master.accumulators()))

    def get_physical_graph(self) -> PhysicalGraph:
        """Which task runs where."""
        return self._master.physical_graph()

    def cancel(self) -> Future[None]:
        """Ends the job at once; the future is done when every task is gone."""
        self._master.cancel()
        return self._when_ended()

    def stop(self) -> Future[None]:
        """Ends the sources' input: what they have read is processed and committed, then the job finishes."""
        self._master.stop()
        return self._when_ended()

    def _when_ended(self) -> Future[None]:
        ended: Future[None] = Future()
        self._master.finished.add_done_callback(lambda _: ended.set_result(None))
        return ended


class CloseableIterator:
    """Records of a running job, as they come. Closing it cancels the job."""

    def __init__(self, master: JobMaster) -> None:
        self._master = master
        self._records = self._read()

    def _read(self) -> Iterator[Any]:
        while (block := self._master.results.get()) is not None:
            yield from block
        self._master.finished.result()

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return next(self._records)

    def __enter__(self) -> CloseableIterator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if not self._master.finished.done():
            self._master.cancel()
            self._master.finished.exception()
