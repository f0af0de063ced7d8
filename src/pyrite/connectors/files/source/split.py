"""FileSplit: a file or a byte range of it, with the position of its reader."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pyrite.connectors.files.paths import Location
from pyrite.core.persistence.persisted import persisted


@persisted("file-split/1")
@dataclass(frozen=True)
class FileSplit:
    """The records of a file that begin in the bytes from `start` up to, not including, `end`.

    The format defines `position`, at which it resumes; None is the beginning of the split.
    """

    location: Location
    start: int
    end: int
    size_bytes: int
    """The size of the whole file."""
    position: Any = None

    @property
    def split_id(self) -> str:
        return f"{self.location.uri}:{self.start}"

    def parts_within(self, count: int) -> range:
        """The parts, such as row groups, of a file with `count` equal parts whose middle is in this range."""
        size = 2 * max(1, self.size_bytes)
        first, stop = (max(0, -((size // 2 - 2 * edge * count) // size)) for edge in (self.start, self.end))
        return range(first, stop if self.size_bytes else count)


def cut(location: Location, size_bytes: int, split_bytes: int) -> list[FileSplit]:
    """Cuts a file into even ranges of at most `split_bytes` each."""
    count = max(1, -(-size_bytes // split_bytes))
    edges = [size_bytes * part // count for part in range(count + 1)]
    return [FileSplit(location, start, end, size_bytes) for start, end in pairwise(edges)]
