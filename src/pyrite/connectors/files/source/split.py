"""FileSplit: a file, or a range of its bytes, with how far it was read."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pyrite.connectors.files.paths import Location
from pyrite.core.persistence.persisted import persisted


@persisted("file-split/1")
@dataclass(frozen=True)
class FileSplit:
    """What begins in the bytes from `start` up to, not including, `end` of a file.

    `position` is the format's own: where it resumes; None: the split's beginning.
    """

    location: Location
    start: int
    end: int
    size_bytes: int
    """Of the whole file."""
    position: Any = None

    @property
    def split_id(self) -> str:
        return f"{self.location.uri}:{self.start}"

    def parts_within(self, count: int) -> range:
        """Those of a file's `count` parts, say row groups, whose middle is in this range, as if all were of a size."""
        size = 2 * max(1, self.size_bytes)
        first, stop = (max(0, -((size // 2 - 2 * edge * count) // size)) for edge in (self.start, self.end))
        return range(first, stop if self.size_bytes else count)


def cut(location: Location, size_bytes: int, split_bytes: int) -> list[FileSplit]:
    """Even ranges of a file, of `split_bytes` or a little less each."""
    count = max(1, -(-size_bytes // split_bytes))
    edges = [size_bytes * part // count for part in range(count + 1)]
    return [FileSplit(location, start, end, size_bytes) for start, end in pairwise(edges)]
