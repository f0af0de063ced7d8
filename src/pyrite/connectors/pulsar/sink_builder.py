"""PulsarSinkBuilder: PyFlink's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Optional

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.pulsar.client import AUTH_PARAMS, AUTH_PLUGIN, Options, Parser, auth_text, positive
from pyrite.connectors.pulsar.producers import NAME, ProducerSettings
from pyrite.connectors.pulsar.routing import MessageDelayer, TopicRouter, TopicRoutingMode
from pyrite.connectors.pulsar.sink import PulsarSink, SinkSetup
from pyrite.core.config.config_options import parse_bool, parse_duration_ms
from pyrite.core.connector.serialization import SerializationSchema
from pyrite.core.errors import InvalidProgramError

PRODUCER: Final = "pulsar.producer.producerName"
REFRESH: Final = "pulsar.sink.topicMetadataRefreshInterval"
COMPRESSION: Final = "pulsar.producer.compressionType"
_COMPRESSIONS: Final = ("NONE", "LZ4", "ZLIB", "ZSTD", "SNAPPY")


def _compression(text: str) -> str:
    if text.upper() not in _COMPRESSIONS:
        raise ValueError(f"expected one of {', '.join(_COMPRESSIONS)}")
    return text.upper()


_PRODUCER: Final[Mapping[str, tuple[str, Parser]]] = {
    "pulsar.producer.batchingEnabled": ("batching_enabled", parse_bool),
    "pulsar.producer.batchingMaxBytes": ("batching_max_allowed_size_in_bytes", positive),
    "pulsar.producer.batchingMaxMessages": ("batching_max_messages", positive),
    "pulsar.producer.maxPendingMessages": ("max_pending_messages", positive),
    "pulsar.producer.sendTimeoutMs": ("send_timeout_millis", int),
    PRODUCER: ("producer_name", str),
}
"""Options of producers: what the Python client calls them, and how they are read."""
_OPTIONS: Final[Mapping[str, Parser]] = {key: parse for key, (_, parse) in _PRODUCER.items()} | {
    COMPRESSION: _compression,
    REFRESH: parse_duration_ms,
}


class PulsarSinkBuilder:
    """Needs a service URL, topics and a schema. DeliveryGuarantee.NONE by default, as in Flink."""

    def __init__(self) -> None:
        self._options = Options(NAME, _OPTIONS)
        self._topics: tuple[str, ...] = ()
        self._delivery = DeliveryGuarantee.NONE
        self._mode: Optional[TopicRoutingMode] = None
        self._router: Optional[TopicRouter] = None
        self._key: Optional[Callable[[Any], str]] = None
        self._schema: Optional[SerializationSchema] = None
        self._delayer = MessageDelayer.never()

    def set_admin_url(self, admin_url: str) -> PulsarSinkBuilder:
        """Not needed here."""
        return self.set_config("pulsar.admin.adminUrl", admin_url)

    def set_service_url(self, service_url: str) -> PulsarSinkBuilder:
        return self.set_config("pulsar.client.serviceUrl", service_url)

    def set_producer_name(self, producer_name: str) -> PulsarSinkBuilder:
        """What the names of producers begin with."""
        return self.set_config(PRODUCER, producer_name)

    def set_topics(self, topics: str | list[str]) -> PulsarSinkBuilder:
        """Topics, all of their partitions, or single partitions: `name-partition-0`."""
        self._topics = (topics,) if isinstance(topics, str) else tuple(topics)
        return self

    def set_delivery_guarantee(self, delivery_guarantee: DeliveryGuarantee) -> PulsarSinkBuilder:
        self._delivery = DeliveryGuarantee.checked(delivery_guarantee)
        return self

    def set_topic_routing_mode(self, topic_routing_mode: TopicRoutingMode) -> PulsarSinkBuilder:
        self._mode = topic_routing_mode
        return self

    def set_topic_router(self, topic_router_class_name: TopicRouter) -> PulsarSinkBuilder:
        """A function that takes a record and the topics, and gives one of them. PyFlink takes a Java class here."""
        if not callable(topic_router_class_name):
            raise InvalidProgramError(
                f"set_topic_router() takes a function of a record and a list of topics, not {topic_router_class_name!r}"
            )
        self._router = topic_router_class_name
        return self

    def set_message_key(self, key: Callable[[Any], str]) -> PulsarSinkBuilder:
        """The key of a record's message; without one, messages have none. PyFlink has no such method."""
        self._key = key
        return self

    def set_serialization_schema(self, serialization_schema: SerializationSchema) -> PulsarSinkBuilder:
        self._schema = serialization_schema
        return self

    def set_authentication(
        self, auth_plugin_class_name: str, auth_params_string: str | Mapping[str, str]
    ) -> PulsarSinkBuilder:
        """The class that Pulsar's Java client names, such as org.apache.pulsar.client.impl.auth.AuthenticationToken."""
        self.set_config(AUTH_PLUGIN, auth_plugin_class_name)
        return self.set_config(AUTH_PARAMS, auth_text(auth_params_string))

    def delay_sending_message(self, message_delayer: MessageDelayer) -> PulsarSinkBuilder:
        self._delayer = message_delayer
        return self

    def set_config(self, key: str, value: Any) -> PulsarSinkBuilder:
        self._options.set(key, value)
        return self

    def set_properties(self, config: Mapping[str, Any]) -> PulsarSinkBuilder:
        for key, value in config.items():
            self.set_config(key, value)
        return self

    def build(self) -> PulsarSink:
        if not self._topics:
            raise InvalidProgramError(f"{NAME} needs set_topics()")
        if self._schema is None:
            raise InvalidProgramError(f"{NAME} needs set_serialization_schema()")
        if self._mode is TopicRoutingMode.MESSAGE_KEY_HASH and self._key is None:
            raise InvalidProgramError("TopicRoutingMode.MESSAGE_KEY_HASH needs set_message_key()")
        if (self._mode is TopicRoutingMode.CUSTOM) != (self._router is not None) and self._mode is not None:
            raise InvalidProgramError("TopicRoutingMode.CUSTOM and set_topic_router() need each other")
        return PulsarSink(
            SinkSetup(
                ProducerSettings(self._options.settings(), self._producer_options(), self._delayer.delay),
                self._topics,
                self._delivery,
                self._schema,
                self._key,
                self._router,
                self._mode is TopicRoutingMode.MESSAGE_KEY_HASH,
                self._options.get(REFRESH, 30 * 60_000),
            )
        )

    def _producer_options(self) -> dict[str, Any]:
        """Batches are on, as in Flink."""
        values = {key: self._options.get(key, None) for key in _PRODUCER}
        options = {_PRODUCER[key][0]: value for key, value in values.items() if value is not None}
        compression = self._options.get(COMPRESSION, "NONE")
        if compression != "NONE":
            options["compression_type"] = compression
        return {"batching_enabled": True, **options}
