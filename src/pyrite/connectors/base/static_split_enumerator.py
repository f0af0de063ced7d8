"""StaticSplitEnumerator: an enumerator with a fixed list of splits."""

from __future__ import annotations

from typing import Optional

from pyrite.core.connector.source import SplitEnumerator, SplitEnumeratorContext, SplitT


class StaticSplitEnumerator(SplitEnumerator[SplitT]):
    """Assigns splits round-robin: reader n of m gets the splits n, n + m, n + 2m, and so on. An entry may be None."""

    def __init__(self, context: SplitEnumeratorContext[SplitT], splits: list[Optional[SplitT]]) -> None:
        self._context = context
        self._splits = splits

    def add_reader(self, subtask: int) -> None:
        own: list[SplitT] = []
        for place in range(subtask, len(self._splits), self._context.current_parallelism()):
            split = self._splits[place]
            self._splits[place] = None
            if split is not None:
                own.append(split)
        if own:
            self._context.assign_splits(subtask, own)
        self._context.signal_no_more_splits(subtask)

    def snapshot_state(self, checkpoint_id: int) -> list[Optional[SplitT]]:
        return list(self._splits)
