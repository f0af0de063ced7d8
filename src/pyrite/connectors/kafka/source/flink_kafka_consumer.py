"""FlinkKafkaConsumer: the Kafka source of Flink 1.9 to 1.16."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Optional

from pyrite.connectors.kafka.offsets import KafkaOffsetResetStrategy, KafkaOffsetsInitializer, KafkaPartitionSplit
from pyrite.connectors.kafka.source.source import KafkaSource
from pyrite.core.config.former_names import former_name
from pyrite.core.connector.guarantee import Guarantee
from pyrite.core.connector.serialization import DeserializationSchema
from pyrite.core.connector.source import (
    Boundedness,
    Source,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.types_factory import TypeInformation

_DISCOVERY: Final = "flink.partition-discovery.interval-millis"


@persisted("flink-kafka-consumer/1")
class FlinkKafkaConsumer(Source[KafkaPartitionSplit]):
    """An unbounded KafkaSource, for `add_source`. By default it begins at the group's offsets, and discovers partitions
    once; the property flink.partition-discovery.interval-millis sets an interval."""

    def __init__(
        self,
        topics: str | Sequence[str],
        deserialization_schema: DeserializationSchema,
        properties: Mapping[str, str],
    ) -> None:
        former_name("FlinkKafkaConsumer", "KafkaSource")
        self._topics = (topics,) if isinstance(topics, str) else tuple(topics)
        self._schema = deserialization_schema
        self._properties = dict(properties)
        self._starting: Optional[KafkaOffsetsInitializer] = None
        self._commits = True
        self._delegate: Optional[KafkaSource] = None

    def set_start_from_earliest(self) -> FlinkKafkaConsumer:
        """Begins with the first record of each partition, unless the job is restored."""
        return self._start(KafkaOffsetsInitializer.earliest())

    def set_start_from_latest(self) -> FlinkKafkaConsumer:
        """Begins with records that are produced after the start, unless the job is restored."""
        return self._start(KafkaOffsetsInitializer.latest())

    def set_start_from_timestamp(self, startup_offsets_timestamp: int) -> FlinkKafkaConsumer:
        """Begins with the first records at or after a timestamp in milliseconds, unless the job is restored."""
        return self._start(KafkaOffsetsInitializer.timestamp(startup_offsets_timestamp))

    def set_start_from_group_offsets(self) -> FlinkKafkaConsumer:
        """Begins at the group's committed offsets, or else by auto.offset.reset. Its default is latest."""
        return self._start(None)

    def set_commit_offsets_on_checkpoints(self, commit_on_checkpoints: bool) -> FlinkKafkaConsumer:
        """Whether offsets are committed to the group when a checkpoint completes."""
        self._commits = commit_on_checkpoints
        self._delegate = None
        return self

    def disable_filter_restored_partitions_with_subscribed_topics(self) -> FlinkKafkaConsumer:
        """Has no effect: restored partitions are always read."""
        return self

    def get_produced_type(self) -> TypeInformation:
        """The type of the deserialized records."""
        return self._schema.get_produced_type()

    def _start(self, starting: Optional[KafkaOffsetsInitializer]) -> FlinkKafkaConsumer:
        self._starting = starting
        self._delegate = None
        return self

    def _source(self) -> KafkaSource:
        if self._delegate is None:
            properties = dict(self._properties)
            group = properties.get("group.id", "")
            properties["partition.discovery.interval.ms"] = str(properties.pop(_DISCOVERY, "-1"))
            properties["commit.offsets.on.checkpoint"] = str(self._commits and bool(group)).lower()
            starting = self._starting or _from_group(properties.pop("auto.offset.reset", "latest"), group)
            builder = KafkaSource.builder().set_topics(*self._topics).set_starting_offsets(starting)
            builder.set_value_only_deserializer(self._schema).set_properties(properties)
            self._delegate = builder.build()
        return self._delegate

    def get_boundedness(self) -> Boundedness:
        return self._source().get_boundedness()

    def guarantee(self) -> Guarantee:
        return self._source().guarantee()

    def create_reader(self, context: SourceReaderContext) -> SourceReader[KafkaPartitionSplit]:
        return self._source().create_reader(context)

    def create_enumerator(
        self, context: SplitEnumeratorContext[KafkaPartitionSplit]
    ) -> SplitEnumerator[KafkaPartitionSplit]:
        return self._source().create_enumerator(context)

    def restore_enumerator(
        self, context: SplitEnumeratorContext[KafkaPartitionSplit], checkpoint: Any
    ) -> SplitEnumerator[KafkaPartitionSplit]:
        return self._source().restore_enumerator(context, checkpoint)


def _from_group(reset: str, group: str) -> KafkaOffsetsInitializer:
    try:
        strategy = KafkaOffsetResetStrategy[reset.upper()]
    except KeyError:
        raise InvalidProgramError(f"auto.offset.reset must be earliest, latest or none, not {reset!r}") from None
    if group:
        return KafkaOffsetsInitializer.committed_offsets(strategy)
    if strategy is KafkaOffsetResetStrategy.EARLIEST:
        return KafkaOffsetsInitializer.earliest()
    return KafkaOffsetsInitializer.latest()
