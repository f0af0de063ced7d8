"""The keys of rows in columns, and their key groups: computed once for every distinct key of a block.

The key of one column is its value, the key of several columns the tuple of their values, as returned by `to_pylist`; a
struct in a key becomes the tuple of its fields, a map the list of its pairs in the order of its keys. So a key from
columns equals the same key from a key selector, with the same key group.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.state_key import StateKey
from pyrite.state.column_key_groups import column_key_groups
from pyrite.state.key_codec import encode_key, encode_keys
from pyrite.state.key_groups import key_group

Indices = npt.NDArray[np.int64]
_DENSE_FROM: Final = 500
"""The number of rows from which looking for the least and the greatest key pays off."""


@dataclass(frozen=True)
class ColumnKeys:
    """The distinct keys of a batch, as columns."""

    columns: tuple[Any, ...]
    indices: Indices
    """The index of each row's key."""
    count: int
    """The number of distinct keys."""

    def values(self) -> list[Any]:
        """The distinct keys, as seen by user functions."""
        lists = [_key_values(column) for column in self.columns]
        return lists[0] if len(lists) == 1 else list(zip(*lists, strict=True))

    def state_keys(self) -> list[StateKey]:
        """The distinct keys, encoded for state."""
        return encode_keys(self.values())

    def has_same_keys(self, other: ColumnKeys) -> bool:
        """Whether both have the same distinct keys, in the same order."""
        return all(_are_same(own, its) for own, its in zip(self.columns, other.columns, strict=True))

    def groups(self, max_parallelism: int) -> Indices:
        """The key group of each distinct key."""
        if len(self.columns) == 1 and is_hashed_whole(self.columns[0].type):
            return column_key_groups(self.columns[0], max_parallelism)
        keys = self.state_keys()
        return np.fromiter((key_group(key, max_parallelism) for key in keys), np.int64, len(keys))


def _are_same(one: Any, other: Any) -> bool:
    """Whether columns have the same keys; False if uncertain. Arrow treats 0.0 and -0.0 as equal."""
    if pa.types.is_floating(one.type) and pa.types.is_floating(other.type):
        one, other = _bits(one), _bits(other)
    return not _has_doubles(one.type) and bool(one.equals(other))


def _has_doubles(kind: Any) -> bool:
    if pa.types.is_dictionary(kind):
        return _has_doubles(kind.value_type)
    if pa.types.is_nested(kind):
        return any(_has_doubles(kind.field(index).type) for index in range(kind.num_fields))
    return bool(pa.types.is_floating(kind))


def _key_values(column: Any) -> list[Any]:
    values: list[Any] = column.to_pylist()
    convert = _nested_key(column.type)
    return values if convert is None else list(map(convert, values))


def _nested_key(kind: Any) -> Optional[Callable[[Any], Any]]:
    """The conversion of `to_pylist` values to values for keys; None if no conversion is needed."""
    if pa.types.is_struct(kind):
        fields = [(field.name, _nested_key(field.type) or _same) for field in kind]
        return lambda value: None if value is None else tuple(convert(value[name]) for name, convert in fields)
    if pa.types.is_map(kind):
        key, item = _nested_key(kind.key_type) or _same, _nested_key(kind.item_type) or _same
        return lambda pairs: pairs and sorted(((key(a), item(b)) for a, b in pairs), key=_sort_key)
    if pa.types.is_list(kind) and (element := _nested_key(kind.value_type)) is not None:
        return lambda values: values and list(map(element, values))
    return None


def _same(value: Any) -> Any:
    return value


def _sort_key(pair: tuple[Any, Any]) -> str:
    """Sorts the pairs of a map, so that equal maps have the same order."""
    return repr(encode_key(pair[0]))


