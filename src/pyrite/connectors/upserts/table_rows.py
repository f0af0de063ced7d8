"""TableRows: converts blocks of a changelog into rows of Python values by primary key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Optional

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import LogicalType, RowType
from pyrite.expressions.python_values import nullable_to_python
from pyrite.expressions.values import to_values

Row = tuple[Any, ...]
Change = tuple[Optional[Row], Optional[Row]]
"""The key of a row, and the row, or None for a deleted row. Without a primary key the key is None."""
_DELETIONS: Final = (ChangeKind.UPDATE_BEFORE, ChangeKind.DELETE)
"""UPDATE_BEFORE deletes a row too: if it occurs, UPDATE_AFTER may have a different key."""
Convert = Callable[[LogicalType], Optional[Callable[[Any], Any]]]
"""Returns for a type the function that converts an internal value to the store's; None for the identity."""


@dataclass(frozen=True)
class TableRows:
    """The rows of a table. `key` has the indices of its primary key, and is empty without a key."""

    row_type: RowType
    key: tuple[int, ...] = ()
    convert: Convert = nullable_to_python

    @cached_property
    def _converts(self) -> list[Optional[Callable[[Any], Any]]]:
        return [self.convert(field.type) for field in self.row_type.fields]

    def changes(self, block: ColumnBlock) -> list[Change]:
        columns = [self._values(block, place) for place in range(len(self.row_type.fields))]
        rows = list(zip(*columns, strict=True))
        if not self.key:
            return [(None, row) for row in rows]
        keys = zip(*(columns[place] for place in self.key), strict=True)
        if block.change_kinds is None:
            return list(zip(keys, rows, strict=True))
        return [
            (key, None if kind in _DELETIONS else row)
            for key, row, kind in zip(keys, rows, block.change_kinds.to_pylist(), strict=True)
        ]

    def _values(self, block: ColumnBlock, place: int) -> list[Any]:
        values = to_values(block.batch.column(place), self.row_type.fields[place].type)
        convert = self._converts[place]
        return values if convert is None else list(map(convert, values))

    @property
    def key_names(self) -> tuple[str, ...]:
        return tuple(self.row_type.names[place] for place in self.key)


def key_places(row_type: RowType, primary_key: Sequence[str]) -> tuple[int, ...]:
    return tuple(row_type.names.index(name) for name in primary_key)
