"""AggregateFunction: the definition of an aggregate function, and Accumulator, which computes a call of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Optional

from pyrite.core.types import LogicalType
from pyrite.expressions.function import Signature


class Phase(Enum):
    """The input and output of a call: rows to a result, rows to a state, states to a result, or states to a state."""

    WHOLE = "whole"
    LOCAL = "local"
    GLOBAL = "global"
    RELAY = "relay"


@dataclass(frozen=True)
class AggregateCall:
    """A call of an aggregate function. Arguments and filter are positions of input columns."""

    function: str
    arguments: tuple[int, ...]
    argument_types: tuple[LogicalType, ...]
    result_type: LogicalType
    is_distinct: bool = False
    filter: Optional[int] = None
    """A BOOLEAN column: only rows for which it is TRUE count."""
    option: str = ""
    """An option of the call: NULL ON NULL, IGNORE NULLS."""
    phase: Phase = Phase.WHOLE
    """In the global phase, arguments are columns of states, but their types are the types of the values."""


class Accumulator(ABC):
    """Computes one call for one group of rows.

    The state is a plain value: a number, a tuple, or a dict or list, which is updated in place. `accumulate`, `retract`
    and `merge` return the new state. Arguments and results are in the form of `pyrite.expressions.values`.
    """

    is_result = False
    """Whether the state is the result."""

    @abstractmethod
    def create(self) -> Any:
        """Returns the state of a group without rows."""

    @abstractmethod
    def accumulate(self, state: Any, *arguments: Any) -> Any:
        """Adds a row to the state."""

    @abstractmethod
    def retract(self, state: Any, *arguments: Any) -> Any:
        """Removes an accumulated row from the state."""

    @abstractmethod
    def merge(self, state: Any, other: Any) -> Any:
        """Adds all rows of another state, which is not used again."""

    @abstractmethod
    def value(self, state: Any) -> Any:
        """Returns the result; None for NULL."""


MakeAccumulator = Callable[[AggregateCall, bool], Accumulator]
"""From a call, and whether rows may be retracted: without retraction, some functions have much less state."""


@dataclass(frozen=True)
class AggregateFunction:
    """Names, types and computation of a function. The signature's result type is for a group with at least one row."""

    name: str
    signature: Signature
    accumulator: MakeAccumulator
    forms: tuple[str, ...] = ()
    """Supported forms for error messages, in Flink's words: `'SUM(<NUMERIC>)'`."""
    aliases: tuple[str, ...] = ()
    is_never_null: bool = False
    """Whether the result is never NULL, also over no rows, by its type in Flink."""
    takes_distinct: bool = True
    is_ordered: bool = False
    """Whether the result depends on the order of the rows."""


class AggregateCatalog:
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
