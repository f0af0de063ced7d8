"""CheckpointSchedule: when the next checkpoint is due, and how many may fail. CheckpointPlan: what the user has set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CheckpointPlan:
    """When checkpoints are taken. Times in milliseconds."""

    job_id: str
    interval_ms: int
    """0: never; the job has savepoints only."""
    timeout_ms: int = 600_000
    min_pause_ms: int = 0
    max_concurrent: int = 1
    tolerable_failures: int = 0
    unaligned: bool = False
    aligned_timeout_ms: int = 0
    """With `unaligned`: how long a checkpoint may be aligned before it overtakes. 0: it overtakes at once."""
    local_recovery: bool = False
    """Whether subtasks go back to the machines where copies of their state lie."""

    @property
    def is_periodic(self) -> bool:
        """Whether there are checkpoints, and not only savepoints."""
        return self.interval_ms > 0

    @property
    def overtakes_at_once(self) -> bool:
        return self.unaligned and self.aligned_timeout_ms == 0

    @property
    def overtakes_later(self) -> bool:
        return self.unaligned and self.aligned_timeout_ms > 0


class CheckpointSchedule:
    """When the next checkpoint is due, and how many have failed in a row."""

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
        """The next one is due at once."""
        self.due_ms = now_ms

    def ended(self, now_ms: int) -> None:
        """The next one is due at its interval, at once if that has passed, never sooner than the pause after this."""
        self.due_ms = max(self._triggered_ms + self._plan.interval_ms, now_ms + self._plan.min_pause_ms)

    def succeeded(self) -> None:
        self._failures = 0

    def failed(self, counts: bool) -> str:
        """Why the attempt is to fail, too; empty: one more failure is tolerable."""
        self._failures += counts
        if self._failures <= self._plan.tolerable_failures:
            return ""
        return (
            f"{self._failures} in a row have failed, execution.checkpointing.tolerable-failed-checkpoints is "
            f"{self._plan.tolerable_failures}"
        )
