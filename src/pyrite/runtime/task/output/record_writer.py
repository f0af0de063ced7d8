"""RecordWriter: the sending end of an edge. Buffers records per receiver and sends them as frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Optional

from pyrite.core.blocks.block import Block
from pyrite.core.blocks.edge_codec import BlockBuffer
from pyrite.core.blocks.edge_format import ROWS, EdgeFormat
from pyrite.core.clock import Clock
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.runtime.wire.frames import (
    HEADER_SIZE,
    Barrier,
    FrameHeader,
    FrameKind,
    LatencyMarker,
    encode_barrier,
    encode_latency_marker,
    encode_mark,
    encode_time,
    following,
    pack,
)
from pyrite.runtime.wire.partitioners import BlockPartitioner
from pyrite.runtime.wire.unsendable import raise_unsendable

_FIRST_GUESS = 1000
"""The number of records in the first frame, before their size is known."""
_MAX_RECORDS = 50_000
_UNDER_LOAD_US = 30_000
"""The additional buffer time in a task under load: each frame costs the exchange a third of a millisecond."""

UNLIMITED: Final = 1 << 62

Send = Callable[[int, bytes], None]


class _Pending:
    """The buffered records for one receiver, the number of records sent to it so far, and its credit limit."""

    __slots__ = ("born_us", "buffer", "count", "due_us", "limit", "sent_us", "sequence")

    def __init__(self, limit: int, buffer: BlockBuffer) -> None:
        self.buffer = buffer
        self.sequence = 0
        self.sent_us = 0
        self.count = 0
        self.limit = limit
        self.reset()

    def reset(self) -> None:
        self.born_us = 0
        self.due_us = 0


class RecordWriter:
    """Sends one operator's output over one edge.

    A block is sent when it is full, or when the receiver's last block was sent `timeout_ms` ago: records of a quiet
    stream are sent at once, records of a busy stream are buffered, and no record waits longer than the timeout. The
    task sets `under_load` while it never idles, backpressured or overloaded: then blocks are buffered longer, and grow.

    A receiver grants the number of records it may be sent (InputCredits). While a receiver's credit is used up,
    `is_blocked` is true, and the task accepts no further input; records emitted by the current call are still sent.

    The task sets `born_us` before each slice of work; a pending block keeps the value of its oldest record.
    """

    def __init__(
        self,
        edge: int,
        sender: int,
        next_hops: Mapping[int, int],
        partitioner: BlockPartitioner,
        send: Send,
        clock: Clock,
        timeout_ms: int,
        frame_size: int,
        operator: str = "",
        first_credit: int = UNLIMITED,
        format: EdgeFormat = ROWS,
    ) -> None:
        self._operator = operator
        self._format = format
        self._block_type = format.codec.block_type
        self._edge = edge
        self._sender = sender
        self._next_hops = next_hops
        self.partitioner = partitioner
        self._send = send
        self._clock = clock
        self._timeout_us = None if timeout_ms < 0 else timeout_ms * 1000
        self._payload_size = frame_size - HEADER_SIZE
        self.records_per_frame = _FIRST_GUESS
        self._pending = {receiver: _Pending(first_credit, format.codec.buffer()) for receiver in next_hops}
        self._has_credits = first_credit != UNLIMITED
        self._blocked: set[int] = set()
        self._waiting: set[int] = set()
        self.born_us = 0
        self.under_load = False
        self.records_out = 0
        self.bytes_out = 0
        self.frames_out = 0

    def process_block(self, block: Block) -> None:
        if type(block) is not self._block_type:
            carried = self._block_type.__name__
            raise TypeError(f"{self._operator} emitted {block!r:.200}, but its edge carries blocks of type {carried}")
        for receiver, part in self.partitioner.split(block):
            self._append(receiver, part)

    def process_watermark(self, watermark_ms: int) -> None:
        self._announce(FrameKind.WATERMARK, encode_time(watermark_ms))

    def process_idle(self, idle: bool) -> None:
        self._announce(FrameKind.IDLE if idle else FrameKind.ACTIVE)

    def process_mark(self, mark: LoopMark) -> None:
        self._announce(FrameKind.MARK, encode_mark(mark))

    def process_latency_marker(self, marker: LatencyMarker, choice: float) -> None:
        """Sends a marker to one receiver, after all its records; `choice`, from 0 to 1, selects the receiver."""
        receivers = list(self._pending)
        receiver = receivers[int(choice * len(receivers))]
        pending = self._pending[receiver]
        if len(pending.buffer):
            self._flush(receiver)
        self._send_frame(FrameKind.LATENCY, receiver, pending, encode_latency_marker(marker), 0)

    def process_barrier(self, barrier: Barrier) -> None:
        self._announce(FrameKind.BARRIER, encode_barrier(barrier))

    def end(self) -> None:
        self._announce(FrameKind.END)

    @property
    def is_blocked(self) -> bool:
        """Whether a receiver has no credit left."""
        return bool(self._blocked)

    @property
    def room(self) -> int:
        """The number of records that may be sent to any receiver."""
        if not self._has_credits:
            return UNLIMITED
        return min((pending.limit - pending.count for pending in self._pending.values()), default=UNLIMITED)

    def grant(self, receiver: int, limit: int) -> None:
        """Sets the credit limit of a receiver: the total number of records it may be sent."""
        pending = self._pending[receiver]
        pending.limit = max(pending.limit, limit)
        if pending.count < pending.limit:
            self._blocked.discard(receiver)

    def due_us(self) -> Optional[int]:
        """The time at which the first pending block must be sent, by the monotonic clock."""
        if self._timeout_us is None or not self._waiting:
            return None
        return min(self._pending[receiver].due_us for receiver in self._waiting)

    def flush_due(self, now_us: int) -> None:
        """Sends the blocks whose timeout has passed."""
        if self._timeout_us is None:
            return
        for receiver in [r for r in self._waiting if self._pending[r].due_us <= now_us]:
            self._flush(receiver)

    def _append(self, receiver: int, part: Block) -> None:
        pending = self._pending[receiver]
        count = len(part)
        self.records_out += count
        pending.count += count
        if pending.count >= pending.limit:
            self._blocked.add(receiver)
        waiting = len(pending.buffer)
        if not waiting and count >= self.records_per_frame:
            self._send_block(receiver, pending, part, self.born_us)
            return
        if not waiting:
            self._waiting.add(receiver)
            pending.born_us = self.born_us
            if self._timeout_us is not None:
                under_load_us = _UNDER_LOAD_US if self.under_load and self._timeout_us else 0
                pending.due_us = pending.sent_us + self._timeout_us + under_load_us
        pending.buffer.append(part)
        if waiting + count >= self.records_per_frame or pending.count >= pending.limit:
            self._flush(receiver)  # a blocked receiver can get no more records

    def _flush(self, receiver: int) -> None:
        pending = self._pending[receiver]
        self._waiting.discard(receiver)
        block = pending.buffer.take()
        born_us = pending.born_us
        pending.reset()
        self._send_block(receiver, pending, block, born_us)

    def _send_block(self, receiver: int, pending: _Pending, block: Block, born_us: int) -> None:
        pending.sent_us = self._clock.monotonic_us()
        count = len(block)
        for start in range(0, count, self.records_per_frame) if count > 2 * self.records_per_frame else (0,):
            part = (
                block
                if start == 0 and count <= 2 * self.records_per_frame
                else block.slice(start, start + self.records_per_frame)
            )
            try:
                payload = self._format.encode(part)
            except Exception as error:  # a user's __reduce__ may raise anything
                raise_unsendable(part, self._operator, error)
            self._send_payload(receiver, pending, payload, born_us, len(part))
            record_bytes = self._format.codec.record_bytes(part, payload)
        fitting = int(self._payload_size * 0.9 / max(record_bytes, 1e-3))
        self.records_per_frame = max(1, min(_MAX_RECORDS, fitting))

    def _send_payload(self, receiver: int, pending: _Pending, payload: bytes, born_us: int, records: int) -> None:
        size = self._payload_size
        last = max(0, (len(payload) - 1) // size * size)
        for start in range(0, last, size):
            self._send_frame(FrameKind.PART, receiver, pending, payload[start : start + size], born_us)
        self._send_frame(FrameKind.BLOCK, receiver, pending, payload[last:] if last else payload, born_us, records)

    def _announce(self, kind: FrameKind, payload: bytes = b"") -> None:
        """Sends a mark to every receiver, after all of its records."""
        for receiver, pending in self._pending.items():
            if len(pending.buffer):
                self._flush(receiver)
            self._send_frame(kind, receiver, pending, payload, 0)

    def _send_frame(
        self, kind: int, receiver: int, pending: _Pending, payload: bytes, born_us: int, records: int = 0
    ) -> None:
        header = FrameHeader(kind, self._edge, self._sender, receiver, pending.sequence, born_us, records)
        frame = pack(header, payload)
        pending.sequence = following(pending.sequence)
        self.bytes_out += len(frame)
        self.frames_out += 1
        self._send(self._next_hops[receiver], frame)
