"""BucketAssigner: chooses the folder of a record below a FileSink's base path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any, Final, Optional
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import InvalidProgramError

_DIRECTIVES: Final = {
    "yyyy": "%Y",
    "uuuu": "%Y",
    "yy": "%y",
    "MM": "%m",
    "MMM": "%b",
    "dd": "%d",
    "DDD": "%j",
    "HH": "%H",
    "hh": "%I",
    "mm": "%M",
    "ss": "%S",
    "SSS": "%f",
    "a": "%p",
    "EEE": "%a",
}
"""Letters of Java's patterns, with Python's directives. `SSS` is truncated to milliseconds later."""
_PIECE: Final = re.compile(r"'(?P<quoted>[^']*)'|(?P<letters>(?P<letter>[A-Za-z])(?P=letter)*)|(?P<other>.)", re.DOTALL)


@dataclass(frozen=True)
class BucketContext:
    """The context of a record."""

    processing_time_ms: int
    timestamp_ms: Optional[int] = None

    def current_processing_time(self) -> int:
        """The time at which the record is written, in milliseconds since the epoch."""
        return self.processing_time_ms

    def timestamp(self) -> Optional[int]:
        """The record's event time, or None."""
        return self.timestamp_ms


class BucketAssigner:
    """Chooses a folder in `get_bucket_id`, as a relative path such as `country=de/day=1`. Must be picklable."""

    def get_bucket_id(self, element: Any, context: BucketContext) -> str:
        """The folder of a record, as a relative path. An empty path is the base path."""
        raise NotImplementedError(f"{type(self).__name__} does not define get_bucket_id")

    def bucket_ids(self, block: RowBlock, now_ms: int) -> str | Sequence[str]:
        """One folder for all records of a block, or a folder for each record."""
        times: Sequence[Optional[int]] = block.timestamps or [None] * len(block.values)
        return [
            self.get_bucket_id(value, BucketContext(now_ms, time_ms))
            for value, time_ms in zip(block.values, times, strict=True)
        ]

    @staticmethod
    def base_path_bucket_assigner() -> BucketAssigner:
        """Writes all records to the base path."""
        return _BasePathAssigner()

    @staticmethod
    def date_time_bucket_assigner(
        format_str: str = "yyyy-MM-dd--HH", timezone_id: Optional[str] = None
    ) -> BucketAssigner:
        """Formats the time of writing with a Java pattern. The default time zone is the machine's."""
        return _DateTimeAssigner(format_str, timezone_id)


class _BasePathAssigner(BucketAssigner):
    def bucket_ids(self, block: RowBlock, now_ms: int) -> str:
        return ""


class _DateTimeAssigner(BucketAssigner):
    def __init__(self, format_str: str, timezone_id: Optional[str]) -> None:
        self._pattern = format_str
        self._pieces = [_directive(match, format_str) for match in _PIECE.finditer(format_str)]
        self._zone_id = timezone_id
        self._zone()

    def _zone(self) -> Optional[tzinfo]:
        if self._zone_id is None:
            return None
        try:
            return ZoneInfo(self._zone_id)
        except (ZoneInfoNotFoundError, ValueError):
            raise InvalidProgramError(f"expected a time zone such as 'Europe/Berlin', got {self._zone_id!r}") from None

    def bucket_ids(self, block: RowBlock, now_ms: int) -> str:
        moment = datetime.fromtimestamp(now_ms / 1000, self._zone())
        parts = [(moment.strftime(piece)[:3] if piece == "%f" else moment.strftime(piece)) for piece in self._pieces]
        return "".join(parts)


def _directive(match: re.Match[str], pattern: str) -> str:
    if match["quoted"] is not None:
        return (match["quoted"] or "'").replace("%", "%%")
    if match["other"] is not None:
        return match["other"].replace("%", "%%")
    if match["letters"] not in _DIRECTIVES:
        raise InvalidProgramError(
            f"{match['letters']!r} in the pattern {pattern!r}: expected one of {', '.join(_DIRECTIVES)}, or quotes"
        )
    return _DIRECTIVES[match["letters"]]


def checked_bucket_id(bucket_id: Any) -> str:
    """Validates a bucket id, and returns it as a relative path."""
    if not isinstance(bucket_id, str):
        raise TypeError(f"a bucket id must be a string, not {bucket_id!r}")
    if bucket_id.startswith("/") or ".." in bucket_id.split("/"):
        raise ValueError(f"a bucket id must be a path below the sink's base path, not {bucket_id!r}")
    return bucket_id.rstrip("/")
