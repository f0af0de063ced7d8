"""SplitAssignment: one source's enumerator, and the messages that its decisions become."""

from __future__ import annotations

from typing import Any

from pyrite.common.source import Source, SplitEnumeratorContext
from pyrite.runtime.messages import AssignSplits, NoMoreSplits

Assignment = tuple[int, AssignSplits | NoMoreSplits]


class SplitAssignment(SplitEnumeratorContext[Any]):
    """Runs an enumerator inside the JobMaster."""

    def __init__(self, source: Source[Any], parallelism: int, restored: tuple[bool, Any] = (False, None)) -> None:
        self._parallelism = parallelism
        self._readers: list[int] = []
        self._made: list[Assignment] = []
        if restored[0]:
            self._enumerator = source.restore_enumerator(self, restored[1])
        else:
            self._enumerator = source.create_enumerator(self)

    def current_parallelism(self) -> int:
        return self._parallelism

    def registered_readers(self) -> list[int]:
        return list(self._readers)

    def assign_splits(self, subtask: int, splits: list[Any]) -> None:
        self._made.append((subtask, AssignSplits(splits)))

    def signal_no_more_splits(self, subtask: int) -> None:
        self._made.append((subtask, NoMoreSplits()))

    def start(self) -> None:
        self._enumerator.start()

    def add_reader(self, subtask: int) -> None:
        self._readers.append(subtask)
        self._enumerator.add_reader(subtask)

    def request(self, subtask: int) -> None:
        self._enumerator.handle_split_request(subtask)

    def snapshot(self, checkpoint_id: int) -> Any:
        return self._enumerator.snapshot_state(checkpoint_id)

    def take(self) -> list[Assignment]:
        """What was decided since the last call."""
        made, self._made = self._made, []
        return made

    def close(self) -> None:
        self._enumerator.close()
