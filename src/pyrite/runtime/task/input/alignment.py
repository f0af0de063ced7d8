"""Alignment: a task's side of checkpoints, from the first barrier of a checkpoint until its state is frozen.

Exactly once: frames of channels whose barrier has arrived are held back until all barriers have arrived. At least once:
only the end of a channel is held back, so that no task has ended in a checkpoint in which its senders have not.
Unaligned: the state is frozen at once, and the data of each channel before its barrier is recorded.

Held or recorded frames wait in spools, in order, and are processed before any new frame. If a task is too slow for its
input, every unaligned checkpoint adds the contents of the exchange to the spools; above a limit, the next checkpoint
waits until the task has made progress, so that neither the spools nor the checkpoints grow without bound.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Optional

from pyrite.core.clock import Clock
from pyrite.core.errors import CheckpointError, ProtocolError
from pyrite.runtime.task.input.frame_spool import FrameSpool
from pyrite.runtime.wire.frames import (
    Barrier,
    Buffer,
    ChannelId,
    FrameHeader,
    FrameKind,
    decode_barrier,
    payload_of,
    unpack_header,
)

_IN_FLIGHT: Final = (FrameKind.BLOCK, FrameKind.PART, FrameKind.WATERMARK, FrameKind.IDLE, FrameKind.ACTIVE)


class FrameDecision(Enum):
    """The decision of the barriers on a frame, when it arrives and when its turn comes."""

    TAKE = "it is processed now"
    DEFER = "it waits for its turn, after all waiting frames"
    HOLD = "it waits until the alignment of a checkpoint ends"


class Snapshots(ABC):
    """The actions that the barriers of a task trigger."""

    @abstractmethod
    def freeze(self, barrier: Barrier, alignment_us: int, held_bytes: int) -> None:
        """Freezes the task's state and forwards the barrier. An unaligned snapshot waits for `record`."""

    @abstractmethod
    def record(self, checkpoint_id: int, in_flight: list[Buffer]) -> None:
        """Adds the in-flight data, which is now complete, to an unaligned snapshot."""

    @abstractmethod
    def give_up(self, barrier: Barrier, why: CheckpointError) -> None:
        """Declines the checkpoint."""

    @abstractmethod
    def pass_on(self, barrier: Barrier) -> None:
        """Forwards a canceled barrier."""

    @abstractmethod
    def begun(self, missing: Collection[ChannelId]) -> list[Buffer]:
        """The partially processed data of channels whose barrier has not arrived."""


class DeferredFrames:
    """Frames to process before any new frame, in order; and frames held back until an alignment ends."""

    def __init__(self, memory_bytes: int) -> None:
        self._memory_bytes = memory_bytes
        self._held_back = FrameSpool(memory_bytes)
        self.spools: deque[FrameSpool] = deque()
        """The frames to process next. No spool is empty."""

    @property
    def bytes(self) -> int:
        """The size of the frames to process next."""
        return sum(spool.bytes for spool in self.spools)

    def __iter__(self) -> Iterator[Buffer]:
        """Iterates over the frames to process next without removing them."""
        return (frame for spool in self.spools for frame in spool)

    def add(self, frames: Iterable[Buffer]) -> None:
        """Adds frames after all others."""
        for frame in frames:
            if not self.spools:
                self.spools.append(FrameSpool(self._memory_bytes))
            self.spools[-1].append(frame)

    def next(self) -> Buffer:
        frame = self.spools[0].popleft()
        if not self.spools[0]:
            self.spools.popleft().close()
        return frame

    @property
    def held_back_bytes(self) -> int:
        return self._held_back.bytes

    def hold_back(self, frame: Buffer) -> None:
        self._held_back.append(frame)

    def release(self) -> None:
        """Moves the held frames before all others."""
        if self._held_back:
            self.spools.appendleft(self._held_back)
            self._held_back = FrameSpool(self._memory_bytes)

    def close(self) -> None:
        for spool in (self._held_back, *self.spools):
            spool.close()


@dataclass
class _Recording:
    checkpoint_id: int
    missing: set[ChannelId]
    frames: list[Buffer]

    def add(self, header: FrameHeader, frame: Buffer) -> None:
        channel = (header.edge, header.sender)
        if channel not in self.missing:
            return
        if header.kind == FrameKind.BARRIER:
            if decode_barrier(payload_of(frame)).checkpoint_id >= self.checkpoint_id:
                self.missing.discard(channel)
        elif header.kind in _IN_FLIGHT:
            self.frames.append(frame)


