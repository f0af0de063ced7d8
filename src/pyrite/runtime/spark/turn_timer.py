"""TurnTimer: ends the turn of operators that have worked for a while, so that their results leave."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from pyrite.core.clock import Clock
from pyrite.runtime.task.stopwatch import Stopwatch

_TURN_US: Final = 20_000
"""Longer than a slice of work should take, so that only calls that give much are paused."""
_LOOK_S: Final = 0.01
_LOOK_IDLE_S: Final = 0.25


class TurnTimer(threading.Thread):
    """Looks how long the main loop has been at its present step."""

    def __init__(self, stopwatch: Stopwatch, clock: Clock, end_turn: Callable[[], None]) -> None:
        super().__init__(daemon=True, name="turn-timer")
        self._stopwatch = stopwatch
        self._clock = clock
        self._end_turn = end_turn

    def run(self) -> None:
        while True:
            busy_since_us = self._stopwatch.busy_since_us()
            if busy_since_us is None:
                time.sleep(_LOOK_IDLE_S)
                continue
            if self._clock.monotonic_us() - max(self._stopwatch.step_us, busy_since_us) > _TURN_US:
                self._end_turn()
            time.sleep(_LOOK_S)
