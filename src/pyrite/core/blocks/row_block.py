"""RowBlock: records as Python objects in lists, and PickleCodec, which sends them."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Optional

from pyrite.core.blocks.edge_codec import Buffer, EdgeCodec, is_arrow
from pyrite.core.event_time import NO_TIMESTAMP
from pyrite.core.persistence.persisted import persisted
from pyrite.core.state_key import StateKey


@persisted("block/1")
@dataclass(slots=True)
class RowBlock:
    """Records in lists: values, timestamps, keys. Readers share these lists, so they must never be changed.

    `timestamps` is None when no record has one; `keys` is None on streams that are not keyed.
    """

    values: list[Any]
    timestamps: Optional[list[int]] = None
    keys: Optional[list[StateKey]] = None

    change_kinds: ClassVar[None] = None

    def __len__(self) -> int:
        return len(self.values)

    def slice(self, start: int, stop: int) -> RowBlock:
        """The records from `start` up to but not including `stop`.

        >>> Block(["a", "b", "c"], [1, 2, 3]).slice(1, 3).values
        ['b', 'c']
        """
        return RowBlock(
            self.values[start:stop],
            None if self.timestamps is None else self.timestamps[start:stop],
            None if self.keys is None else self.keys[start:stop],
        )

    def concat(self, *others: RowBlock) -> RowBlock:
        """All records, in this order. The blocks are of one edge: all keyed, or all not."""
        gathered = RowBuffer()
        for block in (self, *others):
            gathered.append(block)
        return gathered.take()

    def deal(self, count: int) -> Sequence[RowBlock]:
        """Distributes the records over `count` parts, round-robin."""
        return [
            RowBlock(
                self.values[first::count],
                None if self.timestamps is None else self.timestamps[first::count],
                None if self.keys is None else self.keys[first::count],
            )
            for first in range(count)
        ]

    def scatter(self, targets: Sequence[int], count: int) -> Iterator[tuple[int, RowBlock]]:
        """Yields the records of each receiver, with its number; `targets` has a receiver for every record."""
        values = _scattered(self.values, targets, count)
        times = None if self.timestamps is None else _scattered(self.timestamps, targets, count)
        keys = None if self.keys is None else _scattered(self.keys, targets, count)
        for target, column in enumerate(values):
            if column:
                yield (
                    target,
                    RowBlock(column, None if times is None else times[target], None if keys is None else keys[target]),
                )

    def unkeyed(self) -> RowBlock:
        """The same records without keys."""
        return self if self.keys is None else RowBlock(self.values, self.timestamps)

    def with_timestamps(self, timestamps: list[int]) -> RowBlock:
        """The same records with other timestamps, one for each."""
        return RowBlock(self.values, timestamps, self.keys)

    def timestamps_or_none_marks(self) -> list[int]:
        """The timestamps; without timestamps, a list of NO_TIMESTAMP."""
        return [NO_TIMESTAMP] * len(self.values) if self.timestamps is None else self.timestamps


def _scattered(column: list[Any], targets: Sequence[int], count: int) -> list[list[Any]]:
    parts: list[list[Any]] = [[] for _ in range(count)]
    add = [part.append for part in parts]
    for item, target in zip(column, targets, strict=True):
        add[target](item)
    return parts


class RowBuffer:
    """Gathers records in its own lists: sources may reuse theirs."""

    __slots__ = ("_keys", "_timestamps", "_values")

    def __init__(self) -> None:
        self._values: list[Any] = []
        self._timestamps: Optional[list[int]] = None
        self._keys: Optional[list[StateKey]] = None

    def __len__(self) -> int:
        return len(self._values)

    def append(self, block: RowBlock) -> None:
        if block.timestamps is not None or self._timestamps is not None:
            if self._timestamps is None:
                self._timestamps = [NO_TIMESTAMP] * len(self._values)
            self._timestamps.extend(block.timestamps_or_none_marks())
        if block.keys is not None:
            if self._keys is None:
                self._keys = []
            self._keys.extend(block.keys)
        self._values.extend(block.values)

    def take(self) -> RowBlock:
        block = RowBlock(self._values, self._timestamps, self._keys)
        self._values, self._timestamps, self._keys = [], None, None
        return block


@dataclass(frozen=True)
class PickleCodec(EdgeCodec):
    """Rows, pickled as lists."""

    block_type = RowBlock

    def encode(self, block: RowBlock) -> bytes:
        return pickle.dumps((block.values, block.timestamps, block.keys), 5)

    def decode(self, payload: Buffer) -> RowBlock:
        return RowBlock(*pickle.loads(payload))

    def reads(self, payload: Buffer) -> bool:
        return not is_arrow(payload)

    def buffer(self) -> RowBuffer:
        return RowBuffer()

    def record_bytes(self, block: RowBlock, payload: bytes) -> float:
        return len(payload) / len(block.values)


PICKLE: Final = PickleCodec()
