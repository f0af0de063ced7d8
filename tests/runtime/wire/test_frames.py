"""Frames: header and payload come back as they were."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.blocks.row_block import PICKLE, RowBlock
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.runtime.wire.frames import (
    HEADER_SIZE,
    Buffer,
    FrameHeader,
    FrameKind,
    decode_time,
    encode_time,
    pack,
    payload_of,
    unpack_header,
)

U16, U32, U64 = st.integers(0, 2**16 - 1), st.integers(0, 2**32 - 1), st.integers(0, 2**64 - 1)
HEADERS = st.builds(FrameHeader, st.sampled_from(list(FrameKind)).map(int), U16, U16, U16, U32, U64, U32)


@given(HEADERS, st.binary())
def test_frame_comes_back_as_it_was(header: FrameHeader, payload: bytes) -> None:
    frame = pack(header, payload)
    assert (unpack_header(frame), bytes(payload_of(frame))) == (header, payload)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_frame_is_read_from_any_buffer(kind: Any) -> None:
    frame: Buffer = kind(pack(FrameHeader(FrameKind.BLOCK, 1, 2, 3, 4, 5), b"abc"))
    assert unpack_header(frame).sequence == 4
    assert bytes(payload_of(frame)) == b"abc"


def test_frame_costs_its_header_and_its_payload() -> None:
    assert len(pack(FrameHeader(FrameKind.END, 0, 0, 0, 0, 0))) == HEADER_SIZE


RECORDS = st.lists(st.none() | st.integers() | st.text() | st.tuples(st.integers(), st.text()))


@given(RECORDS, st.booleans(), st.booleans())
def test_block_comes_back_with_the_columns_it_has(values: list[Any], timed: bool, keyed: bool) -> None:
    block = RowBlock(values, list(range(len(values))) if timed else None, list(map(str, values)) if keyed else None)
    assert PICKLE.decode(memoryview(PICKLE.encode(block))) == block


@pytest.mark.parametrize("time_ms", [MIN_WATERMARK, -1, 0, 1_700_000_000_000, MAX_WATERMARK])
def test_time_comes_back_as_it_was(time_ms: int) -> None:
    assert decode_time(encode_time(time_ms)) == time_ms
