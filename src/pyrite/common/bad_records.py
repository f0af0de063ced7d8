"""BadRecords: what becomes of input that cannot be read."""

from pyrite.core.connector.bad_records import (
    BadRecord,
    BadRecords,
)

__all__ = [
    "BadRecord",
    "BadRecords",
]
