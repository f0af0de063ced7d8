"""The functions that process matches."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Optional, TypeAlias

from pyrite.core.errors import ArgumentTypeError
from pyrite.core.functions.functions import Function
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.user_function import bound_method
from pyrite.operators.pattern.conditions import TimeContext

PatternMatch: TypeAlias = dict[str, list[Any]]
"""The events of a match by pattern name, each list in order. Must not be changed."""


class PatternContext(TimeContext):
    """The clocks and side outputs. `timestamp` is the time of the event, or of the time limit, that ended the match."""

    @abstractmethod
    def output(self, output_tag: OutputTag, value: Any) -> None:
        """Emits to a side output, as `yield output_tag, value` does."""


class PatternProcessFunction(Function):
    """A function for `process` of a PatternStream."""

    @abstractmethod
    def process_match(self, match: PatternMatch, ctx: PatternContext) -> Optional[Iterable[Any]]:
        """Called with each match. Yields any number of records; `yield tag, value` goes to a side output."""


class TimedOutPartialMatchHandler:
    """Added to a PatternProcessFunction that also processes timed-out partial matches."""

    @abstractmethod
    def process_timed_out_match(self, match: PatternMatch, ctx: PatternContext) -> Optional[Iterable[Any]]:
        """Called with each timed-out partial match. Yields to side outputs only: `yield tag, value`."""


class PatternSelectFunction(Function):
    """A function for `select`."""

    @abstractmethod
    def select(self, match: PatternMatch) -> Any:
        """Returns one record for a match."""


class PatternFlatSelectFunction(Function):
    """A function for `flat_select`."""

    @abstractmethod
    def flat_select(self, match: PatternMatch) -> Iterable[Any]:
        """Returns any number of records for a match."""


class PatternTimeoutFunction(Function):
    """A function for the timed-out partial matches of `select`."""

    @abstractmethod
    def timeout(self, match: PatternMatch, timeout_timestamp: int) -> Any:
        """Returns one record for a partial match, for the side output."""


class PatternFlatTimeoutFunction(Function):
    """A function for the timed-out partial matches of `flat_select`."""

    @abstractmethod
    def timeout(self, match: PatternMatch, timeout_timestamp: int) -> Iterable[Any]:
        """Returns any number of records for a partial match, for the side output."""


Select: TypeAlias = PatternSelectFunction | Callable[[PatternMatch], Any]
FlatSelect: TypeAlias = PatternFlatSelectFunction | Callable[[PatternMatch], Iterable[Any]]
Timeout: TypeAlias = PatternTimeoutFunction | Callable[[PatternMatch, int], Any]
FlatTimeout: TypeAlias = PatternFlatTimeoutFunction | Callable[[PatternMatch, int], Iterable[Any]]


class SelectAdapter(PatternProcessFunction):
    """`select` and `flat_select` as a process function."""

    def __init__(self, select: Select | FlatSelect, flat: bool) -> None:
        kind: type[Function] = PatternFlatSelectFunction if flat else PatternSelectFunction
        self.adapted: tuple[Any, ...] = (select,)
        """The user's functions: the operator opens and closes them."""
        self._select = bound_method(select, kind, "flat_select" if flat else "select")
        self._flat = flat

    def process_match(self, match: PatternMatch, ctx: PatternContext) -> Optional[Iterable[Any]]:
        result = self._select(match)
        return result if self._flat else (result,)


class TimeoutAdapter(SelectAdapter, TimedOutPartialMatchHandler):
    """The same, with a side output for timed-out partial matches."""

    def __init__(self, select: Select | FlatSelect, flat: bool, tag: OutputTag, timeout: Timeout | FlatTimeout) -> None:
        super().__init__(select, flat)
        if not isinstance(tag, OutputTag):
            raise ArgumentTypeError(f"timed_out_tag must be an OutputTag, not {tag!r}")
        kind: type[Function] = PatternFlatTimeoutFunction if flat else PatternTimeoutFunction
        self.adapted = (select, timeout)
        self._timeout = bound_method(timeout, kind, "timeout")
        self._tag = tag

    def process_timed_out_match(self, match: PatternMatch, ctx: PatternContext) -> Optional[Iterable[Any]]:
        result = self._timeout(match, ctx.timestamp())
        if not self._flat:
            result = (result,)
        return None if result is None else [(self._tag, value) for value in result]


def users_functions(function: PatternProcessFunction) -> tuple[Any, ...]:
    """The user's functions in a process function."""
    return function.adapted if isinstance(function, SelectAdapter) else (function,)
