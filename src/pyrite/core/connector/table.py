"""The contract between SQL and a connector: a factory that creates a table's source and sink from its options.

`TableSource` and `TableSink` are descriptions: frozen values that the planner queries and modifies. Their constructors
check the table's options and types. The actual `Source` or `Sink` is created once, when the plan is translated; its
blocks are columns (`ColumnBlock`). An ability is a further base class of a source or sink, with Flink's name; each
`apply_...` returns a modified copy.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Optional, Self, cast

import pyarrow as pa

from pyrite.core.blocks.changelog import INSERT_ONLY, ChangelogMode
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source, SourceBlock
from pyrite.core.errors import ConnectorError
from pyrite.core.errors import ValidationException as ValidationException
from pyrite.core.types import LogicalType, ObjectIdentifier, RowType
from pyrite.core.types.arrow import to_arrow_schema


@dataclass(frozen=True)
class TableContext:
    """The table, for its factory. `row_type` has its physical columns only."""

    identifier: ObjectIdentifier
    row_type: RowType
    options: Mapping[str, str] = field(repr=False)
    """Not part of the repr, since options may contain passwords."""
    primary_key: tuple[str, ...] = ()
    partition_keys: tuple[str, ...] = ()
    configuration: Configuration = field(default_factory=Configuration)
    is_batch: bool = False
    is_temporary: bool = False


def column_block(columns: Sequence[Any], row_type: RowType, rows: int) -> ColumnBlock:
    """A block of Arrow arrays, or lists of Python values, one for each column of a row type.

    `rows` is the number of rows, which a query without columns needs too. Raises ConnectorError for values that do not
    have their column's type.
    """
    schema = to_arrow_schema(row_type)
    if len(columns) != len(schema):
        raise ConnectorError(f"expected {len(schema)} columns, {', '.join(schema.names)}, but got {len(columns)}")
    if not columns:
        return ColumnBlock(pa.RecordBatch.from_struct_array(pa.StructArray.from_buffers(pa.struct([]), rows, [None])))
    arrays = [_array_of(column, field) for column, field in zip(columns, schema, strict=True)]
    return ColumnBlock(pa.RecordBatch.from_arrays(arrays, schema=schema))


def _array_of(column: Any, field: Any) -> Any:
    try:
        if isinstance(column, pa.Array):
            return column if column.type == field.type else column.cast(field.type)
        return pa.array(column, field.type)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        raise ConnectorError(f"column '{field.name}' has values that are no {field.type}: {error}") from None


def columns_of_split(split_id: str, block: ColumnBlock, split_ended: bool = False) -> SourceBlock:
    """The result of a table source's reader: `SourceBlock.values` is a block of columns instead of a list."""
    return SourceBlock(split_id, cast(list[Any], block), None, split_ended)


class TableSource(ABC):
    """Describes a readable table: Flink's ScanTableSource."""

    @property
    @abstractmethod
    def produced_type(self) -> RowType:
        """The columns of its blocks, in order."""

    @property
    @abstractmethod
    def is_bounded(self) -> bool:
        """Returns whether the source ends."""

    @property
    def changelog_mode(self) -> ChangelogMode:
        """Returns the kinds of change that the source emits."""
        return INSERT_ONLY

    @property
    def parallelism(self) -> Optional[int]:
        """The value of `scan.parallelism`."""
        return None

    @abstractmethod
    def as_summary_string(self) -> str:
        """A short description of the source, without passwords, for plans."""

    @abstractmethod
    def create_source(self) -> Source[Any]:
        """Creates the source. Its readers return blocks of `produced_type`, made by `columns_of_split`."""


class SupportsProjectionPushDown(ABC):
    """A source that reads only the required columns."""

    @abstractmethod
    def apply_projection(self, columns: Sequence[int]) -> Self:
        """The source with these of its physical columns, in this order; metadata columns follow them."""


class SkipsUnreadColumns(ABC):
    """A source that generates its values, and need not generate unread columns. Plans do not show it."""

    @abstractmethod
    def skip_unread(self, columns: frozenset[int]) -> Self:
        """The source with NULLs in all columns but these, even in columns that are NOT NULL."""


class SupportsFilterPushDown(ABC):
    """A source that can filter rows."""

    @abstractmethod
    def apply_filters(self, filters: Sequence[Any]) -> tuple[Self, list[Any]]:
        """The source with the filters that it can apply (ResolvedExpressions over its columns), and the remaining
        filters.

        A filter that it applies only partly is also a remaining filter.
        """


