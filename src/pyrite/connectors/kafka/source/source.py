"""KafkaSource: reads records from topics."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from typing import Any, ClassVar, Final, Optional, Self

from pyrite.connectors.kafka.cluster import KafkaCluster
from pyrite.connectors.kafka.offsets import KafkaOffsetsInitializer, KafkaPartitionSplit, KafkaTopicPartition
from pyrite.connectors.kafka.properties import to_librdkafka
from pyrite.connectors.kafka.source.enumerator import EnumeratorState, KafkaSourceEnumerator, Reading, restored
from pyrite.connectors.kafka.source.reader import KafkaSourceReader, ReaderSetup
from pyrite.connectors.kafka.source.record import (
    ConsumerRecord,
    KafkaRecordDeserializationSchema,
    ValueOnly,
    record_schema,
    value_schema,
)
from pyrite.connectors.kafka.source.subscription import Subscription
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Declaration, Guarantee
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
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted
from pyrite.core.secrets import Secrets

_OFFSETS = Guarantee(EXACTLY_ONCE, "offsets are part of the checkpoint")


@persisted("kafka-source/1")
class KafkaSource(Source[KafkaPartitionSplit]):
    """Reads Kafka. Each partition is a split with its own watermark. Created by `KafkaSource.builder()`.

    >>> builder = KafkaSource.builder().set_bootstrap_servers("localhost:9092").set_topics("orders")
    >>> source = builder.set_group_id("shop").set_value_only_deserializer(SimpleStringSchema()).build()
    >>> orders = env.from_source(source, WatermarkStrategy.for_monotonous_timestamps(), "orders")
    """

    declaration: ClassVar = Declaration(
        "Kafka",
        (_OFFSETS,),
        needs="pyrite[kafka]; a Kafka broker",
        tried_with="Kafka 4.3.1, KRaft",
    )

    def __init__(self, reading: Reading, setup: ReaderSetup, client_id_prefix: str) -> None:
        self._reading = reading
        self._setup = setup
        self._client_id_prefix = client_id_prefix

    @staticmethod
    def builder() -> KafkaSourceBuilder:
        """Returns a new builder."""
        return KafkaSourceBuilder()

    def guarantee(self) -> Guarantee:
        return _OFFSETS

    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED if self._reading.bounded else Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[KafkaPartitionSplit]:
        return KafkaSourceReader(self._setup, self._settings(str(context.subtask)), context)

    def create_enumerator(
        self, context: SplitEnumeratorContext[KafkaPartitionSplit]
    ) -> SplitEnumerator[KafkaPartitionSplit]:
        return KafkaSourceEnumerator(context, self._reading, self._connect, EnumeratorState())

    def restore_enumerator(
        self, context: SplitEnumeratorContext[KafkaPartitionSplit], checkpoint: Any
    ) -> SplitEnumerator[KafkaPartitionSplit]:
        return KafkaSourceEnumerator(context, self._reading, self._connect, restored(checkpoint))

    def _connect(self) -> KafkaCluster:
        settings = self._settings("enumerator")
        return KafkaCluster(settings, settings["isolation.level"] == "read_committed", self._setup.timeout_s)

    def _settings(self, client: str) -> Mapping[str, Any]:
        if not self._client_id_prefix:
            return self._setup.settings
        return {**self._setup.settings, "client.id": f"{self._client_id_prefix}-{client}"}


_DISCOVERY_MS: Final = 300_000
_TIMEOUT_MS: Final = 30_000
_FETCHING: Final = {"queued.max.messages.kbytes": "16384", "fetch.queue.backoff.ms": "10"}
"""Limits of prefetching. librdkafka's default of 64 MiB may exceed the memory of a task, and the default pause of a
second, once the queue is full, would starve it."""
_UNNAMED_GROUP: Final = "pyrite"
"""librdkafka requires a group. Nothing is committed to this one."""


class KafkaSourceBuilder:
    """Builds a KafkaSource. Servers, topics and a deserializer are required. By default the source is unbounded, and
    begins at the earliest offsets."""

    kind: ClassVar[type[KafkaSource]] = KafkaSource

    def __init__(self) -> None:
        self._properties: dict[str, Any] = {}
        self._subscription: Optional[Subscription] = None
        self._starting = KafkaOffsetsInitializer.earliest()
        self._stopping: Optional[KafkaOffsetsInitializer] = None
        self._bounded = False
        self._deserializer: Optional[KafkaRecordDeserializationSchema] = None
        self._bad_records = BadRecords.FAIL

    def set_bootstrap_servers(self, bootstrap_servers: str) -> Self:
        """The bootstrap brokers, `host:port`, separated by commas. Required."""
        return self.set_property("bootstrap.servers", bootstrap_servers)

    def set_group_id(self, group_id: str) -> Self:
        """The consumer group to which offsets are committed, for monitoring. The source does not join the group."""
        return self.set_property("group.id", group_id)

    # What is read -----------------------------------------------------------------------------------------------------

    def set_topics(self, *topics: str) -> Self:
        """Reads all partitions of these topics."""
        if not topics or not all(isinstance(topic, str) and topic for topic in topics):
            raise InvalidProgramError(f"set_topics() takes the names of topics, not {topics!r}")
        return self._subscribe(Subscription(topics=tuple(dict.fromkeys(topics))))

    def set_topic_pattern(self, topic_pattern: str) -> Self:
        """Reads all topics whose whole name matches a regular expression, including later ones."""
        try:
            re.compile(topic_pattern)
        except re.error as error:
            raise InvalidProgramError(
                f"set_topic_pattern(): {topic_pattern!r} is not a regular expression: {error}"
            ) from None
        return self._subscribe(Subscription(pattern=topic_pattern))

    def set_partitions(self, partitions: Set[KafkaTopicPartition]) -> Self:
        """Reads only these partitions."""
        if not partitions or not all(isinstance(each, KafkaTopicPartition) for each in partitions):
            raise InvalidProgramError(f"set_partitions() takes a set of KafkaTopicPartition, not {partitions!r}")
        return self._subscribe(Subscription(partitions=frozenset(partitions)))

    def _subscribe(self, subscription: Subscription) -> Self:
        if self._subscription is not None:
            raise InvalidProgramError("call only one of set_topics(), set_topic_pattern() and set_partitions()")
        self._subscription = subscription
        return self

    def set_starting_offsets(self, starting_offsets_initializer: KafkaOffsetsInitializer) -> Self:
        """Where a new job begins. Partitions that are discovered later are read from their first record."""
        self._starting = _initializer(starting_offsets_initializer)
        return self

    def set_unbounded(self, stopping_offsets_initializer: KafkaOffsetsInitializer) -> Self:
        """Stops reading at these offsets, but keeps the source open, in STREAMING mode."""
        return self._stop(stopping_offsets_initializer, bounded=False)

    def set_bounded(self, stopping_offsets_initializer: KafkaOffsetsInitializer) -> Self:
        """Ends the source at these offsets."""
        return self._stop(stopping_offsets_initializer, bounded=True)

    def _stop(self, initializer: KafkaOffsetsInitializer, bounded: bool) -> Self:
        if not _initializer(initializer).can_stop:
            raise InvalidProgramError("earliest() cannot be a stopping offset: nothing would be read")
        self._stopping, self._bounded = initializer, bounded
        return self

    # How it is read ---------------------------------------------------------------------------------------------------

    def set_value_only_deserializer(
        self, deserialization_schema: DeserializationSchema | Callable[[bytes], Any]
    ) -> Self:
        """Deserializes values by a schema or by a function, and skips tombstones."""
        self._deserializer = ValueOnly(value_schema(deserialization_schema))
        return self

    def set_deserializer(
        self, record_deserializer: KafkaRecordDeserializationSchema | Callable[[ConsumerRecord], Any]
    ) -> Self:
        """Deserializes whole records, with key, headers, topic, partition, offset and timestamp."""
        self._deserializer = record_schema(record_deserializer)
        return self

    def set_bad_records(self, policy: BadRecords) -> Self:
        """The policy for records that the deserializer cannot read. By default they fail the job."""
        self._bad_records = BadRecords.checked(policy)
        return self

    def set_client_id_prefix(self, prefix: str) -> Self:
        """The prefix of the ids of the clients."""
        return self.set_property("client.id.prefix", prefix)

    def set_property(self, key: str, value: str) -> Self:
        """Sets a property of the client, of the Java client or of librdkafka."""
        self._properties[key] = value
        return self

    def set_properties(self, props: Mapping[str, Any]) -> Self:
        """Sets several properties of the client."""
        self._properties.update(props)
        return self

    # The source -------------------------------------------------------------------------------------------------------

    def build(self) -> KafkaSource:
        """Returns the source. InvalidProgramError if a required setting is missing."""
        return self.kind(*self._checked())

    def check(self) -> None:
        """Raises the errors of `build`."""
        self._checked()

    def _checked(self) -> tuple[Reading, ReaderSetup, str]:
        """The validated parameters of the source, and the prefix of its client ids."""
        properties = dict(self._properties)
        subscription, deserializer = self._subscription, self._deserializer
        if not properties.get("bootstrap.servers"):
            raise InvalidProgramError("a KafkaSource needs set_bootstrap_servers()")
        if subscription is None:
            raise InvalidProgramError("a KafkaSource needs set_topics(), set_topic_pattern() or set_partitions()")
        if deserializer is None:
            raise InvalidProgramError("a KafkaSource needs set_value_only_deserializer() or set_deserializer()")
        group = str(properties.get("group.id", ""))
        commits = _flag(properties, "commit.offsets.on.checkpoint", bool(group))
        for needs_group, what in (
            (commits, "commit.offsets.on.checkpoint"),
            (self._starting.needs_group or (self._stopping and self._stopping.needs_group), "committed_offsets()"),
            (str(properties.get("enable.auto.commit", "")).lower() == "true", "enable.auto.commit"),
        ):
            if needs_group and not group:
                raise InvalidProgramError(f"{what} requires a group: call set_group_id()")
        discovery_ms = _number(properties, "partition.discovery.interval.ms", _DISCOVERY_MS)
        timeout_ms = _number(properties, "default.api.timeout.ms", _TIMEOUT_MS)
        prefix = str(properties.pop("client.id.prefix", ""))
        for ignored in ("register.consumer.metrics", "max.poll.records"):
            properties.pop(ignored, None)
        settings = _checked(properties)
        reading = Reading(
            subscription,
            self._starting,
            self._stopping,
            self._bounded,
            group,
            0 if self._bounded else max(0, discovery_ms),
            settings["auto.offset.reset"] != "error",
        )
        setup = ReaderSetup(settings, deserializer, self._bad_records, commits, timeout_ms / 1000)
        return reading, setup, prefix


def _initializer(initializer: KafkaOffsetsInitializer) -> KafkaOffsetsInitializer:
    if not isinstance(initializer, KafkaOffsetsInitializer):
        raise InvalidProgramError(f"expected a KafkaOffsetsInitializer, such as earliest(), got {initializer!r}")
    return initializer


def _flag(properties: dict[str, Any], key: str, default: bool) -> bool:
    value = str(properties.pop(key, default)).lower()
    if value not in ("true", "false"):
        raise InvalidProgramError(f"Kafka property '{key}' must be true or false, not {value!r}")
    return value == "true"


def _number(properties: dict[str, Any], key: str, default: int) -> int:
    value = properties.pop(key, default)
    try:
        return int(value)
    except ValueError:
        raise InvalidProgramError(f"Kafka property '{key}' must be a number of milliseconds, not {value!r}") from None


def _checked(properties: dict[str, Any]) -> dict[str, Any]:
    """The settings of a consumer, validated by librdkafka."""
    kafka = load("confluent_kafka", "kafka", "KafkaSource")
    settings = {
        "group.id": _UNNAMED_GROUP,
        "isolation.level": "read_uncommitted",
        "enable.auto.commit": "false",
        "auto.offset.reset": "error",
        **_FETCHING,
        **to_librdkafka(properties),
        "enable.partition.eof": "true",
    }
    unconnected = {key: value for key, value in settings.items() if key != "bootstrap.servers"}
    try:
        kafka.Consumer({**unconnected, "log_level": 0}).close()
    except (kafka.KafkaException, ValueError, TypeError) as error:
        reason = error.args[0].str() if isinstance(error, kafka.KafkaException) else str(error)
        raise InvalidProgramError(f"KafkaSource: {Secrets.of_settings(settings).masked(reason)}") from None
    return settings
