"""Operations: asynchronous work by trigger id, kept for some time after it has ended."""

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
    """An operation in progress, or a completed one with its result or error."""

    kind: str
    subject: str
    """The id of the job, or another subject."""
    task: asyncio.Task[Any]
    ended_s: Optional[float] = None

    @property
    def error(self) -> Optional[BaseException]:
        """The error of a failed operation."""
        return asyncio.CancelledError() if self.task.cancelled() else self.task.exception()


class Operations:
    """The operations of one server. Results stay readable for `lifetime_s` after the end."""

    def __init__(self, lifetime_s: float, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._lifetime_s = lifetime_s
        self._clock_s = clock_s
        self._by_id: dict[str, Operation] = {}

    def begin(self, kind: str, subject: str, work: Work, trigger_id: Optional[str] = None) -> str:
        """Starts an operation; returns its trigger id. A known trigger id starts nothing."""
        self._forget()
        trigger_id = trigger_id or uuid.uuid4().hex
        if trigger_id in self._by_id:
            return trigger_id
        operation = Operation(kind, subject, asyncio.create_task(work()))
        operation.task.add_done_callback(lambda task: self._ended(operation))
        self._by_id[trigger_id] = operation
        return trigger_id

    def get(self, kind: str, subject: str, trigger_id: str) -> Operation:
        """RestError: no such operation, or it has expired."""
        self._forget()
        operation = self._by_id.get(trigger_id)
        if operation is None or (operation.kind, operation.subject) != (kind, subject):
            raise RestError(404, f"There is no operation with trigger id {trigger_id} for '{subject or kind}'.")
        return operation

    async def close(self) -> None:
        """Cancels the pending operations of this server; commands that were sent to drivers continue."""
        tasks = [operation.task for operation in self._by_id.values() if not operation.task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, operation: Operation) -> None:
        operation.ended_s = self._clock_s()
        if not operation.task.cancelled():
            operation.task.exception()  # marks the exception as retrieved, so that asyncio does not log it

    def _forget(self) -> None:
        now_s = self._clock_s()
        self._by_id = {
            trigger_id: operation
            for trigger_id, operation in self._by_id.items()
            if operation.ended_s is None or now_s - operation.ended_s < self._lifetime_s
        }
