"""Backoff: the number of attempts after failures, and the pauses between them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import Final, Optional

_LONGEST_MS: Final = 1 << 62


@dataclass(frozen=True)
class Backoff:
    """Each pause is `multiplier` times as long as the one before, up to a limit. Failures are counted from 1.

    backoff = Backoff(first_ms=100, longest_ms=5000, retries=3)
    for failures in itertools.count(1):
        if attempt():
            return
        if not backoff.wait_after(failures):
            raise ...
    """

    first_ms: int
    longest_ms: int = _LONGEST_MS
    multiplier: float = 2.0
    retries: Optional[int] = None
    """The maximum number of attempts after the first; None: no limit."""
    jitter: float = 0.0
    """The fraction of a pause that is randomly added or subtracted, so that many clients do not retry at once."""

    def pause_ms(self, failures: int, random: Optional[Random] = None) -> int:
        """The pause after this many failures. Jitter needs `random`; the limits include the jitter."""
        try:
            grown_ms = int(min(self.first_ms * self.multiplier ** (failures - 1), _LONGEST_MS))
        except OverflowError:
            grown_ms = _LONGEST_MS
        spread_ms = int(grown_ms * self.jitter) if random is not None else 0
        varied_ms = grown_ms + random.randint(-spread_ms, spread_ms) if random is not None else grown_ms
        return max(min(self.first_ms, grown_ms), min(varied_ms, self.longest_ms))

    def is_over(self, failures: int) -> bool:
        """Whether no attempt may follow after this many failures."""
        return self.retries is not None and failures > self.retries

    def wait_after(self, failures: int) -> bool:
        """Waits until the next attempt may begin; returns False, without waiting, if no attempt may follow."""
        if self.is_over(failures):
            return False
        time.sleep(self.pause_ms(failures) / 1000)
        return True
