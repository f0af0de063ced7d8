"""RowKeys: the state keys of a block's rows, each distinct one made once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from pyrite.core.state_key import StateKey
from pyrite.state.column_keys import Indices, column_keys
from pyrite.state.key_codec import encode_key

_ALL: Final = encode_key(0)
"""The key of all rows where nothing is grouped by."""


@dataclass(frozen=True)
class RowKeys:
    """The distinct keys, and which of them each row has."""

    state_keys: list[StateKey]
    indices: Indices

    def are_distinct(self) -> bool:
        """Whether no key is there twice: those of some types may be."""
        return len(set(self.state_keys)) == len(self.state_keys)

    def of_rows(self) -> Iterator[StateKey]:
        return map(self.state_keys.__getitem__, self.indices.tolist())


def row_keys(batch: Any, names: Sequence[str]) -> RowKeys:
    """The keys that some columns make; without any, all rows have one."""
    if not names:
        return RowKeys([_ALL], np.zeros(batch.num_rows, np.int64))
    keys = column_keys(batch, names)
    return RowKeys(keys.state_keys(), keys.indices)
