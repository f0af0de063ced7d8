"""sum, min, max, min_by and max_by, for streams and windows that can be reduced."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from pyrite.core.errors import ArgumentTypeError
from pyrite.operators.fields import FieldReduction, Reduction

if TYPE_CHECKING:
    from pyrite.datastream.data_stream import DataStream


class FieldReductions(ABC):
    """Reductions by one field, given by its position or its name. The other fields come from the first record."""

    @abstractmethod
    def reduce_fields(self, function: FieldReduction, name: str) -> DataStream:
        """Reduces records by one of their fields: what `sum`, `min` and the others are made of."""

    def sum(self, position_to_sum: int | str = 0) -> DataStream:
        """The sum of a field; the other fields come from the first record.

        >>> sales = env.from_collection([("tea", 3), ("tea", 4)])
        >>> list(sales.key_by(lambda sale: sale[0]).sum(1).execute_and_collect())
        [('tea', 3), ('tea', 7)]
        """
        return self._reduced(Reduction.SUM, position_to_sum)

    def min(self, position_to_min: int | str = 0) -> DataStream:
        """The minimum of a field; the other fields come from the first record.

        >>> prices = env.from_collection([("tea", 3), ("tea", 2), ("tea", 4)])
        >>> list(prices.key_by(lambda price: price[0]).min(1).execute_and_collect())
        [('tea', 3), ('tea', 2), ('tea', 2)]
        """
        return self._reduced(Reduction.MIN, position_to_min)

    def max(self, position_to_max: int | str = 0) -> DataStream:
        """The maximum of a field; the other fields come from the first record."""
        return self._reduced(Reduction.MAX, position_to_max)

    def min_by(self, position_to_min_by: int | str = 0) -> DataStream:
        """The record with the least value in a field, the first of several."""
        return self._reduced(Reduction.MIN_BY, position_to_min_by)

    def max_by(self, position_to_max_by: int | str = 0) -> DataStream:
        """The record with the greatest value in a field; the first of several.

        >>> bids = env.from_collection([("pot", 10, "ann"), ("pot", 30, "bob"), ("pot", 20, "eve")])
        >>> list(bids.key_by(lambda bid: bid[0]).max_by(1).execute_and_collect())
        [('pot', 10, 'ann'), ('pot', 30, 'bob'), ('pot', 30, 'bob')]
        """
        return self._reduced(Reduction.MAX_BY, position_to_max_by)

    def _reduced(self, reduction: Reduction, position: int | str) -> DataStream:
        if not isinstance(position, (int, str)):
            raise ArgumentTypeError(f"a field is given by its position or its name, not by {position!r}")
        return self.reduce_fields(FieldReduction(reduction, position), reduction.name.replace("_", " ").title())
