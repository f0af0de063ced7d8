"""FileSystemTableSource: reads the files of a `filesystem` table, once or continuously."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Optional, Protocol, Self

from pyrite.connectors.files.formats.column_files import ColumnFileFormat
from pyrite.connectors.files.input_files import FoundFile, InputFiles
from pyrite.connectors.files.paths import Location, PathPattern
from pyrite.connectors.files.source.enumerator import FileEnumerator, FilesSeen
from pyrite.connectors.files.source.reader import FileReader
from pyrite.connectors.files.source.source import FileSource
from pyrite.connectors.files.source.split import FileSplit
from pyrite.connectors.files.source.split_providers import FileEnumeratorProvider
from pyrite.connectors.files.table.file_columns import METADATA, OutputColumn, TableFileFormat
from pyrite.connectors.files.table.partitions import partition_of
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.source import (
    END_OF_INPUT,
    EndOfInput,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SplitEnumeratorContext,
)
from pyrite.core.connector.table import (
    SupportsFilterPushDown,
    SupportsLimitPushDown,
    SupportsPartitionPushDown,
    SupportsProjectionPushDown,
    SupportsReadingMetadata,
    TableSource,
)
from pyrite.core.connector.table_format import projected_type
from pyrite.core.types import LogicalType, RowField, RowType
from pyrite.expressions.partition_values import partition_value
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, transformed
from pyrite.formats.parquet.row_group_filter import ColumnRange, may_match


class FileReading(Protocol):
    """Creates readers for some columns of a file. Picklable."""

    def columns_format(
        self, file_type: RowType, columns: Sequence[int], filters: tuple[ResolvedExpression, ...]
    ) -> ColumnFileFormat:
        """A format for files of `file_type` that reads the given columns, in this order."""
        ...


@dataclass(frozen=True)
class FileSelection:
    """Selects the files of a table below a path."""

    base: Location
    partition_keys: tuple[str, ...] = ()
    partitions: Optional[tuple[tuple[tuple[str, str], ...], ...]] = None
    """The partitions to read, as pairs of key and text in the order of the keys; None: all."""
    path_pattern: Optional[str] = None
    filters: tuple[ResolvedExpression, ...] = ()
    """Partitions in which no row can satisfy all filters are skipped, including later ones."""
    partition_types: tuple[LogicalType, ...] = ()
    default_partition: str = ""

    def takes(self, file: FoundFile) -> bool:
        path = file.location.path
        if self.path_pattern is not None and re.fullmatch(self.path_pattern, path) is None:
            return False
        if not self.partition_keys:
            return True
        spec = partition_of(path.removeprefix(self.base.path), self.partition_keys)
        if spec is None or not (self.partitions is None or tuple(spec.items()) in self.partitions):
            return False
        return not self.filters or self._may_match(spec)

    def _may_match(self, spec: Mapping[str, str]) -> bool:
        ranges = {}
        for key, kind in zip(self.partition_keys, self.partition_types, strict=True):
            try:
                value = None if spec[key] == self.default_partition else partition_value(spec[key], kind)
            except ValueError:  # the reader reports the error
                continue
            ranges[key] = ColumnRange(value, value, int(value is None), 1)
        return all(may_match(tree, ranges) for tree in self.filters)

    def find(self, files: InputFiles, may_be_missing: bool) -> list[FoundFile]:
        if self.partition_keys and self.base.scheme == "file" and not Path(self.base.path).exists():
            return []  # a table without partitions, as in Flink
        return [file for file in files.find(PathPattern(self.base), may_be_missing) if self.takes(file)]


class TableFileSource(FileSource):
    """A FileSource of selected files of a folder. Each reader may have a limit of rows."""

    def __init__(
        self,
        file_format: TableFileFormat,
        selection: FileSelection,
        period_ms: int,
        limit: Optional[int],
        settings: Configuration,
    ) -> None:
        split_bytes = FileEnumeratorProvider.default_splittable_file_enumerator().split_bytes
        super().__init__(file_format, [], split_bytes, period_ms, BadRecords.FAIL, settings)
        self._selection = selection
        self._limit = limit

    def create_reader(self, context: SourceReaderContext) -> SourceReader[FileSplit]:
        reader = super().create_reader(context)
        if self._limit is None:
            return reader
        return LimitedFileReader(self._format, self._files(), self._policy, context, self._limit)

    def create_enumerator(
        self, context: SplitEnumeratorContext[FileSplit], seen: Optional[FilesSeen] = None
    ) -> FileEnumerator:
        find = partial(self._selection.find, self._files(), self._period_ms > 0)
        return FileEnumerator(context, find, self._cut, self._period_ms, seen)


class LimitedFileReader(FileReader):
    """Reads up to a limit of rows, and skips the rest of its files. After a restore the count restarts."""

    def __init__(self, *arguments: Any) -> None:
        *others, self._remaining = arguments
        super().__init__(*others)

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._remaining <= 0:
            return self._skip()
        polled = super().poll(min(max_records, self._remaining), timeout_ms)
        if isinstance(polled, SourceBlock):
            self._remaining -= len(polled.values)
        return polled

    def _skip(self) -> SourceBlock | EndOfInput | None:
        """Skips the next split."""
        split = self._split or (self._waiting.popleft() if self._waiting else None)
        if split is None:
            return END_OF_INPUT if self._complete else None
        self.close()
        if not self._waiting and not self._complete:
            self._context.request_split()
        return SourceBlock(split.split_id, self._format.no_records(), split_ended=True)


@dataclass(frozen=True)
class FileSystemTableSource(
    TableSource,
    SupportsProjectionPushDown,
    SupportsFilterPushDown,
    SupportsLimitPushDown,
    SupportsPartitionPushDown,
    SupportsReadingMetadata,
):
    """Reads files below a path. `projection` has indices of `row_type`. Partition columns are not in the files."""

    row_type: RowType
    selection: FileSelection
    reading: FileReading
    default_partition: str
    period_ms: int = 0
    scan_parallelism: Optional[int] = None
    projection: Optional[tuple[int, ...]] = None
    metadata: tuple[str, ...] = ()
    filters: tuple[ResolvedExpression, ...] = ()
    limit: Optional[int] = None
    configuration: Configuration = field(default_factory=Configuration)

    @property
    def produced_type(self) -> RowType:
        physical = projected_type(self.row_type, self.projection)
        return RowType((*physical.fields, *(RowField(f"$metadata.{key}", METADATA[key]) for key in self.metadata)))

    @property
    def is_bounded(self) -> bool:
        return not self.period_ms

    @property
    def parallelism(self) -> Optional[int]:
        return self.scan_parallelism

    def as_summary_string(self) -> str:
        return "Filesystem"

    # Abilities --------------------------------------------------------------------------------------------------------

    def apply_projection(self, columns: Sequence[int]) -> Self:
        return replace(self, projection=tuple(columns))

    def apply_filters(self, filters: Sequence[Any]) -> tuple[Self, list[Any]]:
        """Returns all filters as remaining: they only skip partitions and parts of files."""
        keys, fields = self.selection.partition_keys, self.row_type.fields
        pushed = (*self.filters, *(self._with_own_names(tree) for tree in filters))
        selection = replace(
            self.selection,
            filters=pushed,
            partition_types=tuple(fields[self.row_type.names.index(key)].type for key in keys),
            default_partition=self.default_partition,
        )
        return replace(self, selection=selection, filters=pushed), list(filters)

    def _with_own_names(self, tree: ResolvedExpression) -> ResolvedExpression:
        """Replaces column indices by the table's column names, which files and partitions use."""
        names = self.produced_type.names
        return transformed(
            tree, lambda node: replace(node, name=names[node.index]) if isinstance(node, FieldReference) else node
        )

    def apply_limit(self, limit: int) -> Self:
        return replace(self, limit=limit)

    def list_partitions(self) -> Optional[list[dict[str, Optional[str]]]]:
        """The current partitions. None if the path is monitored, because later partitions must be read too."""
        if not self.selection.partition_keys or self.period_ms:
            return None
        keys, base = self.selection.partition_keys, self.selection.base.path
        files = replace(self.selection, partitions=None).find(InputFiles(self.configuration), may_be_missing=True)
        specs = [partition_of(file.location.path.removeprefix(base), keys) for file in files]
        partitions = dict.fromkeys(tuple(spec.items()) for spec in specs if spec is not None)
        return [{key: None if text == self.default_partition else text for key, text in pairs} for pairs in partitions]

    def apply_partitions(self, partitions: Sequence[Mapping[str, Optional[str]]]) -> Self:
        keys, default = self.selection.partition_keys, self.default_partition
        selected = tuple(
            tuple((key, default if (text := partition[key]) is None else text) for key in keys)
            for partition in partitions
        )
        return replace(self, selection=replace(self.selection, partitions=selected))

    def list_readable_metadata(self) -> dict[str, LogicalType]:
        return dict(METADATA)

    def apply_readable_metadata(self, keys: Sequence[str]) -> Self:
        return replace(self, metadata=tuple(keys))

    # Running ----------------------------------------------------------------------------------------------------------

    def create_source(self) -> Source[Any]:
        keys = self.selection.partition_keys
        fields, output_columns, read_columns = self.row_type.fields, self._output_columns, self._file_columns
        columns = [
            OutputColumn(partition_key=fields[index].name)
            if fields[index].name in keys
            else OutputColumn(in_file=read_columns.index(index))
            for index in output_columns
        ]
        file_format = TableFileFormat(
            self.columns_format(),
            self.produced_type,
            (*columns, *(OutputColumn(metadata_key=key) for key in self.metadata)),
            self.selection.base.path,
            keys,
            self.default_partition,
        )
        return TableFileSource(file_format, self.selection, self.period_ms, self.limit, self.configuration)

    def columns_format(self) -> ColumnFileFormat:
        """The format for reading the columns of a file."""
        keys = self.selection.partition_keys
        in_file = [index for index, field in enumerate(self.row_type.fields) if field.name not in keys]
        places = [in_file.index(index) for index in self._file_columns]
        return self.reading.columns_format(projected_type(self.row_type, in_file), places, self.filters)

    @property
    def _output_columns(self) -> Sequence[int]:
        return range(len(self.row_type.fields)) if self.projection is None else self.projection

    @property
    def _file_columns(self) -> list[int]:
        """The output columns that are in the files; the others are partition columns."""
        fields, keys = self.row_type.fields, self.selection.partition_keys
        return [index for index in self._output_columns if fields[index].name not in keys]
