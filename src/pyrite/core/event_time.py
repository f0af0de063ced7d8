"""The two ends of event time, and the timestamp of a record that has none."""

from __future__ import annotations

from typing import Final

NO_TIMESTAMP: Final = -(2**63)
"""The timestamp of a record that has none (Flink's Long.MIN_VALUE)."""

MIN_WATERMARK: Final = -(2**63)
MAX_WATERMARK: Final = 2**63 - 1
"""The watermark that says: no record will follow."""
