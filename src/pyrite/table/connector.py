"""Base classes for custom table connectors: a factory with its options, sources and sinks with their abilities."""

from pyrite.connectors.table_factories import register_table_factory
from pyrite.core.blocks.changelog import ChangelogMode
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.config.config_options import ConfigOption, ConfigOptions
from pyrite.core.connector.lookup import (
    AsyncLookupReader,
    FullCache,
    Lookup,
    LookupOnlySource,
    LookupReader,
    PartialCache,
    SupportsLookup,
)
from pyrite.core.connector.table import (
    SkipsUnreadColumns,
    SupportsFilterPushDown,
    SupportsLimitPushDown,
    SupportsOverwrite,
    SupportsPartitioning,
    SupportsPartitionPushDown,
    SupportsProjectionPushDown,
    SupportsReadingMetadata,
    SupportsWatermarkPushDown,
    SupportsWritingMetadata,
    TableContext,
    TableFactory,
    TableSink,
    TableSource,
    column_block,
    columns_of_split,
)
from pyrite.core.connector.table_format import ChosenFormat, ColumnDecoder, ColumnEncoder, TableFormat
from pyrite.core.connector.table_options import TableOptions
from pyrite.core.errors import ConnectorError, ValidationException
from pyrite.expressions.resolved import FieldReference, FunctionCall, ResolvedExpression, ValueLiteral

__all__ = [
    "AsyncLookupReader",
    "ChangelogMode",
    "ChosenFormat",
    "ColumnBlock",
    "ColumnDecoder",
    "ColumnEncoder",
    "ConfigOption",
    "ConfigOptions",
    "ConnectorError",
    "FieldReference",
    "FullCache",
    "FunctionCall",
    "Lookup",
    "LookupOnlySource",
    "LookupReader",
    "PartialCache",
    "ResolvedExpression",
    "SkipsUnreadColumns",
    "SupportsFilterPushDown",
    "SupportsLimitPushDown",
    "SupportsLookup",
    "SupportsOverwrite",
    "SupportsPartitionPushDown",
    "SupportsPartitioning",
    "SupportsProjectionPushDown",
    "SupportsReadingMetadata",
    "SupportsWatermarkPushDown",
    "SupportsWritingMetadata",
    "TableContext",
    "TableFactory",
    "TableFormat",
    "TableOptions",
    "TableSink",
    "TableSource",
    "ValidationException",
    "ValueLiteral",
    "column_block",
    "columns_of_split",
    "register_table_factory",
]
