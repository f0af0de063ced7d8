"""SplitAssignment: one source's enumerator, and the messages that its decisions become."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.connector.source import Source, SplitEnumeratorContext
from pyrite.runtime.wire.messages import AssignSplits, NoMoreSplits, SourceEvent

Assignment = tuple[int, AssignSplits | NoMoreSplits | SourceEvent]


@dataclass
class _Call:
    """What the enumerator wants run. `due_ms` is None while it runs, and after a single one's end."""

    call: Callable[[], Any]
    handler: Callable[[Any, Optional[Exception]], None]
    period_ms: int
    due_ms: Optional[int]


class SplitAssignment(SplitEnumeratorContext[Any]):
    """Runs an enumerator inside the JobMaster."""

    def __init__(
        self, source: Source[Any], parallelism: int, restored: tuple[bool, Any] = (False, None), now_ms: int = 0
    ) -> None:
        self._parallelism = parallelism
        self._readers: list[int] = []
        self._made: list[Assignment] = []
        self._calls: list[_Call] = []
        self._now_ms = now_ms
        if restored[0]:
            self._enumerator = source.restore_enumerator(self, restored[1])
        else:
            self._enumerator = source.create_enumerator(self)

    # What the enumerator can do ---------------------------------------------------------------------------------------

    def current_parallelism(self) -> int:
        return self._parallelism

    def registered_readers(self) -> list[int]:
        return list(self._readers)

    def assign_splits(self, subtask: int, splits: list[Any]) -> None:
        self._made.append((subtask, AssignSplits(splits)))

    def signal_no_more_splits(self, subtask: int) -> None:
        self._made.append((subtask, NoMoreSplits()))

    def send_event_to_source_reader(self, subtask: int, event: Any) -> None:
        self._made.append((subtask, SourceEvent(event)))

    def call_async(
        self,
        call: Callable[[], Any],
        handler: Callable[[Any, Optional[Exception]], None],
        initial_delay_ms: int = 0,
        period_ms: int = 0,
    ) -> None:
        self._calls.append(_Call(call, handler, period_ms, self._now_ms + initial_delay_ms))

    # What happens to it -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        self._enumerator.start()

    def add_reader(self, subtask: int) -> None:
        self._readers.append(subtask)
        self._enumerator.add_reader(subtask)

    def request(self, subtask: int) -> None:
        self._enumerator.handle_split_request(subtask)

    def handle_event(self, subtask: int, event: Any) -> None:
        self._enumerator.handle_source_event(subtask, event)

    def called(self, number: int, result: Any, error: Optional[Exception]) -> None:
        """A call has ended."""
        call = self._calls[number]
        if call.period_ms:
            call.due_ms = self._now_ms + call.period_ms
        call.handler(result, error)

    def snapshot(self, checkpoint_id: int) -> Any:
        return self._enumerator.snapshot_state(checkpoint_id)

    def take(self) -> list[Assignment]:
        """What was decided since the last call."""
        assignments, self._made = self._made, []
        return assignments

    def advance(self, now_ms: int) -> None:
        """The time by which calls are due."""
        self._now_ms = now_ms

    def take_calls(self) -> list[tuple[int, Callable[[], Any]]]:
        """The calls that are due, by number; each is answered by `called`."""
        due = [
            (n, call) for n, call in enumerate(self._calls) if call.due_ms is not None and call.due_ms <= self._now_ms
        ]
        for _, call in due:
            call.due_ms = None
        return [(number, call.call) for number, call in due]

    def next_due_ms(self) -> Optional[int]:
        """When a call is due next."""
        return min((call.due_ms for call in self._calls if call.due_ms is not None), default=None)

    def close(self) -> None:
        self._enumerator.close()
