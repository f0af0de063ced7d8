"""OffsetCommits: commits the offsets of completed checkpoints to Kafka, for monitoring of the consumer group."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Optional

from pyrite.connectors.kafka.offsets import KafkaTopicPartition, Offsets
from pyrite.core.extras import load
from pyrite.core.metrics.declared_metrics import KAFKA_COMMITS_FAILED, KAFKA_COMMITS_SUCCEEDED

if TYPE_CHECKING:
    from confluent_kafka import Consumer, KafkaError, TopicPartition

    from pyrite.metrics import MetricGroup

_log = logging.getLogger(__name__)
_LAST_S = 5.0
"""How long a closing reader waits for the answer to its last commit."""


class OffsetCommits:
    """Commits in the background. Failures are logged, and the next commit replaces them. The job never reads the
    committed offsets."""

    def __init__(self, metrics: Optional[MetricGroup]) -> None:
        self._kafka = load("confluent_kafka", "kafka", "KafkaSource")
        self._at_checkpoint: dict[int, Offsets] = {}
        self._sent: Offsets = {}
        self._answers_missing = 0
        self.committed: Offsets = {}
        self._succeeded = None if metrics is None else metrics.counter(KAFKA_COMMITS_SUCCEEDED.name)
        self._failed = None if metrics is None else metrics.counter(KAFKA_COMMITS_FAILED.name)

    def note(self, checkpoint_id: int, offsets: Offsets) -> None:
        """Notes the offsets to commit when the checkpoint completes."""
        self._at_checkpoint[checkpoint_id] = offsets

    def commit(self, checkpoint_id: int, consumer: Consumer) -> None:
        """Commits the offsets of a completed checkpoint."""
        offsets = self._at_checkpoint.get(checkpoint_id, {})
        self._at_checkpoint = {n: noted for n, noted in self._at_checkpoint.items() if n > checkpoint_id}
        moved = {partition: offset for partition, offset in offsets.items() if self._sent.get(partition) != offset}
        if moved:
            partitions = [
                self._kafka.TopicPartition(each.topic, each.partition, offset) for each, offset in moved.items()
            ]
            self._sent.update(moved)
            self._answers_missing += 1
            try:
                consumer.commit(offsets=partitions, asynchronous=True)
            except self._kafka.KafkaException as raised:
                self.answered(raised.args[0], [])

    def answered(self, error: Optional[KafkaError], partitions: list[TopicPartition]) -> None:
        """The consumer's `on_commit`."""
        self._answers_missing = max(0, self._answers_missing - 1)
        if error is not None:
            _log.warning("offsets were not committed to Kafka: %s", error.str())
            self._sent.clear()
            if self._failed is not None:
                self._failed.inc()
            return
        if self._succeeded is not None:
            self._succeeded.inc()
        for each in partitions:
            self.committed[KafkaTopicPartition(each.topic, each.partition)] = each.offset

    def finish(self, consumer: Consumer) -> None:
        """Waits for outstanding answers, up to a timeout. The consumer has no partitions at this point."""
        until = time.monotonic() + _LAST_S
        while self._answers_missing and time.monotonic() < until:
            consumer.poll(0.1)
