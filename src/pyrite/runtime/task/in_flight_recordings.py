"""InFlightRecordings: what unaligned barriers have overtaken, until each channel has brought its barrier."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from pyrite.runtime.task.input_gate import ChannelId
from pyrite.runtime.wire.frames import Buffer, FrameHeader, FrameKind, decode_barrier, payload_of, unpack_header

_IN_FLIGHT: Final = (FrameKind.BLOCK, FrameKind.PART, FrameKind.WATERMARK, FrameKind.IDLE, FrameKind.ACTIVE)


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
    """The unaligned checkpoints of a task that are frozen and not yet complete. `on_end` gets what was in flight."""

    def __init__(self, on_end: Callable[[int, list[Buffer]], None]) -> None:
        self._on_end = on_end
        self._recordings: list[_Recording] = []

    def __bool__(self) -> bool:
        return bool(self._recordings)

    def begin(
        self, checkpoint_id: int, missing: set[ChannelId], begun: list[Buffer], waiting: Iterable[Buffer]
    ) -> None:
        """`begun` is in flight as it is; `waiting` has arrived, in this order, and may have barriers among it."""
        recording = _Recording(checkpoint_id, missing, begun)
        for frame in waiting:
            recording.add(unpack_header(frame), frame)
        self._recordings.append(recording)
        self._end()

    def add(self, header: FrameHeader, frame: Buffer) -> None:
        """A frame has arrived."""
        for recording in self._recordings:
            recording.add(header, frame)
        self._end()

    def abort(self, checkpoint_id: int) -> None:
        self._recordings = [recording for recording in self._recordings if recording.checkpoint_id != checkpoint_id]

    def _end(self) -> None:
        for recording in [recording for recording in self._recordings if not recording.missing]:
            self._recordings.remove(recording)
            self._on_end(recording.checkpoint_id, recording.frames)
