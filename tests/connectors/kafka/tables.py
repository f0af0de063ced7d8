"""Kafka tables of tests: made by their factory, without SQL."""

from __future__ import annotations

from typing import Any

from pyrite.connectors.kafka.table.table import KafkaTableFactory, KafkaTableSink, KafkaTableSource
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.connector.table import TableContext
from pyrite.core.types import BigIntType, ObjectIdentifier, RowType, string_type
from pyrite.formats.table_values import batch_of_rows
from servers.kafka import KafkaServer
from tests.connectors.kafka.reading import Run

ORDERS = RowType.of([BigIntType(), string_type(), string_type()], ["id", "name", "note"])
SOMEWHERE = "localhost:1"


def context(options: dict[str, str], row_type: RowType = ORDERS, **more: Any) -> TableContext:
    return TableContext(ObjectIdentifier("c", "d", "orders"), row_type, {"connector": "kafka", **options}, **more)


def options_of(servers: str, topic: str, **more: str) -> dict[str, str]:
    """Options with _ for dots and __ for hyphens."""
    named = {key.replace("__", "-").replace("_", "."): value for key, value in more.items()}
    return {"properties.bootstrap.servers": servers, _topic_key(topic): topic, "format": "json", **named}


def _topic_key(topic: str) -> str:
    return "topic-pattern" if "|" in topic else "topic"


def source_of(broker: KafkaServer, topic: str, row_type: RowType = ORDERS, /, **more: str) -> KafkaTableSource:
    """A table that is read from its first record to the end, unless the options say otherwise."""
    options = options_of(broker.address, topic, **{"scan_startup_mode": "earliest-offset", **more})
    options.setdefault("scan.bounded.mode", "latest-offset")
    return KafkaTableFactory().describe_source(context(options, row_type))


def sink_of(broker: KafkaServer, topic: str, row_type: RowType = ORDERS, /, **more: str) -> KafkaTableSink:
    return KafkaTableFactory().describe_sink(context(options_of(broker.address, topic, **more), row_type))


def rows(source: KafkaTableSource, parallelism: int = 1) -> list[tuple[Any, ...]]:
    """What a bounded table has, by partition and offset."""
    with Run(source.create_source(), parallelism) as run:
        return [tuple(row.values()) for block in run.rest_blocks() for row in block.batch.to_pylist()]


def block(values: list[tuple[Any, ...]], row_type: RowType = ORDERS) -> ColumnBlock:
    return ColumnBlock(batch_of_rows(values, row_type))
