"""KafkaPartitionSplit: a partition, from where to read on and where to stop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from pyrite.connectors.kafka.topic_partition import KafkaTopicPartition
from pyrite.core.persistence.persisted import persisted


@persisted("kafka-partition-split/1")
@dataclass(frozen=True)
class KafkaPartitionSplit:
    """`offset` is that of the next record to read; the one at `stop` is not read. None: there is no end."""

    partition: KafkaTopicPartition
    offset: int
    stop: Optional[int] = None

    @property
    def split_id(self) -> str:
        return str(self.partition)
