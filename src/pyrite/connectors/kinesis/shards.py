"""ShardEnumerator: discovers the shards of streams, also after resharding, and assigns them to readers."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.connectors.base.splits_by_reader import SplitsByReader
from pyrite.core.connector.source import SplitEnumerator, SplitEnumeratorContext
from pyrite.core.persistence.persisted import persisted

_log = logging.getLogger(__name__)
TRIM_HORIZON, LATEST, AT_TIMESTAMP = "TRIM_HORIZON", "LATEST", "AT_TIMESTAMP"
AFTER = "AFTER_SEQUENCE_NUMBER"

ShardAssigner = Callable[[str, int], int]
"""Returns the reader of a shard, from the shard's id and the number of readers."""
Shard = tuple[str, str]
"""A stream and a shard id."""


@persisted("kinesis-shard-split/1")
@dataclass(frozen=True)
class ShardSplit:
    """A shard from a position on: the type of a shard iterator, and its sequence number or time."""

    stream: str
    shard: str
    kind: str
    at: str = ""

    @property
    def split_id(self) -> str:
        return f"{self.stream}/{self.shard}"


@persisted("kinesis-shards-state/1")
@dataclass(frozen=True)
class ShardsState:
    shards: frozenset[Shard] = frozenset()
    waiting: tuple[ShardSplit, ...] = ()


class ShardEnumerator(SplitEnumerator[ShardSplit]):
    """Lists shards in the background. Shards that are discovered later are read from their first record."""

    def __init__(
        self,
        context: SplitEnumeratorContext[ShardSplit],
        list_shards: Callable[[], list[Shard]],
        first: tuple[str, str],
        discovery_ms: int,
        assigner: ShardAssigner,
        state: ShardsState,
    ) -> None:
        self._context = context
        self._list_shards = list_shards
        self._first = first
        self._discovery_ms = discovery_ms
        self._assigner = assigner
        self._shards = set(state.shards)
        self._waiting = SplitsByReader(self._reader_of, state.waiting)
        self._seen = False

    def start(self) -> None:
        self._context.call_async(self._list_shards, self._add_shards, 0, self._discovery_ms)

    def _add_shards(self, shards: Optional[list[Shard]], error: Optional[Exception]) -> None:
        if error is not None:
            if not self._seen:
                raise error
            _log.warning("shard discovery failed, and will be repeated: %s", error)
            return
        assert shards is not None
        kind, at = (TRIM_HORIZON, "") if self._shards else self._first
        self._seen = True
        self._waiting.add(ShardSplit(*shard, kind, at) for shard in shards if shard not in self._shards)
        self._shards.update(shards)
        for subtask in self._context.registered_readers():
            self._serve(subtask)

    def add_reader(self, subtask: int) -> None:
        self._serve(subtask)

    def _serve(self, subtask: int) -> None:
        if own := self._waiting.take(subtask):
            self._context.assign_splits(subtask, own)

    def _reader_of(self, split: ShardSplit) -> int:
        parallelism = self._context.current_parallelism()
        return self._assigner(split.split_id, parallelism) % parallelism

    def snapshot_state(self, checkpoint_id: int) -> ShardsState:
        return ShardsState(frozenset(self._shards), tuple(self._waiting))


@persisted("kinesis-by-hash/1")
def by_hash(shard: str, parallelism: int) -> int:
    return zlib.crc32(shard.encode()) % parallelism


def by_number(shard: str, parallelism: int) -> int:
    """Assigns shards by their number in the stream, so that neighbors go to different readers."""
    number = shard.rpartition("-")[2]
    return int(number) % parallelism if number.isdigit() else by_hash(shard, parallelism)


def list_shards(client: Any, streams: list[str]) -> list[Shard]:
    shards: list[Shard] = []
    for stream in streams:
        for page in client.get_paginator("list_shards").paginate(StreamName=stream):
            shards.extend((stream, shard["ShardId"]) for shard in page["Shards"])
    return shards
