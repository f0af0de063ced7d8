"""KeySlots: assigns a small number to each key, as an index into arrays of values by key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.operators.relational.keyed.key_columns import key_kind, row_keys
from pyrite.state.column_keys import Indices
from pyrite.state.columns.schema import ColumnSchema
from pyrite.state.columns.slot_index import NO_SLOT, NumberIndex, SlotIndex
from pyrite.state.columns.text_index import TextIndex

MOST_PLACES: Final = 1 << 20


class KeySlots:
    """Assigns a slot to each key.

    For integers in a small range, the slot is the distance to the least key. Other keys are numbered by an index. If
    there are too many keys, the index is cleared, and callers must clear the values that they hold by slot.
    """

    def __init__(self, names: Sequence[str], types: Sequence[Any]) -> None:
        self._names = names
        self._schema = ColumnSchema((), key_kind(types))
        self._is_near = len(types) == 1 and pa.types.is_integer(types[0])
        self._least: Optional[int] = None
        self.forget()

    def forget(self) -> None:
        self._index: SlotIndex[Any] = NumberIndex() if self._schema.keys == "int" else TextIndex(self._schema.key_type)
        self._used = 0

    def of_rows(self, batch: Any) -> tuple[Indices, bool]:
        """Returns the slot of each row's key, and whether all earlier slots are invalid."""
        if self._is_near:
            near = self._near(batch.column(self._names[0]))
            if near is not None:
                return near
            self._is_near = False
        was_forgotten = self._used == 0
        keys = row_keys(batch, self._names).distinct()
        own = keys.array(self._schema)
        slots = self._index.find(own)
        new = np.flatnonzero(slots == NO_SLOT)
        if self._used + len(new) > MOST_PLACES and self._used:
            self.forget()
            return self.of_rows(batch)
        slots[new] = np.arange(self._used, self._used + len(new))
        self._index.add(own.take(pa.array(new)), slots[new])
        self._used += len(new)
        return slots[keys.indices], was_forgotten

    def _near(self, column: Any) -> Optional[tuple[Indices, bool]]:
        if column.null_count:
            return None
        values: Indices = column.to_numpy().astype(np.int64)
        least, most = int(values.min()), int(values.max())
        is_forgotten = self._least is None or least < self._least
        base = least if self._least is None or is_forgotten else self._least
        if most - base >= MOST_PLACES:
            return None
        self._least = base
        values -= base
        return values, is_forgotten
