"""BatchingWriter: collects items and sends them in batches."""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Optional

from pyrite.connectors.base.keep_alive_thread import KeepAliveThread
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.sink import SinkWriter


class BatchingWriter(SinkWriter):
    """Sends when a batch is full, every `interval_ms` if that is not 0, at every checkpoint and at the end of input.

    An interval requires a thread, because input may pause. The next call of the task raises an error of that thread.
    """

    def __init__(self, batch_size: int, interval_ms: int = 0) -> None:
        self._batch_size = batch_size
        self._items: list[Any] = []
        self._lock = threading.Lock()
        self._failure: Optional[Exception] = None
        self._keep_alive: Optional[KeepAliveThread] = None
        if interval_ms:
            self._keep_alive = KeepAliveThread(self._send_regularly, interval_ms / 1000, "pyrite-batches")

    @abstractmethod
    def _items_of(self, values: list[Any]) -> Sequence[Any]:
        """The items to send for the records of a block."""

    def _items_of_block(self, block: Any) -> Sequence[Any]:
        return self._items_of(block.values)

    @abstractmethod
    def _send(self, items: Sequence[Any]) -> None:
        """Sends a batch, and returns when the store has accepted it. Calls never overlap."""

    def write(self, block: RowBlock) -> None:
        items = self._items_of_block(block)
        with self._lock:
            self._check()
            self._items += items
            if len(self._items) >= self._batch_size:
                self._send_all(whole_batches=True)

    def flush(self, end_of_input: bool) -> None:
        with self._lock:
            self._check()
            self._send_all()

    def close(self) -> None:
        if self._keep_alive is not None:
            self._keep_alive.close()

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _send_all(self, whole_batches: bool = False) -> None:
        size = self._batch_size
        end = len(self._items) // size * size if whole_batches else len(self._items)
        for start in range(0, end, size):
            self._send(self._items[start : start + size])
        del self._items[:end]

    def _send_regularly(self) -> None:
        with self._lock:
            if self._failure is None:
                try:
                    self._send_all()
                except Exception as error:
                    self._failure = error
