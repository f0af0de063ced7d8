"""Incarnation: the transactions of one writer of one attempt, each written to Kafka once.

Each incarnation has its own consumer group, and every transaction also commits its number as an offset of this group.
A committer first takes over the transactional id, which fences other producers and aborts their open transactions, and
then reads the offset. So a committer that repeats a transaction detects whether Kafka already has it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Thread
from typing import Any, Final, Optional

from pyrite.connectors.kafka.client_errors import ClientErrors
from pyrite.connectors.kafka.sink.messages import Messages
from pyrite.connectors.kafka.sink.record_producer import RecordProducer
from pyrite.connectors.kafka.sink.staged_writer import StagedTransaction
from pyrite.core.clock import SystemClock
from pyrite.core.errors import CommittableLostError, ConnectorError
from pyrite.core.extras import load

_log = logging.getLogger(__name__)
MIN_RETENTION_MS: Final = 60_000
"""The shortest retention of offsets that a broker accepts."""
_DEFAULT_MS: Final = 7 * 24 * 60 * 60_000
_SETTING: Final = "offsets.retention.minutes"
_TRY_S: Final = 5.0
_TRIES: Final = 3
"""How often a transaction is tried that the brokers reject."""
_OF_ALL_CLIENTS: Final = ("bootstrap.servers", "client.", "sasl.", "security.", "ssl.", "socket.", "log_level")
_TRANSIENT: Final = frozenset(
    {
        *("_TRANSPORT", "_ALL_BROKERS_DOWN", "_TIMED_OUT", "_TIMED_OUT_QUEUE", "REQUEST_TIMED_OUT", "_WAIT_COORD"),
        *("COORDINATOR_LOAD_IN_PROGRESS", "COORDINATOR_NOT_AVAILABLE", "NOT_COORDINATOR", "UNSTABLE_OFFSET_COMMIT"),
    }
)
"""Transient errors of a request for a committed offset."""


@dataclass(frozen=True)
class CommitterSetup:
    """The parameters of a committer. `settings` are librdkafka's and include secrets: the repr omits them."""

    settings: Mapping[str, Any]
    timeout_s: float
    retention_ms: Optional[int]
    """How long brokers retain offsets. None: the brokers are asked."""

    def __repr__(self) -> str:
        return f"CommitterSetup({self.settings['bootstrap.servers']})"


