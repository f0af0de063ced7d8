"""The options `lookup.*` of tables, with Flink's names: caches and retries of lookup joins."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Optional

from pyrite.core.config.config_options import ConfigOption, member_of, parse_bool, parse_duration_ms, whole_number
from pyrite.core.connector.lookup import FullCache, LookupCache, PartialCache
from pyrite.core.connector.table_options import TableOptions
from pyrite.core.errors import ValidationException


class CacheKind(Enum):
    """The values of `lookup.cache`."""

    NONE = "NONE"
    PARTIAL = "PARTIAL"
    FULL = "FULL"


class ReloadStrategy(Enum):
    """When a full cache is loaded again."""

    PERIODIC = "PERIODIC"
    TIMED = "TIMED"


class ScheduleMode(Enum):
    """How the interval of a periodic reload is measured."""

    FIXED_DELAY = "FIXED_DELAY"
    FIXED_RATE = "FIXED_RATE"


CACHE: Final = ConfigOption(
    "lookup.cache", member_of(CacheKind), CacheKind.NONE, "Which rows lookups keep in memory: NONE, PARTIAL or FULL."
)
MAX_RETRIES: Final = ConfigOption(
    "lookup.max-retries", whole_number(0), 3, "How often a lookup is retried after a transient error."
)
PARTIAL_ROWS: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "lookup.partial-cache.max-rows", whole_number(1), None, "The maximum number of rows in the cache of a subtask."
)
EXPIRE_AFTER_WRITE: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "lookup.partial-cache.expire-after-write",
    parse_duration_ms,
    None,
    "How long a key is cached after its lookup.",
)
EXPIRE_AFTER_ACCESS: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "lookup.partial-cache.expire-after-access", parse_duration_ms, None, "How long a key is cached after its last use."
)
CACHE_MISSING: Final = ConfigOption(
    "lookup.partial-cache.cache-missing-key", parse_bool, True, "Whether keys without rows are cached too."
)
RELOAD: Final = ConfigOption(
    "lookup.full-cache.reload-strategy",
    member_of(ReloadStrategy),
    ReloadStrategy.PERIODIC,
    "When the full cache is loaded again: PERIODIC or TIMED.",
)
RELOAD_INTERVAL: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "lookup.full-cache.periodic-reload.interval", parse_duration_ms, None, "The interval of PERIODIC."
)
RELOAD_MODE: Final = ConfigOption(
    "lookup.full-cache.periodic-reload.schedule-mode",
    member_of(ScheduleMode),
    ScheduleMode.FIXED_DELAY,
    "Whether the interval begins at the end of a load, FIXED_DELAY, or at its start, FIXED_RATE.",
)
RELOAD_TIME: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "lookup.full-cache.timed-reload.iso-time", str, None, "The time of TIMED, such as 10:15 or 10:15:00Z; UTC."
)
RELOAD_DAYS: Final = ConfigOption(
    "lookup.full-cache.timed-reload.interval-in-days", whole_number(1), 1, "The number of days between loads of TIMED."
)
PARTIAL_OPTIONS: Final[tuple[ConfigOption[Any], ...]] = (
    *(CACHE, MAX_RETRIES, PARTIAL_ROWS, EXPIRE_AFTER_WRITE, EXPIRE_AFTER_ACCESS, CACHE_MISSING),
)
FULL_OPTIONS: Final[tuple[ConfigOption[Any], ...]] = (RELOAD, RELOAD_INTERVAL, RELOAD_MODE, RELOAD_TIME, RELOAD_DAYS)
LOOKUP_OPTIONS: Final = PARTIAL_OPTIONS + FULL_OPTIONS


@dataclass(frozen=True)
class LookupSettings:
    """The values of a table's options `lookup.*`."""

    cache: LookupCache = None
    retries: int = 3


def lookup_settings(options: TableOptions) -> LookupSettings:
    """Reads the options of a table. ValidationException if they contradict each other."""
    kind, retries = options.get(CACHE), options.get(MAX_RETRIES)
    if kind is CacheKind.NONE:
        return LookupSettings(None, retries)
    if kind is CacheKind.FULL:
        return LookupSettings(_full_cache(options), retries)
    partial = PartialCache(
        options.get(PARTIAL_ROWS),
        options.get(EXPIRE_AFTER_WRITE),
        options.get(EXPIRE_AFTER_ACCESS),
        options.get(CACHE_MISSING),
    )
    return LookupSettings(partial, retries)


def _full_cache(options: TableOptions) -> FullCache:
    strategy = options.get(RELOAD)
    if strategy is ReloadStrategy.PERIODIC:
        interval_ms = options.get(RELOAD_INTERVAL)
        if not interval_ms:
            raise ValidationException(
                f"'{RELOAD_INTERVAL.key}' must be set for '{CACHE.key}'='FULL' with '{RELOAD.key}'='PERIODIC'"
            )
        return FullCache(interval_ms, options.get(RELOAD_MODE) is ScheduleMode.FIXED_RATE)
    text = options.get(RELOAD_TIME)
    if text is None:
        raise ValidationException(f"'{RELOAD_TIME.key}' must be set for '{RELOAD.key}'='TIMED'")
    return FullCache(time_of_day_ms=_time_of_day_ms(text), interval_days=options.get(RELOAD_DAYS))


def _time_of_day_ms(text: str) -> int:
    try:
        time = datetime.time.fromisoformat(text)
    except ValueError:
        raise ValidationException(
            f"'{RELOAD_TIME.key}' must be a time of day such as 10:15 or 10:15:00Z, not '{text}'"
        ) from None
    offset = time.utcoffset() or datetime.timedelta()
    of_day = datetime.timedelta(hours=time.hour, minutes=time.minute, seconds=time.second)
    return (of_day - offset) // datetime.timedelta(milliseconds=1) % 86_400_000
