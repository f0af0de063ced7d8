"""Frames: the units of data sent between tasks. A header and, in a block, the records as encoded by the edge's codec.

    kind  edge  sender  receiver  sequence  born  records  | payload
     u8    u16    u16      u16       u32     u64    u32

`sequence` counts the frames of one channel (edge, sender, receiver), so that lost, repeated or swapped frames are
detected. `born` is the time at which the oldest record of the block left its source, in microseconds since the epoch
(0: unknown). `records` is the number of records in a block, and 0 in every other frame.

A payload larger than a frame is sent as PART frames followed by the BLOCK frame with its last bytes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from pyrite.core.blocks.edge_codec import Buffer as Buffer
from pyrite.operators.iteration.loop_events import LoopMark

_HEADER: Final = struct.Struct("<BHHHIQI")
_TIME: Final = struct.Struct("<q")
_LATENCY: Final = struct.Struct("<qI")
_BARRIER: Final = struct.Struct("<QQQ???")
HEADER_SIZE: Final = _HEADER.size
RESTORED: Final = 0xFFFFFFFF
"""The sequence number of frames restored from a checkpoint: their channel's numbering has restarted."""
ChannelId = tuple[int, int]
"""The (edge, sender) of a channel; the receiver is the current task."""


class FrameKind(IntEnum):
    """The kind of a frame."""

    BLOCK = 1
    PART = 2
    WATERMARK = 3
    IDLE = 4
    ACTIVE = 5
    END = 6
    BARRIER = 7
    MARK = 8
    LATENCY = 9


class FrameHeader(NamedTuple):
    """The header of every frame. A tuple, since two are created for each frame."""

    kind: int
    edge: int
    sender: int
    receiver: int
    sequence: int
    born_us: int
    records: int = 0


@dataclass(frozen=True, slots=True)
class Barrier:
    """The barrier of a checkpoint: all earlier data belongs to the checkpoint.

    An unaligned barrier does not wait for other channels; a canceled barrier only reports that no barrier will come.
    """

    checkpoint_id: int
    triggered_ms: int
    completed_id: int = 0
    """The latest complete checkpoint when this one began, on which this one is based."""
    unaligned: bool = False
    cancelled: bool = False
    stops: bool = False
    """Whether tasks pause after it until the checkpoint is complete, which ends them, or aborted."""
    savepoint: str = ""
    """The folder of the savepoint; empty for a checkpoint."""


@dataclass(frozen=True, slots=True)
class LatencyMarker:
    """A marker with its time of sending by a source subtask. It is queued with records, and invisible to functions."""

    marked_ms: int
    operator_id: str
    subtask: int


def following(sequence: int) -> int:
    """The sequence number of a channel's next frame."""
    return (sequence + 1) % RESTORED


def pack(header: FrameHeader, payload: bytes = b"") -> bytes:
    return _HEADER.pack(*header) + payload


def unpack_header(frame: Buffer) -> FrameHeader:
    return FrameHeader._make(_HEADER.unpack_from(frame))


def payload_of(frame: Buffer) -> memoryview:
    return memoryview(frame)[HEADER_SIZE:]


def restored(edge: int, sender: int, kind: int, payload: bytes, records: int = 0) -> bytes:
    """A frame restored from a checkpoint, outside its channel's sequence."""
    return pack(FrameHeader(kind, edge, sender, 0, RESTORED, 0, records), payload)


def encode_mark(mark: LoopMark) -> bytes:
    return _TIME.pack(mark.number) + mark.loop.encode()


def decode_mark(payload: Buffer) -> LoopMark:
    return LoopMark(bytes(payload[_TIME.size :]).decode(), int(_TIME.unpack_from(payload)[0]))


def encode_latency_marker(marker: LatencyMarker) -> bytes:
    return _LATENCY.pack(marker.marked_ms, marker.subtask) + marker.operator_id.encode()


def decode_latency_marker(payload: Buffer) -> LatencyMarker:
    marked_ms, subtask = _LATENCY.unpack_from(payload)
    return LatencyMarker(marked_ms, bytes(payload[_LATENCY.size :]).decode(), subtask)


def encode_time(time_ms: int) -> bytes:
    return _TIME.pack(time_ms)


def decode_time(payload: Buffer) -> int:
    return int(_TIME.unpack(payload)[0])


def encode_barrier(barrier: Barrier) -> bytes:
    flags = (barrier.unaligned, barrier.cancelled, barrier.stops)
    fixed = _BARRIER.pack(barrier.checkpoint_id, barrier.triggered_ms, barrier.completed_id, *flags)
    return fixed + barrier.savepoint.encode()


def decode_barrier(payload: Buffer) -> Barrier:
    fields = *_BARRIER.unpack_from(payload), bytes(payload[_BARRIER.size :]).decode()
    return Barrier(*fields)
