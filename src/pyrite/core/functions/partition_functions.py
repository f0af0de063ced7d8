"""Functions for full-window partitions, and the order of sorting."""

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
        """Emits any number of records for all records of a partition. Called once, at the end of the input."""


@persisted("order/1")
class Order(Enum):
    """The order of `sort_partition`."""

    ASCENDING = 1
    DESCENDING = 2
