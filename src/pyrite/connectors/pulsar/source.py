"""PulsarSource: reads topics, with their positions in the checkpoint."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Optional

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.base.http_client import http_client
from pyrite.connectors.pulsar.client import (
    AUTH_PARAMS,
    AUTH_PLUGIN,
    Options,
    Parser,
    PulsarSettings,
    auth_text,
    key_of,
    positive,
)
from pyrite.connectors.pulsar.cursors import CursorKind, StartCursor, StopCursor
from pyrite.connectors.pulsar.ranges import RangeGenerator
from pyrite.connectors.pulsar.reader import NAME, PulsarReader, ReaderSettings
from pyrite.connectors.pulsar.topics import TopicEnumerator, TopicSplit, TopicsState
from pyrite.core.config.config_options import ConfigOption, parse_bool
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.serialization import DeserializationSchema
from pyrite.core.connector.source import (
    Boundedness,
    Source,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.connector.urls import shown
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted

_TIMEOUT_S: Final = 10.0
_PARTITION: Final = re.compile(r"-partition-\d+$")
_SEEK_KINDS: Final = (CursorKind.MESSAGE_ID, CursorKind.PUBLISH_TIME)
"""Start cursors that a subscription's initial position cannot express."""


@persisted("pulsar-source-setup/1")
@dataclass(frozen=True)
class SourceSetup:
    """The parameters of a source."""

    reading: ReaderSettings
    topics: tuple[str, ...]
    pattern: str
    start: StartCursor
    reset: bool
    """Whether a new job begins at the start cursor, even if its subscription exists."""
    boundedness: Boundedness
    discovery_ms: int
    schema: DeserializationSchema
    bad_records: BadRecords


@persisted("pulsar-source/1")
class PulsarSource(Source[TopicSplit]):
    """Reads topics, each partition in order by one reader, with an exclusive subscription that retains unread messages.

    Messages are acknowledged when a checkpoint after them is complete. Created by `PulsarSource.builder()`.
    """

    declaration: ClassVar[Declaration] = Declaration(
        "Pulsar",
        (Guarantee(EXACTLY_ONCE, "message ids are part of the checkpoint"),),
        needs="pyrite[pulsar]; to resume from an older checkpoint, retention of acknowledged messages",
        tried_with="Pulsar 4.0, standalone",
    )

    def __init__(self, setup: SourceSetup) -> None:
        self._setup = setup

    @staticmethod
    def builder() -> PulsarSourceBuilder:
        """Returns a new builder."""
        return PulsarSourceBuilder()

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def get_boundedness(self) -> Boundedness:
        return self._setup.boundedness

    def create_reader(self, context: SourceReaderContext) -> SourceReader[TopicSplit]:
        decoder = Decoder(self._setup.schema, self._setup.bad_records, context)
        return PulsarReader(self._setup.reading, decoder, context)

    def create_enumerator(self, context: SplitEnumeratorContext[TopicSplit]) -> SplitEnumerator[TopicSplit]:
        return self.restore_enumerator(context, TopicsState())

    def restore_enumerator(
        self, context: SplitEnumeratorContext[TopicSplit], checkpoint: Any
    ) -> SplitEnumerator[TopicSplit]:
        return TopicEnumerator(context, self._find, self._setup.discovery_ms, checkpoint)

    def _find(self, subscribed: frozenset[str], first: bool) -> list[TopicSplit]:
        """Subscribes to new topics and partitions, so that the broker retains their messages, and returns their splits.

        Topics that are discovered later are read from their first message.
        """
        setup = self._setup
        pulsar = setup.reading.pulsar
        names = Admin(pulsar, NAME).topics_like(setup.pattern) if setup.pattern else setup.topics
        client = pulsar.client(NAME)
        try:
            topics = [one for name in names for one in client.get_topic_partitions(name) if one not in subscribed]
            for topic in topics:
                self._subscribe(client, topic, first)
        except Exception as error:
            where = setup.pattern or ", ".join(setup.topics)
            raise pulsar.error(NAME, f"topics {where} could not be subscribed to", error) from None
        finally:
            client.close()
        start = self._begin() if first else None
        return [TopicSplit(topic, start) for topic in topics]

    def _subscribe(self, client: Any, topic: str, first: bool) -> None:
        pulsar = load("pulsar", "pulsar", NAME)
        latest = first and self._setup.start.kind is CursorKind.LATEST
        position = pulsar.InitialPosition.Latest if latest else pulsar.InitialPosition.Earliest
        try:
            client.subscribe(topic, self._setup.reading.subscription, initial_position=position).close()
        except pulsar.ConsumerBusy:
            return  # an earlier attempt's reader still uses the subscription, so it exists

    def _begin(self) -> Optional[StartCursor]:
        """The cursor at which readers begin; None: at the subscription's position."""
        kind = self._setup.start.kind
        return self._setup.start if self._setup.reset or kind in _SEEK_KINDS else None


