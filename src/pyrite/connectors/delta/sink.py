"""DeltaSink: appends rows to a Delta Lake table, exactly once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Optional

import pyarrow as pa
from pyarrow import parquet

from pyrite.connectors.delta.delta_table import DataFile, DeltaTables
from pyrite.connectors.files.input_files import merged
from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.buckets import BucketAssigner
from pyrite.connectors.files.sink.committables import Publish
from pyrite.connectors.files.sink.open_output_store import open_output_store
from pyrite.connectors.files.sink.output_file_config import OutputFileConfig
from pyrite.connectors.files.sink.output_store import OutputStore, Prepared
from pyrite.connectors.files.sink.part_name import PartName
from pyrite.connectors.files.sink.rolling import OnCheckpointRollingPolicy
from pyrite.connectors.files.sink.writer import FileWriter, FileWriterSettings
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.delta import to_delta_column
from pyrite.formats.arrow.rows import ArrowRows, RowType
from pyrite.formats.parquet.files import ParquetWriterFactory

_GIVES = Guarantee(
    EXACTLY_ONCE, "each commit has a unique number in the table's log, by which repeated commits are detected"
)


class DeltaRows(ArrowRows):
    """Converts rows to Delta's types: timestamps in microseconds, signed numbers."""

    def __init__(self, row_type: RowType) -> None:
        super().__init__(row_type)
        self._input_schema = self.schema
        self.schema = pa.schema([to_delta_column(field) for field in self._input_schema])

    def _batch(self, values: Any) -> pa.RecordBatch:
        columns = zip(*self._fields(values), strict=True)
        fields = enumerate(zip(self._input_schema, self.schema, columns, strict=True))
        arrays = [
            self._array(index, source_field, column).cast(field.type) for index, (source_field, field, column) in fields
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)


@persisted("delta-commit/1")
@dataclass(frozen=True)
class DeltaCommit:
    """The committable: files to add to the table, as a numbered commit of a writer."""

    app_id: str
    version: int
    parts: tuple[Prepared, ...]


class DeltaWriter(FileWriter):
    """Writes Parquet files, and commits them together at every checkpoint."""

    holds_files = False

    def __init__(self, settings: FileWriterSettings, store: OutputStore, context: WriterInitContext) -> None:
        super().__init__(settings, store, context)
        name: PartName = self._name
        self._app_id = f"pyrite-{name.owner}-{name.subtask}of{name.parallelism}-{name.attempt}-{name.token}"
        self._version = 0

    def prepare_commit(self) -> list[Any]:
        parts = tuple(committable.part for committable in super().prepare_commit() if isinstance(committable, Publish))
        if not parts:
            return []
        self._version += 1
        return [DeltaCommit(self._app_id, self._version, parts)]

    def snapshot_state(self, checkpoint_id: int) -> list[Any]:
        return []


class DeltaCommitter(Committer):
    """Renames files, and then adds them to the log. Both steps are idempotent."""

    def __init__(self, open_store: Callable[[], OutputStore], table: DeltaTables) -> None:
        self._open_store = open_store
        self._table = table
        self._store: Optional[OutputStore] = None

    def commit(self, committables: list[DeltaCommit]) -> None:
        if self._store is None:
            self._store = self._open_store()
        for committable in committables:
            if not self._table.is_in(committable.app_id, committable.version):
                self._store.publish(list(committable.parts))
                files = [self._data_file(self._store, part) for part in committable.parts]
                self._table.add(committable.app_id, committable.version, files)

    def abort(self, committables: list[DeltaCommit]) -> None:
        store = self._open_store()
        for committable in committables:
            for part in committable.parts:
                store.discard(part)

    def _data_file(self, store: OutputStore, part: Prepared) -> DataFile:
        with store.open_input(part.final) as source:
            rows = parquet.read_metadata(source).num_rows
        return DataFile(part.final.path.rpartition("/")[2], part.size_bytes, rows)


class DeltaSink(Sink):
    """Appends rows to an unpartitioned table. A missing table is created."""

    declaration: ClassVar[Declaration] = Declaration(
        "Delta Lake", (_GIVES,), needs="checkpoints; pyrite[delta]; s3://: the extra `s3`", tried_with="deltalake 1.6"
    )

    def __init__(
        self,
        path: str,
        row_type: RowType,
        parquet_settings: Optional[Configuration] = None,
        file_system_settings: Optional[Configuration] = None,
    ) -> None:
        """`path` is the table's folder, local or in S3. See `ParquetBulkWriters` for `parquet_settings`."""
        load("deltalake", "delta", "DeltaSink")
        self._base = Location.of(path)
        rows = DeltaRows(row_type)
        self._schema = rows.schema
        self._settings = FileWriterSettings(
            self._base,
            ParquetWriterFactory(rows, parquet_settings),
            BucketAssigner.base_path_bucket_assigner(),
            OnCheckpointRollingPolicy(256 << 20),
            OutputFileConfig("part", ".parquet"),
        )
        self._own_settings = file_system_settings or Configuration()
        self._job_settings = Configuration()

    def configure(self, configuration: Configuration) -> None:
        self._job_settings = configuration

    def _open_store(self) -> OutputStore:
        return open_output_store(self._base, merged(self._job_settings, self._own_settings))

    def _table(self) -> DeltaTables:
        return DeltaTables(self._base, self._schema, merged(self._job_settings, self._own_settings))

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        self._table().ensure()
        return DeltaWriter(self._settings, self._open_store(), context)

    def create_committer(self) -> Committer:
        return DeltaCommitter(self._open_store, self._table())

    def guarantee(self) -> Guarantee:
        return _GIVES
