"""ColumnSchema: the fields of the entries of a state in columns, and their forms: 64-bit words, tuples, Arrow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.errors import StateUnreadableError
from pyrite.core.state_key import StateKey
from pyrite.state.key_codec import encode_key

Words = npt.NDArray[np.int64]
"""Entries, one per row: a bit mask of NULL numbers, then the numbers; a double as its bits."""
Array = npt.NDArray[Any]
KeyKind = Literal["int", "str", "bytes"]

KEY, REMOVED, TIME = "key", "removed", "time"
"""The columns of the Arrow form, in addition to the entry's fields."""
_NONE: Final = encode_key(None)
_KEY_TYPES: Final[dict[KeyKind, Any]] = {"int": pa.int64(), "str": pa.large_string(), "bytes": pa.large_binary()}


@dataclass(frozen=True)
class Number:
    """A 64-bit number of an entry, an integer or a double."""

    is_whole: bool
    nullable: bool = False


@dataclass(frozen=True)
class ColumnSchema:
    """The fields of an entry, each a number or a tuple of numbers; with `timed`, followed by its time of writing.

    As a tuple, an entry lacks the time if it was written by a job whose entries never expire. `keys` is the kind of
    state keys: 64-bit integers, strings, or encoded bytes. None can be a key of any kind.
    """

    fields: tuple[Number | tuple[Number, ...], ...]
    keys: KeyKind
    timed: bool = False

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """All numbers of an entry, in the order of its words after the NULL mask."""
        numbers: list[Number] = []
        for field in self.fields:
            numbers += field if isinstance(field, tuple) else (field,)
        return (*numbers, *([Number(True, nullable=True)] if self.timed else ()))

    @property
    def width(self) -> int:
        """The number of words of an entry."""
        return 1 + len(self.numbers)

    # Keys -------------------------------------------------------------------------------------------------------------

    @property
    def key_type(self) -> Any:
        return _KEY_TYPES[self.keys]

    def key_array(self, keys: Sequence[StateKey]) -> Any:
        """State keys as an Arrow array; None becomes NULL."""
        return pa.array([None if key == _NONE else key for key in keys], self.key_type)

    # Words ------------------------------------------------------------------------------------------------------------

    def number(self, words: Words, position: int) -> Array:
        """A number of each entry; undefined where NULL."""
        column = words[:, 1 + position]
        return column if self.numbers[position].is_whole else column.view(np.float64)

    def is_null(self, words: Words, position: int) -> Array:
        null: Array = (words[:, 0] >> position) & 1 != 0
        return null

    def set_null(self, words: Words, position: int, null: Array) -> None:
        words[:, 0] &= ~(1 << position)
        words[:, 0] |= null.astype(np.int64) << position

    def words_of(self, entries: Sequence[tuple[Any, ...]]) -> Words:
        """The words of entries given as tuples."""
        words = np.zeros((len(entries), self.width), np.int64)
        if not entries:
            return words
        columns: list[Sequence[Any]] = []
        by_field = zip(*(entry[: len(self.fields)] for entry in entries), strict=True)
        for field, own in zip(self.fields, by_field, strict=True):
            columns += zip(*own, strict=True) if isinstance(field, tuple) else [own]
        if self.timed:
            columns.append([entry[-1] if len(entry) > len(self.fields) else None for entry in entries])
        for position, values in enumerate(columns):
            if self.numbers[position].nullable and None in values:
                words[:, 0] |= np.array([value is None for value in values]).astype(np.int64) << position
                values = [0 if value is None else value for value in values]
            words[:, 1 + position] = np.array(values, _dtype(self.numbers[position])).view(np.int64)
        return words

    def times(self, words: Words) -> tuple[Array, Array]:
        """The times of writing in ms, and a mask of unknown times."""
        return self.number(words, len(self.numbers) - 1), self.is_null(words, len(self.numbers) - 1)

    def set_time(self, words: Words, time_ms: int) -> None:
        words[:, -1] = time_ms
        words[:, 0] &= ~(1 << (len(self.numbers) - 1))

    def entries_of(self, words: Words, without_time: bool = False) -> list[tuple[Any, ...]]:
        """The entries as tuples."""
        nullable = bool(words[:, 0].any())
        lists = [self._list(words, position, nullable) for position in range(len(self.numbers))]
        columns: list[Sequence[Any]] = []
        position = 0
        for field in self.fields:
            count = len(field) if isinstance(field, tuple) else 1
            own = lists[position : position + count]
            columns.append(list(zip(*own, strict=True)) if isinstance(field, tuple) else own[0])
            position += count
        entries = list(zip(*columns, strict=True))
        return _with_times(entries, lists[-1]) if self.timed and not without_time else entries

    def _list(self, words: Words, position: int, nullable: bool) -> list[Any]:
        values: list[Any] = self.number(words, position).tolist()
        if nullable and self.numbers[position].nullable:
            for row in np.flatnonzero(self.is_null(words, position)).tolist():
                values[row] = None
        return values

    # Arrow ------------------------------------------------------------------------------------------------------------

    def batch_of(self, keys: Any, words: Words, removed: Any) -> Any:
        """Entries by key, and removed keys, as an Arrow batch."""
        arrays = [self._arrow(words, position, len(removed)) for position in range(len(self.numbers))]
        columns, position = [], 0
        for field in self.fields:
            count = len(field) if isinstance(field, tuple) else 1
            own = arrays[position : position + count]
            names = list(map(str, range(count)))
            columns.append(pa.StructArray.from_arrays(own, names) if isinstance(field, tuple) else own[0])
            position += count
        gone = np.zeros(len(words) + len(removed), bool)
        gone[len(words) :] = True
        names = [KEY, REMOVED, *(f"f{number}" for number in range(len(columns)))]
        if self.timed:
            names, columns = [*names, TIME], [*columns, arrays[-1]]
        return pa.record_batch([pa.concat_arrays([keys, removed]), pa.array(gone), *columns], names=names)

    def _arrow(self, words: Words, position: int, removed: int) -> Any:
        values = np.ascontiguousarray(self.number(words, position))
        null = self.is_null(words, position) if self.numbers[position].nullable else None
        column = pa.array(values, mask=null if null is not None and null.any() else None)
        return pa.concat_arrays([column, pa.nulls(removed, column.type)]) if removed else column

    # Restored entries -------------------------------------------------------------------------------------------------

    def read_batch(self, name: str, batch: Any) -> tuple[Any, Words]:
        """The keys and words of a batch without removals; `name` is the name of the state."""
        columns: list[Any] = []
        for column_name, column in zip(batch.schema.names, batch.columns, strict=True):
            if column_name not in (KEY, REMOVED, TIME):
                columns += column.flatten() if pa.types.is_struct(column.type) else [column]
        keys, numbers = batch.column(KEY), self.numbers[:-1] if self.timed else self.numbers
        if keys.type != self.key_type or [pa.types.is_integer(column.type) for column in columns] != [
            number.is_whole for number in numbers
        ]:
            raise _other_query(name, f"keys of {keys.type}, entries of {[str(column.type) for column in columns]}")
        if self.timed:
            has_times = TIME in batch.schema.names
            columns.append(batch.column(TIME) if has_times else pa.nulls(batch.num_rows, pa.int64()))
        words = np.zeros((batch.num_rows, self.width), np.int64)
        for position, column in enumerate(columns):
            if column.null_count:
                words[:, 0] |= column.is_null().to_numpy(zero_copy_only=False).astype(np.int64) << position
                column = column.fill_null(0)
            words[:, 1 + position] = column.to_numpy(zero_copy_only=False).view(np.int64)
        return keys, words

    def read_entries(self, name: str, entries: dict[StateKey, Any]) -> tuple[Any, Words]:
        """The keys and words of tuples by key."""
        try:
            return self.key_array(list(entries)), self.words_of(list(entries.values()))
        except (TypeError, ValueError, OverflowError) as error:
            raise _other_query(name, f"for example, {next(iter(entries.items()))!r}") from error


