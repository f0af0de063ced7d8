"""Rows of ours as Java shows Flink's."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

from pyrite.core.types.instant import Instant
from pyrite.core.types.rows import Row
from tests.relational.queries.asked import normal


def shown(row: Row) -> str:
    return normal(f"{row.get_row_kind()}[{', '.join(map(_value, row))}]")


def _value(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case datetime.datetime():
            return f"{value:%Y-%m-%d}T{_time(value.time())}"
        case datetime.time():
            return _time(value)
        case datetime.timedelta():
            return f"{value.total_seconds():g} s"
        case Instant():
            seconds = datetime.datetime.fromtimestamp(value.seconds, datetime.UTC)
            return f"{_value(seconds.replace(microsecond=value.nanos // 1000, tzinfo=None))}Z"
        case Decimal():
            return f"{value:f}"
        case bytes():
            return str([each - 256 if each > 127 else each for each in value])
        case Row():
            return f"+I[{', '.join(map(_value, value))}]"
        case dict():
            return "{" + ", ".join(f"{_value(key)}={_value(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
    return str(value)


def _time(value: datetime.time) -> str:
    text = f"{value:%H:%M}"
    if value.second or value.microsecond:
        text += f":{value:%S}"
    if value.microsecond:
        text += f".{value.microsecond // 1000:03}" if value.microsecond % 1000 == 0 else f".{value.microsecond:06}"
    return text
