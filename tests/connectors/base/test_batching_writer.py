"""BatchingWriter: when items are sent, in which batches, and where an error of its thread arrives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pyrite.connectors.base.batching_writer import BatchingWriter
from pyrite.core.blocks.row_block import RowBlock
from tests.spark.processes import wait_until

LONG_S = 60.0


class Store(BatchingWriter):
    """Remembers its batches. `is_down`: it accepts none."""

    def __init__(self, batch_size: int, interval_ms: int = 0) -> None:
        super().__init__(batch_size, interval_ms)
        self.batches: list[list[Any]] = []
        self.attempts = 0
        self.is_down = False

    def _items_of(self, values: list[Any]) -> Sequence[Any]:
        return [value * 10 for value in values]

    def _send(self, items: Sequence[Any]) -> None:
        self.attempts += 1
        if self.is_down:
            raise OSError("the store is down")
        self.batches.append(list(items))


def block(*values: int) -> RowBlock:
    return RowBlock(list(values))


def test_full_batches_are_sent_at_once_and_the_rest_stays() -> None:
    store = Store(2)
    store.write(block(1))
    assert store.batches == []
    store.write(block(2, 3, 4, 5))
    assert store.batches == [[10, 20], [30, 40]]


@pytest.mark.parametrize("end_of_input", [True, False])
def test_flush_sends_the_rest_once(end_of_input: bool) -> None:
    store = Store(2)
    store.write(block(1, 2, 3))
    store.flush(end_of_input)
    store.flush(end_of_input)
    assert store.batches == [[10, 20], [30]]


def test_error_of_a_batch_is_raised_where_it_is_sent() -> None:
    store = Store(2)
    store.is_down = True
    with pytest.raises(OSError, match="the store is down"):
        store.write(block(1, 2))


def test_interval_sends_what_no_batch_has_filled() -> None:
    store = Store(100, interval_ms=10)
    store.write(block(1))
    wait_until(lambda: store.batches == [[10]], LONG_S, "the batch is sent")
    store.close()
    store.write(block(2))
    assert store.batches == [[10]]


def test_error_of_the_thread_is_raised_by_every_later_call_and_ends_the_sending() -> None:
    store = Store(100, interval_ms=10)
    store.is_down = True
    store.write(block(1))
    wait_until(lambda: store._failure is not None, LONG_S, "the thread has failed")
    with pytest.raises(OSError, match="the store is down"):
        store.write(block(2))
    with pytest.raises(OSError, match="the store is down"):
        store.flush(end_of_input=False)
    assert store.attempts == 1
    store.close()
