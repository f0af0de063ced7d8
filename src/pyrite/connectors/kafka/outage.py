"""Outage: how long a reader puts up with brokers that do not answer."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, Optional

from pyrite.connectors.kafka.client_errors import ClientErrors
from pyrite.core.extras import load

if TYPE_CHECKING:
    from confluent_kafka import Consumer

_PROBE_S = 10.0


class Outage:
    """librdkafka connects again by itself and does not say so: after a while a thread asks."""

    def __init__(self, consumer: Consumer, errors: ClientErrors, timeout_s: float) -> None:
        self._exception: Any = load("confluent_kafka", "kafka", "KafkaSource").KafkaException
        self._consumer = consumer
        self._errors = errors
        self._timeout_s = timeout_s
        self._probe: Optional[threading.Thread] = None
        self._answer: Optional[str] = None

    def is_over(self) -> None:
        """A broker has answered."""
        self._errors.down_since_s = None

    def check(self) -> None:
        """ConnectorError when no broker has answered for longer than `timeout_s`."""
        since_s = self._errors.down_since_s
        if since_s is None or time.monotonic() - since_s < self._timeout_s:
            return
        if self._probe is None:
            self._probe = threading.Thread(target=self._ask, daemon=True, name="kafka-probe")
            self._probe.start()
        elif not self._probe.is_alive():
            self._probe = None
            if self._answer is not None:
                raise self._errors.no_answer(time.monotonic() - since_s, self._answer)
            self.is_over()

    def _ask(self) -> None:
        self._answer = None
        try:
            self._consumer.list_topics(timeout=_PROBE_S)
        except self._exception as raised:
            self._answer = raised.args[0].str()
