"""'connector' = 'upsert-kafka': a topic whose records replace the row of their key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from pyrite.connectors.kafka.offsets import KafkaOffsetsInitializer
from pyrite.connectors.kafka.table.fields import RecordFields
from pyrite.connectors.kafka.table.options import (
    BOUNDED_MODE,
    BOUNDED_OFFSETS,
    BOUNDED_TIMESTAMP,
    DELIVERY_GUARANTEE,
    DISCOVERY_INTERVAL,
    GROUP_ID,
    KEY_FIELDS_PREFIX,
    KEY_FORMAT,
    PROPERTIES,
    SCAN_PARALLELISM,
    SERVERS,
    SINK_PARALLELISM,
    SINK_PARTITIONER,
    SINK_SEMANTIC,
    TOPIC,
    TOPIC_PATTERN,
    TRANSACTION_NAMING,
    TRANSACTIONAL_ID_PREFIX,
    VALUE_FIELDS_INCLUDE,
    VALUE_FORMAT,
    ValueFields,
    validate_topic,
)
from pyrite.connectors.kafka.table.records import TableRecords
from pyrite.connectors.kafka.table.serializer import ROUND_ROBIN, TableSerialization
from pyrite.connectors.kafka.table.table import (
    KafkaTableSink,
    KafkaTableSource,
    delivery_of,
    partitioner_of,
    topics_of,
)
from pyrite.core.blocks.changelog import ChangeKind, ChangelogMode
from pyrite.core.config.config_options import ConfigOption, parse_duration_ms, whole_number
from pyrite.core.connector.table import TableContext, TableFactory
from pyrite.core.connector.table_options import TableOptions
from pyrite.core.errors import ValidationException
from pyrite.formats.table_formats import TABLE_FORMATS

FLUSH_ROWS: Final = ConfigOption(
    "sink.buffer-flush.max-rows",
    whole_number(0),
    0,
    "If above 0, with 'sink.buffer-flush.interval': only the last change of each key in a block is written.",
)
FLUSH_INTERVAL: Final = ConfigOption(
    "sink.buffer-flush.interval",
    parse_duration_ms,
    0,
    "Above 0 if 'sink.buffer-flush.max-rows' is; rows are not delayed.",
)
_CHANGES: Final = ChangelogMode(frozenset({ChangeKind.UPDATE_AFTER, ChangeKind.DELETE}), has_key_deletes=True)


class UpsertKafkaTableFactory(TableFactory):
    """Creates sources and sinks of upsert-kafka tables, with Flink's options."""

    identifier = "upsert-kafka"
    required_options: ClassVar[tuple[ConfigOption[Any], ...]] = (SERVERS, KEY_FORMAT, VALUE_FORMAT)
    optional_options: ClassVar[tuple[ConfigOption[Any], ...]] = (
        *(TOPIC, TOPIC_PATTERN, GROUP_ID, KEY_FIELDS_PREFIX, VALUE_FIELDS_INCLUDE, BOUNDED_MODE, BOUNDED_OFFSETS),
        *(BOUNDED_TIMESTAMP, DISCOVERY_INTERVAL, SCAN_PARALLELISM, SINK_PARALLELISM, SINK_PARTITIONER),
        *(DELIVERY_GUARANTEE, TRANSACTIONAL_ID_PREFIX, TRANSACTION_NAMING, SINK_SEMANTIC, FLUSH_ROWS, FLUSH_INTERVAL),
    )
    option_prefixes = (PROPERTIES,)

    def describe_source(self, context: TableContext) -> UpsertKafkaTableSource:
        options = TableOptions(self, context, TABLE_FORMATS)
        key_format = options.required_format(options.decoding_format(KEY_FORMAT), KEY_FORMAT, "scan")
        value_format = options.required_format(options.decoding_format(VALUE_FORMAT), VALUE_FORMAT, "scan")
        options.validate()
        validate_topic(options)
        start = KafkaOffsetsInitializer.earliest()
        return UpsertKafkaTableSource.of(options, _fields(options, context), value_format, key_format, start)

    def describe_sink(self, context: TableContext) -> KafkaTableSink:
        options = TableOptions(self, context, TABLE_FORMATS)
        key_format = options.required_format(options.encoding_format(KEY_FORMAT), KEY_FORMAT, "sink")
        value_format = options.required_format(options.encoding_format(VALUE_FORMAT), VALUE_FORMAT, "sink")
        options.validate()
        validate_topic(options)
        fields, topics = _fields(options, context), topics_of(options)
        delivery, prefix = delivery_of(options)
        serialization = TableSerialization(
            topic=topics[0] if len(topics) == 1 else "",
            topics=topics,
            pattern=options.get(TOPIC_PATTERN),
            value_encoder=value_format.create_encoder(fields.value_type),
            value_columns=fields.value,
            key_encoder=key_format.create_encoder(fields.key_type),
            key_columns=fields.key,
            partitioner=partitioner_of(options),
            round_robin=options.get(SINK_PARTITIONER) == ROUND_ROBIN,
            is_upsert=True,
            reduces=_reduces(options),
        )
        return KafkaTableSink(
            serialization, delivery, prefix, options.with_prefix(PROPERTIES), options.get(SINK_PARALLELISM)
        )


