"""Compaction: merges small files before they become visible."""

from __future__ import annotations

import shutil
from abc import ABC, abstractmethod
from typing import BinaryIO, Optional

import pyarrow as pa
from pyarrow import parquet

from pyrite.core.errors import InvalidProgramError


class FileCompactStrategy:
    """Decides when small files are merged. Readers do not see them before."""

    def __init__(self, size_threshold: int, num_checkpoints: int, num_threads: int) -> None:
        self.size_threshold = size_threshold
        """The total size of a bucket's files, in bytes; -1: no threshold."""
        self.num_checkpoints = num_checkpoints
        """The number of checkpoints since the first of the files; -1: no limit."""
        self.num_threads = num_threads

    def is_due(self, size_bytes: int, checkpoints: int) -> bool:
        """Whether files of this total size, the oldest of which is this many checkpoints old, are merged now."""
        return 0 < self.size_threshold <= size_bytes or 0 < self.num_checkpoints <= checkpoints

    @staticmethod
    def builder() -> FileCompactStrategy.Builder:
        """Returns a new builder."""
        return FileCompactStrategy.Builder()

    class Builder:
        """Builds a strategy. A size threshold or a number of checkpoints is required."""

        def __init__(self) -> None:
            self._size_threshold = -1
            self._num_checkpoints = -1
            self._num_threads = 1

        def enable_compaction_on_checkpoint(
            self, num_checkpoints_before_compaction: int
        ) -> FileCompactStrategy.Builder:
            """Merges after this many checkpoints, regardless of size."""
            if num_checkpoints_before_compaction < 1:
                raise InvalidProgramError(
                    f"num_checkpoints_before_compaction must be at least 1, not {num_checkpoints_before_compaction}"
                )
            self._num_checkpoints = num_checkpoints_before_compaction
            return self

        def set_size_threshold(self, size_threshold: int) -> FileCompactStrategy.Builder:
            """Merges when a bucket's files have this many bytes in total."""
            self._size_threshold = size_threshold
            return self

        def set_num_compact_threads(self, num_compact_threads: int) -> FileCompactStrategy.Builder:
            """How many buckets are compacted concurrently."""
            if num_compact_threads < 1:
                raise InvalidProgramError(f"compaction needs at least 1 thread, not {num_compact_threads}")
            self._num_threads = num_compact_threads
            return self

        def build(self) -> FileCompactStrategy:
            """Returns the strategy. InvalidProgramError if neither size nor checkpoints were set."""
            if self._size_threshold < 1 and self._num_checkpoints < 1:
                raise InvalidProgramError(
                    "a FileCompactStrategy needs set_size_threshold() or enable_compaction_on_checkpoint()"
                )
            return FileCompactStrategy(self._size_threshold, self._num_checkpoints, self._num_threads)


class FileCompactor(ABC):
    """Merges files. User-defined subclasses must be picklable and deterministic."""

    @abstractmethod
    def compact(self, inputs: list[BinaryIO], output: BinaryIO) -> None:
        """Writes the contents of the inputs, in order. It may be called again after a crash."""

    joins_bytes = False
    """Whether the inputs are concatenated as bytes, which not every format allows."""
    joins_row_groups = False
    """Whether the inputs must be Parquet files."""

    @staticmethod
    def concat_file_compactor(file_delimiter: Optional[bytes] = None) -> FileCompactor:
        """Concatenates files as bytes, with an optional delimiter."""
        return _ConcatCompactor(file_delimiter or b"")

    @staticmethod
    def identical_file_compactor() -> FileCompactor:
        """Copies a single file unchanged, and rejects several."""
        return _IdenticalCompactor()

    @staticmethod
    def parquet_file_compactor() -> FileCompactor:
        """Collects the row groups of Parquet files in one file. Specific to Pyrite."""
        return _ParquetCompactor()


class _ConcatCompactor(FileCompactor):
    joins_bytes = True

    def __init__(self, delimiter: bytes) -> None:
        self._delimiter = delimiter

    def compact(self, inputs: list[BinaryIO], output: BinaryIO) -> None:
        for index, source in enumerate(inputs):
            if index and self._delimiter:
                output.write(self._delimiter)
            shutil.copyfileobj(source, output, 1 << 20)


class _IdenticalCompactor(FileCompactor):
    def compact(self, inputs: list[BinaryIO], output: BinaryIO) -> None:
        raise ValueError(f"identical_file_compactor expects one file, not {len(inputs)}")


class _ParquetCompactor(FileCompactor):
    joins_row_groups = True

    def compact(self, inputs: list[BinaryIO], output: BinaryIO) -> None:
        writer: Optional[parquet.ParquetWriter] = None
        for source in inputs:
            file = parquet.ParquetFile(source)
            if writer is None:
                codec = file.metadata.row_group(0).column(0).compression if file.num_row_groups else "SNAPPY"
                writer = parquet.ParquetWriter(
                    output, file.schema_arrow, compression="NONE" if codec == "UNCOMPRESSED" else codec
                )
            for group in range(file.num_row_groups):
                table: pa.Table = file.read_row_group(group, use_threads=False)
                writer.write_table(table, row_group_size=max(1, table.num_rows))
        if writer is not None:
            writer.close()
