"""Settings of the sink's producers, from properties of the Java client or of librdkafka, validated by librdkafka."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Optional

from pyrite.connectors.kafka.properties import to_librdkafka
from pyrite.core.errors import InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.secrets import Secrets

_RENAMED: Final = {"max.request.size": "message.max.bytes"}
_LEFT_OUT: Final = frozenset(
    {
        *("partitioner.ignore.keys", "partitioner.adaptive.partitioning.enable", "partitioner.availability.timeout.ms"),
        *("max.block.ms", "offsets.retention.minutes", "register.producer.metrics", "flink.disable-metrics"),
    }
)
_INSTEAD: Final = {
    "transactional.id": "the sink generates its ids: use set_transactional_id_prefix()",
    "partitioner.class": "use set_partitioner() of the KafkaRecordSerializationSchema",
}
_OWN: Final = {
    "partitioner": "murmur2_random",  # as Java's producer: a key has the same partition as in a Java program
    "enable.idempotence": "true",
    "log_level": 0,
}
_BLOCK_MS: Final = 60_000


def producer_settings(properties: Mapping[str, Any], needed_by: str, transactional: bool) -> dict[str, Any]:
    """The settings of a producer, validated by librdkafka."""
    user_settings: dict[str, Any] = {}
    for key, value in properties.items():
        if key in _INSTEAD:
            raise InvalidProgramError(f"Kafka property '{key}' cannot be set: {_INSTEAD[key]}")
        if key == "buffer.memory":
            user_settings["queue.buffering.max.kbytes"] = max(1, _whole_number(key, value) // 1024)
        elif key not in _LEFT_OUT:
            user_settings[_RENAMED.get(key, key)] = value
    user_settings = to_librdkafka(user_settings)
    settings = {**_OWN, **user_settings}
    if (
        str(user_settings.get("acks", "all")) not in ("all", "-1")
        and "enable.idempotence" not in user_settings
        and not transactional
    ):
        settings["enable.idempotence"] = "false"  # as in the Java client
    for key, value in user_settings.items():  # one by one: librdkafka's messages use other names for some
        if not key.startswith(("sasl.", "ssl.", "security.", "enable.idempotence")):
            _check({key: value}, f"{needed_by}: Kafka property '{key}'", settings)
    _check({**settings, **({"transactional.id": "check"} if transactional else {})}, needed_by, settings)
    return settings


def _check(checked: Mapping[str, Any], subject: str, settings: Mapping[str, Any]) -> None:
    kafka = load("confluent_kafka", "kafka", subject.partition(":")[0])
    unconnected = {key: value for key, value in checked.items() if key != "bootstrap.servers"}
    try:
        kafka.Producer({**unconnected, "log_level": 0})
    except (kafka.KafkaException, ValueError, TypeError) as error:
        reason = error.args[0].str() if isinstance(error, kafka.KafkaException) else str(error)
        raise InvalidProgramError(f"{subject}: {Secrets.of_settings(settings).masked(reason)}") from None


def timeout_s(properties: Mapping[str, Any]) -> float:
    """How long to wait for an answer of the brokers: `max.block.ms`."""
    return _whole_number("max.block.ms", properties.get("max.block.ms", _BLOCK_MS)) / 1000


def retention_ms(properties: Mapping[str, Any]) -> Optional[int]:
    """How long brokers retain the offsets of a group without members, if configured. None: the brokers are asked."""
    key = "offsets.retention.minutes"
    return _whole_number(key, properties[key]) * 60_000 if key in properties else None


def _whole_number(key: str, value: Any) -> int:
    try:
        return int(value)
    except (ValueError, TypeError):
        raise InvalidProgramError(f"Kafka property '{key}' must be a whole number, not {value!r}") from None
