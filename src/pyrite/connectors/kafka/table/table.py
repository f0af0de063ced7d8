"""'connector' = 'kafka': topics as tables."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Optional, Self

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.kafka.offsets import KafkaOffsetsInitializer
from pyrite.connectors.kafka.sink.partitioner import FlinkFixedPartitioner, FlinkKafkaPartitioner
from pyrite.connectors.kafka.sink.sink import KafkaSink
from pyrite.connectors.kafka.source.source import KafkaSource, KafkaSourceBuilder
from pyrite.connectors.kafka.table.fields import RecordFields, record_fields
from pyrite.connectors.kafka.table.options import (
    BOUNDED_MODE,
    DELIVERY_GUARANTEE,
    DISCOVERY_INTERVAL,
    FORMAT,
    KEY_FIELDS,
    KEY_FORMAT,
    OPTIONAL,
    PROPERTIES,
    SCAN_PARALLELISM,
    SERVERS,
    SINK_PARALLELISM,
    SINK_PARTITIONER,
    SINK_SEMANTIC,
    TOPIC,
    TOPIC_PATTERN,
    TRANSACTIONAL_ID_PREFIX,
    VALUE_FORMAT,
    BoundedMode,
    starting_offsets,
    stopping_offsets,
    validate_topic,
)
from pyrite.connectors.kafka.table.records import METADATA, READABLE, TableRecords
from pyrite.connectors.kafka.table.serializer import ROUND_ROBIN, TableSerialization
from pyrite.core.blocks.changelog import INSERT_ONLY, UPSERT, ChangelogMode
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source
from pyrite.core.connector.table import (
    SupportsProjectionPushDown,
    SupportsReadingMetadata,
    SupportsWatermarkPushDown,
    SupportsWritingMetadata,
    TableContext,
    TableFactory,
    TableSink,
    TableSource,
)
from pyrite.core.connector.table_format import ChosenFormat
from pyrite.core.connector.table_options import TableOptions
from pyrite.core.errors import ValidationException
from pyrite.core.types import LogicalType, RowField, RowType
from pyrite.formats.table_formats import TABLE_FORMATS

_HEADERS: Final = READABLE["headers"].copy(nullable=True)
_TIMESTAMP: Final = READABLE["timestamp"].copy(nullable=True)
UPSERT_BY_KEY: Final = ChangelogMode(UPSERT.kinds, has_key_deletes=True)


class KafkaTableFactory(TableFactory):
    """Creates sources and sinks of Kafka tables, with Flink's options."""

    identifier = "kafka"
    required_options: ClassVar[tuple[ConfigOption[Any], ...]] = (SERVERS,)
    optional_options: ClassVar[tuple[ConfigOption[Any], ...]] = OPTIONAL
    option_prefixes = (PROPERTIES,)

    def describe_source(self, context: TableContext) -> KafkaTableSource:
        options = TableOptions(self, context, TABLE_FORMATS)
        key_format = options.decoding_format(KEY_FORMAT)
        value_format = options.decoding_format(FORMAT) or options.decoding_format(VALUE_FORMAT)
        value_format = options.required_format(value_format, VALUE_FORMAT, "scan")
        options.validate()
        validate_topic(options)
        _check_no_primary_key(context, value_format)
        fields = record_fields(options, context.row_type)
        return KafkaTableSource.of(options, fields, value_format, key_format, starting_offsets(options))

    def describe_sink(self, context: TableContext) -> KafkaTableSink:
        options = TableOptions(self, context, TABLE_FORMATS)
        key_format = options.encoding_format(KEY_FORMAT)
        value_format = options.encoding_format(FORMAT) or options.encoding_format(VALUE_FORMAT)
        value_format = options.required_format(value_format, VALUE_FORMAT, "sink")
        options.validate()
        validate_topic(options)
        partitioner = partitioner_of(options)
        delivery, prefix = delivery_of(options)
        _check_no_primary_key(context, value_format)
        fields, topics = record_fields(options, context.row_type), topics_of(options)
        serialization = TableSerialization(
            topic=topics[0] if len(topics) == 1 else "",
            topics=topics,
            pattern=options.get(TOPIC_PATTERN),
            value_encoder=value_format.create_encoder(fields.value_type),
            value_columns=fields.value,
            key_encoder=None if key_format is None else key_format.create_encoder(fields.key_type),
            key_columns=fields.key,
            partitioner=partitioner,
            round_robin=options.get(SINK_PARTITIONER) == ROUND_ROBIN,
        )
        properties = options.with_prefix(PROPERTIES)
        return KafkaTableSink(serialization, delivery, prefix, properties, options.get(SINK_PARALLELISM))


