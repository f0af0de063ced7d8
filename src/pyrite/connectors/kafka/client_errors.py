"""ClientErrors: connection errors of a librdkafka client. Outage: how long a reader tolerates them."""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING, Any, Optional

from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load

if TYPE_CHECKING:
    from confluent_kafka import Consumer, KafkaError

_log = logging.getLogger(__name__)
_QUIET_S = 30.0
"""A client that reaches no broker reports so twenty times a second: one log line per interval is enough."""
_PROBE_S = 10.0


class ClientErrors:
    """The client's `error_cb`. The client calls it during other calls, in the calling thread."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._logged_s = 0.0
        self._last = ""
        self._refused = ""
        self.down_since_s: Optional[float] = None
        """Since when no broker answers; reset by the first caller that gets an answer."""

    def __call__(self, error: KafkaError) -> None:
        code = error.name()
        if error.fatal() or code == "_AUTHENTICATION":
            self._refused = error.str()
        if code == "_ALL_BROKERS_DOWN":
            self.down_since_s = self.down_since_s or time.monotonic()
        else:
            self._last = error.str()
        if time.monotonic() - self._logged_s > _QUIET_S:
            self._logged_s = time.monotonic()
            _log.warning("Kafka at %s: %s", self._address, error.str())

    def check(self) -> None:
        """Raises errors that the client cannot recover from."""
        if self._refused:
            raise ConnectorError(f"Kafka at {self._address} refused the client: {self._refused}")

    def no_answer(self, seconds: float, reason: str) -> ConnectorError:
        """The error for a cluster that did not answer in time."""
        message = self._last or reason
        if not self._last and self.down_since_s is not None:  # brokers accept connections and close them silently
            message += ". If the brokers ask for TLS or a password, give the client their security.protocol"
        return ConnectorError(f"no answer from Kafka at {self._address} in {seconds:.0f} s: {message}")


class Outage:
    """librdkafka reconnects without reporting it: after `timeout_s` a thread sends a request to find out."""

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
        """ConnectorError if no broker has answered for longer than `timeout_s`."""
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
