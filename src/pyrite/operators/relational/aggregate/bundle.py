"""Bundle: rows that an operator buffers and processes together.

BundlingOperator is the base class of such operators.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock, ColumnBuffer
from pyrite.operators.capabilities import HasTimers
from pyrite.operators.operator import Operator
from pyrite.operators.relational.keyed.key_columns import KeyColumns


@dataclass(frozen=True)
class BundleSize:
    """The maximum number of rows in a bundle, and the maximum time that its first row waits."""

    rows: int
    latency_ms: int


class Bundle:
    """The blocks since the end of the last bundle.

    A barrier, a watermark and the end of the input also end a bundle.
    """

    def __init__(self, size: BundleSize) -> None:
        self._size = size
        self._blocks = ColumnBuffer()
        self.deadline_us: Optional[int] = None

    @property
    def rows(self) -> int:
        return len(self._blocks)

    def add(self, block: ColumnBlock, now_us: int) -> bool:
        """Adds a block. Returns whether the bundle is full."""
        if self.deadline_us is None:
            self.deadline_us = now_us + self._size.latency_ms * 1000
        self._blocks.append(block)
        return self.rows >= self._size.rows

    def take(self) -> ColumnBlock:
        """Returns the buffered rows and starts a new bundle."""
        self.deadline_us = None
        return self._blocks.take()


class BundlingOperator(Operator, HasTimers):
    """Processes whole bundles. Without a bundle size, it processes each block on arrival."""

    def __init__(self, size: Optional[BundleSize]) -> None:
        self.bundle = None if size is None else Bundle(size)

    @abstractmethod
    def process_bundle(self, block: ColumnBlock) -> None:
        """Processes the rows of a bundle."""

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        if self.bundle is None:
            self.process_bundle(block)
        elif self.bundle.add(block, self.context.clock.monotonic_us()):
            self.end_bundle()

    def end_bundle(self) -> None:
        """Processes the buffered rows."""
        if self.bundle is not None and self.bundle.rows:
            self.process_bundle(self.bundle.take())

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        """A barrier ends the bundle: buffered rows are not part of a snapshot."""
        self.end_bundle()

    def process_watermark(self, watermark_ms: int) -> None:
        self.end_bundle()
        super().process_watermark(watermark_ms)

    def next_deadline_us(self) -> Optional[int]:
        return None if self.bundle is None else self.bundle.deadline_us

    def on_deadline(self, now_us: int) -> None:
        self.end_bundle()

    def finish(self) -> None:
        self.end_bundle()


def last_of_keys(block: ColumnBlock, keys: KeyColumns, order: Any = None, is_reversed: bool = False) -> ColumnBlock:
    """Returns the last row of each key by a numeric order, or the first if `is_reversed`. Ties go to the later arrival.

    The default order is the order of arrival. The remaining rows keep their order.
    """
    own = keys.numbers()
    places = np.arange(len(own))
    levels = (places,) if order is None else (places, order)
    ordered = np.lexsort((*(-each if is_reversed else each for each in levels), own))
    is_last = np.append(own[ordered][1:] != own[ordered][:-1], True)
    return ColumnBlock(block.batch.take(pa.array(np.sort(ordered[is_last]))))
