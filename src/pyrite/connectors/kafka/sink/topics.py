"""SinkTopics: the topics that a writer writes to. A missing one is detected before anything for it is pending."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from pyrite.connectors.kafka.client_errors import ClientErrors
from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load

_TRY_S: Final = 2.0
_CREATION_S: Final = 5.0
"""How long a topic that the broker creates by itself may take to be there."""
_SOON_THERE: Final = frozenset({"UNKNOWN_TOPIC_OR_PART", "LEADER_NOT_AVAILABLE"})
_KNOWN_S: Final = 300.0
"""A topic may get more partitions: after this it is asked for again."""


class SinkTopics:
    """Asks the brokers, and remembers. A broker that creates topics by itself does so when it is asked."""

    def __init__(self, settings: Mapping[str, Any], timeout_s: float) -> None:
        self._kafka = load("confluent_kafka", "kafka", "KafkaSink")
        self._address = str(settings["bootstrap.servers"])
        self._errors = ClientErrors(self._address)
        self._client = self._kafka.Producer({**settings, "error_cb": self._errors})
        self._timeout_s = timeout_s
        self._known: dict[str, tuple[float, list[int]]] = {}

    def partitions(self, topic: str) -> list[int]:
        """The partitions of a topic; ConnectorError if there is none, or no answer."""
        known = self._known.get(topic)
        if known is None or time.monotonic() > known[0]:
            known = self._known[topic] = (time.monotonic() + _KNOWN_S, self._ask(topic))
        return known[1]

    def _ask(self, topic: str) -> list[int]:
        begun = time.monotonic()
        while True:
            try:
                metadata = self._client.list_topics(topic, min(_TRY_S, self._timeout_s)).topics[topic]
                if metadata.error is None:
                    return sorted(metadata.partitions)
                reason = metadata.error.str()
                if metadata.error.name() not in _SOON_THERE or time.monotonic() - begun > _CREATION_S:
                    raise ConnectorError(f"Kafka at {self._address}: topic '{topic}': {reason}. Create the topic")
            except self._kafka.KafkaException as raised:
                reason = raised.args[0].str()
            self._client.poll(0)  # runs the error callback
            self._errors.check()
            if time.monotonic() - begun > self._timeout_s:
                raise self._errors.no_answer(self._timeout_s, reason)
            time.sleep(0.1)
