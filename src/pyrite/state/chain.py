"""Chain: the files that keyed state consists of in the last confirmed checkpoint, oldest first, and when to merge them.

When a chain is longer than its limit, its files from one on are merged into one: from the oldest file that is not
larger than all files after it together. So

- a byte is rewritten only together with at least as many newer ones: about once for each doubling of what was written
  since, and a large first file is not rewritten for a few small ones; what merging costs for each checkpoint is in
  proportion to what changed, times the logarithm of the state's size over that;
- where no file can be merged, each is larger than all after it together: a chain is longer than its limit only by the
  logarithm, to the base of 2, of its largest file over its smallest.

Files in the middle of a chain keep the keys of removed entries when they are merged; those at its start do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Optional

from pyrite.state.handles import FileRef

MERGE_ABOVE = 8
"""The most files that a chain may have."""
_SMALL = 4096
"""Files smaller than this count as this large: opening them is what they cost."""


@dataclass(frozen=True)
class MergeRequest:
    """Files that follow each other in a chain, to be merged by `merge_chain(contents, from_start)`."""

    files: tuple[FileRef, ...]
    from_start: bool


def first_to_merge(sizes: Sequence[int]) -> Optional[int]:
    """The place of the oldest file that is not larger than all after it together."""
    oldest, after = None, 0
    for place in reversed(range(len(sizes))):
        size = max(sizes[place], _SMALL)
        if size <= after:
            oldest = place
        after += size
    return oldest


def may_stay(files: Iterable[FileRef]) -> bool:
    """Whether later checkpoints may name these files: shared ones, and those whose contents are in the handle."""
    return all(ref.data is not None or ref.path.startswith("shared/") for ref in files)


class Chain:
    """The confirmed files. Checkpoints that were pending while files were merged still name the single ones."""

    def __init__(self, merge_above: int = MERGE_ABOVE) -> None:
        self.files: tuple[FileRef, ...] = ()
        self._merge_above = merge_above
        self._under_way: Optional[MergeRequest] = None
        self._replaced: list[tuple[int, MergeRequest, FileRef]] = []
        """Merged files, each with the last checkpoint that may name the single ones."""

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
        """`last_frozen` is the last checkpoint that was frozen before this."""
        self._under_way = None
        if ref is not None:
            self.files = _replace(self.files, request, ref)
            self._replaced.append((last_frozen, request, ref))


def _replace(files: tuple[FileRef, ...], request: MergeRequest, ref: FileRef) -> tuple[FileRef, ...]:
    """The files with the merged one in the place of the request's, if they are all there."""
    count = len(request.files)
    for start in range(1 if request.from_start else len(files)):
        if files[start : start + count] == request.files:
            return (*files[:start], ref, *files[start + count :])
    return files
