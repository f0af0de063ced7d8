"""KafkaCluster: the requests that an enumerator sends to the brokers."""

from __future__ import annotations

import contextlib
import difflib
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, TypeVar

from pyrite.connectors.kafka.client_errors import ClientErrors
from pyrite.connectors.kafka.offsets import KafkaTopicPartition, Offsets
from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load

_TRY_S: Final = 2.0
"""The timeout of one request, which is repeated until `timeout_s` has passed."""
_PARTITIONS_PER_S: Final = 1000
"""A request about many partitions gets a longer timeout, at this rate."""
_TRANSIENT: Final = frozenset(
    {
        *("_TRANSPORT", "_TIMED_OUT", "_TIMED_OUT_QUEUE", "_ALL_BROKERS_DOWN", "_RESOLVE", "_WAIT_COORD"),
        *("REQUEST_TIMED_OUT", "NETWORK_EXCEPTION", "LEADER_NOT_AVAILABLE", "NOT_LEADER_FOR_PARTITION"),
        *("COORDINATOR_LOAD_IN_PROGRESS", "COORDINATOR_NOT_AVAILABLE", "NOT_COORDINATOR", "BROKER_NOT_AVAILABLE"),
        *("KAFKA_STORAGE_ERROR", "UNSTABLE_OFFSET_COMMIT", "_BAD_MSG", "FENCED_LEADER_EPOCH", "UNKNOWN_LEADER_EPOCH"),
    }
)
"""Transient errors. After a change of leaders, client and broker may know different epochs for a moment."""
_NO_ID: Final = "A" * 22
"""The id that brokers before Kafka 2.8 report, which have no topic ids."""

T = TypeVar("T")


class NotFoundError(ConnectorError):
    """The brokers answered that a topic or a partition does not exist: this is no outage."""


class KafkaCluster:
    """A client of the brokers. Every call may block for up to `timeout_s`, and then raises ConnectorError."""

    def __init__(self, settings: Mapping[str, Any], read_committed: bool, timeout_s: float) -> None:
        admin = load("confluent_kafka.admin", "kafka", "KafkaSource")
        self._kafka = load("confluent_kafka", "kafka", "KafkaSource")
        self._admin_module = admin
        self._address = str(settings["bootstrap.servers"])
        self._errors = ClientErrors(self._address)
        self._client = admin.AdminClient({**settings, "error_cb": self._errors, "log_level": 0})
        self._timeout_s = timeout_s
        levels = self._kafka.IsolationLevel
        self._isolation = levels.READ_COMMITTED if read_committed else levels.READ_UNCOMMITTED

    def topics(self) -> dict[str, int]:
        """All topics, with their numbers of partitions."""
        topics = self._ask(lambda: self._client.list_topics(timeout=_TRY_S).topics)
        return {name: len(topic.partitions) for name, topic in topics.items()}

    def partitions(self, topics: Collection[str]) -> list[KafkaTopicPartition]:
        """The partitions of topics, which must exist."""
        counts = self.topics()
        missing = sorted(set(topics) - set(counts))
        if missing:
            others = [name for name in counts if not name.startswith("__")]
            like = difflib.get_close_matches(missing[0], others, 5)
            there = f", but {', '.join(like)}" if like else ""
            raise NotFoundError(
                f"Kafka at {self._address} has no topic '{missing[0]}'{there}. Create it, authorize the client, or "
                "subscribe to future topics with set_topic_pattern(), in SQL with the option 'topic-pattern'"
            )
        return [KafkaTopicPartition(topic, number) for topic in topics for number in range(counts[topic])]

    def topic_ids(self, topics: Collection[str]) -> dict[str, str]:
        """The ids of existing topics. A topic that is deleted and recreated gets a new id."""
        if not topics:
            return {}

        def ask() -> dict[str, str]:
            collection = self._kafka.TopicCollection(list(topics))
            answers = self._client.describe_topics(collection, request_timeout=_TRY_S)
            return {topic: topic_id for topic, answer in answers.items() if (topic_id := self._id_in(answer))}

        return self._ask(ask)

    def _id_in(self, answer: Any) -> str:
        try:
            topic_id = str(answer.result().topic_id)
        except self._kafka.KafkaException as raised:
            if raised.args[0].name() != "UNKNOWN_TOPIC_OR_PART":
                raise
            return ""
        return "" if topic_id == _NO_ID else topic_id

    def earliest(self, partitions: Collection[KafkaTopicPartition]) -> Offsets:
        return self._list(partitions, self._admin_module.OffsetSpec.earliest())

    def latest(self, partitions: Collection[KafkaTopicPartition]) -> Offsets:
        """The end offsets. With read_committed they are the offset at which the first open transaction begins."""
        return self._list(partitions, self._admin_module.OffsetSpec.latest())

    def offsets_at(self, partitions: Collection[KafkaTopicPartition], timestamp_ms: int) -> Offsets:
        """The offsets of the first records at or after a time; the end of a partition without such a record."""
        offsets = self._list(partitions, self._admin_module.OffsetSpec.for_timestamp(timestamp_ms))
        later = [partition for partition, offset in offsets.items() if offset < 0]
        return offsets | (self.latest(later) if later else {})

    def committed(self, group: str, partitions: Iterable[KafkaTopicPartition]) -> Offsets:
        """The committed offsets of a consumer group. Partitions without one are left out."""
        request = self._kafka.ConsumerGroupTopicPartitions(
            group, [self._kafka.TopicPartition(each.topic, each.partition) for each in partitions]
        )

        def ask() -> Any:
            futures = self._client.list_consumer_group_offsets(
                [request], request_timeout=_try_s(len(request.topic_partitions))
            )
            return futures[group].result().topic_partitions

        entries = self._ask(ask)
        return {KafkaTopicPartition(each.topic, each.partition): each.offset for each in entries if each.offset >= 0}

    def _list(self, partitions: Collection[KafkaTopicPartition], spec: Any) -> Offsets:
        specs = {self._kafka.TopicPartition(each.topic, each.partition): spec for each in partitions}
        if not specs:
            return {}

        def ask() -> Offsets:
            futures = self._client.list_offsets(
                specs, isolation_level=self._isolation, request_timeout=_try_s(len(specs))
            )
            return {KafkaTopicPartition(at.topic, at.partition): each.result().offset for at, each in futures.items()}

        return self._ask(ask)

    def _ask(self, ask: Callable[[], T]) -> T:
        """Repeats a request until it succeeds, fails permanently, or `timeout_s` has passed."""
        until = time.monotonic() + self._timeout_s
        while True:
            try:
                return ask()
            except self._kafka.KafkaException as raised:
                error = raised.args[0]
                with contextlib.suppress(self._kafka.KafkaException):
                    self._client.poll(0)  # runs the error callback
                self._errors.check()
                if error.name() not in _TRANSIENT:
                    raise ConnectorError(f"Kafka at {self._address}: {error.str()}") from None
                if time.monotonic() > until:
                    raise self._errors.no_answer(self._timeout_s, error.str()) from None


def _try_s(partitions: int) -> float:
    return _TRY_S + partitions / _PARTITIONS_PER_S
