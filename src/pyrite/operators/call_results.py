"""CallResults: collects the results of user function calls, and emits them in blocks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Optional

from pyrite.core.isolation import isolated
from pyrite.operators.output import Output


class CallResults:
    """The results of several calls, in order. A call may return any number of results: they need not all fit in memory.

    Operators with a call for every record have inlined loops with the same logic.
    """

    def __init__(self, output: Output, stamped: bool = True) -> None:
        """`stamped`: whether results get timestamps."""
        self._output = output
        self._stamped = stamped
        self._values: list[Any] = []
        self._stamps: list[int] = []

    def add(self, results: Optional[Iterable[Any]], time_ms: int) -> None:
        """Adds the results of a call. While the call yields more, the task may do other work."""
        if results is None:
            return
        values, turn = self._values, self._output.turn
        for result in results:
            values.append(isolated(result))
            if turn.is_over or len(values) >= turn.block:
                self._hand_over(time_ms)
                values = self._values
        self._stamps.extend([time_ms] * (len(values) - len(self._stamps)))
        if len(values) >= turn.block:
            self._hand_over(time_ms)

    def add_own(self, values: list[Any], time_ms: int) -> None:
        """Adds values that are not referenced by user functions."""
        self._values.extend(values)
        self._stamps.extend([time_ms] * len(values))
        if len(self._values) >= self._output.turn.block:
            self._hand_over(time_ms)

    def _hand_over(self, time_ms: int) -> None:
        values, stamps = self._values, self._stamps
        stamps.extend([time_ms] * (len(values) - len(stamps)))
        self._values, self._stamps = [], []
        self._output.hand_over(values, stamps if self._stamped else None)

    def flush(self) -> None:
        """Emits the remaining results."""
        values, stamps = self._values, self._stamps
        self._values, self._stamps = [], []
        self._output.hand_over(values, stamps if self._stamped else None, ends=True)
