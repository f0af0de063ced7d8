"""CloseableIterator: the records of a running job, as the program that started it reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyrite.runtime.spark.job_master import JobMaster


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

    def next(self) -> Any:
        return next(self._records)

    def __enter__(self) -> CloseableIterator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if not self._master.finished.done():
            self._master.cancel()
            self._master.finished.exception()
