"""RollingPolicy: decides when a FileSink finishes a file and begins a new one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from pyrite.core.errors import InvalidProgramError


@dataclass
class PartInfo:
    """A file in progress."""

    bucket_id: str
    created_ms: int
    updated_ms: int
    size_bytes: int = 0


class RollingPolicy(ABC):
    """Decides when a file ends: after every block, at every checkpoint, and by time at both. Users may subclass it."""

    @abstractmethod
    def should_roll_on_checkpoint(self, part: PartInfo) -> bool:
        """Whether the file ends with this checkpoint."""

    @abstractmethod
    def should_roll_on_event(self, part: PartInfo) -> bool:
        """Whether the file ends after the block just written."""

    @abstractmethod
    def should_roll_on_processing_time(self, part: PartInfo, current_time_ms: int) -> bool:
        """Whether the file ends because of its age or inactivity."""

    @staticmethod
    def default_rolling_policy(
        part_size: int = 1024 * 1024 * 128, rollover_interval: int = 60 * 1000, inactivity_interval: int = 60 * 1000
    ) -> DefaultRollingPolicy:
        """Rolls by size in bytes, and by age and inactivity in milliseconds."""
        return DefaultRollingPolicy(part_size, rollover_interval, inactivity_interval)

    @staticmethod
    def on_checkpoint_rolling_policy(part_size: int = 0) -> OnCheckpointRollingPolicy:
        """Rolls at every checkpoint and, with a `part_size`, by size in bytes, which is specific to Pyrite."""
        return OnCheckpointRollingPolicy(part_size)


class DefaultRollingPolicy(RollingPolicy):
    """Rolls by size and by time. A file may stay open across checkpoints."""

    def __init__(self, part_size: int, rollover_interval: int, inactivity_interval: int) -> None:
        if min(part_size, rollover_interval, inactivity_interval) < 1:
            raise InvalidProgramError(
                f"part_size, rollover_interval and inactivity_interval must be at least 1, not {part_size}, "
                f"{rollover_interval} and {inactivity_interval}"
            )
        self._part_size = part_size
        self._rollover_ms = rollover_interval
        self._inactivity_ms = inactivity_interval

    def should_roll_on_checkpoint(self, part: PartInfo) -> bool:
        return part.size_bytes >= self._part_size

    def should_roll_on_event(self, part: PartInfo) -> bool:
        return part.size_bytes >= self._part_size

    def should_roll_on_processing_time(self, part: PartInfo, current_time_ms: int) -> bool:
        age_ms, quiet_ms = current_time_ms - part.created_ms, current_time_ms - part.updated_ms
        return age_ms >= self._rollover_ms or quiet_ms >= self._inactivity_ms


class OnCheckpointRollingPolicy(RollingPolicy):
    """Rolls at every checkpoint. Bulk formats require it."""

    def __init__(self, part_size: int = 0) -> None:
        self._part_size = part_size

    def should_roll_on_checkpoint(self, part: PartInfo) -> bool:
        return True

    def should_roll_on_event(self, part: PartInfo) -> bool:
        return 0 < self._part_size <= part.size_bytes

    def should_roll_on_processing_time(self, part: PartInfo, current_time_ms: int) -> bool:
        return False
