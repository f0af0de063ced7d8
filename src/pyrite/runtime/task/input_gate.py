"""InputGate: a task's channels. Checks sequences, joins parts, merges watermarks, counts ends."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Optional

from pyrite.core.blocks.block import Block
from pyrite.core.errors import ProtocolError
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.operators.watermarks.watermark_merge import WatermarkMerge
from pyrite.runtime.wire.deployment import InputEdge
from pyrite.runtime.wire.frames import RESTORED, Buffer, FrameHeader, FrameKind, following, payload_of, restored

ChannelId = tuple[int, int]
"""(edge, sender); the receiver is this task."""


@dataclass(slots=True)
class _Channel:
    edge: InputEdge
    expected: int = 0
    parts: Optional[bytearray] = None
    ended: bool = False


class InputGate:
    """The receiving end of all edges into one task."""

    def __init__(self, edges: tuple[InputEdge, ...]) -> None:
        self._channels: dict[ChannelId, _Channel] = {
            (edge.edge, sender): _Channel(edge) for edge in edges for sender in edge.senders
        }
        self._open = len(self._channels)
        self._marks: dict[str, dict[ChannelId, int]] = {}
        self._marks_passed: dict[str, int] = {}
        self.watermarks = WatermarkMerge(self._channels)

    @property
    def all_ended(self) -> bool:
        return self._open == 0

    def accept(self, header: FrameHeader, frame: Buffer) -> tuple[InputEdge, Optional[Buffer]]:
        """Checks a frame's place in its channel. Returns its edge and its payload, None while parts are missing."""
        channel = self._channels.get((header.edge, header.sender))
        if channel is None:
            raise ProtocolError(f"a frame of an unknown channel: {header}")
        if header.sequence != RESTORED:
            after_end = channel.ended and header.kind != FrameKind.BARRIER
            if header.sequence != channel.expected or after_end:
                raise ProtocolError(f"expected frame {channel.expected} of the channel, got {header}")
            channel.expected = following(header.sequence)
        if header.kind == FrameKind.PART:
            channel.parts = channel.parts or bytearray()
            channel.parts += payload_of(frame)
            return channel.edge, None
        if channel.parts is not None:
            if header.kind != FrameKind.BLOCK:
                raise ProtocolError(f"a mark in the middle of a block: {header}")
            whole, channel.parts = channel.parts, None
            whole += payload_of(frame)
            return channel.edge, whole
        return channel.edge, payload_of(frame)

    def block(self, edge: InputEdge, payload: Buffer) -> Block:
        block = edge.format.codec.decode(payload)
        return block.with_timestamps([1] * len(block)) if edge.enters_supersteps else block

    def watermark(self, header: FrameHeader, edge: InputEdge, watermark_ms: int) -> Optional[int]:
        """Takes a channel's watermark; the merged one if it moved on."""
        if edge.enters_supersteps and watermark_ms < MAX_WATERMARK:
            return None
        return self.watermarks.update((header.edge, header.sender), watermark_ms)

    def idle(self, header: FrameHeader, edge: InputEdge) -> Optional[int]:
        """Takes a channel's idleness, or its end; the merged watermark if that moved it on."""
        if edge.enters_supersteps:
            return None
        return self.watermarks.set_idle((header.edge, header.sender), header.kind == FrameKind.IDLE)

    def mark(self, header: FrameHeader, mark: LoopMark) -> list[LoopMark]:
        """Takes a loop's mark; those that every channel which has not ended has brought."""
        self._marks.setdefault(mark.loop, {})[header.edge, header.sender] = mark.number
        return self.complete_marks()

    def complete_marks(self) -> list[LoopMark]:
        """The marks that are to be passed on, each once. A channel from outside of the loop must end first."""
        open_channels = [channel for channel, state in self._channels.items() if not state.ended]
        complete = []
        for loop, numbers in self._marks.items():
            number = min((numbers.get(channel, 0) for channel in open_channels), default=0)
            if number > self._marks_passed.get(loop, 0):
                self._marks_passed[loop] = number
                complete.append(LoopMark(loop, number))
        return complete

    @property
    def channels(self) -> Collection[ChannelId]:
        return self._channels.keys()

    def begun(self, channels: Collection[ChannelId]) -> list[Buffer]:
        """The parts of blocks that have come so far, as frames to be restored."""
        return [
            restored(edge, sender, FrameKind.PART, bytes(channel.parts))
            for (edge, sender), channel in self._channels.items()
            if channel.parts is not None and (edge, sender) in channels
        ]

    def end(self, header: FrameHeader) -> None:
        """Marks a channel as ended."""
        self._channels[header.edge, header.sender].ended = True
        self._open -= 1
