"""Tables for tests: contexts, readers and rows without a job."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Optional

from pyrite.connectors.table_factories import table_factory
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.clock import Clock
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.connector.source import EndOfInput, Source, SourceReader
from pyrite.core.connector.table import TableContext, TableSink, TableSource
from pyrite.core.types import LogicalType, ObjectIdentifier, RowField, RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.values import to_column, to_values
from tests.connectors.readers import reader_of


def row_type(**types: LogicalType) -> RowType:
    return RowType(tuple(RowField(name, kind) for name, kind in types.items()))


def table(options: dict[str, Any], partition_keys: Iterable[str] = (), /, **types: LogicalType) -> TableContext:
    """A table with these options and columns."""
    return TableContext(
        ObjectIdentifier("default_catalog", "default_database", "t"),
        row_type(**types),
        {key: str(value) for key, value in options.items()},
        partition_keys=tuple(partition_keys),
    )


def source_of(context: TableContext) -> TableSource:
    return table_factory(context.options["connector"]).describe_source(context)


def sink_of(context: TableContext) -> TableSink:
    return table_factory(context.options["connector"]).describe_sink(context)


def rows_of(block: ColumnBlock, kind: RowType) -> list[tuple[Any, ...]]:
    columns = [to_values(block.batch.column(index), child) for index, child in enumerate(kind.children)]
    return list(zip(*columns, strict=True)) if columns else [()] * len(block)


def block_of(kind: RowType, rows: Iterable[tuple[Any, ...]]) -> ColumnBlock:
    """A block with these rows, values as expressions have them."""
    import pyarrow as pa

    listed = list(rows)
    columns = [to_column([row[index] for row in listed], child) for index, child in enumerate(kind.children)]
    return ColumnBlock(pa.record_batch(columns, schema=to_arrow_schema(kind)))


def blocks_of(reader: SourceReader[Any], max_records: int = 1000, limit: Optional[int] = None) -> list[ColumnBlock]:
    """The blocks of a reader up to its end, or `limit` of them."""
    blocks: list[ColumnBlock] = []
    while limit is None or len(blocks) < limit:
        polled = reader.poll(max_records, 0)
        if isinstance(polled, EndOfInput):
            break
        if polled is None:
            assert limit is None, "the reader has nothing to wait for"
            continue
        values: Any = polled.values
        assert isinstance(values, ColumnBlock)
        assert len(values) <= max_records
        blocks.append(values)
    return blocks


def read_table(source: TableSource, max_records: int = 1000, parallelism: int = 1) -> list[tuple[Any, ...]]:
    """All rows of a bounded table."""
    running: Source[Any] = source.create_source()
    blocks = [
        block
        for subtask in range(parallelism)
        for block in blocks_of(reader_of(running, subtask, parallelism), max_records)
    ]
    return [row for block in blocks for row in rows_of(block, source.produced_type)]


def writer_context(texts: list[tuple[str, bool]], subtask: int = 0, parallelism: int = 1) -> WriterInitContext:
    return WriterInitContext(
        subtask, parallelism, 0, lambda text, err: texts.append((text, err)), lambda values: None, checkpointing=True
    )


def reader_at(source: Source[Any], splits: list[Any], clock: Clock) -> SourceReader[Any]:
    """A reader that is restored with these splits."""
    from pyrite.core.connector.source import SourceReaderContext

    reader = source.create_reader(SourceReaderContext(0, 1, clock))
    reader.open()
    reader.add_splits(splits)
    reader.notify_no_more_splits()
    return reader
