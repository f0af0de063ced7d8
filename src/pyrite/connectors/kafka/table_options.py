"""The options of Kafka tables, with Flink's names, and how startup and bounded modes become offsets."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any, Final, Optional

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.kafka.offsets import KafkaOffsetResetStrategy, KafkaOffsetsInitializer
from pyrite.connectors.kafka.topic_partition import KafkaTopicPartition
from pyrite.core.config.config_options import (
    ConfigOption,
    ConfigOptions,
    member_of,
    parse_duration_ms,
    parse_list,
    whole_number,
)
from pyrite.core.connector.table_options import TableOptions
from pyrite.core.errors import ValidationException

PROPERTIES: Final = "properties."


class StartupMode(Enum):
    EARLIEST_OFFSET = "earliest-offset"
    LATEST_OFFSET = "latest-offset"
    GROUP_OFFSETS = "group-offsets"
    TIMESTAMP = "timestamp"
    SPECIFIC_OFFSETS = "specific-offsets"


class BoundedMode(Enum):
    UNBOUNDED = "unbounded"
    LATEST_OFFSET = "latest-offset"
    GROUP_OFFSETS = "group-offsets"
    TIMESTAMP = "timestamp"
    SPECIFIC_OFFSETS = "specific-offsets"


class ValueFields(Enum):
    ALL = "ALL"
    EXCEPT_KEY = "EXCEPT_KEY"


class TransactionNaming(Enum):
    """Taken and without effect: this sink's transactions have names of their own, and none is left open."""

    INCREMENTING = "incrementing"
    POOLING = "pooling"


def _text(key: str) -> ConfigOption[Optional[str]]:
    return ConfigOptions.key(key).string_type().no_default_value()


SERVERS: Final = _text("properties.bootstrap.servers")
GROUP_ID: Final = _text("properties.group.id")
TOPIC: Final[ConfigOption[Optional[list[str]]]] = ConfigOption("topic", parse_list, None)
TOPIC_PATTERN: Final = _text("topic-pattern")
FORMAT: Final = _text("format")
KEY_FORMAT: Final = _text("key.format")
KEY_FIELDS: Final[ConfigOption[Optional[list[str]]]] = ConfigOption("key.fields", parse_list, None)
KEY_FIELDS_PREFIX: Final = _text("key.fields-prefix")
VALUE_FORMAT: Final = _text("value.format")
VALUE_FIELDS_INCLUDE: Final = ConfigOption("value.fields-include", member_of(ValueFields), ValueFields.ALL)
STARTUP_MODE: Final = ConfigOption("scan.startup.mode", member_of(StartupMode), StartupMode.GROUP_OFFSETS)
STARTUP_OFFSETS: Final = _text("scan.startup.specific-offsets")
STARTUP_TIMESTAMP: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.startup.timestamp-millis", whole_number(0), None
)
BOUNDED_MODE: Final = ConfigOption("scan.bounded.mode", member_of(BoundedMode), BoundedMode.UNBOUNDED)
BOUNDED_OFFSETS: Final = _text("scan.bounded.specific-offsets")
BOUNDED_TIMESTAMP: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.bounded.timestamp-millis", whole_number(0), None
)
DISCOVERY_INTERVAL: Final = ConfigOption("scan.topic-partition-discovery.interval", parse_duration_ms, 300_000)
SCAN_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption("scan.parallelism", whole_number(1), None)
SINK_PARTITIONER: Final = ConfigOptions.key("sink.partitioner").string_type().default_value("default")
SINK_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption("sink.parallelism", whole_number(1), None)
DELIVERY_GUARANTEE: Final = ConfigOption(
    "sink.delivery-guarantee", member_of(DeliveryGuarantee), DeliveryGuarantee.AT_LEAST_ONCE
)
TRANSACTIONAL_ID_PREFIX: Final = _text("sink.transactional-id-prefix")
TRANSACTION_NAMING: Final = ConfigOption(
    "sink.transaction-naming-strategy", member_of(TransactionNaming), TransactionNaming.INCREMENTING
)
SINK_SEMANTIC: Final[ConfigOption[Optional[DeliveryGuarantee]]] = ConfigOption(
    "sink.semantic", member_of(DeliveryGuarantee), None
)

