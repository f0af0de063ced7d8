"""PulsarSink: writes records as messages to topics."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Optional

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.base.staging import Part, Stage
from pyrite.connectors.pulsar.client import AUTH_PARAMS, AUTH_PLUGIN, Options, Parser, auth_text, positive
from pyrite.connectors.pulsar.producers import NAME, Message, Producers, ProducerSettings
from pyrite.connectors.pulsar.routing import MessageDelayer, TopicRouter, TopicRoutingMode, by_key
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.config.config_options import parse_bool, parse_duration_ms
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, NO_GUARANTEE, Declaration, Guarantee
from pyrite.core.connector.serialization import SerializationSchema
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted

UNSURE: Final = Guarantee(NO_GUARANTEE, "DeliveryGuarantee.NONE: checkpoints do not wait for the broker")
FLUSHED: Final = Guarantee(AT_LEAST_ONCE, "flushed at checkpoints, without transactions")
NUMBERED: Final = Guarantee(
    EXACTLY_ONCE, "written after the checkpoint; the broker drops duplicates by producer and sequence number"
)
_WAYS: Final = {
    DeliveryGuarantee.NONE: UNSURE,
    DeliveryGuarantee.AT_LEAST_ONCE: FLUSHED,
    DeliveryGuarantee.EXACTLY_ONCE: NUMBERED,
}


@dataclass(frozen=True)
class SinkSetup:
    """The parameters of a sink."""

    producing: ProducerSettings
    topics: tuple[str, ...]
    delivery: DeliveryGuarantee
    schema: SerializationSchema
    key: Optional[Callable[[Any], str]]
    router: Optional[TopicRouter]
    by_key: bool
    refresh_ms: int


class _Messages:
    """Converts records into messages. The partitions of topics are refreshed periodically, as their number may grow."""

    def __init__(self, setup: SinkSetup, context: WriterInitContext, producers: Producers) -> None:
        self._setup = setup
        self._clock = context.clock
        self._producers = producers
        self._turn = context.subtask
        self._refresh_partitions()

    def _refresh_partitions(self) -> None:
        settings = self._setup.producing.pulsar
        self._looked_us = self._clock.monotonic_us()
        try:
            ask = self._producers.client.get_topic_partitions
            self._topics: list[str] = [partition for topic in self._setup.topics for partition in ask(topic)]
        except Exception as error:
            names = ", ".join(self._setup.topics)
            raise settings.error(NAME, f"topics {names} could not be obtained", error) from None

    def refresh(self) -> None:
        if self._clock.monotonic_us() - self._looked_us >= self._setup.refresh_ms * 1000:
            self._refresh_partitions()

    def of(self, block: RowBlock) -> list[Message]:
        setup, values = self._setup, block.values
        keys = [None] * len(values) if setup.key is None else [setup.key(value) for value in values]
        times = [time if time > 0 else None for time in block.timestamps_or_none_marks()]
        serialize = setup.schema.serialize
        return [
            Message(self._topic(value, key), serialize(value), key, time)
            for value, key, time in zip(values, keys, times, strict=True)
        ]

    def _topic(self, value: Any, key: Optional[str]) -> str:
        if self._setup.router is not None:
            return self._setup.router(value, self._topics)
        if self._setup.by_key and key is not None:
            return by_key(key, self._topics)
        self._turn = (self._turn + 1) % len(self._topics)
        return self._topics[self._turn]


class PulsarWriter(SinkWriter):
    """Sends messages immediately."""

    def __init__(self, setup: SinkSetup, context: WriterInitContext) -> None:
        self._producers = Producers(setup.producing)
        self._messages = _Messages(setup, context, self._producers)
        self._waits = setup.delivery is not DeliveryGuarantee.NONE

    def write(self, block: RowBlock) -> None:
        self._producers.send(self._messages.of(block))

    def flush(self, end_of_input: bool) -> None:
        if self._waits or end_of_input:
            self._producers.flush()
        self._messages.refresh()

    def close(self) -> None:
        self._producers.close()


@persisted("pulsar-staged-messages/1")
@dataclass
class StagedMessages:
    """The committable: messages of a named producer, numbered from `first`."""

    name: str
    first: int
    parts: list[Part]

    def messages(self) -> Iterator[Message]:
        return (Message(*fields) for part in self.parts for some in part.items() for fields in some)


class StagingWriter(SinkWriter):
    """Stages messages in the checkpoint. Every writer has a unique producer name, and numbers its messages."""

    def __init__(self, setup: SinkSetup, context: WriterInitContext) -> None:
        self._producers = Producers(setup.producing)
        self._messages = _Messages(setup, context, self._producers)
        self._stage = Stage()
        prefix = setup.producing.options.get("producer_name", "pyrite")
        self._name = f"{prefix}-{context.job_id}-{context.operator_id}-{context.subtask}-{uuid.uuid4().hex}"
        self._first = self._next = 0

    def write(self, block: RowBlock) -> None:
        messages = self._messages.of(block)
        self._stage.add([tuple(message) for message in messages])
        self._next += len(messages)

    def prepare_commit(self) -> list[StagedMessages]:
        self._messages.refresh()
        parts = self._stage.take()
        first, self._first = self._first, self._next
        return [StagedMessages(self._name, first, parts)] if parts else []

    def close(self) -> None:
        self._producers.close()


class PulsarCommitter(Committer):
    """Sends staged messages. The broker drops duplicates."""

    def __init__(self, settings: ProducerSettings) -> None:
        self._settings = settings
        self._producers: Optional[Producers] = None

    def commit(self, committables: list[StagedMessages]) -> None:
        if self._producers is None:
            self._producers = Producers(self._settings)
        for staged in committables:
            self._producers.send_once(staged.name, enumerate(staged.messages(), staged.first))

    def close(self) -> None:
        if self._producers is not None:
            self._producers.close()


class PulsarSink(Sink):
    """Writes to all partitions of topics. Created by `PulsarSink.builder()`.

    With EXACTLY_ONCE, records are staged in the checkpoint, and sent when it is complete, numbered, by producers with
    unique names. A broker with deduplication drops messages that are sent again after a crash.
    """

    declaration: ClassVar[Declaration] = Declaration(
        "Pulsar",
        (UNSURE, FLUSHED, NUMBERED),
        needs="pyrite[pulsar]; for exactly-once, topics with deduplication, and a job that is not down for longer than "
        "brokerDeduplicationProducerInactivityTimeoutMinutes (6 hours)",
        tried_with="Pulsar 4.0, standalone",
    )

    def __init__(self, setup: SinkSetup) -> None:
        self._setup = setup

    @staticmethod
    def builder() -> PulsarSinkBuilder:
        """Returns a new builder."""
        return PulsarSinkBuilder()

    def guarantee(self) -> Guarantee:
        return _WAYS[self._setup.delivery]

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        staged = self._setup.delivery is DeliveryGuarantee.EXACTLY_ONCE
        return StagingWriter(self._setup, context) if staged else PulsarWriter(self._setup, context)

    def create_committer(self) -> Optional[Committer]:
        staged = self._setup.delivery is DeliveryGuarantee.EXACTLY_ONCE
        return PulsarCommitter(self._setup.producing) if staged else None


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
"""Options of producers, with the Python client's names and parsers."""
_OPTIONS: Final[Mapping[str, Parser]] = {key: parse for key, (_, parse) in _PRODUCER.items()} | {
    COMPRESSION: _compression,
    REFRESH: parse_duration_ms,
}


