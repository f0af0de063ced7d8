"""The sources and sinks that need no server."""

from __future__ import annotations

from typing import Any

from pyrite.common.guarantee import EXACTLY_ONCE
from pyrite.common.source import Source
from pyrite.connectors.collection import CollectionSource
from pyrite.connectors.number_sequence import NumberSequenceSource
from tests.contract.case import SourceCase


class Collection(SourceCase):
    connector = CollectionSource
    delivery = EXACTLY_ONCE

    def fill(self, run: str, count: int) -> None:
        self._count = count

    def source(self, run: str) -> Source[Any]:
        return CollectionSource(list(range(self._count)))


class NumberSequence(SourceCase):
    connector = NumberSequenceSource
    delivery = EXACTLY_ONCE
    parallelism = 2

    def fill(self, run: str, count: int) -> None:
        self._count = count

    def source(self, run: str) -> Source[Any]:
        return NumberSequenceSource(0, self._count - 1)
