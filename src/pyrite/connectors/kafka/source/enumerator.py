"""KafkaSourceEnumerator: discovers partitions, at the start and periodically, and assigns them to readers."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.connectors.base.splits_by_reader import SplitsByReader
from pyrite.connectors.kafka.cluster import KafkaCluster, NotFoundError
from pyrite.connectors.kafka.offsets import KafkaOffsetsInitializer, KafkaPartitionSplit, KafkaTopicPartition
from pyrite.connectors.kafka.source.subscription import Subscription
from pyrite.core.connector.source import SplitEnumerator, SplitEnumeratorContext
from pyrite.core.errors import ConnectorError
from pyrite.core.persistence.persisted import persisted

_log = logging.getLogger(__name__)
_WATCH_MS: Final = 300_000
"""How often a source that discovers partitions only once checks that its topics still exist."""


@persisted("kafka-reading/1")
@dataclass(frozen=True)
class Reading:
    """What a source reads. With a `discovery_ms` of 0, partitions are discovered only at the start.

    `resets` says that the user has set auto.offset.reset.
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
        """Whether a recreated topic is read from its first record. Otherwise it is an error."""
        return not self.bounded and (self.resets or self.subscription.may_shrink)


@persisted("kafka-enumerator-state/1")
@dataclass(frozen=True)
class EnumeratorState:
    """All discovered partitions, the unassigned splits among them, and the ids of their topics."""

    begun: bool = False
    partitions: frozenset[KafkaTopicPartition] = frozenset()
    waiting: tuple[KafkaPartitionSplit, ...] = ()
    topic_ids: tuple[tuple[str, str], ...] = ()


@persisted("kafka-partitions-gone/1")
@dataclass(frozen=True)
class PartitionsGone:
    """Tells readers that partitions were deleted on purpose: reading them ends."""

    partitions: frozenset[KafkaTopicPartition]


@dataclass(frozen=True)
class _Discovery:
    """The result of a discovery: new splits, deleted partitions, recreated topics."""

    splits: list[KafkaPartitionSplit]
    gone: frozenset[KafkaTopicPartition]
    recreated: list[str]
    topic_ids: dict[str, str]


class KafkaSourceEnumerator(SplitEnumerator[KafkaPartitionSplit]):
    """Resolves starting offsets once. Partitions that are discovered later are read from their first record."""

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
        self._partitions = state.partitions
        self._waiting = SplitsByReader(self._reader_of, state.waiting)
        self._topic_ids = dict(state.topic_ids)
        self._gone: set[KafkaTopicPartition] = set()
        self._seen = False
        """Whether a discovery of this attempt has succeeded. Later ones may fail, and are repeated."""

    def start(self) -> None:
        period_ms = 0 if self._is_complete else self._reading.discovery_ms or _WATCH_MS
        self._context.call_async(self._discover, self._apply_discovery, 0, period_ms)

    @property
    def _is_complete(self) -> bool:
        """Whether the first discovery is the only one."""
        return self._reading.bounded

    @property
    def _takes_new(self) -> bool:
        """Whether a discovery may add partitions. Otherwise it only checks the discovered ones."""
        if self._is_complete:
            return not self._begun
        return self._reading.discovery_ms > 0 or not self._seen

    # In another thread ------------------------------------------------------------------------------------------------

    def _discover(self) -> _Discovery:
        """Discovers partitions. Never runs at the same time as `_apply_discovery`, which alone changes the state."""
        if self._cluster is None:
            self._cluster = self._connect()
        present = self._reading.subscription.find(self._cluster)
        ids = self._cluster.topic_ids({partition.topic for partition in present})
        recreated = [topic for topic, topic_id in self._topic_ids.items() if ids.get(topic, topic_id) != topic_id]
        same = {partition for partition in self._partitions.intersection(present) if partition.topic not in recreated}
        takes_new = self._takes_new
        new = [each for each in present if each not in same and (takes_new or each.topic in recreated)]
        return _Discovery(self._splits(self._cluster, new), self._partitions - same, recreated, ids)

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
            if not self._seen or isinstance(error, NotFoundError):
                raise error
            _log.warning("partition discovery failed, and will be repeated: %s", error)
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
        self._partitions |= new
        self._waiting.add(discovery.splits)
        for subtask in self._context.registered_readers():
            self._serve(subtask)

    def _remove_partitions(self, gone: frozenset[KafkaTopicPartition], recreated: list[str]) -> None:
        names = ", ".join(map(str, sorted(gone)))
        if not self._reading.subscription.may_shrink and any(each.topic not in recreated for each in gone):
            raise ConnectorError(f"Kafka partitions that the job reads no longer exist: {names}")
        _log.warning("partitions were deleted, and are no longer read: %s", names)
        self._gone |= gone
        self._partitions -= gone
        topics = {partition.topic for partition in self._partitions}
        self._topic_ids = {topic: topic_id for topic, topic_id in self._topic_ids.items() if topic in topics}
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
        """Partitions of a topic are assigned round-robin, with a start reader that depends on the topic."""
        first = zlib.crc32(split.partition.topic.encode())
        return (first + split.partition.partition) % self._context.current_parallelism()

    def snapshot_state(self, checkpoint_id: int) -> EnumeratorState:
        return EnumeratorState(self._begun, self._partitions, tuple(self._waiting), tuple(self._topic_ids.items()))

    def close(self) -> None:
        self._cluster = None


def _topic_recreated_error(topic: str) -> ConnectorError:
    return ConnectorError(
        f"Kafka topic '{topic}' was deleted and recreated since the job read it: the job's offsets are invalid in the "
        "new topic, and records are missing. To read the new topic from its first record, set the property "
        "auto.offset.reset to earliest or latest (not for a bounded source), or start without the checkpoint"
    )


def restored(state: Any) -> EnumeratorState:
    if not isinstance(state, EnumeratorState):
        raise TypeError(f"not the state of a KafkaSource: {type(state).__name__}")
    return state
