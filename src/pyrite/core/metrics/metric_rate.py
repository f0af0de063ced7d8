"""Rate: the growth of a number per second, as Flink's meters measure it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from pyrite.core.clock import Clock

_SPAN_US: Final = 60_000_000
_STEP_US: Final = 5_000_000


class Rate:
    """The growth of a number per second, over the last minute or since the start."""

    def __init__(self, count: Callable[[], float], clock: Clock) -> None:
        self._count = count
        self._clock = clock
        self._samples: deque[tuple[int, float]] = deque([(clock.monotonic_us(), count())])

    def __call__(self) -> float:
        now_us, count, samples = self._clock.monotonic_us(), self._count(), self._samples
        while len(samples) > 1 and samples[1][0] <= now_us - _SPAN_US:
            samples.popleft()
        since_us, before = samples[0]
        if now_us - samples[-1][0] >= _STEP_US:
            samples.append((now_us, count))
        return (count - before) * 1_000_000 / (now_us - since_us) if now_us > since_us else 0.0
