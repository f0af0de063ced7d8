"""Chain: the files of keyed state in the last confirmed checkpoint, oldest first, and when to merge them.

When a chain exceeds its limit, its newest files are merged into one, starting with the oldest file that is not larger
than all files after it together. So

- a byte is rewritten only together with at least as many newer bytes: about once for each doubling of the data written
  since. A large first file is not rewritten for a few small ones; the cost of merging per checkpoint is proportional
  to the changes, times the logarithm of the ratio of the state's size to them;
- if no file can be merged, each is larger than all files after it together: a chain exceeds its limit only by the
  binary logarithm of the ratio of its largest to its smallest file.

Merged files in the middle of a chain keep the keys of removed entries; merged files at its start do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Optional

from pyrite.state.handles import FileRef

MERGE_ABOVE = 8
"""The maximum number of files in a chain."""
_SMALL = 4096
"""Smaller files count as this large: their cost is dominated by opening them."""


@dataclass(frozen=True)
class MergeRequest:
    """Consecutive files of a chain, for `merge_chain(contents, from_start)`."""

    files: tuple[FileRef, ...]
    from_start: bool


def first_to_merge(sizes: Sequence[int]) -> Optional[int]:
    """The index of the oldest file that is not larger than all files after it together."""
    oldest, after = None, 0
    for index in reversed(range(len(sizes))):
        size = max(sizes[index], _SMALL)
        if size <= after:
            oldest = index
        after += size
    return oldest


def may_stay(files: Iterable[FileRef]) -> bool:
    """Whether later checkpoints may refer to these files: they are shared, or their contents are in the handle."""
    return all(ref.data is not None or ref.path.startswith("shared/") for ref in files)


class Chain:
    """The confirmed files. Checkpoints that were pending during a merge still refer to the single files."""

    def __init__(self, merge_above: int = MERGE_ABOVE) -> None:
        self.files: tuple[FileRef, ...] = ()
        self._merge_above = merge_above
        self._under_way: Optional[MergeRequest] = None
        self._replaced: list[tuple[int, MergeRequest, FileRef]] = []
        """Merged files, each with the last checkpoint that may refer to the single files."""

    def confirm(self, checkpoint_id: int, files: tuple[FileRef, ...]) -> None:
        for _, request, ref in self._replaced:
            files = _replace(files, request, ref)
        self._replaced = [entry for entry in self._replaced if entry[0] > checkpoint_id]
        self.files = files

    def needs_merge(self) -> Optional[MergeRequest]:
        if self._under_way is not None or len(self.files) <= self._merge_above:
            return None
        start = first_to_merge([ref.size for ref in self.files])
        if start is None:
            return None
        self._under_way = MergeRequest(self.files[start:], from_start=start == 0)
        return self._under_way

    def merged(self, request: MergeRequest, ref: Optional[FileRef], last_frozen: int) -> None:
        """`last_frozen`: the last checkpoint that was frozen before this."""
        self._under_way = None
        if ref is not None:
            self.files = _replace(self.files, request, ref)
            self._replaced.append((last_frozen, request, ref))


def _replace(files: tuple[FileRef, ...], request: MergeRequest, ref: FileRef) -> tuple[FileRef, ...]:
    """The files with the merged file in place of the request's files, if all of these are present."""
    count = len(request.files)
    for start in range(1 if request.from_start else len(files)):
        if files[start : start + count] == request.files:
            return (*files[:start], ref, *files[start + count :])
    return files
