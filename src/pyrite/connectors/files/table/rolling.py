"""TableRollingPolicy: decides when a table's sink finishes a file."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.connectors.files.sink.rolling import PartInfo, RollingPolicy


@dataclass(frozen=True)
class TableRollingPolicy(RollingPolicy):
    """Rolls by size and by time, and at every checkpoint if the format requires it, as Flink's TableRollingPolicy."""

    on_checkpoint: bool
    size_bytes: int
    rollover_ms: int
    inactivity_ms: int

    def should_roll_on_checkpoint(self, part: PartInfo) -> bool:
        return self.on_checkpoint or part.size_bytes > self.size_bytes

    def should_roll_on_event(self, part: PartInfo) -> bool:
        return part.size_bytes > self.size_bytes

    def should_roll_on_processing_time(self, part: PartInfo, current_time_ms: int) -> bool:
        is_old = current_time_ms - part.created_ms >= self.rollover_ms
        return is_old or current_time_ms - part.updated_ms >= self.inactivity_ms
