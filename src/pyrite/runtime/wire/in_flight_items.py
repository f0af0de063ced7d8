"""In-flight data in storage: what an unaligned barrier overtook on one edge on its way to one subtask.

A file holds blocks and marks in the order in which they arrived, each with its sender. Neither the edge's number nor
the receiver's is in it: both may be others when it is restored.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Iterable
from typing import Final, NamedTuple

from pyrite.core.blocks.edge_codec import is_arrow
from pyrite.core.blocks.row_block import PICKLE
from pyrite.core.errors import ProtocolError
from pyrite.core.persistence.persisted import PATH
from pyrite.core.persistence.persisted_pickling import dumps, loads
from pyrite.runtime.wire.frames import Buffer, FrameKind, payload_of, unpack_header

_HEADER_V1: Final = struct.Struct("<BHHHIQ")
"""That of frames in checkpoints of version 1: kind, edge, sender, receiver, sequence, born."""


class InFlightItem(NamedTuple):
    """A block, whole, or a watermark, or an idle mark."""

    sender: int
    kind: int
    records: int
    payload: bytes


def items_by_edge(frames: Iterable[Buffer]) -> dict[int, list[InFlightItem]]:
    """Recorded frames as items, by edge. The parts of a block are joined: a recording has all of them."""
    headers = ((unpack_header(frame), payload_of(frame)) for frame in frames)
    return _items((h.kind, h.edge, h.sender, h.records, payload) for h, payload in headers)


def _items(frames: Iterable[tuple[int, int, int, int, memoryview]]) -> dict[int, list[InFlightItem]]:
    items: dict[int, list[InFlightItem]] = {}
    parts: dict[tuple[int, int], bytearray] = {}
    for kind, edge, sender, records, payload in frames:
        if kind == FrameKind.PART:
            parts.setdefault((edge, sender), bytearray()).extend(payload)
            continue
        begun = parts.pop((edge, sender), b"")
        items.setdefault(edge, []).append(InFlightItem(sender, kind, records, bytes(begun) + payload))
    if parts:
        raise ProtocolError(f"blocks were recorded without their last parts, of the channels {sorted(parts)}")
    return items


def encode_items(items: list[InFlightItem]) -> bytes:
    """Blocks as the wire has them, which is by `pickle`; but classes of ours go by their persisted names."""
    return pickle.dumps([tuple(_named(item)) for item in items], 5)


def decode_items(data: bytes) -> list[InFlightItem]:
    return [_of_now(InFlightItem(*item)) for item in pickle.loads(data)]


def _named(item: InFlightItem) -> InFlightItem:
    if not _may_name_classes(item):
        return item
    return item._replace(payload=dumps(pickle.loads(item.payload)))


def _of_now(item: InFlightItem) -> InFlightItem:
    """With classes of ours where they are now: a block that an earlier Pyrite wrote names them by where they were."""
    if not _may_name_classes(item):
        return item
    return item._replace(payload=pickle.dumps(loads(item.payload), 5))


def _may_name_classes(item: InFlightItem) -> bool:
    """Columns hold none, whatever their text says."""
    return item.kind == FrameKind.BLOCK and PATH in item.payload and not is_arrow(item.payload)


def decode_frames_v1(data: bytes) -> dict[int, list[InFlightItem]]:
    """A file of version 1, by edge: a subtask's frames of all edges, as they came."""
    frames = [(_HEADER_V1.unpack_from(frame), memoryview(frame)[_HEADER_V1.size :]) for frame in pickle.loads(data)]
    decoded = _items((kind, edge, sender, 0, payload) for (kind, edge, sender, *_), payload in frames)
    return {edge: [_counted(_of_now(item)) for item in items] for edge, items in decoded.items()}


def _counted(item: InFlightItem) -> InFlightItem:
    return item._replace(records=len(PICKLE.decode(item.payload))) if item.kind == FrameKind.BLOCK else item
