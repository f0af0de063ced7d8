"""SinkTopics: the topics of a writer. A missing topic is detected before records for it become pending."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from pyrite.connectors.kafka.client_errors import ClientErrors
from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load

_TRY_S: Final = 2.0
_CREATION_S: Final = 5.0
"""How long the automatic creation of a topic may take."""
_BEING_CREATED: Final = frozenset({"UNKNOWN_TOPIC_OR_PART", "LEADER_NOT_AVAILABLE"})
_CACHE_S: Final = 300.0
"""After this time a topic is looked up again, because it may have more partitions."""


class SinkTopics:
    """Looks topics up at the brokers, and caches the answers. The lookup triggers automatic topic creation."""

    def __init__(self, settings: Mapping[str, Any], timeout_s: float) -> None:
        self._kafka = load("confluent_kafka", "kafka", "KafkaSink")
        self._address = str(settings["bootstrap.servers"])
        self._errors = ClientErrors(self._address)
        self._client = self._kafka.Producer({**settings, "error_cb": self._errors})
        self._timeout_s = timeout_s
        self._cache: dict[str, tuple[float, list[int]]] = {}

    def partitions(self, topic: str) -> list[int]:
        """The partitions of a topic. ConnectorError if the topic is missing, or if the brokers do not answer."""
        entry = self._cache.get(topic)
        if entry is None or time.monotonic() > entry[0]:
            entry = self._cache[topic] = (time.monotonic() + _CACHE_S, self._ask(topic))
        return entry[1]

    def _ask(self, topic: str) -> list[int]:
        begun = time.monotonic()
        while True:
            try:
                metadata = self._client.list_topics(topic, min(_TRY_S, self._timeout_s)).topics[topic]
                if metadata.error is None:
                    return sorted(metadata.partitions)
                reason = metadata.error.str()
                if metadata.error.name() not in _BEING_CREATED or time.monotonic() - begun > _CREATION_S:
                    raise ConnectorError(f"Kafka at {self._address}: topic '{topic}': {reason}. Create the topic")
            except self._kafka.KafkaException as raised:
                reason = raised.args[0].str()
            self._client.poll(0)  # runs the error callback
            self._errors.check()
            if time.monotonic() - begun > self._timeout_s:
                raise self._errors.no_answer(self._timeout_s, reason)
            time.sleep(0.1)
