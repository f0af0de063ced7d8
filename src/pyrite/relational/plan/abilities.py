"""Abilities: requests of a plan to a table's source or sink, beyond the table's options.

A node stores them in the order of the requests, so that a stored plan can repeat them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from pyrite.core.connector.table import (
    SupportsFilterPushDown,
    SupportsLimitPushDown,
    SupportsOverwrite,
    SupportsPartitioning,
    SupportsPartitionPushDown,
    SupportsProjectionPushDown,
    SupportsReadingMetadata,
    SupportsWritingMetadata,
    TableSink,
    TableSource,
)
from pyrite.expressions.resolved import ResolvedExpression


@dataclass(frozen=True)
class SourceAbility:
    """A request to a source that has the corresponding base class."""

    def apply(self, source: TableSource) -> TableSource:
        raise NotImplementedError


@dataclass(frozen=True)
class ProjectPushDown(SourceAbility):
    """Read only these physical columns."""

    columns: tuple[int, ...]

    def apply(self, source: TableSource) -> TableSource:
        assert isinstance(source, SupportsProjectionPushDown)
        return source.apply_projection(self.columns)


@dataclass(frozen=True)
class ReadingMetadata(SourceAbility):
    """Read the metadata of these keys, after the physical columns."""

    keys: tuple[str, ...]

    def apply(self, source: TableSource) -> TableSource:
        assert isinstance(source, SupportsReadingMetadata)
        return source.apply_readable_metadata(self.keys)


@dataclass(frozen=True)
class FilterPushDown(SourceAbility):
    """Drop rows that do not meet these conditions, or some of them."""

    filters: tuple[ResolvedExpression, ...]

    def apply(self, source: TableSource) -> TableSource:
        return self.applied(source)[0]

    def applied(self, source: TableSource) -> tuple[TableSource, list[ResolvedExpression]]:
        """Returns the source, and the remaining conditions."""
        assert isinstance(source, SupportsFilterPushDown)
        return source.apply_filters(self.filters)


@dataclass(frozen=True)
class LimitPushDown(SourceAbility):
    """Stop after this number of rows."""

    limit: int

    def apply(self, source: TableSource) -> TableSource:
        assert isinstance(source, SupportsLimitPushDown)
        return source.apply_limit(self.limit)


@dataclass(frozen=True)
class PartitionPushDown(SourceAbility):
    """Read only these partitions."""

    partitions: tuple[tuple[tuple[str, Optional[str]], ...], ...]

    def apply(self, source: TableSource) -> TableSource:
        assert isinstance(source, SupportsPartitionPushDown)
        return source.apply_partitions([dict(each) for each in self.partitions])


@dataclass(frozen=True)
class SinkAbility:
    """A request to a sink that has the corresponding base class."""

    def apply(self, sink: TableSink) -> TableSink:
        raise NotImplementedError


@dataclass(frozen=True)
class Overwrite(SinkAbility):
    """Replace existing data."""

    def apply(self, sink: TableSink) -> TableSink:
        assert isinstance(sink, SupportsOverwrite)
        return sink.apply_overwrite()


@dataclass(frozen=True)
class StaticPartition(SinkAbility):
    """Write to one partition."""

    values: tuple[tuple[str, str], ...]

    def apply(self, sink: TableSink) -> TableSink:
        assert isinstance(sink, SupportsPartitioning)
        return sink.apply_static_partition(dict(self.values))


@dataclass(frozen=True)
class WritingMetadata(SinkAbility):
    """Accept the metadata of these keys, after the physical columns."""

    keys: tuple[str, ...]

    def apply(self, sink: TableSink) -> TableSink:
        assert isinstance(sink, SupportsWritingMetadata)
        return sink.apply_writable_metadata(self.keys)
