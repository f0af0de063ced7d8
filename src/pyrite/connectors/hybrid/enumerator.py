"""HybridEnumerator: runs the current source's enumerator, and switches sources when all readers have finished."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional

from pyrite.connectors.hybrid.parts import (
    HybridSplit,
    HybridState,
    Part,
    PartEvent,
    SourceFinished,
    SwitchSource,
)
from pyrite.core.connector.source import Source, SplitEnumerator, SplitEnumeratorContext
from pyrite.core.errors import InvalidProgramError


class _PartContext(SplitEnumeratorContext[Any]):
    """The context of one source's enumerator. It has no effect after the source is closed."""

    def __init__(self, index: int, context: SplitEnumeratorContext[HybridSplit]) -> None:
        self._index = index
        self._context = context
        self._readers: list[int] = []
        self.is_closed = False

    def current_parallelism(self) -> int:
        return self._context.current_parallelism()

    def registered_readers(self) -> list[int]:
        return list(self._readers)

    def register(self, subtask: int) -> None:
        self._readers.append(subtask)

    def assign_splits(self, subtask: int, splits: list[Any]) -> None:
        self._context.assign_splits(subtask, [HybridSplit(self._index, split) for split in splits])

    def signal_no_more_splits(self, subtask: int) -> None:
        self._context.signal_no_more_splits(subtask)

    def send_event_to_source_reader(self, subtask: int, event: Any) -> None:
        self._context.send_event_to_source_reader(subtask, PartEvent(self._index, event))

    def call_async(
        self,
        call: Callable[[], Any],
        handler: Callable[[Any, Optional[Exception]], None],
        initial_delay_ms: int = 0,
        period_ms: int = 0,
    ) -> None:
        def handle(result: Any, error: Optional[Exception]) -> None:
            if not self.is_closed:
                handler(result, error)

        self._context.call_async(lambda: None if self.is_closed else call(), handle, initial_delay_ms, period_ms)


class _Running:
    """A running source, with its enumerator."""

    def __init__(
        self,
        index: int,
        source: Source[Any],
        pickled: Optional[bytes],
        context: SplitEnumeratorContext[HybridSplit],
        restored: Optional[HybridState] = None,
    ) -> None:
        self.index = index
        self.pickled = pickled
        self._context = _PartContext(index, context)
        if restored is None:
            self.enumerator = source.create_enumerator(self._context)
        else:
            self.enumerator = source.restore_enumerator(self._context, restored.state)

    def add_reader(self, subtask: int) -> None:
        self._context.register(subtask)
        self.enumerator.add_reader(subtask)

    def close(self) -> None:
        self._context.is_closed = True
        self.enumerator.close()


class HybridEnumerator(SplitEnumerator[HybridSplit]):
    """Tells readers which source to read, and forwards the decisions of the source's own enumerator.

    STREAMING: one source is running. When every reader has finished it, it is closed, and the next one begins. An
    earlier checkpoint contains the old source, and restored readers finish it again. So all splits of readers belong
    to the checkpoint's source, and no source is read twice.

    BATCH: readers may run one after another, so each switches independently, and all sources stay open for later
    readers. There are no checkpoints.
    """

    def __init__(
        self,
        parts: tuple[Part, ...],
        context: SplitEnumeratorContext[HybridSplit],
        restored: Optional[HybridState] = None,
    ) -> None:
        self._parts = parts
        self._context = context
        self._first = 0 if restored is None else restored.index
        if self._first >= len(parts):
            raise InvalidProgramError(
                f"the state refers to source {self._first + 1} of a hybrid source, which has only {len(parts)} now"
            )
        pickled = None if restored is None else restored.source
        source = parts[self._first].existing_source(pickled)
        self._running = {self._first: _Running(self._first, source, pickled, context, restored)}
        self._at: dict[int, int] = {}
        """The source of each reader."""
        self._finished: set[int] = set()
        """The readers that have finished the current source."""
        self._waiting: dict[int, list[int]] = {}
        """Readers that wait for the creation of a source."""

    def start(self) -> None:
        self._running[self._first].enumerator.start()

    def add_reader(self, subtask: int) -> None:
        self._send([subtask], self._running[self._first])

    def _send(self, readers: list[int], running: _Running) -> None:
        """Switches readers to a source, before they get its splits and events."""
        for subtask in readers:
            self._at[subtask] = running.index
            event = SwitchSource(running.index, running.pickled)
            self._context.send_event_to_source_reader(subtask, event)
        for subtask in readers:
            running.add_reader(subtask)

    def handle_split_request(self, subtask: int) -> None:
        self._running[self._at[subtask]].enumerator.handle_split_request(subtask)

    def handle_source_event(self, subtask: int, event: Any) -> None:
        if isinstance(event, SourceFinished):
            if event.index == self._at[subtask]:
                self._reader_finished(subtask, event)
        elif isinstance(event, PartEvent) and event.index in self._running:
            self._running[event.index].enumerator.handle_source_event(subtask, event.event)

    def _reader_finished(self, subtask: int, event: SourceFinished) -> None:
        readers = [subtask]
        if not event.batch:
            self._finished.add(subtask)
            if len(self._finished) < self._context.current_parallelism():
                return
            readers = sorted(self._finished)
            self._finished.clear()
        index = event.index + 1
        if index in self._running:
            self._send(readers, self._running[index])
        elif index in self._waiting:
            self._waiting[index].extend(readers)
        else:
            self._waiting[index] = readers
            previous = self._running[event.index].enumerator
            part = self._parts[index]
            self._context.call_async(
                lambda: part.make(previous), lambda source, error: self._start_source(index, source, error, event.batch)
            )

    def _start_source(self, index: int, source: Source[Any], error: Optional[Exception], batch: bool) -> None:
        if error is not None:
            raise error
        if not batch:
            self._running.pop(index - 1).close()
        pickled = self._parts[index].pickled(source)
        running = self._running[index] = _Running(index, source, pickled, self._context)
        running.enumerator.start()
        self._send(self._waiting.pop(index), running)

    def snapshot_state(self, checkpoint_id: int) -> HybridState:
        (running,) = self._running.values()
        return HybridState(running.index, running.pickled, running.enumerator.snapshot_state(checkpoint_id))

    def close(self) -> None:
        while self._running:
            self._running.popitem()[1].close()
