"""CheckpointSchedule: when the next checkpoint is due, and how many may fail. CheckpointPlan: the user's settings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CheckpointPlan:
    """When checkpoints are taken. Times in milliseconds."""

    job_id: str
    interval_ms: int
    """0: no checkpoints, only savepoints."""
    timeout_ms: int = 600_000
    min_pause_ms: int = 0
    max_concurrent: int = 1
    tolerable_failures: int = 0
    unaligned: bool = False
    aligned_timeout_ms: int = 0
    """With `unaligned`: how long barriers are aligned before they overtake records; 0: they overtake at once."""
    local_recovery: bool = False
    """Whether subtasks return to the hosts that have local copies of their state."""

    @property
    def is_periodic(self) -> bool:
        """Whether checkpoints are taken periodically, and not only savepoints."""
        return self.interval_ms > 0

    @property
    def overtakes_at_once(self) -> bool:
        return self.unaligned and self.aligned_timeout_ms == 0

    @property
    def overtakes_later(self) -> bool:
        return self.unaligned and self.aligned_timeout_ms > 0


class CheckpointSchedule:
    """The time of the next checkpoint, and the number of consecutive failures."""

    def __init__(self, plan: CheckpointPlan) -> None:
        self._plan = plan
        self._triggered_ms = 0
        self._failures = 0
        self.due_ms = 0

    def start(self, now_ms: int) -> None:
        self.due_ms = now_ms + self._plan.interval_ms

    def triggered(self, now_ms: int) -> None:
        self._triggered_ms = now_ms
        self.due_ms = now_ms + self._plan.interval_ms

    def hurry(self, now_ms: int) -> None:
        """Makes the next checkpoint due at once."""
        self.due_ms = now_ms

    def ended(self, now_ms: int) -> None:
        """The next checkpoint is due after the interval, or at once if that has passed, but not before the minimum
        pause.
        """
        self.due_ms = max(self._triggered_ms + self._plan.interval_ms, now_ms + self._plan.min_pause_ms)

    def succeeded(self) -> None:
        self._failures = 0

    def failed(self, counts: bool) -> str:
        """The reason to fail the attempt as well; empty if the failure is tolerable."""
        self._failures += counts
        if self._failures <= self._plan.tolerable_failures:
            return ""
        return (
            f"{self._failures} checkpoints failed in a row; execution.checkpointing.tolerable-failed-checkpoints is "
            f"{self._plan.tolerable_failures}"
        )
