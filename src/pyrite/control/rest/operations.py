"""Operations: what was asked for and takes its time, each under a trigger id, until some time after it has ended."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.control.rest.endpoint import RestError

Work = Callable[[], Coroutine[Any, Any, Any]]


@dataclass
class Operation:
    """Something under way, or ended: with a result or an error."""

    kind: str
    subject: str
    """The job that it is about."""
    task: asyncio.Task[Any]
    ended_s: Optional[float] = None

    @property
    def error(self) -> Optional[BaseException]:
        """Why it failed, if it has."""
        return asyncio.CancelledError() if self.task.cancelled() else self.task.exception()


class Operations:
    """The operations of one server. Their results can be read more than once, for `lifetime_s` after they ended."""

    def __init__(self, lifetime_s: float, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._lifetime_s = lifetime_s
        self._clock_s = clock_s
        self._by_id: dict[str, Operation] = {}

    def begin(self, kind: str, subject: str, work: Work, trigger_id: Optional[str] = None) -> str:
        """Starts something; returns its trigger id. One that is known already is not started again."""
        self._forget()
        trigger_id = trigger_id or uuid.uuid4().hex
        if trigger_id in self._by_id:
            return trigger_id
        operation = Operation(kind, subject, asyncio.create_task(work()))
        operation.task.add_done_callback(lambda task: self._ended(operation))
        self._by_id[trigger_id] = operation
        return trigger_id

    def get(self, kind: str, subject: str, trigger_id: str) -> Operation:
        """RestError: there is none, or no longer."""
        self._forget()
        operation = self._by_id.get(trigger_id)
        if operation is None or (operation.kind, operation.subject) != (kind, subject):
            raise RestError(404, f"There is no operation with trigger id {trigger_id} for '{subject or kind}'.")
        return operation

    async def close(self) -> None:
        """Ends what is under way here; what drivers were asked for continues."""
        tasks = [operation.task for operation in self._by_id.values() if not operation.task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, operation: Operation) -> None:
        operation.ended_s = self._clock_s()
        if not operation.task.cancelled():
            operation.task.exception()  # it is read: asyncio need not complain that nobody asked

    def _forget(self) -> None:
        now_s = self._clock_s()
        self._by_id = {
            trigger_id: operation
            for trigger_id, operation in self._by_id.items()
            if operation.ended_s is None or now_s - operation.ended_s < self._lifetime_s
        }
