"""SourceFunctionSource: runs the loop of a SourceFunction in a thread, and reads the records that it collects.

At a checkpoint of a CheckpointedFunction the loop is stopped outside of its locked sections. Collected records that the
task has not polled yet are part of the checkpoint, with the function's state.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Optional

from pyrite.core.connector.source import (
    END_OF_INPUT,
    Boundedness,
    EndOfInput,
    FunctionReader,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.errors import CheckpointError
from pyrite.core.functions.checkpointed_function import CheckpointedFunction
from pyrite.core.functions.source_function import ParallelSourceFunction, SourceContext, SourceFunction
from pyrite.core.isolation import isolated
from pyrite.core.persistence.persisted import persisted
from pyrite.core.time.time import NO_TIMESTAMP

_MAX_BUFFERED_RECORDS = 10_000
"""The number of unpolled records above which `collect` blocks."""
_JOIN_S = 1.0
_LOCK_TIMEOUT_S = 10.0
"""How long a checkpoint waits for the end of a locked section."""

Collected = tuple[Any, int]
"""A record and its timestamp."""


@persisted("source-function-split/1")
@dataclass(frozen=True)
class Loop:
    """The split: one run of the function, and the collected records that are not polled yet."""

    subtask: int
    collected: tuple[Collected, ...] = ()

    @property
    def split_id(self) -> str:
        """The same for all splits, because a reader runs one loop, even if it is restored from several."""
        return "loop"


class LoopEnumerator(SplitEnumerator[Loop]):
    """Assigns a loop to every reader, once. After a restore, readers get their loops from the checkpoint.

    At a different parallelism every reader gets a new loop, and collected records and state are redistributed.
    """

    def __init__(self, context: SplitEnumeratorContext[Loop], checkpoint: tuple[int, list[int]] = (0, [])) -> None:
        self._context = context
        parallelism, assigned = checkpoint
        self._assigned = set(assigned) if parallelism == context.current_parallelism() else set()

    def add_reader(self, subtask: int) -> None:
        if subtask not in self._assigned:
            self._assigned.add(subtask)
            self._context.assign_splits(subtask, [Loop(subtask)])
        self._context.signal_no_more_splits(subtask)

    def snapshot_state(self, checkpoint_id: int) -> tuple[int, list[int]]:
        return self._context.current_parallelism(), sorted(self._assigned)


class _Ended(BaseException):
    """Unwinds a loop that keeps collecting after its task has ended."""


class _CheckpointLock(AbstractContextManager[None]):
    """The context manager of `get_checkpoint_lock`."""

    def __init__(self, collected: _Collected) -> None:
        self._collected = collected

    def __enter__(self) -> None:
        self._collected.lock()

    def __exit__(self, *_: object) -> None:
        self._collected.unlock()


class _Collected(SourceContext):
    """The collected records that the task has not polled yet, and the checkpoint lock."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._records: deque[Collected] = deque()
        self._lock = _CheckpointLock(self)
        self._locked_by: Optional[int] = None
        self._depth = 0
        self._stopping = False
        self._closed = False
        self.ended = False
        self.error: Optional[BaseException] = None

    def collect(self, element: Any) -> None:
        self.collect_with_timestamp(element, NO_TIMESTAMP)

    def collect_with_timestamp(self, element: Any, timestamp: int) -> None:
        with self._changed:
            while self._must_wait() and not self._closed:
                self._changed.wait()
            if self._closed:
                raise _Ended
            self._records.append((isolated(element), timestamp))
            self._changed.notify_all()

    def _must_wait(self) -> bool:
        """Whether a record must wait for room or for the lock; not in a locked section that a checkpoint waits for."""
        is_full = len(self._records) >= _MAX_BUFFERED_RECORDS
        if self._locked_by == threading.get_ident():
            return is_full and not self._stopping
        return is_full or self._stopping or self._locked_by is not None

    # The lock ---------------------------------------------------------------------------------------------------------

    def get_checkpoint_lock(self) -> AbstractContextManager[None]:
        return self._lock

    def lock(self) -> None:
        me = threading.get_ident()
        with self._changed:
            if self._locked_by != me:
                while (self._stopping or self._locked_by is not None) and not self._closed:
                    self._changed.wait()
                if self._closed:
                    raise _Ended
                self._locked_by = me
            self._depth += 1

    def unlock(self) -> None:
        with self._changed:
            self._depth -= 1
            if self._depth == 0:
                self._locked_by = None
                self._changed.notify_all()

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        """Holds the lock. New locked sections wait."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
            stopped = self._changed.wait_for(lambda: self._locked_by is None, _LOCK_TIMEOUT_S)
            if stopped:
                self._locked_by, self._depth = threading.get_ident(), 1
        try:
            if not stopped:
                raise CheckpointError(
                    f"the source function has held its checkpoint lock for more than {_LOCK_TIMEOUT_S:.0f} s"
                )
            yield
        finally:
            with self._changed:
                self._stopping = False
            if stopped:
                self.unlock()

    # The task's side --------------------------------------------------------------------------------------------------

    def snapshot(self) -> tuple[Collected, ...]:
        with self._changed:
            return tuple(self._records)

    def put_back(self, records: Collection[Collected]) -> None:
        """Adds records from a checkpoint, before the loop starts."""
        with self._changed:
            self._records.extend(records)

    def take(self, most: int, timeout_ms: int) -> list[Collected]:
        with self._changed:
            if not self._records and not self.ended:
                self._changed.wait(timeout_ms / 1000)
            records = [self._records.popleft() for _ in range(min(most, len(self._records)))]
            self._changed.notify_all()
            return records

    def end(self, error: Optional[BaseException]) -> None:
        with self._changed:
            self.error = error
            self.ended = True
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class SourceFunctionReader(FunctionReader):
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
        """Starts the function, once, after adding the collected records of restored loops."""
        for split in splits:
            self._collected.put_back(split.collected)
        if self._thread is None:
            self._loop = Loop(splits[0].subtask)
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

    def at_rest(self) -> AbstractContextManager[None]:
        return self._collected.at_rest()

    def snapshot_state(self, checkpoint_id: int) -> list[Loop]:
        """Includes collected records only for stateful functions: a stateless one starts over after a restore."""
        if self._loop is None:
            return []
        return [replace(self._loop, collected=self._collected.snapshot()) if self._is_stateful else self._loop]

    @property
    def _is_stateful(self) -> bool:
        return isinstance(self.func, CheckpointedFunction)

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._loop is None:
            return END_OF_INPUT if self._complete else None
        ended = self._collected.ended
        records = self._collected.take(max_records, timeout_ms)
        if records:
            timestamps = [timestamp for _, timestamp in records]
            stamped = any(timestamp != NO_TIMESTAMP for timestamp in timestamps)
            return SourceBlock(self._loop.split_id, [value for value, _ in records], timestamps if stamped else None)
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


@persisted("source-function-source/1")
class SourceFunctionSource(Source[Loop]):
    """Runs a SourceFunction. It counts as unbounded, and ends when the function returns."""

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
        return LoopEnumerator(context, checkpoint)
