"""What some operators can do beyond processing blocks. An operator derives from the classes that it needs.

The task uses only the capabilities that an operator has.
"""

from __future__ import annotations

from typing import Optional

from pyrite.operators.state.operator_subtask_state import Timer


class WaitsForEvents:
    """Holds records beyond the end of a call, until an event arrives from a thread, a peer, or a service.

    `OperatorContext.wake`, which any thread may call, makes the task's main loop call `on_wake`.
    """

    most_at_once = 1 << 30
    """The number of records per block, so that few records wait in a full operator."""

    @property
    def is_full(self) -> bool:
        """Whether no further records can be accepted: the task stops reading input."""
        return False

    @property
    def is_waiting(self) -> bool:
        """Whether it will emit more without further input, so that the end of the input must wait."""
        return False

    def on_wake(self) -> int:
        """Handles possible events; returns the number of records taken or emitted."""
        return 0


class HasTimers:
    """Acts at certain times: timers fire by the wall clock, deadlines by the monotonic clock."""

    def next_timer_ms(self) -> Optional[int]:
        """The processing time of the next `fire_timers` call; None if no timer is registered."""
        return None

    def fire_timers(self, now_ms: int) -> None:
        """Fires the processing-time timers that are due."""

    def next_deadline_us(self) -> Optional[int]:
        """The time of the next `on_deadline` call, by the monotonic clock; None without a deadline."""
        return None

    def on_deadline(self, now_us: int) -> None:
        """Handles deadlines, which are independent of the wall clock."""

    def live_timers(self) -> list[Timer]:
        """The registered timers, for snapshots."""
        return []

    def timer_count(self) -> int:
        """The number of registered timers and cleanups of all keys."""
        return 0


class Commits:
    """Acts on the outcome of a checkpoint: a sink commits, a function is notified."""

    stages = False
    """Whether its state may contain `Staged` contents."""

    def checkpoint_completed(self, checkpoint_id: int) -> None:
        """The checkpoint is complete: sinks commit the committables prepared for it and for earlier ones."""

    def checkpoint_aborted(self, checkpoint_id: int) -> None:
        """The checkpoint was aborted."""
