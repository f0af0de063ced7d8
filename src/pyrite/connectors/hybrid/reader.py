"""HybridReader: reads one source until its end, then waits for the next one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Optional

from pyrite.connectors.hybrid.parts import HybridSplit, Part, PartEvent, SourceFinished, SwitchSource, tagged
from pyrite.core.connector.source import EndOfInput, SourceBlock, SourceReader, SourceReaderContext
from pyrite.core.errors import ProtocolError

_WAIT_MS = 20
"""How often an idle reader checks for work."""


class HybridReader(SourceReader[HybridSplit]):
    """Wraps a reader of the current source.

    Before the enumerator's first SwitchSource it has no reader, and keeps restored splits. At the end of a source,
    except the last, it sends SourceFinished and emits nothing until the next SwitchSource. This is not part of a
    checkpoint: a restored reader reaches the end again, and sends SourceFinished again.
    """

    def __init__(self, parts: tuple[Part, ...], context: SourceReaderContext) -> None:
        self._parts = parts
        self._context = context
        self._index = -1
        self._reader: Optional[SourceReader[Any]] = None
        self._restored: list[HybridSplit] = []
        self._finished = False
        self._unfinished_splits: dict[str, None] = {}
        """Splits that have not reported their end."""
        self._releasing: list[str] = []
        """Splits of a finished source, which must no longer hold back the watermark."""
        self._first_checkpoint: Optional[int] = None
        """The first checkpoint of the current reader."""

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._releasing:
            return SourceBlock(self._releasing.pop(), [], split_ended=True)
        if self._reader is None or self._finished:
            return None
        polled = self._reader.poll(max_records, timeout_ms)
        if isinstance(polled, SourceBlock):
            if polled.split_ended:
                self._unfinished_splits.pop(polled.split_id, None)
            return replace(polled, split_id=tagged(self._index, polled.split_id))
        if polled is None or self._index == len(self._parts) - 1:
            return polled
        self._finish()
        return None

    def _finish(self) -> None:
        self._finished = True
        self._releasing = [tagged(self._index, split_id) for split_id in self._unfinished_splits]
        self._unfinished_splits.clear()
        self._context.send_source_event(SourceFinished(self._index, self._context.batch))

    def handle_source_event(self, event: Any) -> None:
        if isinstance(event, SwitchSource):
            self._switch(event)
        elif isinstance(event, PartEvent):
            self._present("an event", event.index).handle_source_event(event.event)

    def _switch(self, event: SwitchSource) -> None:
        if self._reader is not None and not self._finished:
            raise ProtocolError(f"SwitchSource to source {event.index} before the end of source {self._index}")
        self.close()
        index = event.index
        source = self._parts[index].existing_source(event.source)

        def send(inner: Any) -> None:
            self._context.send_source_event(PartEvent(index, inner))

        reader: SourceReader[Any] = source.create_reader(replace(self._context, send_source_event=send))
        reader.open()
        self._reader, self._index = reader, index
        self._finished, self._first_checkpoint = False, None
        restored, self._restored = self._restored, []
        if restored:
            self.add_splits(restored)

    def add_splits(self, splits: list[HybridSplit]) -> None:
        if self._reader is None:
            self._restored.extend(splits)
            return
        for split in splits:
            reader = self._present(f"split {split.split.split_id}", split.index)
            self._unfinished_splits[split.split.split_id] = None
        reader.add_splits([split.split for split in splits])

    def _present(self, what: str, index: int) -> SourceReader[Any]:
        if self._reader is None or index != self._index:
            raise ProtocolError(f"received {what} of source {index} while reading source {self._index}")
        return self._reader

    def notify_no_more_splits(self) -> None:
        self._present("the last split", self._index).notify_no_more_splits()

    def snapshot_state(self, checkpoint_id: int) -> list[HybridSplit]:
        if self._reader is None:
            return list(self._restored)
        if self._first_checkpoint is None:
            self._first_checkpoint = checkpoint_id
        splits = self._reader.snapshot_state(checkpoint_id)
        return [] if self._finished else [HybridSplit(self._index, split) for split in splits]

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        if self._reader is not None and self._first_checkpoint is not None and self._first_checkpoint <= checkpoint_id:
            self._reader.notify_checkpoint_complete(checkpoint_id)

    def available_at_ms(self, now_ms: int) -> int:
        if self._releasing:
            return now_ms
        if self._reader is None or self._finished:
            return now_ms + _WAIT_MS
        return self._reader.available_at_ms(now_ms)

    def close(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()
