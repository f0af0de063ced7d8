"""FileEnumerator: lists files, once or periodically, cuts them into splits and assigns the splits."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Optional

from pyrite.connectors.files.input_files import FoundFile
from pyrite.connectors.files.source.split import FileSplit
from pyrite.core.connector.source import SplitEnumerator, SplitEnumeratorContext
from pyrite.core.persistence.persisted import persisted

_AT_ONCE_BYTES: Final = 4 << 20
"""Several small files are assigned at a time, up to this total size."""
_AT_ONCE: Final = 500
"""The limit of their number: the state of a reader lists all its splits."""


@persisted("files-seen/1")
@dataclass(frozen=True)
class FilesSeen:
    """The enumerator's state: all discovered files, and the unassigned splits."""

    paths: frozenset[str]
    waiting: tuple[FileSplit, ...]
    found_all: bool


class FileEnumerator(SplitEnumerator[FileSplit]):
    """Assigns files. A file is identified by its path, and read once, even if it changes later."""

    def __init__(
        self,
        context: SplitEnumeratorContext[FileSplit],
        find: Callable[[], list[FoundFile]],
        cut: Callable[[FoundFile], list[FileSplit]],
        period_ms: int,
        seen: Optional[FilesSeen] = None,
    ) -> None:
        """With a `period_ms` of 0, files are listed once, and the input ends."""
        self._context = context
        self._find = find
        self._cut = cut
        self._period_ms = period_ms
        self._seen = set() if seen is None else set(seen.paths)
        self._waiting: deque[FileSplit] = deque(() if seen is None else seen.waiting)
        self._found_all = seen is not None and seen.found_all and not period_ms
        self._asking: list[int] = []

    def start(self) -> None:
        if not self._found_all:
            self._context.call_async(self._find, self._add_files, period_ms=self._period_ms)

    def add_reader(self, subtask: int) -> None:
        self.handle_split_request(subtask)

    def handle_split_request(self, subtask: int) -> None:
        if self._waiting:
            self._context.assign_splits(subtask, self._next_splits())
        elif self._found_all:
            self._context.signal_no_more_splits(subtask)
        elif subtask not in self._asking:
            self._asking.append(subtask)

    def snapshot_state(self, checkpoint_id: int) -> FilesSeen:
        return FilesSeen(frozenset(self._seen), tuple(self._waiting), self._found_all)

    def _add_files(self, files: list[FoundFile], error: Optional[Exception]) -> None:
        if error is not None:
            raise error
        for file in files:
            if file.location.path not in self._seen:
                self._seen.add(file.location.path)
                self._waiting.extend(self._cut(file))
        self._found_all = not self._period_ms
        asking, self._asking = self._asking, []
        for subtask in asking:
            self.handle_split_request(subtask)

    def _next_splits(self) -> list[FileSplit]:
        """The next split, or several small splits, up to this reader's share."""
        share = min(_AT_ONCE, -(-len(self._waiting) // self._context.current_parallelism()))
        splits = [self._waiting.popleft()]
        size = _size(splits[0])
        while len(splits) < share and size + _size(self._waiting[0]) <= _AT_ONCE_BYTES:
            splits.append(self._waiting.popleft())
            size += _size(splits[-1])
        return splits


def _size(split: FileSplit) -> int:
    return split.end - split.start
