"""KafkaSourceEnumerator: finds partitions, now and while the job runs, and deals them out."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.connectors.base.splits_by_reader import SplitsByReader
from pyrite.connectors.kafka.cluster import KafkaCluster, NotThereError
from pyrite.connectors.kafka.offsets import KafkaOffsetsInitializer, KafkaPartitionSplit, KafkaTopicPartition
from pyrite.connectors.kafka.source.subscription import Subscription
from pyrite.core.connector.source import SplitEnumerator, SplitEnumeratorContext
from pyrite.core.errors import ConnectorError
from pyrite.core.persistence.persisted import persisted

_log = logging.getLogger(__name__)
_WATCH_MS: Final = 300_000
"""How often a source that finds partitions only at the start looks whether its topics are still the same."""


@persisted("kafka-reading/1")
@dataclass(frozen=True)
class Reading:
    """What a source reads: `discovery_ms` is 0 where partitions are listed only at the start.

    `resets`: the user has said how to continue where an offset is missing.
    """

    subscription: Subscription
    starting: KafkaOffsetsInitializer
    stopping: Optional[KafkaOffsetsInitializer]
    bounded: bool
    group: str
    discovery_ms: int
    resets: bool = False

    @property
    def may_begin_again(self) -> bool:
        """Whether a topic that was recreated is read from its first record; else it is an error."""
        return not self.bounded and (self.resets or self.subscription.may_shrink)


@persisted("kafka-enumerator-state/1")
@dataclass(frozen=True)
class EnumeratorState:
    """The partitions that are known, of those the ones that wait for a reader, and the ids of their topics."""

    begun: bool = False
    known: frozenset[KafkaTopicPartition] = frozenset()
    waiting: tuple[KafkaPartitionSplit, ...] = ()
    topic_ids: tuple[tuple[str, str], ...] = ()
    """States of old have none."""


@persisted("kafka-partitions-gone/1")
@dataclass(frozen=True)
class PartitionsGone:
    """To readers: these were deleted on purpose, there is nothing left to read."""

    partitions: frozenset[KafkaTopicPartition]


@dataclass(frozen=True)
class _Discovery:
    """The result of a discovery: new splits, partitions that are gone, topics that were recreated."""

    splits: list[KafkaPartitionSplit]
    gone: frozenset[KafkaTopicPartition]
    recreated: list[str]
    topic_ids: dict[str, str]


class KafkaSourceEnumerator(SplitEnumerator[KafkaPartitionSplit]):
    """Offsets become numbers here, once: a partition discovered later is read from its first record."""

    def __init__(
        self,
        context: SplitEnumeratorContext[KafkaPartitionSplit],
        reading: Reading,
        connect: Callable[[], KafkaCluster],
        state: EnumeratorState,
    ) -> None:
        self._context = context
        self._reading = reading
        self._connect = connect
        self._cluster: Optional[KafkaCluster] = None
        self._begun = state.begun
        self._known = state.known
        self._waiting = SplitsByReader(self._reader_of, state.waiting)
        self._topic_ids = dict(state.topic_ids)
        self._gone: set[KafkaTopicPartition] = set()
        self._seen = False
        """Whether this attempt has had an answer: later ones may fail, and are asked for again."""

    def start(self) -> None:
        period_ms = 0 if self._is_complete else self._reading.discovery_ms or _WATCH_MS
        self._context.call_async(self._look, self._apply_discovery, 0, period_ms)

    @property
    def _is_complete(self) -> bool:
        """Whether no partition is to come after the first look."""
        return self._reading.bounded

    @property
    def _takes_new(self) -> bool:
        """Whether a look may find partitions; else it is only about those that are known."""
        if self._is_complete:
            return not self._begun
        return self._reading.discovery_ms > 0 or not self._seen

    # In another thread ------------------------------------------------------------------------------------------------

    def _look(self) -> _Discovery:
        """Looks for partitions. Never runs while `_apply_discovery` does, which alone changes what is known."""
        if self._cluster is None:
            self._cluster = self._connect()
        present = self._reading.subscription.find(self._cluster)
        ids = self._cluster.topic_ids({partition.topic for partition in present})
        recreated = [topic for topic, known in self._topic_ids.items() if ids.get(topic, known) != known]
        same = {partition for partition in self._known.intersection(present) if partition.topic not in recreated}
        takes_new = self._takes_new
        new = [each for each in present if each not in same and (takes_new or each.topic in recreated)]
        return _Discovery(self._splits(self._cluster, new), self._known - same, recreated, ids)

    def _splits(self, cluster: KafkaCluster, partitions: list[KafkaTopicPartition]) -> list[KafkaPartitionSplit]:
        if not partitions:
            return []
        reading = self._reading
        starting = KafkaOffsetsInitializer.earliest() if self._begun else reading.starting
        starts = starting.resolve(partitions, cluster, reading.group)
        stops = None
        if reading.stopping is not None:
            stops = reading.stopping.resolve(partitions, cluster, reading.group, stops=True)
        return [
            KafkaPartitionSplit(partition, starts[partition], None if stops is None else stops[partition])
            for partition in partitions
        ]

    # In the JobMaster -------------------------------------------------------------------------------------------------

    def _apply_discovery(self, discovery: Optional[_Discovery], error: Optional[Exception]) -> None:
        if error is not None:
            if not self._seen or isinstance(error, NotThereError):
                raise error
            _log.warning("partitions were not looked for: %s", error)
            return
        assert discovery is not None
        self._seen = True
        if discovery.recreated and not self._reading.may_begin_again:
            raise _topic_recreated_error(discovery.recreated[0])
        if discovery.gone:
            self._remove_partitions(discovery.gone, discovery.recreated)
        self._topic_ids |= discovery.topic_ids
        if self._is_complete and self._begun:
            return
        if discovery.splits and self._begun:
            _log.info("new partitions: %s", ", ".join(split.split_id for split in discovery.splits))
        self._begun = True
        new = {split.partition for split in discovery.splits}
        self._known |= new
        self._waiting.add(discovery.splits)
        for subtask in self._context.registered_readers():
            self._serve(subtask)

    def _remove_partitions(self, gone: frozenset[KafkaTopicPartition], recreated: list[str]) -> None:
        names = ", ".join(map(str, sorted(gone)))
        if not self._reading.subscription.may_shrink and any(each.topic not in recreated for each in gone):
            raise ConnectorError(f"Kafka partitions that the job reads are not there any more: {names}")
        _log.warning("these partitions were deleted, and are not read any more: %s", names)
        self._gone |= gone
        self._known -= gone
        topics = {partition.topic for partition in self._known}
        self._topic_ids = {topic: known for topic, known in self._topic_ids.items() if topic in topics}
        self._waiting.drop(lambda split: split.partition in gone)
        for subtask in self._context.registered_readers():
            self._context.send_event_to_source_reader(subtask, PartitionsGone(gone))

    def add_reader(self, subtask: int) -> None:
        if self._gone:
            self._context.send_event_to_source_reader(subtask, PartitionsGone(frozenset(self._gone)))
        if self._begun:
            self._serve(subtask)

    def _serve(self, subtask: int) -> None:
        if own := self._waiting.take(subtask):
            self._context.assign_splits(subtask, own)
        if self._is_complete:
            self._context.signal_no_more_splits(subtask)

    def _reader_of(self, split: KafkaPartitionSplit) -> int:
        """Partitions of a topic go to readers in turn, the first ones of topics to different readers."""
        first = zlib.crc32(split.partition.topic.encode())
        return (first + split.partition.partition) % self._context.current_parallelism()

    def snapshot_state(self, checkpoint_id: int) -> EnumeratorState:
        return EnumeratorState(self._begun, self._known, tuple(self._waiting), tuple(self._topic_ids.items()))

    def close(self) -> None:
        self._cluster = None


def _topic_recreated_error(topic: str) -> ConnectorError:
    return ConnectorError(
        f"Kafka topic '{topic}' was deleted and created again since the job read it: the job's offsets mean nothing in "
        "it, and records are missing. To read the new one from its first record, set the property auto.offset.reset to "
        "earliest or latest (not for a bounded source), or start without the checkpoint"
    )


def restored(state: Any) -> EnumeratorState:
    if not isinstance(state, EnumeratorState):
        raise TypeError(f"not the state of a KafkaSource: {type(state).__name__}")
    return state
