"""KafkaTopicPartition: names a partition."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.core.persistence.persisted import persisted


@persisted("kafka-topic-partition/1")
@dataclass(frozen=True, order=True)
class KafkaTopicPartition:
    """A partition of a topic."""

    topic: str
    partition: int

    def __str__(self) -> str:
        return f"{self.topic}-{self.partition}"