def column_keys(batch: Any, names: Sequence[str], ordered: bool = True) -> ColumnKeys:
    """The keys formed by columns of a batch; if `ordered`, in the order of their first rows."""
    columns = [batch.column(name) for name in names]
    if len(columns) == 1 and is_hashed_whole(columns[0].type):
        dense = _dense_keys(columns[0]) if ordered else _sorted_keys(columns[0])
        if dense is not None:
            return dense
        encoded = columns[0].dictionary_encode(null_encoding="encode")
        dictionary = encoded.dictionary
        return ColumnKeys((dictionary,), encoded.indices.to_numpy().astype(np.int64), len(dictionary))
    indices = np.zeros(batch.num_rows, np.int64)
    for column in columns:
        own = _codes(column)
        indices = _codes(pa.array(indices * (own.max(initial=0) + 1) + own))
    indices = _without_gaps(indices)
    firsts = np.zeros(indices.max(initial=-1) + 1, np.int64)
    # of several rows with the same key, the first is written last
    firsts[indices[::-1]] = np.arange(batch.num_rows)[::-1]
    rows = pa.array(firsts)
    return ColumnKeys(tuple(column.take(rows) for column in columns), indices, len(rows))


def _without_gaps(indices: Indices) -> Indices:
    """Consecutive numbers from 0, in the order of the first rows."""
    dense = _dense_keys(pa.array(indices))
    return indices if dense is None else dense.indices


def _dense_offsets(column: Any) -> Optional[Indices]:
    """The offset of each number from the least, if all are small: faster than hashing. Otherwise None."""
    rows = len(column)
    if rows < _DENSE_FROM or column.null_count or not pa.types.is_integer(column.type):
        return None
    values: Indices = column.to_numpy().astype(np.int64)
    least = values.min()
    if int(values.max()) - int(least) > 6 * rows:
        return None
    offsets: Indices = values - least
    return offsets


def _dense_keys(column: Any) -> Optional[ColumnKeys]:
    """The keys of a column of numbers that are close together."""
    offsets = _dense_offsets(column)
    if offsets is None:
        return None
    firsts = np.full(int(offsets.max()) + 1, -1, np.int64)
    # of several rows with the same key, the first is written last
    firsts[offsets[::-1]] = np.arange(len(offsets))[::-1]
    is_first = np.zeros(len(offsets), bool)
    is_first[firsts[firsts >= 0]] = True
    rows = np.flatnonzero(is_first)
    numbers = np.zeros(len(firsts), np.int64)
    numbers[offsets[rows]] = np.arange(len(rows))
    return ColumnKeys((column.take(pa.array(rows)),), numbers[offsets], len(rows))


def _sorted_keys(column: Any) -> Optional[ColumnKeys]:
    """The same, in the order of the numbers, which is even faster."""
    offsets = _dense_offsets(column)
    if offsets is None:
        return None
    present = np.flatnonzero(np.bincount(offsets))
    keys = pa.array(present + (column[0].as_py() - int(offsets[0]))).cast(column.type)
    if len(present) <= int(present[-1]):
        numbers = np.zeros(int(present[-1]) + 1, np.int64)
        numbers[present] = np.arange(len(present))
        offsets = numbers[offsets]
    return ColumnKeys((keys,), offsets, len(present))


def is_hashed_whole(kind: Any) -> bool:
    """Whether `column_key_groups` supports columns of a type; integers above 63 bits are encoded differently."""
    is_int = pa.types.is_integer(kind) and not pa.types.is_uint64(kind)
    return bool(is_int or pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _codes(column: Any) -> Indices:
    """Codes that differ where values differ. Equal values may have two codes, which only costs time."""
    dense = _dense_offsets(column)
    if dense is not None:
        return dense
    if pa.types.is_floating(column.type):  # by their bits: 0.0 and -0.0 are two keys
        column = _bits(column)
    elif pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    try:
        indices = column.dictionary_encode(null_encoding="encode").indices
    except pa.ArrowNotImplementedError:  # lists, structs, maps
        return np.arange(len(column), dtype=np.int64)
    return np.asarray(indices.to_numpy(), np.int64)


def _bits(column: Any) -> Any:
    width = column.type.bit_width
    values = column.to_numpy(zero_copy_only=False).astype(f"f{width // 8}").view(f"i{width // 8}")
    return pa.array(values, mask=column.is_null().to_numpy(zero_copy_only=False))
