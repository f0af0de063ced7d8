"""TableFileSink: writes blocks of columns to the files of their partitions, as a FileSink."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.connectors.files.input_files import InputFiles, merged
from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.committables import Compact, Discard, FileWriterState, Publish
from pyrite.connectors.files.sink.committer import FileCommitter
from pyrite.connectors.files.sink.compaction import FileCompactor
from pyrite.connectors.files.sink.output_store import OutputStore
from pyrite.connectors.files.sink.sink import FileSink
from pyrite.connectors.files.sink.writer import FileWriter, FileWriterSettings
from pyrite.connectors.files.table.overwrite import ReplaceFolder, replace_folders
from pyrite.connectors.files.table.partition_commit import PartitionCommit, PartitionTracker, commit_partitions
from pyrite.connectors.files.table.partitions import partition_path, partition_text
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.sink import Committer, SinkWriter, WriterInitContext
from pyrite.core.connector.table_format import ColumnEncoder
from pyrite.core.errors import ConnectorError
from pyrite.core.types import RowType
from pyrite.expressions.values import to_values

_ROWS_AT_ONCE: Final = 16_384
"""After this many rows the rolling policy is asked about the size of the file."""
_FILES: Final = (Publish, Compact, Discard)


@dataclass(frozen=True)
class TableFiles:
    """The settings of a table's sink beyond a FileSink's. `replaced` is a folder that INSERT OVERWRITE empties."""

    row_type: RowType
    partition_keys: tuple[str, ...]
    default_partition: str
    commit: Optional[PartitionCommit] = None
    overwrites: bool = False
    replaced: Optional[Location] = None


class TableFileSink(FileSink):
    """A FileSink whose writers accept blocks of columns."""

    def __init__(
        self,
        settings: FileWriterSettings,
        table: TableFiles,
        compactor: Optional[FileCompactor],
        threads: int,
        own_settings: Configuration,
    ) -> None:
        super().__init__(settings, compactor, threads, own_settings)
        self._table = table

    def restore_writer(self, context: WriterInitContext, states: list[Any]) -> SinkWriter:
        return TableFileWriter(self._settings, self._table, self._open_store(), context, states)

    def create_committer(self) -> Committer:
        files = InputFiles(merged(self._job_settings, self._own_settings))
        return TableFileCommitter(self, self._table.overwrites, files)

    def open_store(self) -> OutputStore:
        return self._open_store()

    @property
    def compactor(self) -> Optional[FileCompactor]:
        return self._compactor

    @property
    def threads(self) -> int:
        return self._threads


class TableFileWriter(FileWriter):
    """Divides each block by partition."""

    def __init__(
        self,
        settings: FileWriterSettings,
        table: TableFiles,
        store: OutputStore,
        context: WriterInitContext,
        states: list[Any],
    ) -> None:
        super().__init__(settings, store, context, [one for one in states if isinstance(one, FileWriterState)])
        self._table = table
        self._partitioner = BatchPartitioner(table.row_type, table.partition_keys, table.default_partition)
        self._tracker = None
        if table.commit is not None:
            self._tracker = PartitionTracker(table.commit, settings.base, context, states)
        self._has_ended = False

    def write(self, block: Any) -> None:
        now_ms = self._context.clock.now_ms()
        for folder, rows in self._partitioner.split(block.batch):
            if self._tracker is not None:
                self._tracker.add(folder, now_ms)
            for start in range(0, rows.num_rows, _ROWS_AT_ONCE):
                self.write_piece(folder, rows.slice(start, _ROWS_AT_ONCE), now_ms)

    def flush(self, end_of_input: bool) -> None:
        super().flush(end_of_input)
        if end_of_input:
            self._has_ended = True
            if self._tracker is not None:
                self._tracker.end()

    def prepare_commit(self) -> list[Any]:
        due = [] if self._tracker is None else self._tracker.due(self._context.clock.now_ms())
        for folder in due:
            if folder in self._open:
                self._roll(folder)
        prepared: list[Any] = list(super().prepare_commit())
        if self._tracker is not None:
            prepared += self._tracker.take(due, self._store)
        if self._has_ended and self._table.replaced is not None and self._context.subtask == 0:
            prepared.append(ReplaceFolder(self._table.replaced))
        return prepared

    def snapshot_state(self, checkpoint_id: int) -> list[Any]:
        states: list[Any] = list(super().snapshot_state(checkpoint_id))
        return states if self._tracker is None else [*states, self._tracker.snapshot()]


class TableFileCommitter(FileCommitter):
    """Publishes files, and then commits complete partitions."""

    def __init__(self, sink: TableFileSink, overwrites: bool, files: InputFiles) -> None:
        super().__init__(sink.open_store, sink.compactor, sink.threads)
        self._overwrites = overwrites
        self._files = files

    def commit(self, committables: list[Any]) -> None:
        files = [one for one in committables if isinstance(one, _FILES)]
        if self._overwrites:
            parts = [one.part for one in files if isinstance(one, Publish)]
            replaced = [one for one in committables if isinstance(one, ReplaceFolder)]
            replace_folders(parts, replaced, self._opened_store(), self._files)
        else:
            super().commit(files)
        commit_partitions(committables, self._opened_store())

    def abort(self, committables: list[Any]) -> None:
        super().abort([one for one in committables if isinstance(one, _FILES)])


@dataclass(frozen=True)
class LineWriterFormat:
    """Writes files with a line for each row. `add_elements` accepts a record batch."""

    encoder: ColumnEncoder

    def create(self, stream: BinaryIO) -> LineWriter:
        return LineWriter(self.encoder, stream)


class LineWriter:
    def __init__(self, encoder: ColumnEncoder, stream: BinaryIO) -> None:
        self._encode = encoder.encode
        self._stream = stream

    def add_elements(self, elements: Any) -> None:
        lines = self._encode(elements)
        if None in lines:
            raise ConnectorError("the format raw cannot represent NULL in a file")
        lines.append(b"")
        self._stream.write(b"\n".join(lines))  # type: ignore[arg-type]

    def finish(self) -> None:
        """Has no effect: nothing is buffered."""


class BatchPartitioner:
    """Divides a batch into the rows of each partition, without partition columns, with the partition's folder."""

    def __init__(self, row_type: RowType, keys: Sequence[str], default_name: str) -> None:
        self._keys = keys
        self._places = [row_type.names.index(key) for key in keys]
        self._types = [row_type.children[place] for place in self._places]
        self._texts = [partition_text(kind, default_name) for kind in self._types]
        self._others = [index for index in range(len(row_type.fields)) if index not in self._places]

    def split(self, batch: Any) -> Iterator[tuple[str, Any]]:
        others = batch.select(self._others)
        if not self._keys:
            yield "", others
            return
        codes, texts = self._codes(batch)
        distinct, firsts, inverse = np.unique(codes, return_index=True, return_inverse=True)
        folders = [self._folder(texts, int(first)) for first in firsts]
        if len(distinct) == 1:
            yield folders[0], others
            return
        order = np.argsort(inverse, kind="stable")
        bounds = np.searchsorted(inverse[order], np.arange(len(distinct) + 1))
        ordered = others.take(pa.array(order))
        for number, folder in enumerate(folders):
            yield folder, ordered.slice(int(bounds[number]), int(bounds[number + 1] - bounds[number]))

    def _codes(self, batch: Any) -> tuple[Any, list[tuple[Any, list[str]]]]:
        """A partition number for each row; and for each key, an index of texts for each row, and the texts."""
        codes = np.zeros(batch.num_rows, np.int64)
        texts = []
        for place, kind, text in zip(self._places, self._types, self._texts, strict=True):
            encoded = batch.column(place).dictionary_encode(null_encoding="encode")
            indices = encoded.indices.to_numpy(zero_copy_only=False)
            names = list(map(text, to_values(encoded.dictionary, kind)))
            codes = codes * len(names) + indices
            texts.append((indices, names))
        return codes, texts

    def _folder(self, texts: list[tuple[Any, list[str]]], row: int) -> str:
        spec = {key: names[indices[row]] for key, (indices, names) in zip(self._keys, texts, strict=True)}
        return partition_path(spec, self._keys)
