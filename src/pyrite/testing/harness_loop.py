"""HarnessLoop: the event loop of a harness, which advances with each call of the test."""

from __future__ import annotations

from typing import Optional

from pyrite.core.clock import ManualClock
from pyrite.operators.capabilities import WaitsForEvents
from pyrite.operators.operator import Operator
from pyrite.testing.virtual_loop import VirtualEventLoop

_OUTSIDE_S = 1.0
"""Real time that a call may wait for a socket or a thread before the clock advances."""


class HarnessLoop:
    """The event loop and the main loop of one operator's task."""

    def __init__(self, operator: Operator, clock: ManualClock) -> None:
        self._operator = operator
        self._waits = operator if isinstance(operator, WaitsForEvents) else None
        self._clock = clock
        self._loop: Optional[VirtualEventLoop] = None
        self._woken = False

    def start(self) -> VirtualEventLoop:
        self._loop = VirtualEventLoop(self._clock)
        return self._loop

    def note_wake(self) -> None:
        self._woken = True

    def settle(self) -> None:
        """Runs everything that is ready at the current time."""
        while self._woken or (self._loop is not None and self._loop.has_work):
            if self._loop is not None and self._loop.has_work:
                self._loop.step()
            else:
                self._woken = False
                if self._waits is not None:
                    self._waits.on_wake()

    def advance_to(self, until_ms: int) -> None:
        """Advances the clock, from one resuming call to the next."""
        while (due_ms := self._next_due_ms()) is not None and due_ms <= until_ms:
            self._clock.advance(max(0, due_ms - self._clock.now_ms()))
            self.settle()
        self._clock.advance(until_ms - self._clock.now_ms())

    def finish(self) -> None:
        """Advances time until the operator waits for nothing."""
        while self._waits is not None and self._waits.is_waiting:
            if self._loop is not None and self._loop.wait_outside(_OUTSIDE_S):
                self.settle()
                continue
            due_ms = self._next_due_ms()
            if due_ms is None:
                raise AssertionError(f"{self._operator.label()} waits for an event that will never occur")
            self.advance_to(due_ms)

    def _next_due_ms(self) -> Optional[int]:
        due_us = None if self._loop is None else self._loop.next_due_us()
        return None if due_us is None else -(-due_us // 1000)

    def close(self) -> None:
        if self._loop is not None:
            self._loop.close()
