"""What a user writes for full-window partitions: a function of all of a partition's records, an order."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from enum import Enum
from typing import Any, Optional

from pyrite.core.functions.functions import Function
from pyrite.core.persistence.persisted import persisted


@persisted("map-partition-function/1")
class MapPartitionFunction(Function):
    """A function for `map_partition`."""

    @abstractmethod
    def map_partition(self, values: Iterable[Any]) -> Optional[Iterable[Any]]:
        """Emits any number of records for all those of a partition. Called once, at the end of the input."""


@persisted("order/1")
class Order(Enum):
    """Which way `sort_partition` sorts."""

    ASCENDING = 1
    DESCENDING = 2