class InFlightRecordings:
    """The recordings of a task's frozen unaligned checkpoints. `on_end` gets the frames of a complete recording."""

    def __init__(self, on_end: Callable[[int, list[Buffer]], None]) -> None:
        self._on_end = on_end
        self.under_way: list[_Recording] = []

    def begin(
        self, checkpoint_id: int, missing: set[ChannelId], begun: list[Buffer], waiting: Iterable[Buffer]
    ) -> None:
        """`begun` is entirely in flight; `waiting` has the arrived frames in order, which may contain barriers."""
        recording = _Recording(checkpoint_id, missing, begun)
        for frame in waiting:
            recording.add(unpack_header(frame), frame)
        self.under_way.append(recording)
        self._end()

    def add(self, header: FrameHeader, frame: Buffer) -> None:
        """Records a frame that has arrived."""
        for recording in self.under_way:
            recording.add(header, frame)
        self._end()

    def abort(self, checkpoint_id: int) -> None:
        self.under_way = [recording for recording in self.under_way if recording.checkpoint_id != checkpoint_id]

    def _end(self) -> None:
        for recording in [recording for recording in self.under_way if not recording.missing]:
            self.under_way.remove(recording)
            self._on_end(recording.checkpoint_id, recording.frames)


@dataclass
class _Alignment:
    barrier: Barrier
    begun_us: int
    arrived: set[ChannelId] = field(default_factory=set)


