"""PartitionTimes: extracts the time of a partition from its values, as Flink's DefaultPartTimeExtractor."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone, tzinfo
from typing import Final, Optional
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pyrite.connectors.files.table.partitions import partition_of
from pyrite.core.connector.table import ValidationException
from pyrite.core.errors import ConnectorError

_DEFAULT: Final = re.compile(r"(\d{1,10})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d{1,9})?)?")
_LETTERS: Final = {"y": 0, "u": 0, "M": 1, "d": 2, "H": 3, "m": 4, "s": 5}
_PIECE: Final = re.compile(r"'(?P<quoted>[^']*)'|(?P<letters>(?P<letter>[A-Za-z])(?P=letter)*)|(?P<other>.)")


@dataclass(frozen=True)
class PartitionTimes:
    """Parses the time of a partition, in milliseconds since 1970, with a pattern of keys and a Java pattern."""

    keys: tuple[str, ...]
    pattern: Optional[str] = None
    formatter: Optional[str] = None
    zone: str = "UTC"

    def __post_init__(self) -> None:
        zone_of(self.zone)
        if self.formatter is not None:
            _java_pattern(self.formatter)

    def time_ms(self, folder: str) -> int:
        """The time of the partition in a folder `dt=2024-01-01/hour=7`."""
        spec = partition_of(folder, self.keys)
        assert spec is not None
        text = spec[self.keys[0]] if self.pattern is None else self.pattern
        if self.pattern is not None:
            for key in self.keys:
                text = text.replace(f"${key}", spec[key])
        moment = self._moment(text)
        if moment is None:
            expected = self.formatter or "yyyy-MM-dd HH:mm:ss"
            raise ConnectorError(f"partition {folder}: {text!r} is not a time in the format {expected!r}")
        return int(moment.replace(tzinfo=zone_of(self.zone)).timestamp() * 1000)

    def _moment(self, text: str) -> Optional[datetime]:
        if self.formatter is None:
            match = _DEFAULT.fullmatch(text)
            fields = [] if match is None else [int(part or 0) for part in match.groups()]
        else:
            expression, places = _java_pattern(self.formatter)
            match = re.fullmatch(expression, text)
            fields = [1970, 1, 1, 0, 0, 0]
            for place, part in zip(places, () if match is None else match.groups(), strict=False):
                fields[place] = int(part) + (2000 if place == 0 and len(part) == 2 else 0)
        if match is None:
            return None
        year, month, day, hour, minute, second = fields  # Flink is lenient: the 32nd of January is the 1st of February
        year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
        return datetime(year, month, 1) + timedelta(days=day - 1, hours=hour, minutes=minute, seconds=second)


def _java_pattern(pattern: str) -> tuple[str, list[int]]:
    """Converts a pattern of Java's DateTimeFormatter into a regular expression, with the time field of each group."""
    expression, places = "", []
    for piece in _PIECE.finditer(pattern):
        if piece["quoted"] is not None:
            expression += re.escape(piece["quoted"] or "'")
        elif piece["other"] is not None:
            expression += re.escape(piece["other"])
        elif piece["letter"] in _LETTERS:
            expression += rf"(\d{{{len(piece['letters'])}}})" if len(piece["letters"]) > 1 else r"(\d+)"
            places.append(_LETTERS[piece["letter"]])
        else:
            raise ValidationException(
                f"Invalid value for option 'partition.time-extractor.timestamp-formatter'.\n\n{piece['letters']!r} in "
                f"{pattern!r} is not supported: expected y, u, M, d, H, m, s, signs, or text in quotes"
            )
    return expression, places


def zone_of(name: str) -> tzinfo:
    """A time zone by name or as `GMT+03:00`. ValidationException, in Flink's words, if it does not exist."""
    offset = re.fullmatch(r"(?:GMT|UTC)([+-])(\d{2}):(\d{2})", name)
    if offset is not None:
        size = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
        return timezone(size if offset[1] == "+" else -size)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValidationException(
            "Invalid time zone for 'sink.partition-commit.watermark-time-zone'. The value should be a Time Zone "
            "Database (TZDB) ID such as 'America/Los_Angeles' to include daylight saving time. Fixed offsets are "
            "supported using 'GMT-03:00' or 'GMT+03:00'. Or use 'UTC' without time zone and daylight saving time."
        ) from None
