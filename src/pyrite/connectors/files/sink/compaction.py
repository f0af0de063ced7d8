"""Compaction: small files become one before anybody sees them."""

from __future__ import annotations

import shutil
from abc import ABC, abstractmethod
from typing import BinaryIO, Optional

import pyarrow as pa
from pyarrow import parquet

from pyrite.core.errors import InvalidProgramError


class FileCompactStrategy:
    """When small files are merged. Until then readers do not see them."""

    def __init__(self, size_threshold: int, num_checkpoints: int, num_threads: int) -> None:
        self.size_threshold = size_threshold
        """Bytes of a bucket's files together; -1: the size does not matter."""
        self.num_checkpoints = num_checkpoints
        """Checkpoints since the first of them; -1: that does not matter."""
        self.num_threads = num_threads

    def is_due(self, size_bytes: int, checkpoints: int) -> bool:
        """Whether files of this size together, the oldest this many checkpoints old, are merged now."""
        return 0 < self.size_threshold <= size_bytes or 0 < self.num_checkpoints <= checkpoints

    @staticmethod
    def builder() -> FileCompactStrategy.Builder:
        """Begins a strategy."""
        return FileCompactStrategy.Builder()

    class Builder:
        """Builds a strategy; at least one of size and checkpoints must be set."""

        def __init__(self) -> None:
            self._size_threshold = -1
            self._num_checkpoints = -1
            self._num_threads = 1

        def enable_compaction_on_checkpoint(
            self, num_checkpoints_before_compaction: int
        ) -> FileCompactStrategy.Builder:
            """After this many checkpoints, however small the files are."""
            if num_checkpoints_before_compaction < 1:
                raise InvalidProgramError(
                    f"compaction must be after 1 checkpoint or more, not {num_checkpoints_before_compaction}"
                )
            self._num_checkpoints = num_checkpoints_before_compaction
            return self

        def set_size_threshold(self, size_threshold: int) -> FileCompactStrategy.Builder:
            """When a bucket's files have this many bytes together."""
            self._size_threshold = size_threshold
            return self

        def set_num_compact_threads(self, num_compact_threads: int) -> FileCompactStrategy.Builder:
            """How many buckets are compacted at once."""
            if num_compact_threads < 1:
                raise InvalidProgramError(f"compaction needs 1 thread or more, not {num_compact_threads}")
            self._num_threads = num_compact_threads
            return self

        def build(self) -> FileCompactStrategy:
            """The strategy. InvalidProgramError if neither size nor checkpoints were set."""
            if self._size_threshold < 1 and self._num_checkpoints < 1:
                raise InvalidProgramError(
                    "say when files are compacted: set_size_threshold() or enable_compaction_on_checkpoint()"
                )
            return FileCompactStrategy(self._size_threshold, self._num_checkpoints, self._num_threads)


class FileCompactor(ABC):
    """How files are merged. Subclasses may be the user's own; they must pickle, and do the same each time."""

    @abstractmethod
    def compact(self, inputs: list[BinaryIO], output: BinaryIO) -> None:
        """Writes what the inputs hold, in their order. Called again after a crash."""

    joins_bytes = False
    """Whether the inputs' bytes are concatenated: not every format allows that."""
    joins_row_groups = False
    """Whether the inputs must be Parquet."""

    @staticmethod
    def concat_file_compactor(file_delimiter: Optional[bytes] = None) -> FileCompactor:
        """One file's bytes after the other's, with something between them if it is named."""
        return _ConcatCompactor(file_delimiter or b"")

    @staticmethod
    def identical_file_compactor() -> FileCompactor:
        """Takes a file as it is, and refuses more than one."""
        return _IdenticalCompactor()

    @staticmethod
    def parquet_file_compactor() -> FileCompactor:
        """Row groups of all files in one. Pyrite's own."""
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
        raise ValueError(f"the identical_file_compactor takes one file, not {len(inputs)}")


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
