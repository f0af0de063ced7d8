"""The key groups of a whole Arrow column, equal to `key_group` of each of its values."""

from __future__ import annotations

from typing import Any, Final
from zlib import crc32

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.state.key_codec import encode_key
from pyrite.state.key_groups import FACTOR, PRIME, key_group

_ONES: Final = np.uint32(0xFFFFFFFF)
_BYTE: Final = np.uint32(0xFF)
_EIGHT: Final = np.uint32(8)
_TABLE: Final = np.zeros(256, np.uint32)
"""The effect of a byte on a CRC-32, derived from zlib's CRCs of single bytes."""
_TABLE[np.arange(256) ^ 0xFF] = [crc32(bytes([byte])) ^ 0xFF000000 for byte in range(256)]


def column_key_groups(column: Any, max_parallelism: int) -> npt.NDArray[np.int64]:
    """The groups of a column of integers or of strings; nulls belong to the group of None."""
    column = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if pa.types.is_integer(column.type):
        hashed = _crc_of_ints(column.cast(pa.int64()).fill_null(0).to_numpy(zero_copy_only=False))
    elif pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        hashed = _crc_of_strings(column.cast(pa.large_string()))
    else:
        raise TypeError(f"expected a column of integers or strings, got {column.type}")
    groups = hashed.astype(np.uint64) * np.uint64(FACTOR) % np.uint64(PRIME) % np.uint64(max_parallelism)
    of_none = key_group(encode_key(None), max_parallelism)
    return np.where(column.is_null().to_numpy(zero_copy_only=False), of_none, groups.astype(np.int64))


def _crc_of_ints(values: npt.NDArray[np.int64]) -> npt.NDArray[np.uint32]:
    data = values.astype(">i8").view(np.uint8).reshape(-1, 8)
    state = np.full(len(values), crc32(b"j"), np.uint32) ^ _ONES
    for position in range(8):
        state = _stepped(state, data[:, position])
    return state ^ _ONES


def _crc_of_strings(column: Any) -> npt.NDArray[np.uint32]:
    """Processes byte by byte all strings that are long enough; strings are ordered longest first."""
    _, offsets, data = column.buffers()
    count = len(column)
    bounds = np.frombuffer(offsets, np.int64)[column.offset : column.offset + count + 1] if count else np.zeros(1, int)
    text = np.frombuffer(data, np.uint8) if data is not None else np.zeros(0, np.uint8)
    lengths = np.diff(bounds)
    order = np.argsort(-lengths, kind="stable")
    starts, lengths = bounds[:-1][order], lengths[order]
    state = np.full(count, crc32(b"s"), np.uint32) ^ _ONES
    for position in range(int(lengths[0]) if count else 0):
        longer = int(np.searchsorted(-lengths, -position))
        state[:longer] = _stepped(state[:longer], text[starts[:longer] + position])
    result = np.empty(count, np.uint32)
    result[order] = state ^ _ONES
    return result


def _stepped(state: npt.NDArray[np.uint32], byte: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint32]:
    stepped: npt.NDArray[np.uint32] = _TABLE[(state ^ byte) & _BYTE] ^ (state >> _EIGHT)
    return stepped
