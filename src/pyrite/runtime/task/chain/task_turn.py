"""TaskTurn: runs the operators of a task so that a call of theirs can be left in its middle, and continued later.

Operators call each other, and the user's functions: a call that gives many results has a whole stack of frames. It
runs in a greenlet, a stack of its own in the same thread. `pause` switches back to the task's main loop, which sends
what was emitted, handles messages, and calls `resume` when receivers take more. Nothing else of the chain runs then.
"""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from typing import Any, Final, Optional, Protocol

from greenlet import GreenletExit, getcurrent, greenlet

from pyrite.operators.turn import Caller, Turn
from pyrite.runtime.wire.frames import Buffer

_OUTBOX_BYTES: Final = 1 << 20
"""What may wait to be sent while a call continues."""
_PAUSED: Final = object()

Act = Callable[[], Any]


class Room(Protocol):
    """The chain, as far as it decides whether a call may continue."""

    @property
    def most_at_once(self) -> int:
        """How many records its receivers take now."""

    @property
    def block_size(self) -> int:
        """How many records, of the size that they have, are a few frames."""

    def is_held_back(self, caller: Caller) -> bool:
        """Whether what the caller emits can go no further for now."""


class TaskTurn(Turn):
    """The turn of one task's operators. All of it is for the task's main thread, but `is_over`, which any may set."""

    __slots__ = ("_context", "_greenlet", "_outbox", "_pauses", "chain", "is_paused")

    chain: Room
    """Set before anything is run."""

    def __init__(self, outbox: list[tuple[int, Buffer]]) -> None:
        super().__init__()
        self._outbox = outbox
        self._context = contextvars.copy_context()
        self._greenlet: Optional[greenlet] = None
        self._pauses = True
        self.is_paused = False
        """Whether what was begun with `run` is to be continued with `resume`."""

    # The main loop's side ---------------------------------------------------------------------------------------------

    def run(self, act: Act, pauses: bool = True) -> Any:
        """Does something with the chain; returns what that returns, or None if it was paused."""
        if self._greenlet is None or self._greenlet.dead:
            self._greenlet = greenlet(self._serve)
            self._greenlet.gr_context = self._context  # which has decimal's precision, for example
        self._pauses = pauses
        return self._switch(act)

    def resume(self) -> Any:
        """Continues what was paused; returns what that returns, or None if it was paused again."""
        self.is_paused = False
        return self._switch(None)

    def _switch(self, act: Optional[Act]) -> Any:
        assert self._greenlet is not None
        self._greenlet.parent = getcurrent()
        result = self._greenlet.switch(act)
        self.is_paused = result is _PAUSED
        return None if self.is_paused else result

    def _serve(self, act: Act) -> None:
        """What the greenlet runs: one thing after another."""
        while True:
            result = act()
            self.is_over = False
            act = self._leave(result)

    def _leave(self, result: Any) -> Any:
        """Switches to the main loop, which gets the result; returns what it gives when it switches back."""
        assert self._greenlet is not None and self._greenlet.parent is not None
        return self._greenlet.parent.switch(result)

    def close(self) -> None:
        """Ends what is paused: the functions' generators are closed at their present `yield`."""
        own, self._greenlet, self.is_paused = self._greenlet, None, False
        if own is not None and not own.dead:
            own.parent = getcurrent()
            own.throw(GreenletExit)

    # The operators' side ----------------------------------------------------------------------------------------------

    def room(self) -> int:
        return min(self.block, self.chain.most_at_once, self.chain.block_size) if self._can_pause else self.block

    def pause(self) -> None:
        if self._can_pause and self._is_due:
            self.is_over = False
            self._leave(_PAUSED)

    @property
    def _can_pause(self) -> bool:
        """Whether the main loop can do other things now: not while it opens the chain, or calls it by itself."""
        return self._pauses and getcurrent() is self._greenlet

    @property
    def _is_due(self) -> bool:
        if self.is_over or self.chain.is_held_back(self.callers[-1]):
            return True
        return sum(len(frame) for _, frame in self._outbox) >= _OUTBOX_BYTES
