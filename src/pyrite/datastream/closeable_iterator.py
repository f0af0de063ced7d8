"""CloseableIterator: the records of a running job, as the program that started it reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyrite.core.job.job_client import JobHandle


class CloseableIterator:
    """Records of a running job, as they come. Closing it cancels the job."""

    def __init__(self, job: JobHandle) -> None:
        self._job = job
        self._records = self._read()

    def _read(self) -> Iterator[Any]:
        while (block := self._job.results.get()) is not None:
            yield from block
        self._job.finished.result()

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return next(self._records)

    def next(self) -> Any:
        """The next record; waits for it, and raises StopIteration when the job has finished."""
        return next(self._records)

    def __enter__(self) -> CloseableIterator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Cancels the job if it is still running."""
        if not self._job.finished.done():
            self._job.cancel()
            self._job.finished.exception()