DISCOVERY_MS: Final = "pulsar.source.partitionDiscoveryIntervalMs"
RESET: Final = "pulsar.source.resetSubscriptionCursor"
SUBSCRIPTION: Final = "pulsar.consumer.subscriptionName"
CONSUMER: Final = "pulsar.consumer.consumerName"
QUEUE: Final = "pulsar.consumer.receiverQueueSize"
_OPTIONS: Final[Mapping[str, Parser]] = {
    DISCOVERY_MS: int,
    RESET: parse_bool,
    SUBSCRIPTION: str,
    CONSUMER: str,
    QUEUE: positive,
}


class PulsarSourceBuilder:
    """Builds a PulsarSource. A service URL, a subscription, topics or a pattern, and a schema are required. By default
    the source is unbounded, and begins with the earliest message."""

    def __init__(self) -> None:
        self._options = Options(NAME, _OPTIONS)
        self._topics: tuple[str, ...] = ()
        self._pattern = ""
        self._start = StartCursor.default_start_cursor()
        self._stop = StopCursor.default_stop_cursor()
        self._boundedness = Boundedness.CONTINUOUS_UNBOUNDED
        self._ranges = RangeGenerator.full()
        self._schema: Optional[DeserializationSchema] = None
        self._bad_records = BadRecords.FAIL

    def set_admin_url(self, admin_url: str) -> PulsarSourceBuilder:
        """Sets the URL of the admin service, which only `set_topic_pattern` requires."""
        return self.set_config("pulsar.admin.adminUrl", admin_url)

    def set_service_url(self, service_url: str) -> PulsarSourceBuilder:
        """Sets the URL of the brokers: `pulsar://host:6650`. Required."""
        return self.set_config("pulsar.client.serviceUrl", service_url)

    def set_subscription_name(self, subscription_name: str) -> PulsarSourceBuilder:
        """Sets the subscription, which retains unread messages. Required."""
        return self.set_config(SUBSCRIPTION, subscription_name)

    def set_topics(self, topics: str | list[str]) -> PulsarSourceBuilder:
        """Sets topics, including all their partitions, or single partitions: `name-partition-0`."""
        self._topics = (topics,) if isinstance(topics, str) else tuple(topics)
        return self

    def set_topic_pattern(self, topic_pattern: str) -> PulsarSourceBuilder:
        """Sets a regular expression for topics of one namespace, including later topics."""
        self._pattern = topic_pattern
        return self

    def set_consumer_name(self, consumer_name: str) -> PulsarSourceBuilder:
        """Sets the name of the consumers at the broker."""
        return self.set_config(CONSUMER, consumer_name)

    def set_range_generator(self, range_generator: RangeGenerator) -> PulsarSourceBuilder:
        """Selects messages by their keys. The default is all messages."""
        self._ranges = range_generator
        return self

    def set_start_cursor(self, start_cursor: StartCursor) -> PulsarSourceBuilder:
        """Sets where a new job begins. The default is the earliest message."""
        self._start = start_cursor
        return self

    def set_unbounded_stop_cursor(self, stop_cursor: StopCursor) -> PulsarSourceBuilder:
        """Ends the source at a cursor. The source still counts as unbounded, and cannot be used in BATCH mode."""
        self._stop = stop_cursor
        self._boundedness = Boundedness.CONTINUOUS_UNBOUNDED
        return self

    def set_bounded_stop_cursor(self, stop_cursor: StopCursor) -> PulsarSourceBuilder:
        """Ends the source at a cursor. The source is bounded."""
        self._stop = stop_cursor
        self._boundedness = Boundedness.BOUNDED
        return self

    def set_deserialization_schema(self, deserialization_schema: DeserializationSchema) -> PulsarSourceBuilder:
        """Sets the schema that deserializes messages. Required."""
        self._schema = deserialization_schema
        return self

    def set_bad_records(self, policy: BadRecords) -> PulsarSourceBuilder:
        """Sets the policy for messages that cannot be read. By default they fail the job."""
        self._bad_records = BadRecords.checked(policy)
        return self

    def set_authentication(
        self, auth_plugin_class_name: str, auth_params_string: str | Mapping[str, str]
    ) -> PulsarSourceBuilder:
        """Sets a class of Pulsar's Java client, such as org.apache.pulsar.client.impl.auth.AuthenticationToken."""
        self.set_config(AUTH_PLUGIN, auth_plugin_class_name)
        return self.set_config(AUTH_PARAMS, auth_text(auth_params_string))

    def set_config(self, key: str | ConfigOption[Any], value: Any) -> PulsarSourceBuilder:
        """Sets an option by Flink's key, such as `pulsar.consumer.receiverQueueSize`."""
        self._options.set(key_of(key), value)
        return self

    def set_properties(self, config: Mapping[str, Any]) -> PulsarSourceBuilder:
        """Sets several options by Flink's keys."""
        for key, value in config.items():
            self.set_config(key, value)
        return self

    def build(self) -> PulsarSource:
        """Returns the source. InvalidProgramError if a required setting is missing."""
        self._check()
        subscription = self._options.get(SUBSCRIPTION, "")
        if not subscription:
            raise InvalidProgramError(f"{NAME} needs set_subscription_name()")
        if self._schema is None:
            raise InvalidProgramError(f"{NAME} needs set_deserialization_schema()")
        names = {"consumer_name": self._options.get(CONSUMER, None), "receiver_queue_size": self._options.get(QUEUE, 0)}
        consumer_options = {name: value for name, value in names.items() if value}
        ends = self._stop.kind is not CursorKind.NEVER
        bounded = self._boundedness is Boundedness.BOUNDED
        reset = self._options.get(RESET, False) or bounded or self._stop.kind is CursorKind.LATEST
        start = self._start
        if reset and start.kind is CursorKind.LATEST:  # as a time, so that a restart skips no messages
            start = StartCursor.from_publish_time(int(time.time() * 1000))
        return PulsarSource(
            SourceSetup(
                ReaderSettings(self._options.settings(), subscription, self._stop, self._ranges, consumer_options),
                self._topics,
                self._pattern,
                start,
                reset,
                self._boundedness,
                0 if ends else self._options.get(DISCOVERY_MS, 300_000),
                self._schema,
                self._bad_records,
            )
        )

    def _check(self) -> None:
        if bool(self._topics) == bool(self._pattern):
            raise InvalidProgramError(f"{NAME} needs either set_topics() or set_topic_pattern()")
        if self._boundedness is Boundedness.BOUNDED and self._stop.kind is CursorKind.NEVER:
            raise InvalidProgramError("set_bounded_stop_cursor() requires a cursor with an end, not StopCursor.never()")
        if self._start.kind is self._stop.kind is CursorKind.LATEST:
            raise InvalidProgramError("no message can be between StartCursor.latest() and StopCursor.latest()")
        if self._start.kind is CursorKind.MESSAGE_ID and (self._pattern or len(self._topics) != 1):
            raise InvalidProgramError("StartCursor.from_message_id() requires a single topic")


