"""Producers: sends messages, with a client's producer for each topic."""

from __future__ import annotations

import time
import uuid
import weakref
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, NamedTuple, Optional

from pyrite.connectors.pulsar.client import PulsarSettings
from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted

NAME: Final = "PulsarSink"
_BUSY_S: Final = 90.0
"""How long to wait for the name of an earlier attempt's producer: by then the broker has closed a dead producer."""
_PAUSE_S: Final = 0.05


@persisted("pulsar-message/1")
class Message(NamedTuple):
    topic: str
    data: bytes
    key: Optional[str]
    event_time_ms: Optional[int]


@dataclass(frozen=True)
class ProducerSettings:
    pulsar: PulsarSettings
    options: Mapping[str, Any]
    """Arguments of `Client.create_producer`, with the name of the compression type."""
    delay: Optional[timedelta] = None


class Producers:
    """Sends messages. It is closed by `close`, or when it is garbage."""

    def __init__(self, settings: ProducerSettings) -> None:
        self._settings = settings
        self._pulsar = load("pulsar", "pulsar", NAME)
        self.client = settings.pulsar.client(NAME)
        self._end = weakref.finalize(self, self.client.shutdown)
        self._producers: dict[str, Any] = {}
        self._failures: list[Any] = []
        self._verified: set[str] = set()

    def close(self) -> None:
        if self._end.detach() is not None:
            self.client.close()

    def send(self, messages: Iterable[Message]) -> None:
        """Sends messages asynchronously. A later call raises their errors."""
        self._check()
        for message in messages:
            producer = self._producers.get(message.topic)
            if producer is None:
                producer = self._producers[message.topic] = self._create_producer(message.topic)
            self._send(producer, message, None)

    def flush(self) -> None:
        """Returns when the broker has acknowledged all messages."""
        for topic, producer in self._producers.items():
            self._flush(topic, producer)

    def send_once(self, name: str, numbered: Iterable[tuple[int, Message]]) -> None:
        """Sends messages with increasing numbers, as a named producer, and waits for their acknowledgement.

        By these numbers, the broker drops messages that it already has from the producer. A broker without
        deduplication is an error.
        """
        producers: dict[str, Any] = {}
        had: dict[str, int] = {}
        sent: dict[str, int] = {}
        try:
            for number, message in numbered:
                topic = message.topic
                if topic not in producers:
                    producers[topic] = self._create_producer(topic, name)
                    had[topic] = producers[topic].last_sequence_id()
                if number > had[topic]:
                    self._send(producers[topic], message, number)
                sent[topic] = number
            for topic, producer in producers.items():
                self._flush(topic, producer)
        finally:
            for producer in producers.values():
                producer.close()  # frees the name for a repeated call
        for topic in sent.keys() - self._verified:
            self._verify(topic, name, sent[topic])

    def _verify(self, topic: str, name: str, last: int) -> None:
        """Checks that the broker deduplicates: only then it stores the last number."""
        producer = self._create_producer(topic, name)
        had = producer.last_sequence_id()
        producer.close()
        if had < last:
            raise ConnectorError(
                f"{NAME}: {topic} at {self._settings.pulsar.service_url} has no deduplication, which EXACTLY_ONCE "
                "requires. Enable it: pulsar-admin namespaces set-deduplication --enable tenant/namespace"
            )
        self._verified.add(topic)

    def _create_producer(self, topic: str, name: Optional[str] = None) -> Any:
        """Creates a producer. A named producer sends no batches, because the broker deduplicates only whole batches."""
        options = dict(self._settings.options)
        if name is not None:
            options |= {"producer_name": name, "batching_enabled": False}
        elif "producer_name" in options:
            options["producer_name"] = f"{options['producer_name']}-{uuid.uuid4().hex}"
        if "compression_type" in options:
            options["compression_type"] = getattr(self._pulsar.CompressionType, options["compression_type"])
        until_s = time.monotonic() + _BUSY_S
        while True:
            try:
                return self.client.create_producer(topic, block_if_queue_full=True, **options)
            except self._pulsar.ProducerBusy as error:
                if time.monotonic() > until_s:
                    raise self._settings.pulsar.error(NAME, f"no producer for {topic}", error) from None
                time.sleep(_PAUSE_S)
            except Exception as error:
                raise self._settings.pulsar.error(NAME, f"no producer for {topic}", error) from None

    def _send(self, producer: Any, message: Message, number: Optional[int]) -> None:
        producer.send_async(
            message.data,
            _Answer(self._failures, self._pulsar.Result.Ok),
            partition_key=message.key,
            sequence_id=number,
            event_timestamp=message.event_time_ms,
            deliver_after=self._settings.delay,
        )

    def _flush(self, topic: str, producer: Any) -> None:
        try:
            producer.flush()
        except Exception as error:
            raise self._settings.pulsar.error(NAME, f"messages to {topic} were not accepted", error) from None
        self._check()

    def _check(self) -> None:
        if self._failures:
            error = ConnectionError(str(self._failures[0]))
            raise self._settings.pulsar.error(NAME, "messages were not accepted", error)


class _Answer:
    """A callback for the client's thread. It holds no reference to the producer, so that the producer can be freed."""

    def __init__(self, failures: list[Any], ok: Any) -> None:
        self._failures = failures
        self._ok = ok

    def __call__(self, result: Any, _: Any) -> None:
        if result != self._ok:
            self._failures.append(result)
