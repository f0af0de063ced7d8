"""'connector' = 'redis': tables whose rows are hashes, by primary key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.connectors.redis.connection import RedisSettings
from pyrite.connectors.redis.keys import RedisKeys
from pyrite.connectors.redis.lookup import RedisTableSource
from pyrite.connectors.redis.sink import IDEMPOTENT
from pyrite.connectors.upserts.flush_options import FLUSH_INTERVAL, FLUSH_ROWS, SINK_PARALLELISM
from pyrite.connectors.upserts.scalar_text import scalar_text
from pyrite.connectors.upserts.table_rows import Row, TableRows, key_places
from pyrite.connectors.upserts.upsert_table_sink import UpsertTableSink
from pyrite.connectors.upserts.upsert_writer import UpsertWriter
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.connector.guarantee import Guarantee
from pyrite.core.connector.lookup_options import LOOKUP_OPTIONS, lookup_settings
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.connector.table import TableContext, TableFactory, TableSink, TableSource
from pyrite.core.connector.table_options import TableOptions
from pyrite.core.errors import ValidationException

URL: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "url", str, None, "The server: redis://user:password@host:6379/0, rediss:// or unix://."
)
KEY_PREFIX: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "key-prefix", str, None, "The prefix of the keys of rows; by default the name of the table."
)
KEY_DELIMITER: Final = ConfigOption(
    "key-delimiter", str, ":", "The delimiter between the prefix and the values of the primary key."
)


class RedisTableFactory(TableFactory):
    """Creates tables of hashes by primary key: `orders:17` has a field for each column that is not NULL."""

    identifier = "redis"
    required_options = (URL,)
    optional_options = (KEY_PREFIX, KEY_DELIMITER, FLUSH_ROWS, FLUSH_INTERVAL, SINK_PARALLELISM, *LOOKUP_OPTIONS)

    def describe_source(self, context: TableContext) -> TableSource:
        options = self._validated(context)
        return RedisTableSource(
            _settings(options), _keys(options, context), context.primary_key, context.row_type, lookup_settings(options)
        )

    def describe_sink(self, context: TableContext) -> TableSink:
        options = self._validated(context)
        rows = TableRows(context.row_type, key_places(context.row_type, context.primary_key), scalar_text)
        sink = RedisUpsertSink(
            _settings(options),
            rows,
            _keys(options, context),
            options.get(FLUSH_ROWS) or 1,
            options.get(FLUSH_INTERVAL),
        )
        return UpsertTableSink(sink, "Redis table sink", options.get(SINK_PARALLELISM))

    def _validated(self, context: TableContext) -> TableOptions:
        options = TableOptions(self, context)
        options.validate()
        if not context.primary_key:
            raise ValidationException(
                "'redis' tables require to define a PRIMARY KEY constraint: it determines the key of a row."
            )
        for field in context.row_type.fields:
            scalar_text(field.type)  # raises for types without a text form
        return options


def _settings(options: TableOptions) -> RedisSettings:
    url = options.get(URL)
    assert url is not None
    return RedisSettings(url)


def _keys(options: TableOptions, context: TableContext) -> RedisKeys:
    prefix = options.get(KEY_PREFIX)
    return RedisKeys(context.identifier.object if prefix is None else prefix, options.get(KEY_DELIMITER))


@dataclass(frozen=True)
class RedisUpsertSink(Sink):
    """Sets and removes hashes. Its writes are idempotent."""

    settings: RedisSettings
    rows: TableRows
    keys: RedisKeys
    batch_size: int
    interval_ms: int

    def guarantee(self) -> Guarantee:
        return IDEMPOTENT

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return RedisTableWriter(self)


class RedisTableWriter(UpsertWriter):
    """Sends a batch in one transaction."""

    def __init__(self, sink: RedisUpsertSink) -> None:
        self._sink = sink
        self._client: Any = sink.settings.client("a table of 'redis'")
        super().__init__(sink.rows, sink.batch_size, sink.interval_ms)

    def send(self, upserts: list[Row], deletes: list[Row]) -> None:
        keys, places, names = self._sink.keys, self._sink.rows.key, self._sink.rows.row_type.names
        try:
            pipeline = self._client.pipeline(transaction=True)
            for row in upserts:
                key = keys.key(tuple(row[place] for place in places))
                pairs = list(zip(names, row, strict=True))
                pipeline.hset(key, mapping={name: value for name, value in pairs if value is not None})
                if gone := [name for name, value in pairs if value is None]:
                    pipeline.hdel(key, *gone)
            if deletes:
                pipeline.delete(*map(keys.key, deletes))
            pipeline.execute()
        except Exception as error:
            raise self._sink.settings.error("a table of 'redis'", "rows were refused", error) from None

    def close(self) -> None:
        super().close()
        self._client.close()