OPTIONAL: Final[tuple[ConfigOption[Any], ...]] = (
    *(GROUP_ID, TOPIC, TOPIC_PATTERN, FORMAT, KEY_FORMAT, KEY_FIELDS, KEY_FIELDS_PREFIX, VALUE_FORMAT),
    *(VALUE_FIELDS_INCLUDE, STARTUP_MODE, STARTUP_OFFSETS, STARTUP_TIMESTAMP, BOUNDED_MODE, BOUNDED_OFFSETS),
    *(BOUNDED_TIMESTAMP, DISCOVERY_INTERVAL, SCAN_PARALLELISM, SINK_PARTITIONER, SINK_PARALLELISM),
    *(DELIVERY_GUARANTEE, TRANSACTIONAL_ID_PREFIX, TRANSACTION_NAMING, SINK_SEMANTIC),
)

_PAIR: Final = re.compile(r"partition:(-?\d+),offset:(-?\d+)")


def validate_topic(options: TableOptions) -> None:
    if options.contains(TOPIC) and options.contains(TOPIC_PATTERN):
        raise ValidationException("Option 'topic' and 'topic-pattern' shouldn't be set together.")
    if not options.contains(TOPIC) and not options.contains(TOPIC_PATTERN):
        raise ValidationException("Either 'topic' or 'topic-pattern' must be set.")
    pattern = options.get(TOPIC_PATTERN)
    if pattern is not None:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ValidationException(f"Invalid value for option 'topic-pattern'.\n\n{pattern}: {error}") from None


def starting_offsets(options: TableOptions) -> KafkaOffsetsInitializer:
    """Where `scan.startup.mode` begins."""
    mode = options.get(STARTUP_MODE)
    if mode is StartupMode.EARLIEST_OFFSET:
        return KafkaOffsetsInitializer.earliest()
    if mode is StartupMode.LATEST_OFFSET:
        return KafkaOffsetsInitializer.latest()
    if mode is StartupMode.TIMESTAMP:
        return KafkaOffsetsInitializer.timestamp(_required(options, STARTUP_TIMESTAMP, mode, "startup"))
    if mode is StartupMode.SPECIFIC_OFFSETS:
        return KafkaOffsetsInitializer.offsets(_specific_offsets(options, STARTUP_OFFSETS, mode, "startup"))
    _required(options, GROUP_ID, mode, "startup")
    return KafkaOffsetsInitializer.committed_offsets(_reset_strategy(options))


def stopping_offsets(options: TableOptions) -> Optional[KafkaOffsetsInitializer]:
    """Where `scan.bounded.mode` ends; None if it does not."""
    mode = options.get(BOUNDED_MODE)
    if mode is BoundedMode.UNBOUNDED:
        return None
    if mode is BoundedMode.LATEST_OFFSET:
        return KafkaOffsetsInitializer.latest()
    if mode is BoundedMode.TIMESTAMP:
        return KafkaOffsetsInitializer.timestamp(_required(options, BOUNDED_TIMESTAMP, mode, "bounded"))
    if mode is BoundedMode.SPECIFIC_OFFSETS:
        return KafkaOffsetsInitializer.offsets(_specific_offsets(options, BOUNDED_OFFSETS, mode, "bounded"))
    _required(options, GROUP_ID, mode, "bounded")
    return KafkaOffsetsInitializer.committed_offsets()


def _reset_strategy(options: TableOptions) -> KafkaOffsetResetStrategy:
    name = options.with_prefix(PROPERTIES).get("auto.offset.reset", "none").upper()
    if name not in KafkaOffsetResetStrategy.__members__:
        raise ValidationException(f"auto.offset.reset can not be set to {name}. Valid values: [latest, earliest, none]")
    return KafkaOffsetResetStrategy[name]


def _required(options: TableOptions, option: ConfigOption[Any], mode: Enum, use: str) -> Any:
    value = options.get(option)
    if value is None:
        raise ValidationException(f"'{option.key}' is required in '{mode.value}' {use} mode but missing.")
    return value


def _specific_offsets(
    options: TableOptions, option: ConfigOption[Optional[str]], mode: Enum, use: str
) -> dict[KafkaTopicPartition, int]:
    text = _required(options, option, mode, use)
    topics = options.get(TOPIC) or []
    if len(topics) != 1:
        raise ValidationException("Currently Kafka source only supports specific offset for single topic.")
    offsets = {}
    for pair in text.removesuffix(";").split(";"):
        match = _PAIR.fullmatch(pair)
        if match is None or int(match[2]) < 0:
            raise ValidationException(
                f"Invalid properties '{option.key}' should follow the format "
                f"'partition:0,offset:42;partition:1,offset:300', but is '{text}'."
            )
        offsets[KafkaTopicPartition(topics[0], int(match[1]))] = int(match[2])
    return offsets
