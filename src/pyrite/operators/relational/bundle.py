"""Bundle: rows that an operator gathers before it works on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from pyrite.core.column_block import ColumnBlock, ColumnBuffer


@dataclass(frozen=True)
class BundleSize:
    """How many rows a bundle has at most, and how long its first row waits."""

    rows: int
    latency_ms: int


class Bundle:
    """Blocks that came since the last bundle ended. A barrier, a watermark and the end of the input end it, too."""

    def __init__(self, size: BundleSize) -> None:
        self._size = size
        self._blocks = ColumnBuffer()
        self.deadline_us: Optional[int] = None

    @property
    def rows(self) -> int:
        return len(self._blocks)

    def add(self, block: ColumnBlock, now_us: int) -> bool:
        """Whether the bundle is full."""
        if self.deadline_us is None:
            self.deadline_us = now_us + self._size.latency_ms * 1000
        self._blocks.append(block)
        return self.rows >= self._size.rows

    def take(self) -> ColumnBlock:
        """What was gathered; a new bundle begins."""
        self.deadline_us = None
        return self._blocks.take()
