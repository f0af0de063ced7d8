"""KafkaTopicPartition, KafkaPartitionSplit, and KafkaOffsetsInitializer: where reading a partition begins and ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Optional

from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted

if TYPE_CHECKING:
    from pyrite.connectors.kafka.cluster import KafkaCluster


@persisted("kafka-topic-partition/1")
@dataclass(frozen=True, order=True)
class KafkaTopicPartition:
    """A partition of a topic."""

    topic: str
    partition: int

    def __str__(self) -> str:
        return f"{self.topic}-{self.partition}"


@persisted("kafka-partition-split/1")
@dataclass(frozen=True)
class KafkaPartitionSplit:
    """A partition to read from `offset` up to, not including, `stop`. Without a `stop` it is unbounded."""

    partition: KafkaTopicPartition
    offset: int
    stop: Optional[int] = None

    @property
    def split_id(self) -> str:
        return str(self.partition)


Offsets = dict[KafkaTopicPartition, int]


@persisted("kafka-offset-reset-strategy/1")
class KafkaOffsetResetStrategy(Enum):
    """Where reading begins if an offset is missing or out of range. NONE makes this an error."""

    LATEST = 0
    EARLIEST = 1
    NONE = 2


@persisted("kafka-offsets-kind/1")
class _Kind(Enum):
    EARLIEST = "earliest"
    LATEST = "latest"
    TIMESTAMP = "timestamp"
    COMMITTED = "committed_offsets"
    OFFSETS = "offsets"


@persisted("kafka-offsets-initializer/1")
@dataclass(frozen=True)
class KafkaOffsetsInitializer:
    """Determines an offset for every partition. Created by its static methods."""

    _kind: _Kind
    _timestamp_ms: int = 0
    _offsets: Mapping[KafkaTopicPartition, int] = field(default_factory=dict)
    _reset: KafkaOffsetResetStrategy = KafkaOffsetResetStrategy.NONE

    @staticmethod
    def earliest() -> KafkaOffsetsInitializer:
        """The first record of each partition."""
        return KafkaOffsetsInitializer(_Kind.EARLIEST)

    @staticmethod
    def latest() -> KafkaOffsetsInitializer:
        """The end of each partition when the job starts."""
        return KafkaOffsetsInitializer(_Kind.LATEST)

    @staticmethod
    def timestamp(timestamp: int) -> KafkaOffsetsInitializer:
        """The first record at or after a timestamp in milliseconds; the end of a partition without such a record."""
        if timestamp < 0:
            raise InvalidProgramError(f"a timestamp in milliseconds must be at least 0, not {timestamp}")
        return KafkaOffsetsInitializer(_Kind.TIMESTAMP, timestamp)

    @staticmethod
    def committed_offsets(
        offset_reset_strategy: KafkaOffsetResetStrategy = KafkaOffsetResetStrategy.NONE,
    ) -> KafkaOffsetsInitializer:
        """The committed offset of the consumer group; for a partition without one, the strategy decides."""
        return KafkaOffsetsInitializer(_Kind.COMMITTED, _reset=_strategy(offset_reset_strategy))

    @staticmethod
    def offsets(
        offsets: Mapping[KafkaTopicPartition, int],
        offset_reset_strategy: KafkaOffsetResetStrategy = KafkaOffsetResetStrategy.EARLIEST,
    ) -> KafkaOffsetsInitializer:
        """These offsets. Other partitions use the committed offset of the group, or else the strategy."""
        for partition, offset in offsets.items():
            if not isinstance(partition, KafkaTopicPartition) or not isinstance(offset, int) or offset < 0:
                raise InvalidProgramError(
                    f"offsets() takes a KafkaTopicPartition and an offset of 0 or more each, not {partition}: {offset}"
                )
        return KafkaOffsetsInitializer(_Kind.OFFSETS, _offsets=dict(offsets), _reset=_strategy(offset_reset_strategy))

    @property
    def needs_group(self) -> bool:
        """Whether the initializer requires a consumer group."""
        return self._kind is _Kind.COMMITTED

    @property
    def can_stop(self) -> bool:
        """Whether the initializer can determine stopping offsets."""
        return self._kind is not _Kind.EARLIEST

    def resolve(
        self, partitions: Collection[KafkaTopicPartition], cluster: KafkaCluster, group: str, stops: bool = False
    ) -> Offsets:
        """The current offsets, as numbers. A stopping offset may lie beyond the end of its partition."""
        if self._kind is _Kind.TIMESTAMP:
            return cluster.offsets_at(partitions, self._timestamp_ms)
        if self._kind in (_Kind.EARLIEST, _Kind.LATEST):
            lookup = cluster.earliest if self._kind is _Kind.EARLIEST else cluster.latest
            return lookup(partitions)
        offsets = {partition: self._offsets[partition] for partition in partitions if partition in self._offsets}
        others = [partition for partition in partitions if partition not in offsets]
        if others and group:
            offsets.update(cluster.committed(group, others))
        if stops and len(offsets) == len(partitions):
            return offsets
        return self._readable_offsets(offsets, partitions, cluster, stops)

    def _readable_offsets(
        self, offsets: Offsets, partitions: Collection[KafkaTopicPartition], cluster: KafkaCluster, stops: bool
    ) -> Offsets:
        """Readable offsets: the strategy replaces missing offsets and offsets out of range."""
        first, end = cluster.earliest(partitions), cluster.latest(partitions)
        resolved: Offsets = {}
        for partition in partitions:
            offset: Optional[int] = offsets.get(partition)
            if offset is not None and (stops or first[partition] <= offset <= end[partition]):
                resolved[partition] = offset
            elif self._reset is KafkaOffsetResetStrategy.EARLIEST:
                resolved[partition] = first[partition]
            elif self._reset is KafkaOffsetResetStrategy.LATEST:
                resolved[partition] = end[partition]
            else:
                why = "no committed offset" if offset is None else f"offset {offset} is out of range"
                raise ConnectorError(
                    f"Kafka topic '{partition.topic}', partition {partition.partition}: {why} (available: "
                    f"{first[partition]} to {end[partition]}). Give {self._kind.value}() a KafkaOffsetResetStrategy; "
                    "in SQL, set 'properties.auto.offset.reset' to earliest or latest"
                )
        return resolved


def _strategy(strategy: KafkaOffsetResetStrategy) -> KafkaOffsetResetStrategy:
    if not isinstance(strategy, KafkaOffsetResetStrategy):
        raise InvalidProgramError(f"expected KafkaOffsetResetStrategy.EARLIEST, LATEST or NONE, got {strategy!r}")
    return strategy
