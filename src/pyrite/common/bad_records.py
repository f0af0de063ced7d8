"""BadRecords: the handling of unreadable input."""

from pyrite.core.connector.bad_records import (
    BadRecord,
    BadRecords,
)

__all__ = [
    "BadRecord",
    "BadRecords",
]