class PulsarSinkBuilder:
    """Builds a PulsarSink. A service URL, topics and a schema are required. As in Flink, the default is
    DeliveryGuarantee.NONE."""

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
        """Sets the URL of the admin service. Not required."""
        return self.set_config("pulsar.admin.adminUrl", admin_url)

    def set_service_url(self, service_url: str) -> PulsarSinkBuilder:
        """Sets the URL of the brokers: `pulsar://host:6650`. Required."""
        return self.set_config("pulsar.client.serviceUrl", service_url)

    def set_producer_name(self, producer_name: str) -> PulsarSinkBuilder:
        """Sets the prefix of producer names."""
        return self.set_config(PRODUCER, producer_name)

    def set_topics(self, topics: str | list[str]) -> PulsarSinkBuilder:
        """Sets topics, including all their partitions, or single partitions: `name-partition-0`."""
        self._topics = (topics,) if isinstance(topics, str) else tuple(topics)
        return self

    def set_delivery_guarantee(self, delivery_guarantee: DeliveryGuarantee) -> PulsarSinkBuilder:
        """Sets the delivery guarantee: NONE, AT_LEAST_ONCE or EXACTLY_ONCE."""
        self._delivery = DeliveryGuarantee.checked(delivery_guarantee)
        return self

    def set_topic_routing_mode(self, topic_routing_mode: TopicRoutingMode) -> PulsarSinkBuilder:
        """Sets how a topic is chosen for a record: in turn, by the hash of the key, or by a topic router."""
        self._mode = topic_routing_mode
        return self

    def set_topic_router(self, topic_router_class_name: TopicRouter) -> PulsarSinkBuilder:
        """Sets a function of a record and the topics that returns one of them. PyFlink expects a Java class."""
        if not callable(topic_router_class_name):
            raise InvalidProgramError(
                f"set_topic_router() takes a function of a record and a list of topics, not {topic_router_class_name!r}"
            )
        self._router = topic_router_class_name
        return self

    def set_message_key(self, key: Callable[[Any], str]) -> PulsarSinkBuilder:
        """Sets the function for message keys. By default messages have no key. PyFlink has no such method."""
        self._key = key
        return self

    def set_serialization_schema(self, serialization_schema: SerializationSchema) -> PulsarSinkBuilder:
        """Sets the schema that serializes records. Required."""
        self._schema = serialization_schema
        return self

    def set_authentication(
        self, auth_plugin_class_name: str, auth_params_string: str | Mapping[str, str]
    ) -> PulsarSinkBuilder:
        """Sets a class of Pulsar's Java client, such as org.apache.pulsar.client.impl.auth.AuthenticationToken."""
        self.set_config(AUTH_PLUGIN, auth_plugin_class_name)
        return self.set_config(AUTH_PARAMS, auth_text(auth_params_string))

    def delay_sending_message(self, message_delayer: MessageDelayer) -> PulsarSinkBuilder:
        """Delays the delivery of messages to shared subscriptions."""
        self._delayer = message_delayer
        return self

    def set_config(self, key: str, value: Any) -> PulsarSinkBuilder:
        """Sets an option by Flink's key, such as `pulsar.producer.batchingMaxMessages`."""
        self._options.set(key, value)
        return self

    def set_properties(self, config: Mapping[str, Any]) -> PulsarSinkBuilder:
        """Sets several options by Flink's keys."""
        for key, value in config.items():
            self.set_config(key, value)
        return self

    def build(self) -> PulsarSink:
        """Returns the sink. InvalidProgramError if a required setting is missing."""
        if not self._topics:
            raise InvalidProgramError(f"{NAME} needs set_topics()")
        if self._schema is None:
            raise InvalidProgramError(f"{NAME} needs set_serialization_schema()")
        if self._mode is TopicRoutingMode.MESSAGE_KEY_HASH and self._key is None:
            raise InvalidProgramError("TopicRoutingMode.MESSAGE_KEY_HASH needs set_message_key()")
        if (self._mode is TopicRoutingMode.CUSTOM) != (self._router is not None) and self._mode is not None:
            raise InvalidProgramError("TopicRoutingMode.CUSTOM and set_topic_router() must be used together")
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
        """The producers' options. Batching is enabled, as in Flink."""
        values = {key: self._options.get(key, None) for key in _PRODUCER}
        options = {_PRODUCER[key][0]: value for key, value in values.items() if value is not None}
        compression = self._options.get(COMPRESSION, "NONE")
        if compression != "NONE":
            options["compression_type"] = compression
        return {"batching_enabled": True, **options}
