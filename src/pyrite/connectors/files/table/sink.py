"""FileSystemTableSink: writes the files of a `filesystem` table, exactly once, by partition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Optional, Self

from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.buckets import BucketAssigner
from pyrite.connectors.files.sink.compaction import FileCompactor, FileCompactStrategy
from pyrite.connectors.files.sink.output_file_config import OutputFileConfig
from pyrite.connectors.files.sink.writer import FileWriterSettings, RecordFormat
from pyrite.connectors.files.table.file_sink import TableFiles, TableFileSink
from pyrite.connectors.files.table.formats import FormatWriting
from pyrite.connectors.files.table.partition_commit import PartitionCommit
from pyrite.connectors.files.table.partitions import partition_path
from pyrite.connectors.files.table.rolling import TableRollingPolicy
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.table import SupportsOverwrite, SupportsPartitioning, TableSink, ValidationException
from pyrite.core.connector.table_format import projected_type
from pyrite.core.types import RowType


@dataclass(frozen=True)
class Compaction:
    """The target size of compaction, and the number of folders that are compacted concurrently."""

    size_bytes: int
    threads: int = 1


@dataclass(frozen=True)
class FileSystemTableSink(TableSink, SupportsPartitioning, SupportsOverwrite):
    """Writes files below a path. Partition columns are only in folder names."""

    row_type: RowType
    base: Location
    partition_keys: tuple[str, ...]
    writing: FormatWriting
    policy: TableRollingPolicy
    default_partition: str
    compaction: Optional[Compaction] = None
    commit: Optional[PartitionCommit] = None
    sink_parallelism: Optional[int] = None
    is_batch: bool = False
    configuration: Configuration = field(default_factory=Configuration)
    static_partition: tuple[tuple[str, str], ...] = ()
    overwrites: bool = False

    @property
    def parallelism(self) -> Optional[int]:
        return self.sink_parallelism

    def as_summary_string(self) -> str:
        return "Filesystem"

    def apply_static_partition(self, partition: Mapping[str, str]) -> Self:
        return replace(self, static_partition=tuple(partition.items()))

    def apply_overwrite(self) -> Self:
        if not self.is_batch:
            raise ValidationException("Streaming mode not support overwrite.")
        return replace(self, overwrites=True)

    def create_sink(self) -> Sink:
        strategy, compactor, threads = None, None, 1
        if self.compaction is not None and not self.overwrites:
            threads = self.compaction.threads
            strategy = FileCompactStrategy(self.compaction.size_bytes, 1, threads)
            is_parquet = self.writing.is_bulk
            compactor = FileCompactor.parquet_file_compactor() if is_parquet else FileCompactor.concat_file_compactor()
        settings = FileWriterSettings(
            self.base,
            self.record_format(),
            BucketAssigner.base_path_bucket_assigner(),  # the writer divides blocks by partition
            self.policy,
            OutputFileConfig.builder().build(),
            strategy,
        )
        table = TableFiles(
            self.row_type,
            self.partition_keys,
            self.default_partition,
            self._commit(),
            self.overwrites,
            self._replaced() if self.overwrites else None,
        )
        return TableFileSink(settings, table, compactor, threads, self.configuration)

    def record_format(self) -> RecordFormat:
        """The format of the files, which have all columns except partition keys."""
        names = self.row_type.names
        in_file = [index for index, name in enumerate(names) if name not in self.partition_keys]
        return self.writing.record_format(projected_type(self.row_type, in_file))

    def _commit(self) -> Optional[PartitionCommit]:
        """The partition commit. In BATCH mode, partitions and unpartitioned tables are complete at the end."""
        if self.commit is None or not (self.partition_keys or self.is_batch):
            return None
        return replace(self.commit, times=None) if self.is_batch else self.commit

    def _replaced(self) -> Optional[Location]:
        """The folder that is emptied even without rows: the table's, or a fully specified partition's."""
        if not self.partition_keys:
            return self.base
        static = dict(self.static_partition)
        if set(static) != set(self.partition_keys):
            return None
        return self.base.below(partition_path(static, self.partition_keys))
