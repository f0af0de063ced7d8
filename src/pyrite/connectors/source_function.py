"""A SourceFunction as a source: its loop runs in a thread, the reader takes what it has collected."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.common.functions import ParallelSourceFunction, SourceContext, SourceFunction
from pyrite.common.source import (
    END_OF_INPUT,
    Boundedness,
    EndOfInput,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.common.time import NO_TIMESTAMP
from pyrite.operators.isolation import isolated

_HELD_RECORDS = 10_000
"""Records that wait for the task before `collect` waits itself."""
_JOIN_S = 1.0


@dataclass(frozen=True)
class Loop:
    """The split: one run of the function."""

    subtask: int

    @property
    def split_id(self) -> str:
        return str(self.subtask)


class LoopEnumerator(SplitEnumerator[Loop]):
    """Gives every reader its loop."""

    def __init__(self, context: SplitEnumeratorContext[Loop]) -> None:
        self._context = context

    def add_reader(self, subtask: int) -> None:
        self._context.assign_splits(subtask, [Loop(subtask)])
        self._context.signal_no_more_splits(subtask)

    def snapshot_state(self, checkpoint_id: int) -> None:
        return None


class _Ended(BaseException):
    """Unwinds a loop that goes on collecting after its task has ended."""


class _Collected(SourceContext):
    """What the loop has collected and the task has not yet taken."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._records: deque[tuple[Any, int]] = deque()
        self._closed = False
        self.ended = False
        self.error: Optional[BaseException] = None

    def collect(self, element: Any) -> None:
        self.collect_with_timestamp(element, NO_TIMESTAMP)

    def collect_with_timestamp(self, element: Any, timestamp: int) -> None:
        with self._changed:
            while len(self._records) >= _HELD_RECORDS and not self._closed:
                self._changed.wait()
            if self._closed:
                raise _Ended
            self._records.append((isolated(element), timestamp))
            self._changed.notify_all()

    def take(self, most: int, timeout_ms: int) -> list[tuple[Any, int]]:
        with self._changed:
            if not self._records and not self.ended:
                self._changed.wait(timeout_ms / 1000)
            taken = [self._records.popleft() for _ in range(min(most, len(self._records)))]
            self._changed.notify_all()
            return taken

    def end(self, error: Optional[BaseException]) -> None:
        with self._changed:
            self.error = error
            self.ended = True
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class SourceFunctionReader(SourceReader[Loop]):
    """Runs the function from the first split on."""

    def __init__(self, func: SourceFunction, context: SourceReaderContext) -> None:
        self.func = func
        self._context = context
        self._collected = _Collected()
        self._loop: Optional[Loop] = None
        self._complete = False
        self._thread: Optional[threading.Thread] = None

    def open(self) -> None:
        if self._context.runtime_context is not None:
            self.func.open(self._context.runtime_context)

    def add_splits(self, splits: list[Loop]) -> None:
        self._loop = splits[0]
        self._thread = threading.Thread(target=self._run, daemon=True, name="source-function")
        self._thread.start()

    def _run(self) -> None:
        error: Optional[BaseException] = None
        try:
            self.func.run(self._collected)
        except _Ended:
            pass
        except BaseException as raised:  # also sys.exit(): the task must know that the loop is over
            error = raised
        self._collected.end(error)

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def snapshot_state(self, checkpoint_id: int) -> list[Loop]:
        return [] if self._loop is None else [self._loop]

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._loop is None:
            return END_OF_INPUT if self._complete else None
        ended = self._collected.ended
        taken = self._collected.take(max_records, timeout_ms)
        if taken:
            timestamps = [timestamp for _, timestamp in taken]
            stamped = any(timestamp != NO_TIMESTAMP for timestamp in timestamps)
            return SourceBlock(self._loop.split_id, [value for value, _ in taken], timestamps if stamped else None)
        if not ended:
            return None
        if self._collected.error is not None:
            if isinstance(self._collected.error, Exception):
                raise self._collected.error
            raise RuntimeError(f"the source function ended with {self._collected.error!r}")
        return END_OF_INPUT

    def close(self) -> None:
        self.func.cancel()
        self._collected.close()
        if self._thread is not None:
            self._thread.join(_JOIN_S)
        self.func.close()


class SourceFunctionSource(Source[Loop]):
    """Runs a SourceFunction. Unbounded as far as anyone can tell; ends when the function returns."""

    def __init__(self, func: SourceFunction) -> None:
        self._func = func

    @property
    def is_parallel(self) -> bool:
        return isinstance(self._func, ParallelSourceFunction)

    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[Loop]:
        return SourceFunctionReader(self._func, context)

    def create_enumerator(self, context: SplitEnumeratorContext[Loop]) -> SplitEnumerator[Loop]:
        return LoopEnumerator(context)

    def restore_enumerator(self, context: SplitEnumeratorContext[Loop], checkpoint: Any) -> SplitEnumerator[Loop]:
        return LoopEnumerator(context)
