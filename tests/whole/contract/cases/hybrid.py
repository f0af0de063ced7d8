"""The hybrid source, of sources that need no server: with an end, and without one."""

from __future__ import annotations

from typing import Any

from pyrite.connectors.builtin.collection import CollectionSource
from pyrite.connectors.builtin.number_sequence import NumberSequenceSource
from pyrite.connectors.hybrid.source import HybridSource
from pyrite.core.connector.guarantee import EXACTLY_ONCE
from pyrite.core.connector.source import Source
from tests.connectors.pulled_source import PulledSource
from tests.whole.contract.case import SourceCase


class Hybrid(SourceCase):
    connector = HybridSource
    delivery = EXACTLY_ONCE
    parallelism = 2

    def fill(self, run: str, count: int) -> None:
        self._count = count

    def source(self, run: str) -> Source[Any]:
        third = self._count // 3
        first, last = NumberSequenceSource(0, third - 1), CollectionSource(list(range(2 * third, self._count)))
        middle = PulledSource([third], list(range(third + 1, 2 * third)))
        return HybridSource.builder(first).add_source(middle).add_source(last).build()


class HybridWithoutEnd(Hybrid):
    parallelism = 1

    def source(self, run: str) -> Source[Any]:
        half = self._count // 2
        last = PulledSource(list(range(half, self._count - 1)), [self._count - 1], ends=False)
        return HybridSource.builder(NumberSequenceSource(0, half - 1)).add_source(last).build()
