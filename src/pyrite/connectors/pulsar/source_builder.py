"""PulsarSourceBuilder: PyFlink's."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final, Optional

from pyrite.connectors.pulsar.client import AUTH_PARAMS, AUTH_PLUGIN, Options, Parser, auth_text, key_of, positive
from pyrite.connectors.pulsar.cursors import CursorKind, StartCursor, StopCursor
from pyrite.connectors.pulsar.ranges import RangeGenerator
from pyrite.connectors.pulsar.reader import NAME, ReaderSettings
from pyrite.connectors.pulsar.source import PulsarSource, SourceSetup
from pyrite.core.config.config_options import ConfigOption, parse_bool
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.serialization import DeserializationSchema
from pyrite.core.connector.source import Boundedness
from pyrite.core.errors import InvalidProgramError

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
    """Needs a service URL, a subscription, topics or a pattern, and a schema. Earliest and unbounded by default."""

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
        """Needed by `set_topic_pattern` only."""
        return self.set_config("pulsar.admin.adminUrl", admin_url)

    def set_service_url(self, service_url: str) -> PulsarSourceBuilder:
        return self.set_config("pulsar.client.serviceUrl", service_url)

    def set_subscription_name(self, subscription_name: str) -> PulsarSourceBuilder:
        return self.set_config(SUBSCRIPTION, subscription_name)

    def set_topics(self, topics: str | list[str]) -> PulsarSourceBuilder:
        """Topics, all of their partitions, or single partitions: `name-partition-0`."""
        self._topics = (topics,) if isinstance(topics, str) else tuple(topics)
        return self

    def set_topic_pattern(self, topic_pattern: str) -> PulsarSourceBuilder:
        """A regular expression for topics of one namespace; topics that come later are found, too."""
        self._pattern = topic_pattern
        return self

    def set_consumer_name(self, consumer_name: str) -> PulsarSourceBuilder:
        return self.set_config(CONSUMER, consumer_name)

    def set_range_generator(self, range_generator: RangeGenerator) -> PulsarSourceBuilder:
        self._ranges = range_generator
        return self

    def set_start_cursor(self, start_cursor: StartCursor) -> PulsarSourceBuilder:
        self._start = start_cursor
        return self

    def set_unbounded_stop_cursor(self, stop_cursor: StopCursor) -> PulsarSourceBuilder:
        """Ends there, but is no source for BATCH."""
        self._stop = stop_cursor
        self._boundedness = Boundedness.CONTINUOUS_UNBOUNDED
        return self

    def set_bounded_stop_cursor(self, stop_cursor: StopCursor) -> PulsarSourceBuilder:
        self._stop = stop_cursor
        self._boundedness = Boundedness.BOUNDED
        return self

    def set_deserialization_schema(self, deserialization_schema: DeserializationSchema) -> PulsarSourceBuilder:
        self._schema = deserialization_schema
        return self

    def set_bad_records(self, policy: BadRecords) -> PulsarSourceBuilder:
        """What becomes of messages that cannot be read; by default the job fails."""
        self._bad_records = BadRecords.checked(policy)
        return self

    def set_authentication(
        self, auth_plugin_class_name: str, auth_params_string: str | Mapping[str, str]
    ) -> PulsarSourceBuilder:
        """The class that Pulsar's Java client names, such as org.apache.pulsar.client.impl.auth.AuthenticationToken."""
        self.set_config(AUTH_PLUGIN, auth_plugin_class_name)
        return self.set_config(AUTH_PARAMS, auth_text(auth_params_string))

    def set_config(self, key: str | ConfigOption[Any], value: Any) -> PulsarSourceBuilder:
        self._options.set(key_of(key), value)
        return self

    def set_properties(self, config: Mapping[str, Any]) -> PulsarSourceBuilder:
        for key, value in config.items():
            self.set_config(key, value)
        return self

    def build(self) -> PulsarSource:
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
        if reset and start.kind is CursorKind.LATEST:  # as a time, so that a restart skips nothing
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
            raise InvalidProgramError("set_bounded_stop_cursor() takes a cursor that ends, not StopCursor.never()")
        if self._start.kind is self._stop.kind is CursorKind.LATEST:
            raise InvalidProgramError("nothing is to be read between StartCursor.latest() and StopCursor.latest()")
        if self._start.kind is CursorKind.MESSAGE_ID and (self._pattern or len(self._topics) != 1):
            raise InvalidProgramError("StartCursor.from_message_id() is for a single topic")