class Barriers:
    """Handles the barriers on the channels of one task: decides which frames wait, and when to freeze the state."""

    def __init__(
        self,
        channels: Collection[ChannelId],
        snapshots: Snapshots,
        clock: Clock,
        exactly_once: bool,
        memory_bytes: int,
        alignment_limit_bytes: int,
    ) -> None:
        self._channels = frozenset(channels)
        self._snapshots = snapshots
        self._clock = clock
        self._exactly_once = exactly_once
        self._memory_bytes = memory_bytes
        self._alignment_limit_bytes = alignment_limit_bytes
        self._alignment: Optional[_Alignment] = None
        """Exactly once: the alignment of the current checkpoint."""
        self._counted: dict[int, _Alignment] = {}
        """At least once: checkpoints whose barriers have partly arrived.

        No frames are held back, so there may be several.
        """
        self._blocked_ends: set[ChannelId] = set()
        self._frames = DeferredFrames(memory_bytes)
        self._recordings = InFlightRecordings(snapshots.record)
        self._last_id = 0
        self._aborted: set[int] = set()

    # Frames -----------------------------------------------------------------------------------------------------------

    @property
    def has_frames(self) -> bool:
        """Whether deferred frames wait to be processed before any new frame."""
        return bool(self._frames.spools)

    @property
    def defers(self) -> bool:
        """Whether an arriving frame must wait for its turn."""
        return bool(self._frames.spools or self._recordings.under_way)

    @property
    def drains(self) -> bool:
        """Whether the input must be received as fast as possible: a recording waits for its barriers.

        Not if the waiting frames already fill the memory limit: the recording then continues at the pace of the task.
        """
        return bool(self._recordings.under_way) and self._frames.bytes < self._memory_bytes

    def next_frame(self) -> Buffer:
        return self._frames.next()

    def restore(self, in_flight: list[Buffer]) -> None:
        """Adds the in-flight frames of a checkpoint, before all others."""
        for frame in in_flight:
            header = unpack_header(frame)
            if (header.edge, header.sender) not in self._channels:  # later checkpoints would drop it
                raise ProtocolError(f"a restored frame belongs to an unknown channel: {header}")
        self._frames.add(in_flight)

    def on_arrival(self, frame: Buffer) -> FrameDecision:
        """Decides on a frame from the exchange: TAKE or DEFER."""
        if not self.defers:
            return FrameDecision.TAKE
        self._frames.add([frame])
        self._recordings.add(unpack_header(frame), frame)
        return FrameDecision.DEFER

    def on_turn(self, header: FrameHeader, frame: Buffer) -> FrameDecision:
        """Decides on a frame whose turn has come: TAKE or HOLD."""
        channel = (header.edge, header.sender)
        alignment = self._alignment
        if alignment is None:
            if self._counted and self._holds_end(channel, header):
                self._frames.hold_back(frame)
                return FrameDecision.HOLD
            return FrameDecision.TAKE
        if channel not in alignment.arrived:
            return FrameDecision.TAKE
        self._frames.hold_back(frame)
        held_bytes = self._frames.held_back_bytes
        if held_bytes > self._alignment_limit_bytes:
            self._give_up(f"{held_bytes >> 20} MiB are held back for its alignment: the limit is reached")
        return FrameDecision.HOLD

    def _holds_end(self, channel: ChannelId, header: FrameHeader) -> bool:
        """At least once: whether the end of a channel, and every frame after it, waits for the barriers of other
        channels.
        """
        if channel not in self._blocked_ends:
            if header.kind != FrameKind.END or not any(
                channel in alignment.arrived for alignment in self._counted.values()
            ):
                return False
            self._blocked_ends.add(channel)
        return True

    # Barriers ---------------------------------------------------------------------------------------------------------

    def on_barrier(self, channel: ChannelId, barrier: Barrier) -> None:
        """Handles a barrier whose turn has come."""
        if self._is_over(barrier.checkpoint_id):
            return
        if barrier.cancelled:
            self.abort(barrier.checkpoint_id)
            self._snapshots.pass_on(barrier)
        elif self._is_passed_over(barrier.checkpoint_id):
            return
        elif barrier.unaligned:
            self._begin_recording(barrier, channel)
        elif self._exactly_once:
            self._align(channel, barrier)
        else:
            self._count(channel, barrier)

    def _is_over(self, checkpoint_id: int) -> bool:
        """Whether a checkpoint is frozen or aborted."""
        return checkpoint_id <= self._last_id or checkpoint_id in self._aborted

    def _is_passed_over(self, checkpoint_id: int) -> bool:
        """Whether a channel has moved on to a later checkpoint without this one: it was aborted there."""
        return self._alignment is not None and checkpoint_id < self._alignment.barrier.checkpoint_id

    def _align(self, channel: ChannelId, barrier: Barrier) -> None:
        if self._alignment is not None and barrier.checkpoint_id > self._alignment.barrier.checkpoint_id:
            self._give_up(
                f"the barrier of checkpoint {barrier.checkpoint_id} came first: another task declined this one"
            )
        if self._alignment is None:
            self._alignment = _Alignment(barrier, self._clock.monotonic_us())
        self._alignment.arrived.add(channel)
        if self._alignment.arrived == self._channels:
            self._aligned(self._alignment)

    def _count(self, channel: ChannelId, barrier: Barrier) -> None:
        started = _Alignment(barrier, self._clock.monotonic_us())
        alignment = self._counted.setdefault(barrier.checkpoint_id, started)
        alignment.arrived.add(channel)
        if alignment.arrived == self._channels:
            self._counted = {n: later for n, later in self._counted.items() if n > barrier.checkpoint_id}
            self._aligned(alignment)

    def _aligned(self, alignment: _Alignment) -> None:
        waited_us = self._clock.monotonic_us() - alignment.begun_us
        self._last_id = alignment.barrier.checkpoint_id
        self._snapshots.freeze(alignment.barrier, waited_us, self._frames.held_back_bytes)
        self._release()

    def go_unaligned(self, barrier: Barrier) -> None:
        """Makes a checkpoint unaligned, whether or not one of its barriers has arrived."""
        if not self._is_over(barrier.checkpoint_id) and not self._is_passed_over(barrier.checkpoint_id):
            self._begin_recording(barrier, None)

    def _begin_recording(self, barrier: Barrier, channel: Optional[ChannelId]) -> None:
        """Freezes now. The barrier came from `channel`; other channels may have delivered it during the alignment."""
        if self._alignment is not None and self._alignment.barrier.checkpoint_id < barrier.checkpoint_id:
            self._give_up(f"unaligned checkpoint {barrier.checkpoint_id} has overtaken it")
        alignment = self._alignment
        waited_us = 0 if alignment is None else self._clock.monotonic_us() - alignment.begun_us
        self._last_id = barrier.checkpoint_id
        missing = set(self._channels) - {channel}
        if alignment is not None:
            missing -= alignment.arrived
        begun = self._snapshots.begun(missing)
        self._snapshots.freeze(barrier, waited_us, self._frames.held_back_bytes)
        self._release()
        self._recordings.begin(barrier.checkpoint_id, missing, begun, self._frames)

    def abort(self, checkpoint_id: int) -> None:
        """The checkpoint was aborted: releases the frames held back for it."""
        if self._channels:  # sources receive no barriers
            self._aborted = {old for old in self._aborted if old > self._last_id} | {checkpoint_id}
        if self._counted.pop(checkpoint_id, None) is not None:
            self._release()
        self._recordings.abort(checkpoint_id)
        if self._alignment is not None and self._alignment.barrier.checkpoint_id == checkpoint_id:
            self._release()

    def _give_up(self, why: str) -> None:
        assert self._alignment is not None
        barrier = self._alignment.barrier
        self.abort(barrier.checkpoint_id)
        self._snapshots.give_up(barrier, CheckpointError(why))

    def _release(self) -> None:
        """Ends the alignment: the held frames are processed next."""
        self._alignment = None
        self._blocked_ends.clear()
        self._frames.release()

    def close(self) -> None:
        self._frames.close()
