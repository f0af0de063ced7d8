"""TaskTurn: runs the operators of a task so that their calls can be paused and resumed.

Operators call each other and user functions: a call with many results has a whole stack of frames. It runs in a
greenlet, a separate stack in the same thread. `pause` switches back to the task's main loop, which sends emitted
records, handles messages, and calls `resume` when receivers accept more. No other part of the chain runs meanwhile.
"""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from typing import Any, Final, Optional, Protocol

from greenlet import GreenletExit, getcurrent, greenlet

from pyrite.operators.turn import Caller, Turn
from pyrite.runtime.wire.frames import Buffer

_OUTBOX_BYTES: Final = 1 << 20
"""The limit of unsent bytes up to which a call continues."""
_PAUSED: Final = object()

Act = Callable[[], Any]


class Room(Protocol):
    """The part of the chain's interface that decides whether a call may continue."""

    @property
    def most_at_once(self) -> int:
        """The number of records that its receivers accept now."""

    @property
    def block_size(self) -> int:
        """The number of records that fill a few frames, at their current size."""

    def is_held_back(self, caller: Caller) -> bool:
        """Whether the records that the caller emits cannot be accepted at the moment."""


class TaskTurn(Turn):
    """The turn of one task's operators. For the task's main thread, except `is_over`, which any thread may set."""

    __slots__ = ("_context", "_greenlet", "_outbox", "_pauses", "chain", "is_paused")

    chain: Room
    """Set before the first `run`."""

    def __init__(self, outbox: list[tuple[int, Buffer]]) -> None:
        super().__init__()
        self._outbox = outbox
        self._context = contextvars.copy_context()
        self._greenlet: Optional[greenlet] = None
        self._pauses = True
        self.is_paused = False
        """Whether the call begun by `run` is paused and must be continued by `resume`."""

    # Called by the main loop ------------------------------------------------------------------------------------------

    def run(self, act: Act, pauses: bool = True) -> Any:
        """Runs a call into the chain; returns its result, or None if it was paused."""
        if self._greenlet is None or self._greenlet.dead:
            self._greenlet = greenlet(self._serve)
            self._greenlet.gr_context = self._context  # which has decimal's precision, for example
        self._pauses = pauses
        return self._switch(act)

    def resume(self) -> Any:
        """Continues the paused call; returns its result, or None if it was paused again."""
        self.is_paused = False
        return self._switch(None)

    def _switch(self, act: Optional[Act]) -> Any:
        assert self._greenlet is not None
        self._greenlet.parent = getcurrent()
        result = self._greenlet.switch(act)
        self.is_paused = result is _PAUSED
        return None if self.is_paused else result

    def _serve(self, act: Act) -> None:
        """Runs calls in the greenlet, one after another."""
        while True:
            result = act()
            self.is_over = False
            act = self._leave(result)

    def _leave(self, result: Any) -> Any:
        """Passes the result to the main loop; returns the value with which the main loop switches back."""
        assert self._greenlet is not None and self._greenlet.parent is not None
        return self._greenlet.parent.switch(result)

    def close(self) -> None:
        """Ends a paused call: the generators of user functions are closed at their current `yield`."""
        own, self._greenlet, self.is_paused = self._greenlet, None, False
        if own is not None and not own.dead:
            own.parent = getcurrent()
            own.throw(GreenletExit)

    # Called by operators ----------------------------------------------------------------------------------------------

    def room(self) -> int:
        return min(self.block, self.chain.most_at_once, self.chain.block_size) if self._can_pause else self.block

    def pause(self) -> None:
        if self._can_pause and self._is_due:
            self.is_over = False
            self._leave(_PAUSED)

    @property
    def _can_pause(self) -> bool:
        """Whether the main loop can take over now: not while it opens the chain, or calls it outside the greenlet."""
        return self._pauses and getcurrent() is self._greenlet

    @property
    def _is_due(self) -> bool:
        if self.is_over or self.chain.is_held_back(self.callers[-1]):
            return True
        return sum(len(frame) for _, frame in self._outbox) >= _OUTBOX_BYTES
