"""StackSampler: samples a task's stacks while the task works. It costs nothing unless a client requests it.

A sample pauses the task for some ten microseconds: Python runs one thread at a time.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Final, Optional

from pyrite.runtime.wire import messages
from pyrite.runtime.wire.stack_samples import Stack, StackRequest, StackSamples

_BUSY_SHARE: Final = 0.05
"""A thread with a lower share of CPU time since the last sample counts as waiting. Tasks share the CPUs."""
_WAITING: Final = ("threading.py", "queue.py", "selectors.py", "socket.py", "ssl.py", "subprocess.py")
"""Modules whose functions wait if they are innermost on a stack."""


class StackSampler:
    """The sampler of one task; it handles one request at a time."""

    def __init__(self, thread: int, put: Callable[[messages.StacksSampled], None]) -> None:
        """`thread`: the thread that runs the task's functions. `put` sends an answer."""
        self._thread = thread
        self._put = put
        self._turn = threading.Lock()

    def begin(self, message: messages.SampleStacks) -> None:
        """Samples in a separate thread; returns at once."""

        def run() -> None:
            with self._turn:
                self._put(messages.StacksSampled(message.request_id, self.sample(message.request)))

        threading.Thread(target=run, daemon=True, name="stack-sampler").start()

    def sample(self, request: StackRequest) -> StackSamples:
        counts: Counter[tuple[Stack, bool]] = Counter()
        clock = time.pthread_getcpuclockid(self._thread)
        spent_s, at_s = time.clock_gettime(clock), time.monotonic()
        for _ in range(request.samples):
            time.sleep(request.delay_ms / 1000)
            frame = sys._current_frames().get(self._thread)
            now_spent_s, now_s = time.clock_gettime(clock), time.monotonic()
            is_busy = now_spent_s - spent_s >= _BUSY_SHARE * (now_s - at_s)
            spent_s, at_s = now_spent_s, now_s
            if frame is not None:
                counts[_stack(frame, request.depth), is_busy and not _waits(frame)] += 1
        return StackSamples(dict(counts), tuple(_threads()))


def _stack(innermost: FrameType, depth: int) -> Stack:
    frames: list[str] = []
    frame: Optional[FrameType] = innermost
    while frame is not None and len(frames) < depth:
        code = frame.f_code
        frames.append(f"{frame.f_globals.get('__name__', code.co_filename)}.{code.co_qualname}:{frame.f_lineno}")
        frame = frame.f_back
    return tuple(reversed(frames))


def _waits(frame: FrameType) -> bool:
    return Path(frame.f_code.co_filename).name in _WAITING


def _threads() -> Iterator[tuple[str, str]]:
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    for ident, frame in sys._current_frames().items():
        if ident != threading.get_ident():
            yield names.get(ident, str(ident)), "".join(traceback.format_stack(frame))
