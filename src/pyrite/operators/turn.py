"""Turn: how long operators may work before their task does other things."""

from __future__ import annotations

from typing import ClassVar, Protocol


class Caller(Protocol):
    """An operator in a call of the user's function, or one that makes many blocks at once."""

    def label(self) -> str: ...


class Turn:
    """The turn of operators that no task runs, as in a harness: it never ends.

    A call that gives many results, or an operator that makes many blocks, emits what there is when `is_over` is true,
    and then calls `pause`; `Output.hand_over` and `Output.emit_more` do so. Nothing else of the chain runs meanwhile:
    the current key, timestamps and state are what they were when `pause` returns.
    """

    block: ClassVar = 10_000
    """Results are emitted in blocks of about this many."""
    __slots__ = ("callers", "is_over")

    def __init__(self) -> None:
        self.is_over = False
        """Set, by any thread, when other things wait. Loops over a function's results look at it after each."""
        self.callers: list[Caller] = []
        """The operators that are emitting a part of what they have to emit, the outermost first."""

    def room(self) -> int:
        """How many results may be emitted now."""
        return self.block

    def pause(self) -> None:
        """Lets the task do other things if it is time, and returns when more may be emitted."""
        self.is_over = False