def delivery_of(options: TableOptions) -> tuple[DeliveryGuarantee, Optional[str]]:
    """The delivery guarantee, and the prefix of transactional ids."""
    delivery = options.get(SINK_SEMANTIC) or options.get(DELIVERY_GUARANTEE)
    prefix = options.get(TRANSACTIONAL_ID_PREFIX)
    if delivery is DeliveryGuarantee.EXACTLY_ONCE and prefix is None:
        raise ValidationException(
            f"{TRANSACTIONAL_ID_PREFIX.key} must be specified when using DeliveryGuarantee.EXACTLY_ONCE."
        )
    return delivery, prefix


def topics_of(options: TableOptions) -> tuple[str, ...]:
    topics = options.get(TOPIC)
    return () if topics is None else tuple(topics)


def _check_no_primary_key(context: TableContext, table_format: ChosenFormat) -> None:
    if context.primary_key:
        name = ".".join((context.identifier.catalog, context.identifier.database, context.identifier.object))
        identifier = table_format.format.identifier
        raise ValidationException(
            f"The Kafka table '{name}' with '{identifier}' format doesn't support defining PRIMARY KEY "
            "constraint on the table, because it can't guarantee the semantic of primary key."
        )


def partitioner_of(options: TableOptions) -> Optional[FlinkKafkaPartitioner]:
    name = options.get(SINK_PARTITIONER)
    if not name:
        raise ValidationException(f"Option '{SINK_PARTITIONER.key}' should be a non-empty string.")
    if name == ROUND_ROBIN and options.contains(KEY_FIELDS):
        raise ValidationException(
            "Currently 'round-robin' partitioner only works when option 'key.fields' is not specified."
        )
    if name in ("default", ROUND_ROBIN):
        return None
    if name == "fixed":
        return FlinkFixedPartitioner()
    module, _, attribute = name.rpartition(".")
    try:
        partitioner = getattr(importlib.import_module(module), attribute)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise ValidationException(
            f"Could not find and instantiate partitioner class '{name}': {error}. Expected a Python class, as "
            "package.module.Class, or one of default, fixed and round-robin"
        ) from None
    if not isinstance(partitioner, FlinkKafkaPartitioner):
        raise ValidationException(
            f"Sink partitioner class '{name}' should implement the required class FlinkKafkaPartitioner"
        )
    return partitioner


