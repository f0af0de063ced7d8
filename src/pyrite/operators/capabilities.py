"""What some operators can do beyond processing blocks. An operator derives from the classes that it needs.

The task asks an operator only about the capabilities that it has.
"""

from __future__ import annotations

from typing import Optional

from pyrite.operators.state.operator_subtask_state import Timer


class WaitsForEvents:
    """Holds records for longer than a call takes, until an event comes from elsewhere: a thread, a peer, a service.

    `OperatorContext.wake`, which any thread may call, has the task's main loop call `on_wake`.
    """

    most_at_once = 1 << 30
    """How many records a block should have, so that few wait in an operator that is full."""

    @property
    def is_full(self) -> bool:
        """Whether no further records should come for now: the task holds its input back."""
        return False

    @property
    def is_waiting(self) -> bool:
        """Whether it will emit more without further input: the end of the input waits for that."""
        return False

    def on_wake(self) -> int:
        """An event may have come; returns how many records the operator has taken or emitted."""
        return 0


class HasTimers:
    """Acts at times: timers fire by the wall clock, deadlines by the monotonic clock."""

    def next_timer_ms(self) -> Optional[int]:
        """When `fire_timers` should be called, in processing time; None: no timer is registered."""
        return None

    def fire_timers(self, now_ms: int) -> None:
        """Fires the processing-time timers that are due."""

    def next_deadline_us(self) -> Optional[int]:
        """When `on_deadline` should be called, by the monotonic clock; None: there is no deadline."""
        return None

    def on_deadline(self, now_us: int) -> None:
        """Does what is due, wherever the wall clock is set."""

    def live_timers(self) -> list[Timer]:
        """The registered timers, as a snapshot has them."""
        return []

    def timer_count(self) -> int:
        """How many timers and clean-ups are registered, over all keys."""
        return 0


class Commits:
    """Acts when the outcome of a checkpoint is known: a sink commits, a function is notified."""

    stages = False
    """Whether `Staged` contents may be in its state."""

    def checkpoint_completed(self, checkpoint_id: int) -> None:
        """The checkpoint is complete: sinks commit what they have prepared for it and for earlier ones."""

    def checkpoint_aborted(self, checkpoint_id: int) -> None:
        """The checkpoint was aborted."""
