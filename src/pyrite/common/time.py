"""Points and spans of time, internally in milliseconds."""

from pyrite.core.time.time import (
    MAX_WATERMARK,
    MIN_WATERMARK,
    NO_TIMESTAMP,
    Duration,
    Instant,
    Time,
    as_time_ms,
)

__all__ = [
    "MAX_WATERMARK",
    "MIN_WATERMARK",
    "NO_TIMESTAMP",
    "Duration",
    "Instant",
    "Time",
    "as_time_ms",
]