def _fields(options: TableOptions, context: TableContext) -> RecordFields:
    if not context.primary_key:
        raise ValidationException(
            "'upsert-kafka' tables require to define a PRIMARY KEY constraint. The PRIMARY KEY specifies which columns "
            "should be read from or write to the Kafka message key. The PRIMARY KEY also defines records in the "
            "'upsert-kafka' table should update or delete on which keys."
        )
    prefix = options.get(KEY_FIELDS_PREFIX) or ""
    includes_key = options.get(VALUE_FIELDS_INCLUDE) is ValueFields.ALL
    if includes_key and prefix:
        raise ValidationException(
            f"A key prefix is not allowed when option '{VALUE_FIELDS_INCLUDE.key}' is set to 'ALL'. "
            "Set it to 'EXCEPT_KEY' instead to avoid field overlaps."
        )
    names = context.row_type.names
    for name in context.primary_key:
        if not name.startswith(prefix):
            raise ValidationException(
                f"All fields in the primary key must be prefixed with '{prefix}' when option "
                f"'{KEY_FIELDS_PREFIX.key}' is set but field '{name}' is not prefixed."
            )
    key = tuple(names.index(name) for name in context.primary_key)
    value = tuple(place for place in range(len(names)) if includes_key or place not in key)
    return RecordFields(context.row_type, key, value, prefix)


def _reduces(options: TableOptions) -> bool:
    rows, interval_ms = options.get(FLUSH_ROWS), options.get(FLUSH_INTERVAL)
    if (rows > 0) is not (interval_ms > 0):
        raise ValidationException(
            f"'{FLUSH_ROWS.key}' and '{FLUSH_INTERVAL.key}' must be set to be greater than zero together to enable "
            "sink buffer flushing."
        )
    return rows > 0


@dataclass(frozen=True)
class UpsertKafkaTableSource(KafkaTableSource):
    """Reads topics from their beginning. A tombstone deletes the row with its key."""

    @property
    def changelog_mode(self) -> ChangelogMode:
        return _CHANGES

    def as_summary_string(self) -> str:
        return "upsert-kafka table source"

    def records(self) -> TableRecords:
        """The schema of the records. Primary key columns are read from the key: a tombstone has no other columns."""
        fields = self.fields
        key_places = [place for place in self._places if place in fields.key]
        value_places = [place for place in self._places if place not in fields.key]
        assert self.key_format is not None
        key = self.key_format.create_decoder(fields.key_type, [fields.key.index(place) for place in key_places])
        value = self.value_format.create_decoder(
            fields.value_type, [fields.value.index(place) for place in value_places]
        )
        sources = [
            (True, key_places.index(place)) if place in fields.key else (False, value_places.index(place))
            for place in self._places
        ]
        return TableRecords(self.produced_type, value, key, tuple(sources), self.metadata, is_upsert=True)
