"""EdgeInput: what comes over a task's edges, frame by frame, taken to where it belongs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Optional

from pyrite.core.errors import ProtocolError
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.operators.operator import Operator
from pyrite.runtime.task.barriers import Barriers
from pyrite.runtime.task.batch_input import BatchInput
from pyrite.runtime.task.block_in_hand import BlockInHand
from pyrite.runtime.task.input_gate import InputGate
from pyrite.runtime.task.latency_tracking import LatencyTracking
from pyrite.runtime.task.subtask_meter import SubtaskMeter
from pyrite.runtime.wire.deployment import InputEdge
from pyrite.runtime.wire.frames import (
    RESTORED,
    Buffer,
    FrameHeader,
    FrameKind,
    decode_barrier,
    decode_latency_marker,
    decode_mark,
    decode_time,
    unpack_header,
)


class EdgeInput:
    """Puts blocks into the task's hand, and takes watermarks and marks to the head of its chain at once."""

    def __init__(
        self,
        gate: InputGate,
        barriers: Barriers,
        hand: BlockInHand,
        batch_input: Optional[BatchInput],
        head: Operator,
        meter: SubtaskMeter,
        latency: LatencyTracking,
        on_end: Callable[[], None],
    ) -> None:
        """`batch_input`: None in streaming. `on_end` is called when every channel has ended."""
        self._gate = gate
        self._barriers = barriers
        self._hand = hand
        self._batch_input = batch_input
        self._head = head
        self._meter = meter
        self._latency = latency
        self._on_end = on_end

    def receive(self, frame: Buffer) -> None:
        """Takes a frame from the exchange."""
        self._meter.bytes_in += len(frame)
        if not self._barriers.arrive(frame):
            self._take(frame)

    def take_waiting(self) -> None:
        """Takes the next of the frames that have waited for their turn."""
        self._take(self._barriers.next_frame())

    def joins(self, frame: Buffer, up_to: int) -> bool:
        """Whether a frame may be received to be worked on together with the block in hand."""
        if not 0 < len(self._hand) < up_to or self._hand.is_begun or self._barriers.sets_aside:
            return False
        header = unpack_header(frame)
        return header.kind == FrameKind.BLOCK and header.edge == self._hand.edge

    def _take(self, frame: Buffer) -> None:
        """Works on a frame whose turn it is."""
        header = unpack_header(frame)
        if self._barriers.take(header, frame):
            return
        edge, payload = self._gate.accept(header, frame)
        if payload is None:
            return
        if header.kind == FrameKind.BLOCK:
            self._take_block(header, edge, payload)
        elif header.kind == FrameKind.WATERMARK:
            self._advance(self._gate.watermark(header, edge, decode_time(payload)))
        elif header.kind in (FrameKind.IDLE, FrameKind.ACTIVE):
            self._take_idle(header, edge)
        elif header.kind == FrameKind.BARRIER:
            self._barriers.on_barrier((header.edge, header.sender), decode_barrier(payload))
        elif header.kind == FrameKind.LATENCY:
            self._latency.take(decode_latency_marker(payload))
            self._meter.operators_changed()
        elif header.kind == FrameKind.MARK:
            self._pass_on_marks(self._gate.mark(header, decode_mark(payload)))
        elif header.kind == FrameKind.END:
            self._gate.end(header)
            self._pass_on_marks(self._gate.complete_marks())
            if self._gate.all_ended:
                self._on_end()
        else:
            raise ProtocolError(f"a frame of unknown kind: {header}")

    def _take_block(self, header: FrameHeader, edge: InputEdge, payload: Buffer) -> None:
        block = self._gate.block(edge, payload)
        self._meter.records_in += len(block)
        batch_input = self._batch_input
        if batch_input is None or not batch_input.keeps(block, edge, len(payload)):
            self._hand.put(block, edge, header.sender, header.born_us, counted=header.sequence != RESTORED)

    def _take_idle(self, header: FrameHeader, edge: InputEdge) -> None:
        was_idle = self._gate.watermarks.all_idle
        moved = self._gate.idle(header, edge)
        if was_idle and not self._gate.watermarks.all_idle:
            self._head.process_idle(False)
        self._advance(moved)
        if not was_idle and self._gate.watermarks.all_idle:
            self._head.process_idle(True)

    def _advance(self, watermark_ms: Optional[int]) -> None:
        """Moves event time on. Batch has none before the end."""
        if watermark_ms is not None and watermark_ms > self._meter.watermark_ms and self._batch_input is None:
            self._meter.watermark_ms = watermark_ms
            self._meter.operators_changed()
            self._head.process_watermark(watermark_ms)

    def _pass_on_marks(self, marks: list[LoopMark]) -> None:
        for mark in marks:
            self._head.process_mark(mark)