class SupportsLimitPushDown(ABC):
    """A source that can end early."""

    @abstractmethod
    def apply_limit(self, limit: int) -> Self:
        """The source whose readers each return at least `limit` rows, if they have as many."""


class SupportsPartitionPushDown(ABC):
    """A source that can skip whole partitions."""

    @abstractmethod
    def list_partitions(self) -> Optional[list[dict[str, Optional[str]]]]:
        """All partitions, with a text for each partition key, or None for NULL; None if they cannot be listed.

        In that case all partitions are read. The texts have Flink's format, the format of the folders' names.
        """

    @abstractmethod
    def apply_partitions(self, partitions: Sequence[Mapping[str, Optional[str]]]) -> Self:
        """The source with these of its partitions only."""


class SupportsWatermarkPushDown:
    """A source whose scan generates watermarks per split.

    Otherwise, watermarks are generated from the rows of all splits in the order of arrival, and the options
    `scan.watermark.*` have no effect.
    """


class SupportsReadingMetadata(ABC):
    """A source with columns that are not part of the records."""

    @abstractmethod
    def list_readable_metadata(self) -> dict[str, LogicalType]:
        """The metadata by key, each with its type."""

    @abstractmethod
    def apply_readable_metadata(self, keys: Sequence[str]) -> Self:
        """The source with these metadata columns after its physical columns, under the names `$metadata.KEY`."""


class TableSink(ABC):
    """Describes a writable table: Flink's DynamicTableSink."""

    @property
    def changelog_mode(self) -> ChangelogMode:
        """The kinds of change that it accepts."""
        return INSERT_ONLY

    def accepted_mode(self, query: ChangelogMode) -> ChangelogMode:
        """The kinds of change that it accepts from a query with these changes; Flink's getChangelogMode.

        A sink that always writes by primary key returns `changelog_mode`: then inserts that may repeat a key need ON
        CONFLICT too.
        """
        mode = self.changelog_mode
        return ChangelogMode(mode.kinds & query.kinds, mode.has_key_deletes)

    @property
    def parallelism(self) -> Optional[int]:
        """The value of `sink.parallelism`."""
        return None

    @abstractmethod
    def as_summary_string(self) -> str:
        """A short description of the sink, without passwords, for plans."""

    @property
    def takes_timestamps(self) -> bool:
        """Whether its writers read `block.timestamps`: the query's event time, if it has one such column."""
        return False

    @abstractmethod
    def create_sink(self) -> Sink:
        """Creates the sink. Its writers receive ColumnBlocks of the table's physical columns, then metadata columns."""


class SupportsWritingMetadata(ABC):
    """A sink that writes columns which are not part of the records."""

    @abstractmethod
    def list_writable_metadata(self) -> dict[str, LogicalType]:
        """Returns the metadata that can be written: keys with their types."""

    @abstractmethod
    def apply_writable_metadata(self, keys: Sequence[str]) -> Self:
        """The sink with these metadata columns after the physical columns, under the names `$metadata.KEY`."""


class SupportsPartitioning(ABC):
    """A sink that writes into partitions."""

    @abstractmethod
    def apply_static_partition(self, partition: Mapping[str, str]) -> Self:
        """Passes the partition of INSERT INTO t PARTITION (...), for an overwrite; blocks have its columns too."""


class SupportsOverwrite(ABC):
    """A sink that can replace existing data."""

    @abstractmethod
    def apply_overwrite(self) -> Self:
        """Returns the sink that replaces existing data."""


class TableFactory(ABC):
    """Creates sources and sinks of tables whose option 'connector' is `identifier`; raises for invalid options."""

    identifier: ClassVar[str]
    required_options: ClassVar[tuple[ConfigOption[Any], ...]] = ()
    optional_options: ClassVar[tuple[ConfigOption[Any], ...]] = ()
    option_prefixes: ClassVar[tuple[str, ...]] = ()
    """Prefixes of further options, such as `properties.` and `fields.`."""

    def describe_source(self, context: TableContext) -> TableSource:
        """Returns the source for a table. ValidationException if the connector cannot be read from."""
        raise ValidationException(
            f"Connector '{self.identifier}' can only be used as a sink. It cannot be used as a source."
        )

    def describe_sink(self, context: TableContext) -> TableSink:
        """Returns the sink for a table. ValidationException if the connector cannot be written to."""
        raise ValidationException(
            f"Connector '{self.identifier}' can only be used as a source. It cannot be used as a sink."
        )
