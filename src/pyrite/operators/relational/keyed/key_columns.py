"""KeyColumns: the state keys of a block's rows, with each distinct key encoded once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.state_key import StateKey
from pyrite.state.column_keys import ColumnKeys, Indices, column_keys, is_hashed_whole
from pyrite.state.columns.schema import ColumnSchema, KeyKind
from pyrite.state.key_codec import encode_key

_ALL: Final = encode_key(0)
"""The key of all rows if there are no key columns."""


class KeyColumns:
    """The distinct keys of a block, as state keys or as columns to encode, and the key of each row."""

    def __init__(self, state_keys: Optional[list[StateKey]], indices: Indices, columns: tuple[Any, ...] = ()) -> None:
        self._state_keys = state_keys
        self.indices = indices
        self._columns = columns

    @property
    def state_keys(self) -> list[StateKey]:
        if self._state_keys is None:
            self._state_keys = ColumnKeys(self._columns, self.indices, len(self._columns[0])).state_keys()
        return self._state_keys

    def array(self, schema: ColumnSchema) -> Any:
        """Returns the distinct keys as an array for columnar state."""
        if schema.keys == "bytes" or not self._columns:
            return schema.key_array(self.state_keys)
        return self._columns[0].cast(schema.key_type)

    def are_distinct(self) -> bool:
        """Returns whether all keys differ: different values of some types encode to the same key."""
        if self._columns and key_kind([column.type for column in self._columns]) != "bytes":
            return True
        return len(set(self.state_keys)) == len(self.state_keys)

    def distinct(self) -> KeyColumns:
        """Returns the keys without duplicates."""
        if self.are_distinct():
            return self
        places = {key: place for place, key in enumerate(dict.fromkeys(self.state_keys))}
        moved = np.array([places[key] for key in self.state_keys])
        return KeyColumns(list(places), moved[self.indices])

    def numbers(self) -> Indices:
        """Returns a number for each row that identifies its key."""
        if self.are_distinct():
            return self.indices
        numbers = {key: number for number, key in enumerate(dict.fromkeys(self.state_keys))}
        return np.array([numbers[key] for key in self.state_keys], np.int64)[self.indices]

    def of_rows(self, places: Any = slice(None)) -> Iterator[StateKey]:
        """Iterates over the keys of all rows, or of the rows at some places."""
        return map(self.state_keys.__getitem__, self.indices[places].tolist())


def row_keys(batch: Any, names: Sequence[str]) -> KeyColumns:
    """Returns the keys of a batch by some columns. Without columns, all rows have the same key."""
    if not names:
        return KeyColumns([_ALL], np.zeros(batch.num_rows, np.int64))
    keys = column_keys(batch, names)
    return KeyColumns(None, keys.indices, keys.columns)


def key_kind(types: Sequence[Any]) -> KeyKind:
    """Returns the kind of state keys for columns of these types."""
    if not types:
        return "int"
    kind = types[0].value_type if pa.types.is_dictionary(types[0]) else types[0]
    if len(types) > 1 or not is_hashed_whole(kind):
        return "bytes"
    return "int" if pa.types.is_integer(kind) else "str"
