"""Subscription: the topics or partitions that a source reads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Optional

from pyrite.connectors.kafka.cluster import KafkaCluster, NotFoundError
from pyrite.connectors.kafka.offsets import KafkaTopicPartition
from pyrite.core.persistence.persisted import persisted

_INTERNAL: Final = frozenset({"__consumer_offsets", "__transaction_state", "__share_group_state"})


@persisted("kafka-subscription/1")
@dataclass(frozen=True)
class Subscription:
    """Either topics, or a pattern of whole topic names, or partitions."""

    topics: tuple[str, ...] = ()
    pattern: Optional[str] = None
    partitions: frozenset[KafkaTopicPartition] = frozenset()

    def find(self, cluster: KafkaCluster) -> list[KafkaTopicPartition]:
        """The current partitions, in order. NotFoundError if a topic or a partition of the subscription is missing."""
        if self.pattern is not None:
            matches = re.compile(self.pattern).fullmatch
            return sorted(
                KafkaTopicPartition(topic, number)
                for topic, count in cluster.topics().items()
                if topic not in _INTERNAL and matches(topic)
                for number in range(count)
            )
        if self.topics:
            return sorted(cluster.partitions(self.topics))
        present = set(cluster.partitions({partition.topic for partition in self.partitions}))
        for missing in sorted(self.partitions - present):
            raise NotFoundError(f"Kafka topic '{missing.topic}' has no partition {missing.partition}")
        return sorted(self.partitions)

    @property
    def may_shrink(self) -> bool:
        """Whether topics may disappear: only a pattern allows that."""
        return self.pattern is not None
