"""MatchFunctionCalls: passes matches to the user's function."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Optional

from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.time.time import NO_TIMESTAMP
from pyrite.operators.call_results import CallResults
from pyrite.operators.operator import Operator
from pyrite.operators.pattern.functions import (
    PatternContext,
    PatternProcessFunction,
    TimedOutPartialMatchHandler,
    users_functions,
)
from pyrite.operators.pattern.key_matches import Node, events_by_name


class MatchContext(PatternContext):
    """The context of the user's function; MatchFunctionCalls moves it from match to match."""

    __slots__ = ("_now_ms", "side_outputs", "time_ms")

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self.time_ms = NO_TIMESTAMP
        self.side_outputs: list[Any] = []

    def timestamp(self) -> int:
        return self.time_ms

    def current_processing_time(self) -> int:
        return self._now_ms()

    def output(self, output_tag: OutputTag, value: Any) -> None:
        self.side_outputs.append((output_tag, value))


class MatchFunctionCalls:
    """Calls the function with each match and each partial match out of time."""

    def __init__(
        self, function: PatternProcessFunction, operator: Operator, now_ms: Callable[[], int], results: CallResults
    ) -> None:
        """`results` collects the function's results."""
        self._process_match = function.process_match
        self._handler = function if isinstance(function, TimedOutPartialMatchHandler) else None
        self._users = users_functions(function)
        self._operator = operator
        self._context = MatchContext(now_ms)
        self._results = results

    def matched(self, node: Node, time_ms: int) -> None:
        self._call(self._process_match, self._users[0], node, time_ms)

    def timed_out(self, node: Node, time_ms: int) -> None:
        if self._handler is not None:
            method = self._handler.process_timed_out_match
            self._call(method, self._users[-1], node, time_ms, sides_only=True)

    def _call(
        self,
        method: Callable[..., Optional[Iterable[Any]]],
        func: Any,
        node: Node,
        time_ms: int,
        sides_only: bool = False,
    ) -> None:
        match, context = events_by_name(node), self._context
        context.time_ms = time_ms
        try:
            results = method(match, context) or ()
            self._results.add(map(_tagged, results) if sides_only else results, time_ms)
        except Exception as error:
            self._operator.raise_if_from_below(error)
            raise_user_error(error, self._operator.label(), func, shorten(match))
        if context.side_outputs:
            sides, context.side_outputs = context.side_outputs, []
            self._results.add(sides, time_ms)


def _tagged(result: Any) -> Any:
    if not (type(result) is tuple and len(result) == 2 and isinstance(result[0], OutputTag)):
        raise TypeError(f"a timed-out match may only emit to side outputs: yield tag, value, not {result!r}")
    return result
