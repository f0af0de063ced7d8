"""RecordProducer: a librdkafka producer for Messages that reports undelivered records."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Optional

from pyrite.connectors.kafka.client_errors import ClientErrors
from pyrite.connectors.kafka.sink.messages import Messages
from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load

if TYPE_CHECKING:
    from confluent_kafka import KafkaError, Message

_ROOM_S: Final = 0.1
_TOO_LARGE: Final = (
    ": the record, or its batch, exceeds 'max.message.bytes' of the topic. Raise the limit of the topic, or set the "
    "producer's 'batch.size' below it; pending records are then written"
)


class RecordProducer:
    """Call `produce` repeatedly, then `flush`; `undelivered` then describes the first rejected record, if any."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        kafka = load("confluent_kafka", "kafka", "KafkaSink")
        self._exception: Any = kafka.KafkaException
        self.address = str(settings["bootstrap.servers"])
        self.errors = ClientErrors(self.address)
        self.undelivered = ""
        """Describes the first record that was not delivered, with the reason; empty if all were delivered."""
        callbacks = {"on_delivery": self._not_delivered, "delivery.report.only.error": True, "error_cb": self.errors}
        self.client = kafka.Producer({**settings, **callbacks})

    def _not_delivered(self, error: Optional[KafkaError], message: Message) -> None:
        if error is not None and not self.undelivered:
            advice = _TOO_LARGE if error.name() == "MSG_SIZE_TOO_LARGE" else ""
            self.undelivered = f"a record for topic '{message.topic()}' was not delivered: {error.str()}{advice}"

    def produce(self, messages: Messages) -> None:
        """Adds records to librdkafka's queue; waits while the queue is full."""
        produce = self.client.produce
        for row in messages.rows():
            try:
                produce(*row)
            except BufferError:
                self._produce_later(row)
        self._served(self.client.poll, 0)

    def _produce_later(self, row: tuple[Any, ...]) -> None:
        while True:
            self._served(self.client.poll, _ROOM_S)
            self.errors.check()
            try:
                self.client.produce(*row)
            except BufferError:
                continue
            return

    def _served(self, call: Callable[[float], Any], limit_s: float) -> Any:
        """Makes a call that runs callbacks. A client that fails fatally raises within them: CPython's SystemError."""
        try:
            return call(limit_s)
        except SystemError as error:
            if isinstance(error.__cause__, self._exception):
                raise error.__cause__ from None
            raise ConnectorError(
                f"Kafka at {self.address}: the producer failed fatally: another producer uses its transactional id"
            ) from None

    def check(self) -> None:
        """ConnectorError if a record was not delivered, or if the brokers refuse the client."""
        if self.undelivered:
            raise ConnectorError(f"Kafka at {self.address}: {self.undelivered}")
        self.errors.check()

    def flush(self, timeout_s: Optional[float] = None) -> None:
        """Returns when no delivery is outstanding. Without a timeout, librdkafka's own timeouts apply."""
        until = None if timeout_s is None else time.monotonic() + timeout_s
        while self._served(self.client.flush, 1.0):
            self.errors.check()
            if until is not None and time.monotonic() > until:
                raise self.errors.no_answer(timeout_s or 0, "records are not delivered yet")
