"""StackRequests: who has asked for stacks of a job's tasks, and what has come."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable
from typing import Final

from pyrite.core.job.completable_future import CompletableFuture
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.wire.messages import SampleStacks, StacksSampled
from pyrite.runtime.wire.stack_samples import StackRequest, StackSamples

_LATE_S: Final = 5.0
"""How much longer than it should take a task may take. One that is gone does not answer."""
Stacks = dict[TaskId, StackSamples]


class StackRequests:
    """All of one job. Threads may call it at the same time."""

    def __init__(self) -> None:
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._open: dict[int, tuple[set[TaskId], Stacks, CompletableFuture[Stacks]]] = {}

    def ask(
        self, request: StackRequest, tasks: Iterable[TaskId], send: Callable[[TaskId, SampleStacks], None]
    ) -> CompletableFuture[Stacks]:
        """Asks tasks; completed when all have answered, or it takes too long."""
        asked: CompletableFuture[Stacks] = CompletableFuture()
        number, awaited = next(self._ids), set(tasks)
        with self._lock:
            self._open[number] = awaited, {}, asked
        late = threading.Timer(request.samples * request.delay_ms / 1000 + _LATE_S, self._end, (number,))
        late.daemon = True
        late.start()
        asked.add_done_callback(lambda _: late.cancel())
        for task in tuple(awaited):
            send(task, SampleStacks(number, request))
        if not awaited:
            self._end(number)
        return asked

    def take(self, task: TaskId, message: StacksSampled) -> None:
        """A task has answered."""
        with self._lock:
            if message.request_id not in self._open:
                return
            awaited, stacks, _ = self._open[message.request_id]
            stacks[task] = message.samples
            awaited.discard(task)
        if not awaited:
            self._end(message.request_id)

    def _end(self, number: int) -> None:
        with self._lock:
            _, stacks, asked = self._open.pop(number, (set(), {}, CompletableFuture[Stacks]()))
        asked.set_result(dict(stacks))
