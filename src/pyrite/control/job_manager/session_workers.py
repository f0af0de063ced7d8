"""SessionWorkers: the Spark workers of a session, as its master lists them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Final, Optional

from pyrite.control.job_manager_gateway import Worker

_AGE_S: Final = 1.0
"""How long an answer of the master is reused for further requests."""


class SessionWorkers:
    """Queries the master in a thread, on demand; requests within a second share an answer."""

    def __init__(self, ask: Callable[[], Sequence[Worker]]) -> None:
        self._ask = ask
        self._request: Optional[asyncio.Future[Sequence[Worker]]] = None
        self._asked_s = 0.0

    async def workers(self) -> Sequence[Worker]:
        """The live workers; empty if the master does not answer."""
        if self._request is None or (self._request.done() and time.monotonic() - self._asked_s > _AGE_S):
            self._request = asyncio.ensure_future(asyncio.to_thread(self._ask))
            self._asked_s = time.monotonic()
        return await asyncio.shield(self._request)
