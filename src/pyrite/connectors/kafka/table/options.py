"""The options of Kafka tables, with Flink's names, and the offsets of startup and bounded modes."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any, Final, Optional

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.kafka.offsets import KafkaOffsetResetStrategy, KafkaOffsetsInitializer, KafkaTopicPartition
from pyrite.core.config.config_options import (
    ConfigOption,
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
    """Accepted without effect: this sink generates the names of its transactions, and leaves none open."""

    INCREMENTING = "incrementing"
    POOLING = "pooling"


def _text(key: str, description: str) -> ConfigOption[Optional[str]]:
    return ConfigOption(key, str, None, description)


SERVERS: Final = _text("properties.bootstrap.servers", "The bootstrap brokers, as host:port, separated by commas.")
GROUP_ID: Final = _text("properties.group.id", "The consumer group; offsets are committed to it at checkpoints.")
TOPIC: Final[ConfigOption[Optional[list[str]]]] = ConfigOption(
    "topic",
    parse_list,
    None,
    "One or more topics: 'a;b'. With several, a sink uses the topic in the metadata column 'topic' of each row.",
)
TOPIC_PATTERN: Final = _text(
    "topic-pattern", "A regular expression of topics, in place of 'topic'. It includes later topics."
)
FORMAT: Final = _text("format", "The format of the value; another name for 'value.format'.")
KEY_FORMAT: Final = _text("key.format", "The format of the key; requires 'key.fields'.")
KEY_FIELDS: Final[ConfigOption[Optional[list[str]]]] = ConfigOption(
    "key.fields", parse_list, None, "The columns in the key: 'a;b'."
)
KEY_FIELDS_PREFIX: Final = _text(
    "key.fields-prefix", "A prefix of the names of key columns in the table, which the key does not have."
)
VALUE_FORMAT: Final = _text("value.format", "The format of the value: 'json', 'csv' or 'raw'.")
VALUE_FIELDS_INCLUDE: Final = ConfigOption(
    "value.fields-include",
    member_of(ValueFields),
    ValueFields.ALL,
    "Whether the value includes the columns of the key: 'ALL' or 'EXCEPT_KEY'.",
)
STARTUP_MODE: Final = ConfigOption(
    "scan.startup.mode",
    member_of(StartupMode),
    StartupMode.GROUP_OFFSETS,
    "Where reading begins: 'earliest-offset', 'latest-offset', 'group-offsets', 'timestamp', 'specific-offsets'.",
)
STARTUP_OFFSETS: Final = _text(
    "scan.startup.specific-offsets", "An offset for each partition: 'partition:0,offset:42;partition:1,offset:300'."
)
STARTUP_TIMESTAMP: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.startup.timestamp-millis", whole_number(0), None, "A time in milliseconds since 1970."
)
BOUNDED_MODE: Final = ConfigOption(
    "scan.bounded.mode",
    member_of(BoundedMode),
    BoundedMode.UNBOUNDED,
    "Where reading ends: 'unbounded', 'latest-offset' (the end at the start of the job), 'group-offsets', "
    "'timestamp', 'specific-offsets'.",
)
BOUNDED_OFFSETS: Final = _text("scan.bounded.specific-offsets", "As for the start; each offset is exclusive.")
BOUNDED_TIMESTAMP: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.bounded.timestamp-millis", whole_number(0), None, "As for the start."
)
DISCOVERY_INTERVAL: Final = ConfigOption(
    "scan.topic-partition-discovery.interval",
    parse_duration_ms,
    300_000,
    "How often new partitions and matching topics are discovered; 0: never.",
)
SCAN_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.parallelism", whole_number(1), None, "The parallelism of the source; by default the job's parallelism."
)
SINK_PARTITIONER: Final = ConfigOption(
    "sink.partitioner",
    str,
    "default",
    "'default' (by the key, as in Kafka), 'fixed' (a partition for each subtask), 'round-robin', or a "
    "FlinkKafkaPartitioner as package.module.Class.",
)
SINK_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "sink.parallelism", whole_number(1), None, "The parallelism of the sink; by default the parallelism of its input."
)
DELIVERY_GUARANTEE: Final = ConfigOption(
    "sink.delivery-guarantee",
    member_of(DeliveryGuarantee),
    DeliveryGuarantee.AT_LEAST_ONCE,
    "'none', 'at-least-once' or 'exactly-once'.",
)
TRANSACTIONAL_ID_PREFIX: Final = _text(
    "sink.transactional-id-prefix", "The prefix of transactional ids; required for 'exactly-once'."
)
TRANSACTION_NAMING: Final = ConfigOption(
    "sink.transaction-naming-strategy",
    member_of(TransactionNaming),
    TransactionNaming.INCREMENTING,
    "Has no effect: no transaction is left open, so no name is used again.",
)
SINK_SEMANTIC: Final[ConfigOption[Optional[DeliveryGuarantee]]] = ConfigOption(
    "sink.semantic", member_of(DeliveryGuarantee), None, "The former name of 'sink.delivery-guarantee'."
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
    """The starting offsets of `scan.startup.mode`."""
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
    """The stopping offsets of `scan.bounded.mode`; None for an unbounded table."""
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
