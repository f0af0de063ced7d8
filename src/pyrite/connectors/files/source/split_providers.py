"""FileEnumeratorProvider and FileSplitAssignerProvider: how files become splits, and who reads which."""

from __future__ import annotations

from typing import Final

from pyrite.core.persistence.persisted import persisted

SPLIT_BYTES: Final = 64 << 20


@persisted("file-enumerator-provider/1")
class FileEnumeratorProvider:
    """Whether large files are cut, so that several readers share them."""

    def __init__(self, split_bytes: int = 0) -> None:
        self.split_bytes = split_bytes
        """The size of a split at most; 0: a file is one split."""

    @staticmethod
    def default_splittable_file_enumerator(split_bytes: int = SPLIT_BYTES) -> FileEnumeratorProvider:
        """Cuts files of formats that can be cut into splits of this size. The size is Pyrite's own."""
        if split_bytes < 1:
            raise ValueError(f"a split must have at least one byte, not {split_bytes}")
        return FileEnumeratorProvider(split_bytes)

    @staticmethod
    def default_non_splittable_file_enumerator() -> FileEnumeratorProvider:
        """Each file has one reader."""
        return FileEnumeratorProvider()


@persisted("file-split-assigner-provider/1")
class FileSplitAssignerProvider:
    """Which reader gets which split."""

    @staticmethod
    def locality_aware_split_assigner() -> FileSplitAssignerProvider:
        """Readers ask, and get the next split. Neither a local disk nor S3 is nearer to one of them than to another."""
        return FileSplitAssignerProvider()