class Incarnation:
    """Writes the transactions of one transactional id. Not thread-safe, and unusable after an error."""

    def __init__(self, name: str, setup: CommitterSetup) -> None:
        self._kafka = load("confluent_kafka", "kafka", "KafkaSink")
        self._name = name
        self._settings = setup.settings
        self._timeout_s = setup.timeout_s
        self._retention_ms = setup.retention_ms
        self._producer = RecordProducer({**setup.settings, "transactional.id": name})
        self._client = self._producer.client
        self._call(self._client.init_transactions)
        self._group: Any = None
        self._last_numbers: dict[str, int] = {}

    def write(self, staged: StagedTransaction) -> None:
        """Writes a transaction, unless Kafka already has it."""
        last = self._last_committed(staged.marker_topic)
        if staged.number <= last:
            return
        if not last:
            self._check_age(staged)
        self._write(staged)
        self._last_numbers[staged.marker_topic] = staged.number

    def _check_age(self, staged: StagedTransaction) -> None:
        """A missing marker proves that nothing was written only while the brokers retain markers."""
        age_ms = SystemClock().now_ms() - staged.staged_ms
        if age_ms > MIN_RETENTION_MS and age_ms > self._retention():
            raise CommittableLostError(
                f"Kafka at {self._producer.address}: {staged} was staged {_format_age(age_ms)} ago. Brokers "
                "forget its marker after offsets.retention.minutes, so its records may or may not be in topic "
                f"'{staged.marker_topic}'. To write them, possibly a second time, set the sink's property "
                "offsets.retention.minutes to more than this age"
            )

    def _retention(self) -> int:
        if self._retention_ms is None:
            self._retention_ms = brokers_retention_ms(self._common_settings(), self._timeout_s)
        return self._retention_ms

    def _common_settings(self) -> dict[str, Any]:
        """The settings that every client of these brokers needs."""
        return {key: value for key, value in self._settings.items() if key.startswith(_OF_ALL_CLIENTS)}

    def _last_committed(self, topic: str) -> int:
        """The number of the last committed transaction whose marker is in this topic."""
        if topic not in self._last_numbers:
            own = {"group.id": self._name, "isolation.level": "read_committed"}
            consumer = self._kafka.Consumer(
                {**self._common_settings(), **own, "error_cb": ClientErrors(self._producer.address)}
            )
            try:
                self._group = consumer.consumer_group_metadata()
                self._last_numbers[topic] = max(0, self._committed(consumer, topic))
            finally:
                closing = Thread(target=consumer.close, name="close Kafka consumer", daemon=True)
                closing.start()
                closing.join(_TRY_S)  # close() may wait for minutes if a broker has died
        return self._last_numbers[topic]

    def _committed(self, consumer: Any, topic: str) -> int:
        """The offset of the group, after waiting for commits in progress."""
        until = time.monotonic() + self._timeout_s
        while True:
            try:
                (partition,) = consumer.committed([self._kafka.TopicPartition(topic, 0)], _TRY_S)
                if partition.error is None:
                    return int(partition.offset)
                error = partition.error
            except self._kafka.KafkaException as raised:
                error = raised.args[0]
            if error.name() not in _TRANSIENT:
                raise ConnectorError(f"Kafka at {self._producer.address}: group {self._name}: {error.str()}")
            if time.monotonic() > until:
                raise self._producer.errors.no_answer(self._timeout_s, error.str())
            time.sleep(0.05)

    def _write(self, staged: StagedTransaction) -> None:
        for tries in range(1, _TRIES + 1):
            refused = self._try(staged)
            if not refused:
                return
            self._call(self._client.abort_transaction)
            if tries == _TRIES:
                raise ConnectorError(f"Kafka at {self._producer.address}: {staged}: {refused}")

    def _try(self, staged: StagedTransaction) -> str:
        """Writes a transaction. Returns the reason if it must be aborted, or "" if it is committed."""
        marker = self._kafka.TopicPartition(staged.marker_topic, 0, staged.number)
        self._producer.undelivered = ""
        self._client.begin_transaction()
        try:
            for columns in staged.part.items():
                self._producer.produce(Messages(*columns))
            self._producer.flush(self._timeout_s)
            self._call(lambda limit_s: self._client.send_offsets_to_transaction([marker], self._group, limit_s))
            self._call(self._client.commit_transaction)
        except self._kafka.KafkaException as raised:
            if not raised.args[0].txn_requires_abort():
                raise self._transaction_error(raised.args[0]) from None
            return self._producer.undelivered or str(raised.args[0].str())
        return ""

    def _call(self, call: Callable[[float], None]) -> None:
        """Makes a call, and repeats it after a timeout."""
        until = time.monotonic() + self._timeout_s
        while True:
            try:
                return self._limited(call, until)
            except self._kafka.KafkaException as raised:
                error = raised.args[0]
                if error.txn_requires_abort():
                    raise
                if not error.retriable():
                    raise self._transaction_error(error) from None
                if time.monotonic() > until:
                    raise self._producer.errors.no_answer(self._timeout_s, error.str()) from None
                self._client.poll(0)  # runs the error callback
                self._producer.errors.check()

    def _limited(self, call: Callable[[float], None], until: float) -> None:
        """Makes a call with a deadline: librdkafka was seen to exceed its own timeout while a broker died.

        A client accepts no other call while one is in progress: the next attempt then writes with a new client.
        """
        raised: list[BaseException] = []

        def run() -> None:
            try:
                call(_TRY_S)
            except BaseException as error:
                raised.append(error)

        calling = Thread(target=run, name="Kafka transaction", daemon=True)
        calling.start()
        calling.join(max(2 * _TRY_S, until - time.monotonic()))
        if calling.is_alive():
            raise self._producer.errors.no_answer(self._timeout_s, "a call of the transaction did not return")
        if raised:
            raise raised[0]

    def _transaction_error(self, error: Any) -> ConnectorError:
        fenced = " (another attempt has taken it over)" if error.name() in ("_FENCED", "PRODUCER_FENCED") else ""
        return ConnectorError(f"Kafka at {self._producer.address}: transactions of {self._name}: {error.str()}{fenced}")

    def close(self) -> None:
        self._client.purge()
        self._client.flush(0)


def _format_age(age_ms: int) -> str:
    days = age_ms / 86_400_000
    return f"{days:.1f} days" if days >= 1 else f"{age_ms / 60_000:.0f} minutes"


def brokers_retention_ms(settings: Mapping[str, Any], timeout_s: float) -> int:
    """The shortest offset retention of all brokers; Kafka's default if the client may not read their settings."""
    kafka = load("confluent_kafka", "kafka", "KafkaSink")
    admin = load("confluent_kafka.admin", "kafka", "KafkaSink")
    client = admin.AdminClient({**settings, "log_level": 0})
    try:
        times_ms = []
        for broker in client.list_topics(timeout=timeout_s).brokers:  # each broker reports only its own settings
            resource = admin.ConfigResource(admin.ResourceType.BROKER, str(broker))
            (answer,) = client.describe_configs([resource], request_timeout=timeout_s).values()
            times_ms.append(int(answer.result()[_SETTING].value) * 60_000)
    except kafka.KafkaException as raised:
        error = raised.args[0]
        if error.name() != "CLUSTER_AUTHORIZATION_FAILED":
            raise ConnectorError(f"Kafka at {settings['bootstrap.servers']}: {_SETTING}: {error.str()}") from None
        _log.warning("not authorized to read the brokers' %s; assuming 7 days: %s", _SETTING, error.str())
        return _DEFAULT_MS
    return min(times_ms, default=_DEFAULT_MS)
