"""AggregateFunction: an aggregate of SQL as a value, and Accumulator, which computes a call of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Optional

from pyrite.core.types import LogicalType
from pyrite.expressions.function import Signature


class Phase(Enum):
    """What a call makes of what: of rows a result, of rows a state, of states a result, or of states a state."""

    WHOLE = "whole"
    LOCAL = "local"
    GLOBAL = "global"
    RELAY = "relay"


@dataclass(frozen=True)
class AggregateCall:
    """A call of an aggregate function. Arguments and filter are columns of the input, by position."""

    function: str
    arguments: tuple[int, ...]
    argument_types: tuple[LogicalType, ...]
    result_type: LogicalType
    is_distinct: bool = False
    filter: Optional[int] = None
    """A column of the type BOOLEAN: only rows for which it is TRUE count."""
    option: str = ""
    """A word of the call that no column has: NULL ON NULL, IGNORE NULLS."""
    phase: Phase = Phase.WHOLE
    """In the global phase the arguments are columns of states; their types are still those of the values."""


class Accumulator(ABC):
    """Computes one call for one group of rows.

    What it has computed so far is a plain value: a number, a tuple, or a dict or list, which is changed in place.
    `accumulate`, `retract` and `merge` return what it is afterwards. Arguments and results are values as
    `pyrite.expressions.values` has them.
    """

    is_result = False
    """Whether its state is its result."""

    @abstractmethod
    def create(self) -> Any:
        """What no rows give."""

    @abstractmethod
    def accumulate(self, state: Any, *arguments: Any) -> Any:
        """With one more row."""

    @abstractmethod
    def retract(self, state: Any, *arguments: Any) -> Any:
        """Without a row that was accumulated before."""

    @abstractmethod
    def merge(self, state: Any, other: Any) -> Any:
        """With all rows of another, whose value is not used again."""

    @abstractmethod
    def value(self, state: Any) -> Any:
        """The result; None for NULL."""


MakeAccumulator = Callable[[AggregateCall, bool], Accumulator]
"""From a call, and whether rows may be retracted: without that some functions keep much less."""


@dataclass(frozen=True)
class AggregateFunction:
    """Names, types and computation. The result of the signature is that over at least one row."""

    name: str
    signature: Signature
    accumulator: MakeAccumulator
    forms: tuple[str, ...] = ()
    """What an error offers, in Flink's words: `'SUM(<NUMERIC>)'`."""
    aliases: tuple[str, ...] = ()
    is_never_null: bool = False
    """Whether its result is not NULL over no rows, or Flink's type says so."""
    takes_distinct: bool = True
    is_ordered: bool = False
    """Whether the result depends on the order of the rows."""


class AggregateCatalogue:
    """Aggregate functions by their upper-case names."""

    def __init__(self, *groups: Sequence[AggregateFunction]) -> None:
        self._functions = {
            name: function for group in groups for function in group for name in (function.name, *function.aliases)
        }

    def get(self, name: str) -> Optional[AggregateFunction]:
        return self._functions.get(name)

    def __getitem__(self, name: str) -> AggregateFunction:
        return self._functions[name]

    def names(self) -> list[str]:
        return sorted(self._functions)
