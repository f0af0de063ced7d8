"""FileEnumeratorProvider and FileSplitAssignerProvider: how files are cut into splits, and how splits are assigned."""

from __future__ import annotations

from typing import Final

from pyrite.core.persistence.persisted import persisted

SPLIT_BYTES: Final = 64 << 20


@persisted("file-enumerator-provider/1")
class FileEnumeratorProvider:
    """Decides whether large files are cut into splits for several readers."""

    def __init__(self, split_bytes: int = 0) -> None:
        self.split_bytes = split_bytes
        """The maximum size of a split; 0: a file is one split."""

    @staticmethod
    def default_splittable_file_enumerator(split_bytes: int = SPLIT_BYTES) -> FileEnumeratorProvider:
        """Cuts files of splittable formats into splits of this size. The parameter is specific to Pyrite."""
        if split_bytes < 1:
            raise ValueError(f"a split must have at least one byte, not {split_bytes}")
        return FileEnumeratorProvider(split_bytes)

    @staticmethod
    def default_non_splittable_file_enumerator() -> FileEnumeratorProvider:
        """Reads each file with one reader."""
        return FileEnumeratorProvider()


@persisted("file-split-assigner-provider/1")
class FileSplitAssignerProvider:
    """Decides which reader gets which split."""

    @staticmethod
    def locality_aware_split_assigner() -> FileSplitAssignerProvider:
        """Assigns the next split to each requesting reader. Neither a local disk nor S3 has a locality of splits."""
        return FileSplitAssignerProvider()
