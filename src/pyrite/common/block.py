"""Block: many records in columns, the unit of all work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from pyrite.common.time import NO_TIMESTAMP

StateKey = int | str | bytes | tuple[Any, Any]
"""A key as state and wire see it: int and str as they are, everything else as encoded bytes.

In state and timers of windows also a pair of such a key and a namespace, the window.
"""


@dataclass(slots=True)
class Block:
    """Records as columns. Readers share the lists: whoever gets a block never changes them.

    `timestamps` is None when no record has one; `keys` is None on streams that are not keyed.
    """

    values: list[Any]
    timestamps: Optional[list[int]] = None
    keys: Optional[list[StateKey]] = None

    def __len__(self) -> int:
        return len(self.values)

    def slice(self, start: int, stop: int) -> Block:
        return Block(
            self.values[start:stop],
            None if self.timestamps is None else self.timestamps[start:stop],
            None if self.keys is None else self.keys[start:stop],
        )

    def timestamps_or_none_marks(self) -> list[int]:
        """The timestamps, with NO_TIMESTAMP for every record when there are none."""
        return [NO_TIMESTAMP] * len(self.values) if self.timestamps is None else self.timestamps


def concat(first: Block, second: Block) -> Block:
    """The records of both, in this order, in lists of its own. Both are of one edge: keyed, or not."""
    timestamps = None
    if first.timestamps is not None or second.timestamps is not None:
        timestamps = first.timestamps_or_none_marks() + second.timestamps_or_none_marks()
    keys = None if first.keys is None or second.keys is None else first.keys + second.keys
    return Block(first.values + second.values, timestamps, keys)
