"""EdgeInput: passes a task's input, frame by frame, to the current block and the head of its chain.

`InputGate` is the receiving end of the channels: it checks sequences, joins parts, merges watermarks and counts ends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Optional

from pyrite.core.blocks.block import Block
from pyrite.core.errors import ProtocolError
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.operators.operator import Operator
from pyrite.operators.watermarks.watermark_merge import WatermarkMerge
from pyrite.runtime.task.input.alignment import Barriers, FrameDecision
from pyrite.runtime.task.input.batch_input import BatchInput
from pyrite.runtime.task.input.current_block import CurrentBlock
from pyrite.runtime.task.metrics.latency_tracking import LatencyTracking
from pyrite.runtime.task.metrics.subtask_meter import SubtaskMeter
from pyrite.runtime.wire.deployment import InputEdge
from pyrite.runtime.wire.frames import (
    RESTORED,
    Buffer,
    ChannelId,
    FrameHeader,
    FrameKind,
    decode_barrier,
    decode_latency_marker,
    decode_mark,
    decode_time,
    following,
    payload_of,
    restored,
    unpack_header,
)

Take = Callable[[FrameHeader, InputEdge, Buffer], None]
"""Processes a frame with a complete payload."""


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
        """Checks a frame's position in its channel.

        Returns its edge and payload; the payload is None while parts are missing.
        """
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
        """Handles a channel's watermark; returns the merged watermark if it advanced."""
        if edge.enters_supersteps and watermark_ms < MAX_WATERMARK:
            return None
        return self.watermarks.update((header.edge, header.sender), watermark_ms)

    def idle(self, header: FrameHeader, edge: InputEdge) -> Optional[int]:
        """Handles a channel's idleness or its end; returns the merged watermark if it advanced."""
        if edge.enters_supersteps:
            return None
        return self.watermarks.set_idle((header.edge, header.sender), header.kind == FrameKind.IDLE)

    def mark(self, header: FrameHeader, mark: LoopMark) -> list[LoopMark]:
        """Handles a loop's mark; returns the marks that all open channels have delivered."""
        self._marks.setdefault(mark.loop, {})[header.edge, header.sender] = mark.number
        return self.complete_marks()

    def complete_marks(self) -> list[LoopMark]:
        """The marks to forward, each once. Channels from outside the loop must end first."""
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
        """The received parts of incomplete blocks, as frames to restore."""
        return [
            restored(edge, sender, FrameKind.PART, bytes(channel.parts))
            for (edge, sender), channel in self._channels.items()
            if channel.parts is not None and (edge, sender) in channels
        ]

    def end(self, header: FrameHeader) -> None:
        """Marks a channel as ended."""
        self._channels[header.edge, header.sender].ended = True
        self._open -= 1


class EdgeInput:
    """Adds blocks to the current block, and passes watermarks and marks directly to the head of the task's chain.

    The barriers decide on each frame twice: whether it waits for its turn (`receive`), and whether it is held back for
    an alignment when its turn has come (`_on_turn`). Then the gate checks it, and its kind selects the method that
    handles it.
    """

    def __init__(
        self,
        gate: InputGate,
        barriers: Barriers,
        current: CurrentBlock,
        batch_input: Optional[BatchInput],
        head: Operator,
        meter: SubtaskMeter,
        latency: LatencyTracking,
        on_end: Callable[[], None],
    ) -> None:
        """`batch_input`: None in streaming. `on_end` is called when all channels have ended."""
        self._gate = gate
        self._barriers = barriers
        self._current = current
        self._batch_input = batch_input
        self._head = head
        self._meter = meter
        self._latency = latency
        self._on_end = on_end
        self._takes: Mapping[int, Take] = {
            FrameKind.BLOCK: self._take_block,
            FrameKind.WATERMARK: self._take_watermark,
            FrameKind.IDLE: self._take_idle,
            FrameKind.ACTIVE: self._take_idle,
            FrameKind.BARRIER: self._take_barrier,
            FrameKind.LATENCY: self._take_latency_marker,
            FrameKind.MARK: self._take_mark,
            FrameKind.END: self._take_end,
        }
        """The methods that handle frames, by kind. The gate joins PART frames to a BLOCK."""

    def receive(self, frame: Buffer) -> None:
        """Receives a frame from the exchange."""
        self._meter.bytes_in += len(frame)
        if self._barriers.on_arrival(frame) is FrameDecision.TAKE:
            self._on_turn(frame)

    def take_deferred(self) -> None:
        """Processes the next deferred frame."""
        self._on_turn(self._barriers.next_frame())

    def joins(self, frame: Buffer, up_to: int) -> bool:
        """Whether a frame may be received now to be appended to the current block."""
        if not 0 < len(self._current) < up_to or self._current.is_begun or self._barriers.defers:
            return False
        header = unpack_header(frame)
        return header.kind == FrameKind.BLOCK and header.edge == self._current.edge

    def _on_turn(self, frame: Buffer) -> None:
        """Processes a frame whose turn has come, or holds it back."""
        header = unpack_header(frame)
        if self._barriers.on_turn(header, frame) is FrameDecision.HOLD:
            return
        edge, payload = self._gate.accept(header, frame)
        if payload is None:
            return
        take = self._takes.get(header.kind)
        if take is None:
            raise ProtocolError(f"a frame of unknown kind: {header}")
        take(header, edge, payload)

    def _take_block(self, header: FrameHeader, edge: InputEdge, payload: Buffer) -> None:
        block = self._gate.block(edge, payload)
        self._meter.records_in += len(block)
        batch_input = self._batch_input
        if batch_input is None or not batch_input.keeps(block, edge, len(payload)):
            self._current.put(block, edge, header.sender, header.born_us, counted=header.sequence != RESTORED)

    def _take_watermark(self, header: FrameHeader, edge: InputEdge, payload: Buffer) -> None:
        self._advance(self._gate.watermark(header, edge, decode_time(payload)))

    def _take_idle(self, header: FrameHeader, edge: InputEdge, payload: Buffer) -> None:
        was_idle = self._gate.watermarks.all_idle
        moved = self._gate.idle(header, edge)
        if was_idle and not self._gate.watermarks.all_idle:
            self._head.process_idle(False)
        self._advance(moved)
        if not was_idle and self._gate.watermarks.all_idle:
            self._head.process_idle(True)

    def _take_barrier(self, header: FrameHeader, edge: InputEdge, payload: Buffer) -> None:
        self._barriers.on_barrier((header.edge, header.sender), decode_barrier(payload))

    def _take_latency_marker(self, header: FrameHeader, edge: InputEdge, payload: Buffer) -> None:
        self._latency.take(decode_latency_marker(payload))
        self._meter.operators_changed()

    def _take_mark(self, header: FrameHeader, edge: InputEdge, payload: Buffer) -> None:
        self._pass_on_marks(self._gate.mark(header, decode_mark(payload)))

    def _take_end(self, header: FrameHeader, edge: InputEdge, payload: Buffer) -> None:
        self._gate.end(header)
        self._pass_on_marks(self._gate.complete_marks())
        if self._gate.all_ended:
            self._on_end()

    def _advance(self, watermark_ms: Optional[int]) -> None:
        """Advances event time. Batch execution has no event time before the end."""
        if watermark_ms is not None and watermark_ms > self._meter.watermark_ms and self._batch_input is None:
            self._meter.watermark_ms = watermark_ms
            self._meter.operators_changed()
            self._head.process_watermark(watermark_ms)

    def _pass_on_marks(self, marks: list[LoopMark]) -> None:
        for mark in marks:
            self._head.process_mark(mark)