@dataclass(frozen=True)
class KafkaTableSource(TableSource, SupportsProjectionPushDown, SupportsReadingMetadata, SupportsWatermarkPushDown):
    """Reads topics. `properties` may contain passwords, so the repr omits them."""

    fields: RecordFields
    value_format: ChosenFormat
    key_format: Optional[ChosenFormat]
    starting: KafkaOffsetsInitializer
    stopping: Optional[KafkaOffsetsInitializer]
    bounded: bool
    topics: tuple[str, ...]
    pattern: Optional[str]
    properties: dict[str, str] = field(repr=False)
    scan_parallelism: Optional[int] = None
    columns: Optional[tuple[int, ...]] = None
    metadata: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        options: TableOptions,
        fields: RecordFields,
        value_format: ChosenFormat,
        key_format: Optional[ChosenFormat],
        starting: KafkaOffsetsInitializer,
    ) -> Self:
        """Creates a source from the options of its table."""
        discovery = {"partition.discovery.interval.ms": str(options.get(DISCOVERY_INTERVAL))}
        source = cls(
            fields,
            value_format,
            key_format,
            starting,
            stopping_offsets(options),
            options.get(BOUNDED_MODE) is not BoundedMode.UNBOUNDED,
            topics_of(options),
            options.get(TOPIC_PATTERN),
            {**options.with_prefix(PROPERTIES), **discovery},
            options.get(SCAN_PARALLELISM),
        )
        source.builder().check()  # raises for types that the formats do not support, and for invalid properties
        return source

    @property
    def produced_type(self) -> RowType:
        physical = tuple(self.fields.row_type.fields[place] for place in self._places)
        return RowType((*physical, *(RowField(METADATA + key, READABLE[key]) for key in self.metadata)), nullable=False)

    @property
    def _places(self) -> tuple[int, ...]:
        return tuple(range(len(self.fields.row_type.fields))) if self.columns is None else self.columns

    @property
    def is_bounded(self) -> bool:
        return self.bounded

    @property
    def parallelism(self) -> Optional[int]:
        return self.scan_parallelism

    def as_summary_string(self) -> str:
        return "Kafka table source"

    def apply_projection(self, columns: Sequence[int]) -> KafkaTableSource:
        return replace(self, columns=tuple(columns))

    def list_readable_metadata(self) -> dict[str, LogicalType]:
        return dict(READABLE)

    def apply_readable_metadata(self, keys: Sequence[str]) -> KafkaTableSource:
        return replace(self, metadata=tuple(keys))

    def create_source(self) -> Source[Any]:
        return self.builder().build()

    def builder(self) -> KafkaSourceBuilder:
        """The builder of the source."""
        builder = KafkaSource.builder().set_properties(self.properties).set_starting_offsets(self.starting)
        if self.pattern is not None:
            builder.set_topic_pattern(self.pattern)
        else:
            builder.set_topics(*self.topics)
        if self.stopping is not None:
            builder.set_bounded(self.stopping)
        return builder.set_deserializer(self.records())

    def records(self) -> TableRecords:
        """The schema of the records. As in Flink, a column in both key and value is read from the value."""
        fields = self.fields
        value_places = [place for place in self._places if place in fields.value]
        key_places = [place for place in self._places if place not in fields.value]
        key = None
        if self.key_format is not None:
            key = self.key_format.create_decoder(fields.key_type, [fields.key.index(place) for place in key_places])
        value = self.value_format.create_decoder(
            fields.value_type, [fields.value.index(place) for place in value_places]
        )
        sources = [
            (False, value_places.index(place)) if place in fields.value else (True, key_places.index(place))
            for place in self._places
        ]
        return TableRecords(self.produced_type, value, key, tuple(sources), self.metadata)


@dataclass(frozen=True)
class KafkaTableSink(TableSink, SupportsWritingMetadata):
    """Writes to topics. `properties` may contain passwords, so the repr omits them."""

    serialization: TableSerialization
    delivery: DeliveryGuarantee
    prefix: Optional[str]
    properties: dict[str, str] = field(repr=False)
    sink_parallelism: Optional[int] = None
    metadata: tuple[str, ...] = ()

    @property
    def changelog_mode(self) -> ChangelogMode:
        return UPSERT_BY_KEY if self.serialization.is_upsert else INSERT_ONLY

    def accepted_mode(self, query: ChangelogMode) -> ChangelogMode:
        return self.changelog_mode

    @property
    def parallelism(self) -> Optional[int]:
        return self.sink_parallelism

    def as_summary_string(self) -> str:
        return "upsert-kafka table sink" if self.serialization.is_upsert else "Kafka table sink"

    def list_writable_metadata(self) -> dict[str, LogicalType]:
        """Includes the topic, unless the options name a single topic."""
        topic = {} if self.serialization.topic else {"topic": READABLE["topic"]}
        return {**topic, "headers": _HEADERS, "timestamp": _TIMESTAMP}

    def apply_writable_metadata(self, keys: Sequence[str]) -> KafkaTableSink:
        return replace(self, metadata=tuple(keys))

    def create_sink(self) -> Sink:
        if not self.serialization.topic and "topic" not in self.metadata:
            raise ValidationException(
                "The table writes to several topics: add a column `topic STRING METADATA` with the topic of each row."
            )
        builder = KafkaSink.builder().set_record_serializer(self.serialization).set_delivery_guarantee(self.delivery)
        for key, value in self.properties.items():
            builder.set_property(key, value)
        if self.prefix is not None:
            builder.set_transactional_id_prefix(self.prefix)
        return builder.build()
