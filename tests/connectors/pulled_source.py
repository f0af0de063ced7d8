"""PulledSource: a source that uses all that enumerators and readers can do, for tests of what is around it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Optional

from pyrite.core.connector.source import (
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


@dataclass(frozen=True)
class Values:
    """A split: values that are left to read."""

    split_id: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class State:
    splits: Optional[tuple[Values, ...]]
    """None: they are not found yet."""


class PulledSource(Source[Values]):
    """Lists of values, each a split, which the enumerator finds in the background and hands out when asked.

    With `ends=False` readers keep waiting for more. Enumerator and readers greet each other by events, and the
    enumerator looks again every 5 ms; what comes to a source that is not running any more is an error.
    """

    def __init__(self, *lists: list[Any], ends: bool = True) -> None:
        self.lists = lists
        self._ends = ends

    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED if self._ends else Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[Values]:
        return _Reader(context)

    def create_enumerator(self, context: SplitEnumeratorContext[Values]) -> SplitEnumerator[Values]:
        return PulledEnumerator(self, context, State(None), self._ends)

    def restore_enumerator(self, context: SplitEnumeratorContext[Values], checkpoint: Any) -> SplitEnumerator[Values]:
        return PulledEnumerator(self, context, checkpoint, self._ends)


class PulledEnumerator(SplitEnumerator[Values]):
    def __init__(self, source: PulledSource, context: SplitEnumeratorContext[Values], state: State, ends: bool) -> None:
        self.source = source
        self._context = context
        self._splits = state.splits
        self._ends = ends
        self._asking: list[int] = []
        self._greeted: set[int] = set()
        self._closed = False

    def start(self) -> None:
        assert self._context.registered_readers() == []
        self._context.call_async(self._find, self._found, period_ms=5)

    def _find(self) -> tuple[Values, ...]:
        assert not self._closed
        return tuple(Values(str(number), tuple(values)) for number, values in enumerate(self.source.lists))

    def _found(self, splits: tuple[Values, ...], error: Optional[Exception]) -> None:
        assert not self._closed and error is None
        if self._splits is None:
            self._splits = splits
        asking, self._asking = self._asking, []
        for subtask in asking:
            self._answer(subtask)

    def add_reader(self, subtask: int) -> None:
        assert subtask in self._context.registered_readers()
        self._context.send_event_to_source_reader(subtask, ("hello", len(self.source.lists)))

    def handle_source_event(self, subtask: int, event: Any) -> None:
        assert event == ("hello back", len(self.source.lists)) and not self._closed
        self._greeted.add(subtask)

    def handle_split_request(self, subtask: int) -> None:
        assert subtask in self._greeted and not self._closed
        if self._splits is None:
            self._asking.append(subtask)
        else:
            self._answer(subtask)

    def _answer(self, subtask: int) -> None:
        assert self._splits is not None
        if self._splits:
            self._context.assign_splits(subtask, [self._splits[0]])
            self._splits = self._splits[1:]
        elif self._ends:
            self._context.signal_no_more_splits(subtask)

    def snapshot_state(self, checkpoint_id: int) -> State:
        assert not self._closed
        return State(self._splits)

    def close(self) -> None:
        assert not self._closed
        self._closed = True


class _Reader(SourceReader[Values]):
    def __init__(self, context: SourceReaderContext) -> None:
        self._context = context
        self._splits: list[Values] = []
        self._greeted = False
        self._asked = False
        self._complete = False
        self._checkpoints: set[int] = set()
        self._open = False

    def open(self) -> None:
        self._open = True

    def handle_source_event(self, event: Any) -> None:
        self._greeted = True
        self._context.send_source_event(("hello back", event[1]))

    def add_splits(self, splits: list[Values]) -> None:
        assert self._open
        self._splits.extend(splits)
        self._asked = False

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        assert self._open
        if self._splits:
            return self._take(min(max_records, 2))
        if self._complete:
            return END_OF_INPUT
        if self._greeted and not self._asked:
            self._asked = True
            self._context.request_split()
        return None

    def _take(self, most: int) -> SourceBlock:
        split = self._splits.pop(0)
        rest = replace(split, values=split.values[most:])
        if rest.values:
            self._splits.append(rest)
        return SourceBlock(split.split_id, list(split.values[:most]), split_ended=not rest.values)

    def snapshot_state(self, checkpoint_id: int) -> list[Values]:
        self._checkpoints.add(checkpoint_id)
        return list(self._splits)

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        assert checkpoint_id in self._checkpoints and self._open

    def close(self) -> None:
        assert self._open
        self._open = False
