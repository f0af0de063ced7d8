"""TopicEnumerator: discovers topics and their partitions, and assigns them to readers."""

from __future__ import annotations

import logging
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Optional

from pyrite.connectors.base.splits_by_reader import SplitsByReader
from pyrite.connectors.pulsar.cursors import Position, StartCursor, Stop
from pyrite.core.connector.source import SplitEnumerator, SplitEnumeratorContext
from pyrite.core.persistence.persisted import persisted

_log = logging.getLogger(__name__)


@persisted("pulsar-topic-split/1")
@dataclass(frozen=True)
class TopicSplit:
    """An unpartitioned topic or a partition, read up to and including the message at `position`.

    Without a position, reading begins at `start`, or else at the position of the subscription. `stop` is resolved when
    reading begins.
    """

    topic: str
    start: Optional[StartCursor] = None
    stop: Optional[Stop] = None
    position: Optional[Position] = None

    @property
    def split_id(self) -> str:
        return self.topic


@persisted("pulsar-topics-state/1")
@dataclass(frozen=True)
class TopicsState:
    topics: frozenset[str] = frozenset()
    waiting: tuple[TopicSplit, ...] = ()
    seen: bool = False


Find = Callable[[frozenset[str], bool], list[TopicSplit]]
"""Returns the splits of new topics. The arguments are the topics found before, and whether this is the first call."""


class TopicEnumerator(SplitEnumerator[TopicSplit]):
    """Discovers topics in the background, once or every `discovery_ms`."""

    def __init__(
        self, context: SplitEnumeratorContext[TopicSplit], find: Find, discovery_ms: int, state: TopicsState
    ) -> None:
        self._context = context
        self._find = find
        self._discovery_ms = discovery_ms
        self._topics = set(state.topics)
        self._waiting = SplitsByReader(self._reader_of, state.waiting)
        self._seen = state.seen

    def start(self) -> None:
        if not self._seen or self._discovery_ms:
            self._context.call_async(self._discover, self._add_topics, 0, self._discovery_ms)

    def _discover(self) -> list[TopicSplit]:
        return self._find(frozenset(self._topics), not self._seen)

    def _add_topics(self, splits: Optional[list[TopicSplit]], error: Optional[Exception]) -> None:
        if error is not None:
            if not self._seen:
                raise error
            _log.warning("topic discovery failed, and will be repeated: %s", error)
            return
        assert splits is not None
        self._seen = True
        self._waiting.add(splits)
        self._topics.update(split.topic for split in splits)
        for subtask in self._context.registered_readers():
            self._serve(subtask)

    def add_reader(self, subtask: int) -> None:
        self._serve(subtask)

    def _serve(self, subtask: int) -> None:
        if own := self._waiting.take(subtask):
            self._context.assign_splits(subtask, own)
        if self._seen and not self._discovery_ms:
            self._context.signal_no_more_splits(subtask)

    def _reader_of(self, split: TopicSplit) -> int:
        return _reader(split.topic) % self._context.current_parallelism()

    def snapshot_state(self, checkpoint_id: int) -> TopicsState:
        return TopicsState(frozenset(self._topics), tuple(self._waiting), self._seen)


def _reader(topic: str) -> int:
    """Consecutive partitions of a topic get consecutive numbers, so that they go to different readers."""
    match = re.fullmatch(r"(.*)-partition-(\d+)", topic)
    return zlib.crc32(topic.encode()) if match is None else zlib.crc32(match[1].encode()) + int(match[2])
