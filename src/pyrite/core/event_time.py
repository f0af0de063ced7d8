"""The minimum and maximum of event time, and the timestamp of records without one."""

from __future__ import annotations

from typing import Final

NO_TIMESTAMP: Final = -(2**63)
"""The timestamp of a record without event time (Flink's Long.MIN_VALUE)."""

MIN_WATERMARK: Final = -(2**63)
MAX_WATERMARK: Final = 2**63 - 1
"""The watermark at the end of the input: no record follows."""
