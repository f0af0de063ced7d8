"""SeenIds: which messages have come into the job, by their ids, so that repeats are dropped."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import islice

REMEMBERED = 20_000
CHECKPOINTS = 3
"""How many ids are remembered after their acknowledgement, and those of how many checkpoints at least.

A broker that crashes may forget that it had an acknowledgement.
"""


class SeenIds:
    """The ids of messages that are not acknowledged yet, and of the last ones that are."""

    def __init__(self, restored: Iterable[str] = ()) -> None:
        self._remembered = dict.fromkeys(restored)
        self._limit = REMEMBERED + len(self._remembered)
        self._counts: deque[int] = deque(maxlen=CHECKPOINTS)
        """How many ids the last complete checkpoints had."""
        self._all = set(self._remembered)
        self._fresh: list[str] = []
        self._pending: list[tuple[int, list[str]]] = []

    def add(self, message_id: str) -> bool:
        """Whether the message is new."""
        if message_id in self._all:
            return False
        self._all.add(message_id)
        self._fresh.append(message_id)
        return True

    def snapshot(self, checkpoint_id: int) -> tuple[str, ...]:
        """All ids, the oldest first; those since the last call are pending until the checkpoint is complete."""
        if self._fresh:
            self._pending.append((checkpoint_id, self._fresh))
            self._fresh = []
        return (*self._remembered, *(one for _, ids in self._pending for one in ids))

    def acknowledged(self, checkpoint_id: int) -> None:
        """The messages up to this checkpoint are acknowledged: the oldest ids can be forgotten."""
        complete = [ids for number, ids in self._pending if number <= checkpoint_id]
        self._counts.extend(map(len, complete))
        for ids in complete:
            self._remembered.update(dict.fromkeys(ids))
        self._pending = [entry for entry in self._pending if entry[0] > checkpoint_id]
        limit = max(self._limit, sum(self._counts))
        for one in list(islice(self._remembered, max(0, len(self._remembered) - limit))):
            del self._remembered[one]
            self._all.discard(one)
