"""In-flight data in storage: the data of one edge that an unaligned barrier overtook on its way to one subtask.

A file contains blocks and marks in the order of arrival, each with its sender. It contains neither the edge's number
nor the receiver's: both may differ when it is restored.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from typing import NamedTuple

from pyrite.core.blocks.edge_codec import is_arrow
from pyrite.core.errors import ProtocolError
from pyrite.core.persistence.persisted import PATH
from pyrite.core.persistence.persisted_pickling import dumps
from pyrite.runtime.wire.frames import Buffer, FrameKind, payload_of, unpack_header


class InFlightItem(NamedTuple):
    """A complete block, a watermark, or an idle mark."""

    sender: int
    kind: int
    records: int
    payload: bytes


def items_by_edge(frames: Iterable[Buffer]) -> dict[int, list[InFlightItem]]:
    """Recorded frames as items, by edge. The parts of a block are joined: a recording contains all of them."""
    headers = ((unpack_header(frame), payload_of(frame)) for frame in frames)
    items: dict[int, list[InFlightItem]] = {}
    parts: dict[tuple[int, int], bytearray] = {}
    for header, payload in headers:
        edge, sender = header.edge, header.sender
        if header.kind == FrameKind.PART:
            parts.setdefault((edge, sender), bytearray()).extend(payload)
            continue
        begun = parts.pop((edge, sender), b"")
        items.setdefault(edge, []).append(InFlightItem(sender, header.kind, header.records, bytes(begun) + payload))
    if parts:
        raise ProtocolError(f"blocks were recorded without their last parts, of the channels {sorted(parts)}")
    return items


def encode_items(items: list[InFlightItem]) -> bytes:
    """Encodes items. Blocks keep their pickled form, except that Pyrite's classes are stored by persisted names."""
    return pickle.dumps([tuple(_named(item)) for item in items], 5)


def decode_items(data: bytes) -> list[InFlightItem]:
    return [InFlightItem(*item) for item in pickle.loads(data)]


def _named(item: InFlightItem) -> InFlightItem:
    if not _may_name_classes(item):
        return item
    return item._replace(payload=dumps(pickle.loads(item.payload)))


def _may_name_classes(item: InFlightItem) -> bool:
    """Whether a block may contain class names. Columns never do, even if their text looks like it."""
    return item.kind == FrameKind.BLOCK and PATH in item.payload and not is_arrow(item.payload)
