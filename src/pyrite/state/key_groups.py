"""Key groups: the units in which keyed state moves between subtasks.

group = stable hash of the key % max parallelism; subtask = group * parallelism // max parallelism.
"""

from __future__ import annotations

from zlib import crc32

from pyrite.common.block import StateKey

_CACHE_LIMIT = 1 << 17


def key_group(key: StateKey, max_parallelism: int) -> int:
    """The key's group: the same in every process, on every machine, for ever. A namespace does not count."""
    if type(key) is tuple:
        key = key[0]
    if type(key) is int:
        data = b"i%d" % key
    elif type(key) is str:
        data = b"s" + key.encode("utf-8", "surrogatepass")
    else:
        data = b"b" + key  # type: ignore[operator]
    return crc32(data) % max_parallelism


def subtask_of_group(group: int, parallelism: int, max_parallelism: int) -> int:
    return group * parallelism // max_parallelism


def key_group_range(subtask: int, parallelism: int, max_parallelism: int) -> range:
    """The groups that a subtask owns."""
    start = -(-subtask * max_parallelism // parallelism)
    stop = -(-(subtask + 1) * max_parallelism // parallelism)
    return range(start, stop)


class SubtaskOfKey(dict[StateKey, int]):
    """Remembers which subtask each key belongs to; `self[key]` works out those it has not seen."""

    def __init__(self, parallelism: int, max_parallelism: int) -> None:
        super().__init__()
        self._parallelism = parallelism
        self._max_parallelism = max_parallelism

    def __missing__(self, key: StateKey) -> int:
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        group = key_group(key, self._max_parallelism)
        self[key] = subtask = subtask_of_group(group, self._parallelism, self._max_parallelism)
        return subtask