def _other_query(name: str, what: str) -> StateUnreadableError:
    return StateUnreadableError(
        f"state '{name}' was written by another query: it contains {what}. Start this query without that state"
    )


def _dtype(number: Number) -> Any:
    return np.int64 if number.is_whole else np.float64


def _with_times(entries: list[tuple[Any, ...]], times: Sequence[Optional[int]]) -> list[tuple[Any, ...]]:
    return [entry if time_ms is None else (*entry, time_ms) for entry, time_ms in zip(entries, times, strict=True)]


# A batch without its schema -------------------------------------------------------------------------------------------


def state_keys(keys: Any) -> list[StateKey]:
    """An Arrow array of keys as state keys."""
    values: list[StateKey] = keys.to_pylist()
    return [_NONE if key is None else key for key in values] if keys.null_count else values


def entries_in(batch: Any) -> dict[StateKey, tuple[Any, ...]]:
    """The entries of a batch without removals, as tuples by key."""
    names = [name for name in batch.schema.names if name not in (KEY, REMOVED, TIME)]
    entries = list(zip(*(_values(batch.column(name)) for name in names), strict=True))
    if TIME in batch.schema.names:
        entries = _with_times(entries, batch.column(TIME).to_pylist())
    return dict(zip(state_keys(batch.column(KEY)), entries, strict=True))


def _values(column: Any) -> list[Any]:
    if pa.types.is_struct(column.type):
        return list(zip(*map(_values, column.flatten()), strict=True))
    values: list[Any] = column.to_pylist()
    return values
