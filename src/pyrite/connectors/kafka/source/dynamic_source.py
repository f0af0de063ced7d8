"""DynamicKafkaSource: reads streams that a metadata service maps to topics of one cluster."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Set
from typing import Any, Final, Self

from pyrite.connectors.kafka.source.source import KafkaSource, KafkaSourceBuilder
from pyrite.core.persistence.persisted import persisted

_DISCOVERY: Final = "stream-metadata-discovery-interval-ms"


@persisted("kafka-metadata-service/1")
class KafkaMetadataService(ABC):
    """Maps streams to topics. SingleClusterTopicMetadataService is the only implementation."""

    @property
    @abstractmethod
    def properties(self) -> Mapping[str, Any]:
        """The cluster's properties."""


@persisted("kafka-single-cluster-topic-metadata-service/1")
class SingleClusterTopicMetadataService(KafkaMetadataService):
    """Maps every stream to the topic with its name, in one cluster."""

    def __init__(self, kafka_cluster_id: str, properties: Mapping[str, str]) -> None:
        self.kafka_cluster_id = kafka_cluster_id
        self._properties = dict(properties)

    @property
    def properties(self) -> Mapping[str, Any]:
        return self._properties


@persisted("kafka-stream-subscriber/1")
class KafkaStreamSubscriber(ABC):
    """Selects the streams to read."""

    @abstractmethod
    def subscribe(self, builder: KafkaSourceBuilder) -> None: ...


@persisted("kafka-stream-set-subscriber/1")
class KafkaStreamSetSubscriber(KafkaStreamSubscriber):
    """Selects streams by their names."""

    def __init__(self, stream_ids: Set[str]) -> None:
        self._stream_ids = sorted(stream_ids)

    def subscribe(self, builder: KafkaSourceBuilder) -> None:
        builder.set_topics(*self._stream_ids)


@persisted("kafka-stream-pattern-subscriber/1")
class StreamPatternSubscriber(KafkaStreamSubscriber):
    """Selects streams whose whole name matches a pattern, including later ones."""

    def __init__(self, stream_pattern: str) -> None:
        self._pattern = stream_pattern

    def subscribe(self, builder: KafkaSourceBuilder) -> None:
        builder.set_topic_pattern(self._pattern)


@persisted("dynamic-kafka-source/1")
class DynamicKafkaSource(KafkaSource):
    """A KafkaSource of streams. Created by `DynamicKafkaSource.builder()`."""

    @staticmethod
    def builder() -> DynamicKafkaSourceBuilder:
        return DynamicKafkaSourceBuilder()


class DynamicKafkaSourceBuilder(KafkaSourceBuilder):
    """Builds a DynamicKafkaSource. A metadata service, streams and a deserializer are required."""

    kind = DynamicKafkaSource

    def set_stream_ids(self, stream_ids: Set[str]) -> Self:
        return self.set_kafka_stream_subscriber(KafkaStreamSetSubscriber(stream_ids))

    def set_stream_pattern(self, stream_pattern: str) -> Self:
        return self.set_kafka_stream_subscriber(StreamPatternSubscriber(stream_pattern))

    def set_kafka_stream_subscriber(self, kafka_stream_subscriber: KafkaStreamSubscriber) -> Self:
        kafka_stream_subscriber.subscribe(self)
        return self

    def set_kafka_metadata_service(self, kafka_metadata_service: KafkaMetadataService) -> Self:
        return self.set_properties(kafka_metadata_service.properties)

    def build(self) -> KafkaSource:
        if _DISCOVERY in self._properties:
            self.set_property("partition.discovery.interval.ms", self._properties.pop(_DISCOVERY))
        return super().build()
