"""Key groups: the units in which keyed state is distributed to subtasks.

group = hash of the key % max parallelism; subtask = group * parallelism // max parallelism. The hash is the CRC-32 of
the key's bytes, multiplied modulo a prime, since CRC-32 alone is linear: it would put keys that differ in few bits into
groups of the same subtask. `column_key_groups.py` computes the same groups for whole columns.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from struct import error as StructError
from typing import Any, Final
from zlib import crc32

from pyrite.core.state_key import StateKey
from pyrite.core.windows.windows import TimeWindow
from pyrite.state.key_pickles import pickled

KEY_VERSION: Final = 1
"""The version of key encoding and hashing, stored in manifests.

Any change is a new version and converts keyed state.
"""
FACTOR: Final = 0x9E3779B1
PRIME: Final = 0xFFFFFFFB
"""The largest prime below 2**32."""
_CACHE_LIMIT = 1 << 17
_INT64: Final = Struct(">cq").pack


def key_bytes(key: StateKey) -> bytes:
    """A key as unique bytes. For a key with a namespace, the bytes of the key come first."""
    if type(key) is str:
        try:
            return b"s" + key.encode()
        except UnicodeEncodeError:
            return b"s" + key.encode("utf-8", "surrogatepass")
    if type(key) is int:
        try:
            return _INT64(b"j", key)
        except StructError:
            return b"i%d" % key
    if type(key) is tuple:
        owner = key_bytes(key[0])
        return b"t" + len(owner).to_bytes(4, "big") + owner + namespace_bytes(key[1])
    return b"b" + key  # type: ignore[operator]


def namespace_bytes(namespace: Any) -> bytes:
    """A namespace as stored in RocksDB: an int or str like a key, other values by their pickles."""
    if type(namespace) is TimeWindow and type(namespace[0]) is int and type(namespace[1]) is int:
        return _window_bytes(namespace)
    if type(namespace) is int or type(namespace) is str:
        return key_bytes(namespace)
    return key_bytes(pickled(namespace))


@lru_cache(maxsize=1 << 12)
def _window_bytes(window: TimeWindow) -> bytes:
    """Cached, since windows are requested again and again, for every key."""
    return key_bytes(pickled(window))


def group_of(data: bytes, max_parallelism: int) -> int:
    """The group of a key with these bytes, without a namespace."""
    return crc32(data) * FACTOR % PRIME % max_parallelism


def key_group(key: StateKey, max_parallelism: int) -> int:
    """The key's group: the same in every process, on every machine, permanently. The namespace is ignored."""
    return group_of(key_bytes(key[0] if type(key) is tuple else key), max_parallelism)


def subtask_of_group(group: int, parallelism: int, max_parallelism: int) -> int:
    return group * parallelism // max_parallelism


def subtasks_of_groups(groups: range, parallelism: int, max_parallelism: int) -> range:
    """The subtasks that own any of these consecutive groups."""
    first = subtask_of_group(groups.start, parallelism, max_parallelism)
    return range(first, subtask_of_group(groups.stop - 1, parallelism, max_parallelism) + 1)


def key_group_range(subtask: int, parallelism: int, max_parallelism: int) -> range:
    """The groups that a subtask owns."""
    start = -(-subtask * max_parallelism // parallelism)
    stop = -(-(subtask + 1) * max_parallelism // parallelism)
    return range(start, stop)


class SubtaskOfKey(dict[StateKey, int]):
    """Caches the subtask of each key; `self[key]` computes missing ones."""

    def __init__(self, parallelism: int, max_parallelism: int) -> None:
        super().__init__()
        self._max_parallelism = max_parallelism
        groups = range(max_parallelism)
        self._subtasks = [subtask_of_group(group, parallelism, max_parallelism) for group in groups]

    def __missing__(self, key: StateKey) -> int:
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        self[key] = subtask = self._subtasks[group_of(key_bytes(key), self._max_parallelism)]
        return subtask
