"""InputCredits: how many records the senders of a task may have in flight to it.

In-flight data is bounded in time, like Flink's buffer debloating: the queue in front of a task contains about one
second of work, however slow the task is, so that a barrier passes it in about that time. A sender counts the records
that it has sent over a channel since the attempt began; the receiver grants it an absolute limit, and raises the limit
as it works. Half of the window is granted again before the other half is used up, so a sender never waits for a
receiver that can keep up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, Optional

from pyrite.core.clock import Clock
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import SubtaskDeployment
from pyrite.runtime.wire.frames import ChannelId

FIRST_CREDIT: Final = 4
"""The initial limit of each channel. It is small, since a record may take a second."""
_GROWTH: Final = 4
"""The largest growth of a window between two grants: the first records may not be typical."""
_LARGEST: Final = 1 << 40


@dataclass(slots=True)
class _Channel:
    consumed: int = 0
    limit: int = FIRST_CREDIT
    due_at: int = FIRST_CREDIT // 2
    """The number of consumed records at which more are granted."""
    seen_us: int = -(1 << 62)


class InputCredits:
    """The receiving end of all channels into one task."""

    def __init__(self, channels: Collection[ChannelId], target_us: int, clock: Clock) -> None:
        self._channels = {channel: _Channel() for channel in channels}
        self._target_us = target_us
        self._clock = clock
        self._window = FIRST_CREDIT
        self._cost_us = 0.0
        """The time per record, excluding times without input, including times of back pressure."""
        self._consumed = 0
        self._since_us = clock.monotonic_us()

    def waited(self, us: int) -> None:
        """Excludes a time in which the task was idle."""
        self._since_us += us

    def consumed(self, processed: Iterable[tuple[ChannelId, int]]) -> list[messages.Grant]:
        """Counts processed records by channel; returns the new grants, one message per edge."""
        now_us = self._clock.monotonic_us()
        is_due = False
        for channel, count in processed:
            state = self._channels[channel]
            state.consumed += count
            state.seen_us = now_us
            self._consumed += count
            is_due = is_due or state.consumed >= state.due_at
        return self._grants(now_us) if is_due else []

    def _grants(self, now_us: int) -> list[messages.Grant]:
        self._measure(now_us)
        active = [
            (channel, state) for channel, state in self._channels.items() if now_us - state.seen_us <= self._target_us
        ]
        share = max(1, self._window // max(1, len(active)))
        limits: dict[int, dict[int, int]] = {}
        for (edge, sender), state in active:
            limit = state.consumed + share
            if limit > state.limit and (state.consumed >= state.due_at or limit - state.limit > share // 4):
                state.limit = limit
                limits.setdefault(edge, {})[sender] = limit
            state.due_at = state.limit - share // 2
        return [messages.Grant(edge, senders) for edge, senders in limits.items()]

    def _measure(self, now_us: int) -> None:
        sample_us = max(0, now_us - self._since_us) / max(1, self._consumed)
        self._cost_us = (self._cost_us + sample_us) / 2 if self._cost_us else sample_us
        self._since_us, self._consumed = now_us, 0
        fitting = self._target_us / self._cost_us if self._cost_us else _LARGEST
        self._window = int(max(1, min(fitting, self._window * _GROWTH, _LARGEST)))


def make_input_credits(
    deployment: SubtaskDeployment, channels: Collection[ChannelId], clock: Clock
) -> Optional[InputCredits]:
    """The credits of a subtask; None if it has no input, or if its senders are bounded by memory alone."""
    target_ms = deployment.settings.in_flight_target_ms
    if not channels or not target_ms:
        return None
    senders = max(len(edge.senders) for edge in deployment.inputs)
    is_wide = senders * deployment.vertex.parallelism > messages.WIDE_EDGE
    return InputCredits(channels, target_ms * (2000 if is_wide else 1000), clock)
