"""Abilities: what a plan asks of a table's source or sink beyond the table's options.

A node keeps them in the order in which they were asked for, so that a plan that was stored can ask for them again.
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
    """Something that a source can do, if it has the base class for it."""

    def apply(self, source: TableSource) -> TableSource:
        raise NotImplementedError


@dataclass(frozen=True)
class ProjectPushDown(SourceAbility):
    """Reads these physical columns only."""

    columns: tuple[int, ...]

    def apply(self, source: TableSource) -> TableSource:
        assert isinstance(source, SupportsProjectionPushDown)
        return source.apply_projection(self.columns)


@dataclass(frozen=True)
class ReadingMetadata(SourceAbility):
    """Reads the metadata of these keys, after the physical columns."""

    keys: tuple[str, ...]

    def apply(self, source: TableSource) -> TableSource:
        assert isinstance(source, SupportsReadingMetadata)
        return source.apply_readable_metadata(self.keys)


@dataclass(frozen=True)
class FilterPushDown(SourceAbility):
    """Leaves out rows that do not meet these conditions, or some of them."""

    filters: tuple[ResolvedExpression, ...]

    def apply(self, source: TableSource) -> TableSource:
        return self.applied(source)[0]

    def applied(self, source: TableSource) -> tuple[TableSource, list[ResolvedExpression]]:
        """The source, and the conditions that remain."""
        assert isinstance(source, SupportsFilterPushDown)
        return source.apply_filters(self.filters)


@dataclass(frozen=True)
class LimitPushDown(SourceAbility):
    """Ends after this many rows."""

    limit: int

    def apply(self, source: TableSource) -> TableSource:
        assert isinstance(source, SupportsLimitPushDown)
        return source.apply_limit(self.limit)


@dataclass(frozen=True)
class PartitionPushDown(SourceAbility):
    """Reads these partitions only."""

    partitions: tuple[tuple[tuple[str, Optional[str]], ...], ...]

    def apply(self, source: TableSource) -> TableSource:
        assert isinstance(source, SupportsPartitionPushDown)
        return source.apply_partitions([dict(each) for each in self.partitions])


@dataclass(frozen=True)
class SinkAbility:
    """Something that a sink can do, if it has the base class for it."""

    def apply(self, sink: TableSink) -> TableSink:
        raise NotImplementedError


@dataclass(frozen=True)
class Overwrite(SinkAbility):
    """Replaces what is there."""

    def apply(self, sink: TableSink) -> TableSink:
        assert isinstance(sink, SupportsOverwrite)
        return sink.apply_overwrite()


@dataclass(frozen=True)
class StaticPartition(SinkAbility):
    """Writes into one partition."""

    values: tuple[tuple[str, str], ...]

    def apply(self, sink: TableSink) -> TableSink:
        assert isinstance(sink, SupportsPartitioning)
        return sink.apply_static_partition(dict(self.values))


@dataclass(frozen=True)
class WritingMetadata(SinkAbility):
    """Takes the metadata of these keys, after the physical columns."""

    keys: tuple[str, ...]

    def apply(self, sink: TableSink) -> TableSink:
        assert isinstance(sink, SupportsWritingMetadata)
        return sink.apply_writable_metadata(self.keys)
