"""SessionWorkers: the Spark workers of a session, as its master lists them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Final, Optional

from pyrite.control.job_manager_gateway import Worker

_AGE_S: Final = 1.0
"""How long an answer of the master is good enough for the next who asks."""


class SessionWorkers:
    """Asks the master in a thread, and only when somebody wants to know; those who ask within a second share it."""

    def __init__(self, ask: Callable[[], Sequence[Worker]]) -> None:
        self._ask = ask
        self._asked: Optional[asyncio.Future[Sequence[Worker]]] = None
        self._asked_s = 0.0

    async def workers(self) -> Sequence[Worker]:
        """Those that live; none if the master does not answer."""
        if self._asked is None or (self._asked.done() and time.monotonic() - self._asked_s > _AGE_S):
            self._asked = asyncio.ensure_future(asyncio.to_thread(self._ask))
            self._asked_s = time.monotonic()
        return await asyncio.shield(self._asked)
