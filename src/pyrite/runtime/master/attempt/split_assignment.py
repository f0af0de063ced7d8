"""SplitAssignment: runs one source's enumerator, and turns its decisions into messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.connector.source import Source, SplitEnumeratorContext
from pyrite.runtime.wire.messages import AssignSplits, NoMoreSplits, SourceEvent

Assignment = tuple[int, AssignSplits | NoMoreSplits | SourceEvent]


@dataclass
class _Call:
    """An asynchronous call of the enumerator. `due_ms` is None while it runs, and after a one-time call has ended."""

    call: Callable[[], Any]
    handler: Callable[[Any, Optional[Exception]], None]
    period_ms: int
    due_ms: Optional[int]


class SplitAssignment(SplitEnumeratorContext[Any]):
    """Runs an enumerator inside the JobMaster.

    With `repeats`, a reader that registers a second time receives the same messages as its predecessor, in the same
    order, without notice to the enumerator. This requires that they exchange no messages except splits.
    """

    def __init__(
        self,
        source: Source[Any],
        parallelism: int,
        restored: tuple[bool, Any] = (False, None),
        now_ms: int = 0,
        repeats: bool = False,
    ) -> None:
        self._parallelism = parallelism
        self._readers: list[int] = []
        self._repeats = repeats
        self._sent: dict[int, list[AssignSplits | NoMoreSplits | SourceEvent]] = {}
        """By reader, if readers may register again."""
        self._absent: set[int] = set()
        """Readers that will register again; their messages are held back until then."""
        self._conversed: set[int] = set()
        """Readers that have exchanged source events with the enumerator."""
        self._decided: list[Assignment] = []
        self._calls: list[_Call] = []
        self._now_ms = now_ms
        if restored[0]:
            self._enumerator = source.restore_enumerator(self, restored[1])
        else:
            self._enumerator = source.create_enumerator(self)

    # SplitEnumeratorContext -------------------------------------------------------------------------------------------

    def current_parallelism(self) -> int:
        return self._parallelism

    def registered_readers(self) -> list[int]:
        return list(self._readers)

    def assign_splits(self, subtask: int, splits: list[Any]) -> None:
        self._decided.append((subtask, AssignSplits(splits)))

    def signal_no_more_splits(self, subtask: int) -> None:
        self._decided.append((subtask, NoMoreSplits()))

    def send_event_to_source_reader(self, subtask: int, event: Any) -> None:
        self._conversed.add(subtask)
        self._decided.append((subtask, SourceEvent(event)))

    def call_async(
        self,
        call: Callable[[], Any],
        handler: Callable[[Any, Optional[Exception]], None],
        initial_delay_ms: int = 0,
        period_ms: int = 0,
    ) -> None:
        self._calls.append(_Call(call, handler, period_ms, self._now_ms + initial_delay_ms))

    # Calls of the enumerator ------------------------------------------------------------------------------------------

    def start(self) -> None:
        self._enumerator.start()

    def add_reader(self, subtask: int) -> None:
        if subtask in self._absent:
            self._absent.discard(subtask)
            self._decided = [(subtask, message) for message in self._sent.pop(subtask, [])] + self._decided
            return
        self._readers.append(subtask)
        self._enumerator.add_reader(subtask)

    def request(self, subtask: int) -> None:
        self._enumerator.handle_split_request(subtask)

    def handle_event(self, subtask: int, event: Any) -> None:
        self._conversed.add(subtask)
        self._enumerator.handle_source_event(subtask, event)

    def called(self, number: int, result: Any, error: Optional[Exception]) -> None:
        """Passes the result of an asynchronous call to its handler."""
        call = self._calls[number]
        if call.period_ms:
            call.due_ms = self._now_ms + call.period_ms
        call.handler(result, error)

    def snapshot(self, checkpoint_id: int) -> Any:
        return self._enumerator.snapshot_state(checkpoint_id)

    def take(self) -> list[Assignment]:
        """Returns and clears the messages decided since the last call."""
        assignments, self._decided = self._decided, []
        if not self._repeats:
            return assignments
        for subtask, message in assignments:
            self._sent.setdefault(subtask, []).append(message)
        return [(subtask, message) for subtask, message in assignments if subtask not in self._absent]

    def can_repeat(self, subtask: int) -> bool:
        """Whether a new reader can replace this one."""
        return self._repeats and subtask not in self._conversed

    def expect_again(self, kept_readers: set[int]) -> None:
        """All readers except the kept ones have ended, and will be added again."""
        self._absent.update(subtask for subtask in self._readers if subtask not in kept_readers)

    def advance(self, now_ms: int) -> None:
        """Sets the time that decides which calls are due."""
        self._now_ms = now_ms

    def take_calls(self) -> list[tuple[int, Callable[[], Any]]]:
        """The numbered calls that are due; `called` reports the result of each."""
        due = [
            (n, call) for n, call in enumerate(self._calls) if call.due_ms is not None and call.due_ms <= self._now_ms
        ]
        for _, call in due:
            call.due_ms = None
        return [(number, call.call) for number, call in due]

    def next_due_ms(self) -> Optional[int]:
        """The time at which the next call is due."""
        return min((call.due_ms for call in self._calls if call.due_ms is not None), default=None)

    def close(self) -> None:
        self._enumerator.close()
