"""How long brokers remember the offsets of a group without members: an exactly-once sink depends on it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final

from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load

_log = logging.getLogger(__name__)
SHORTEST_MS: Final = 60_000
"""The least that a broker can be set to."""
_DEFAULT_MS: Final = 7 * 24 * 60 * 60_000
_SETTING: Final = "offsets.retention.minutes"


def brokers_retention_ms(settings: Mapping[str, Any], timeout_s: float) -> int:
    """The shortest of the brokers' times. Kafka's default where the client may not see their settings."""
    kafka = load("confluent_kafka", "kafka", "KafkaSink")
    admin = load("confluent_kafka.admin", "kafka", "KafkaSink")
    client = admin.AdminClient({**settings, "log_level": 0})
    try:
        times_ms = []
        for broker in client.list_topics(timeout=timeout_s).brokers:  # each is asked for its own settings
            resource = admin.ConfigResource(admin.ResourceType.BROKER, str(broker))
            (answer,) = client.describe_configs([resource], request_timeout=timeout_s).values()
            times_ms.append(int(answer.result()[_SETTING].value) * 60_000)
    except kafka.KafkaException as raised:
        error = raised.args[0]
        if error.name() != "CLUSTER_AUTHORIZATION_FAILED":
            raise ConnectorError(f"Kafka at {settings['bootstrap.servers']}: {_SETTING}: {error.str()}") from None
        _log.warning("the brokers' %s may not be seen, and is assumed to be 7 days: %s", _SETTING, error.str())
        return _DEFAULT_MS
    return min(times_ms, default=_DEFAULT_MS)
