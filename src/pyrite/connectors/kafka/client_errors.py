"""ClientErrors: what a librdkafka client reports about its connections, which it restores by itself if it can."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Optional

from pyrite.core.errors import ConnectorError

if TYPE_CHECKING:
    from confluent_kafka import KafkaError

_log = logging.getLogger(__name__)
_QUIET_S = 30.0
"""A client that finds no broker says so twenty times a second: one line per interval is enough."""


class ClientErrors:
    """The client's `error_cb`. Called inside of the client's own calls, in their thread."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._logged_s = 0.0
        self._last = ""
        self._refused = ""
        self.down_since_s: Optional[float] = None
        """Since when no broker answers; set back by whoever has had an answer."""

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
        if not self._last and self.down_since_s is not None:  # they accept connections, and close them silently
            message += ". If the brokers ask for TLS or a password, give the client their security.protocol"
        return ConnectorError(f"no answer from Kafka at {self._address} in {seconds:.0f} s: {message}")
