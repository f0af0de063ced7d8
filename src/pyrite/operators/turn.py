"""Turn: how long operators may work before their task does other work."""

from __future__ import annotations

from typing import ClassVar, Protocol


class Caller(Protocol):
    """An operator in a call of a user function, or one that emits many blocks in a call."""

    def label(self) -> str: ...


class Turn:
    """The turn of operators outside a task, as in a test harness: it never ends.

    A call with many results, or an operator with many blocks, emits its current results when `is_over` is true, and
    then calls `pause`; `Output.hand_over` and `Output.emit_more` do so. No other part of the chain runs meanwhile: the
    current key, timestamps and state are unchanged when `pause` returns.
    """

    block: ClassVar = 10_000
    """The approximate number of results per emitted block."""
    __slots__ = ("callers", "is_over")

    def __init__(self) -> None:
        self.is_over = False
        """Set by any thread when other work is waiting. Loops over a function's results check it after each result."""
        self.callers: list[Caller] = []
        """The operators that are emitting a part of their results, the outermost first."""

    def room(self) -> int:
        """The number of results that may be emitted now."""
        return self.block

    def pause(self) -> None:
        """Lets the task do other work if it is due; returns when more may be emitted."""
        self.is_over = False