def full_name(topic: str) -> str:
    """persistent://tenant/namespace/topic. The default namespace is public/default."""
    if "://" in topic:
        return topic
    return f"persistent://{topic if topic.count('/') == 2 else f'public/default/{topic}'}"


class Admin:
    """Sends HTTP requests to Pulsar's admin service."""

    def __init__(self, settings: PulsarSettings, needed_by: str) -> None:
        if not settings.admin_url:
            raise InvalidProgramError(f"{needed_by} needs set_admin_url(), such as http://localhost:8080")
        self._settings = settings
        self._needed_by = needed_by

    def topics_like(self, pattern: str) -> list[str]:
        """The topics in the pattern's namespace whose full name matches, without partitions."""
        domain, _, rest = full_name(pattern).partition("://")
        tenant, namespace, _ = rest.split("/", 2)
        place = f"{domain}/{tenant}/{namespace}"
        names = {*self._get(f"{place}/partitioned"), *(_PARTITION.sub("", name) for name in self._get(place))}
        expression = re.compile(full_name(pattern))
        return sorted(name for name in names if expression.fullmatch(name))

    def _get(self, path: str) -> Any:
        import httpx

        url = f"{self._settings.admin_url.rstrip('/')}/admin/v2/{path}"
        try:
            with http_client(_TIMEOUT_S, **self._login()) as client:
                answer = client.get(url)
                answer.raise_for_status()
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            reason = self._settings.secrets().masked(error)
            raise ConnectorError(f"{self._needed_by}: no answer from {shown(url)}: {reason}") from None
        return answer.json() if answer.content else None

    def _login(self) -> dict[str, Any]:
        params = self._settings.params()
        if "token" in params:
            return {"headers": {"Authorization": f"Bearer {params['token']}"}}
        if "password" in params:
            return {"auth": (params.get("username", params.get("userId", "")), params["password"])}
        return {}
