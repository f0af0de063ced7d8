"""StackRequests: the open requests for the stacks of a job's tasks, and their answers."""

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
"""The time that a task may be late. A task that has ended does not answer."""
Stacks = dict[TaskId, StackSamples]


class StackRequests:
    """The stack requests of one job. Thread-safe."""

    def __init__(self) -> None:
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._open: dict[int, tuple[set[TaskId], Stacks, CompletableFuture[Stacks]]] = {}

    def ask(
        self, request: StackRequest, tasks: Iterable[TaskId], send: Callable[[TaskId, SampleStacks], None]
    ) -> CompletableFuture[Stacks]:
        """Requests the stacks of tasks; completed when all have answered, or after a timeout."""
        future: CompletableFuture[Stacks] = CompletableFuture()
        number, awaited = next(self._ids), set(tasks)
        with self._lock:
            self._open[number] = awaited, {}, future
        late = threading.Timer(request.samples * request.delay_ms / 1000 + _LATE_S, self._end, (number,))
        late.daemon = True
        late.start()
        future.add_done_callback(lambda _: late.cancel())
        for task in tuple(awaited):
            send(task, SampleStacks(number, request))
        if not awaited:
            self._end(number)
        return future

    def take(self, task: TaskId, message: StacksSampled) -> None:
        """Stores the answer of a task."""
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
            _, stacks, future = self._open.pop(number, (set(), {}, CompletableFuture[Stacks]()))
        future.set_result(dict(stacks))
