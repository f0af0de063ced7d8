"""Column generators of `datagen`: each generates a column for a block of rows with numpy, without a loop over rows.

A generator is a frozen value. The value of a row depends only on the row's index in its split, the split's seed and,
for times, the clock.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pyrite.connectors.builtin.random_words import Words, below, fractions, seed_of, words_at
from pyrite.core.types import (
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LogicalType,
    MapType,
    MultisetType,
    RowType,
)
from pyrite.core.types.arrow import to_arrow_type

_HEX: Final = np.array([int.from_bytes(f"{byte:02x}".encode(), "little") for byte in range(256)], np.uint16)
"""The two hexadecimal digits of each byte, the first digit in the lower half."""
_MS_PER_DAY: Final = 86_400_000


@dataclass(frozen=True)
class RowPlaces:
    """The rows of a block, as indices within split number `split` of `of`, which has a seed."""

    seed: int
    split: int
    of: int
    places: Words
    now_ms: int

    def words(self, path: str, part: str = "value") -> Words:
        """64 random bits for each row, different for each field."""
        return words_at(seed_of(self.seed, self.split, path, part), self.places)

    def spread(self, size: int) -> RowPlaces:
        """`size` indices for each row, one for each element of its collection."""
        places: Any = self.places[:, None] * np.uint64(size) + np.arange(size, dtype=np.uint64)
        return replace(self, places=places.reshape(-1))

    def __len__(self) -> int:
        return len(self.places)


@dataclass(frozen=True)
class ColumnGenerator(ABC):
    """Generates the column of a field. `path` names the field in options, and separates the fields' random numbers."""

    path: str
    kind: LogicalType
    null_rate: float = 0.0

    def column(self, rows: RowPlaces) -> Any:
        values = self.values(rows)
        if self.null_rate == 0:
            return values
        valid = fractions(rows.words(self.path, "null")) > self.null_rate
        return pc.if_else(pa.array(valid), values, pa.scalar(None, values.type))

    @abstractmethod
    def values(self, rows: RowPlaces) -> Any:
        """A value for each row, without nulls."""


@dataclass(frozen=True)
class RandomNumbers(ColumnGenerator):
    """Integers from `low` to `high`, inclusive, for BOOLEAN, integer types, intervals and similar types."""

    low: int = 0
    high: int = 1

    def values(self, rows: RowPlaces) -> Any:
        numbers = below(rows.words(self.path), self.high - self.low + 1)
        if isinstance(self.kind, BooleanType):
            return pa.array(numbers.astype(np.bool_))
        if self.low:
            numbers = numbers + np.uint64(self.low % (1 << 64))
        if isinstance(self.kind, IntegerNumericType):
            return pa.array(numbers.astype(f"i{self.kind.bits // 8}"))
        whole = pa.array(numbers.view(np.int64))
        if isinstance(self.kind, DayTimeIntervalType):
            return whole.cast(pa.duration("ms")).cast(to_arrow_type(self.kind), safe=False)
        return whole.cast(to_arrow_type(self.kind), safe=False)


@dataclass(frozen=True)
class RandomFloats(ColumnGenerator):
    """FLOAT and DOUBLE between two bounds."""

    low: float = 0.0
    high: float = 1.0

    def values(self, rows: RowPlaces) -> Any:
        return pa.array(self.numbers(rows)).cast(to_arrow_type(self.kind), safe=False)

    def numbers(self, rows: RowPlaces) -> Any:
        parts = fractions(rows.words(self.path))
        return parts * self.high + (1.0 - parts) * self.low if self.low else parts * self.high


@dataclass(frozen=True)
class RandomDecimals(RandomFloats):
    """DECIMAL between two bounds, from a double as in Flink."""

    def values(self, rows: RowPlaces) -> Any:
        assert isinstance(self.kind, DecimalType)
        most = np.nextafter(10.0**self.kind.precision, 0)
        return decimals(np.clip(self.numbers(rows) * 10.0**self.kind.scale, -most, most), self.kind)


def decimals(unscaled: Any, kind: DecimalType) -> Any:
    """Decimals from their unscaled values, as doubles: two words of 64 bits each, lower first."""
    size = np.floor(np.abs(unscaled))
    upper = np.floor(size / 2.0**64)
    low, high = (size - upper * 2.0**64).astype(np.uint64), upper.astype(np.uint64)
    negative = unscaled < 0
    low = np.where(negative, ~low + np.uint64(1), low)
    high = np.where(negative, ~high + (low == 0), high)
    digits = np.stack([low, high], axis=1)
    return pa.Array.from_buffers(to_arrow_type(kind), len(unscaled), [None, pa.py_buffer(digits.tobytes())])


@dataclass(frozen=True)
class RandomText(ColumnGenerator):
    """Hexadecimal text, or bytes, of length `length`, or of a random length from 1 to `length` - 1."""

    length: int = 100
    varies: bool = False

    def values(self, rows: RowPlaces) -> Any:
        is_text = isinstance(self.kind, CharacterStringType)
        width = -(-self.length // (16 if is_text else 8))
        seed = seed_of(rows.seed, rows.split, self.path, "value")
        data = words_at(seed, rows.spread(width).places).view(np.uint8)
        cells = (_HEX[data].view(np.uint8) if is_text else data).reshape(len(rows), -1)[:, : self.length]
        return self._cut(cells, rows)

    def _cut(self, cells: Any, rows: RowPlaces) -> Any:
        kind = to_arrow_type(self.kind)
        if pa.types.is_fixed_size_binary(kind):
            return pa.Array.from_buffers(kind, len(rows), [None, pa.py_buffer(cells.tobytes())])
        if self.varies:
            lengths = below(rows.words(self.path, "length"), max(1, self.length - 1)).astype(np.int32) + 1
            data = cells[np.arange(self.length) < lengths[:, None]]
        else:
            lengths, data = np.full(len(rows), self.length, np.int32), cells
        offsets = np.zeros(len(rows) + 1, np.int32)
        np.cumsum(lengths, out=offsets[1:])
        return pa.Array.from_buffers(kind, len(rows), [None, pa.py_buffer(offsets), pa.py_buffer(data.tobytes())])


@dataclass(frozen=True)
class RandomPast(ColumnGenerator):
    """TIMESTAMP and TIMESTAMP_LTZ: the current time minus up to `max_past_ms`."""

    max_past_ms: int = 0

    def values(self, rows: RowPlaces) -> Any:
        if self.max_past_ms:
            past = below(rows.words(self.path), self.max_past_ms + 1).view(np.int64)
        else:
            past = np.zeros(len(rows), np.int64)
        kind = to_arrow_type(self.kind)
        return pa.array(rows.now_ms - past).cast(pa.timestamp("ms", kind.tz)).cast(kind, safe=False)


@dataclass(frozen=True)
class CurrentTime(ColumnGenerator):
    """DATE and TIME: the current time of the machine's clock, as in Flink."""

    def values(self, rows: RowPlaces) -> Any:
        now = datetime.fromtimestamp(rows.now_ms / 1000)
        kind = to_arrow_type(self.kind)
        if isinstance(self.kind, DateType):
            return pa.array(np.full(len(rows), (now.date() - datetime(1970, 1, 1).date()).days, np.int32)).cast(kind)
        ms = ((now.hour * 60 + now.minute) * 60 + now.second) * 1000 + rows.now_ms % 1000
        return pa.array(np.full(len(rows), ms, np.int32)).cast(pa.time32("ms")).cast(kind, safe=False)


@dataclass(frozen=True, kw_only=True)
class RandomArrays(ColumnGenerator):
    """ARRAY of `length` elements."""

    element: ColumnGenerator
    length: int = 3

    def values(self, rows: RowPlaces) -> Any:
        elements = self.element.column(rows.spread(self.length))
        offsets = np.arange(len(rows) + 1, dtype=np.int32) * np.int32(self.length)
        return pa.ListArray.from_arrays(pa.array(offsets), elements, type=to_arrow_type(self.kind))


@dataclass(frozen=True, kw_only=True)
class RandomMaps(ColumnGenerator):
    """MAP and MULTISET of `length` entries, or fewer if keys are equal."""

    key: ColumnGenerator
    value: ColumnGenerator
    length: int = 3

    def values(self, rows: RowPlaces) -> Any:
        assert isinstance(self.kind, (MapType, MultisetType))
        entries = rows.spread(self.length)
        keys, items = self.key.column(entries), self.value.column(entries)
        is_last = _last_of_each(keys, self.length)
        lengths = is_last.reshape(len(rows), self.length).sum(axis=1)
        offsets = np.zeros(len(rows) + 1, np.int32)
        np.cumsum(lengths, out=offsets[1:])
        mask = pa.array(is_last)
        return pa.MapArray.from_arrays(
            pa.array(offsets), keys.filter(mask), items.filter(mask), type=to_arrow_type(self.kind)
        )


def _last_of_each(keys: Any, length: int) -> Any:
    """Which entries remain if a later entry of a map replaces entries with the same key."""
    is_last = np.ones(len(keys), np.bool_)
    if pa.types.is_nested(keys.type):  # equal random rows or arrays are very unlikely
        return is_last
    codes = keys.dictionary_encode().indices.to_numpy().astype(np.int64)
    cells = codes + np.arange(len(keys)) // length * (codes.max(initial=0) + 1)
    _, from_the_end = np.unique(cells[::-1], return_index=True)
    is_last[:] = False
    is_last[len(keys) - 1 - from_the_end] = True
    return is_last


@dataclass(frozen=True, kw_only=True)
class RandomRows(ColumnGenerator):
    """ROW of generated columns."""

    parts: tuple[ColumnGenerator, ...]

    def values(self, rows: RowPlaces) -> Any:
        assert isinstance(self.kind, RowType)
        return pa.StructArray.from_arrays(
            [part.column(rows) for part in self.parts], fields=list(to_arrow_type(self.kind))
        )


@dataclass(frozen=True)
class Sequence(ColumnGenerator):
    """Integers from `start` to `end`, distributed round-robin over the splits, as in Flink."""

    start: int = 0
    end: int = 0

    def rows_of(self, split: int, of: int) -> int:
        """The number of rows in a split."""
        size, larger = divmod(self.end - self.start + 1, of)
        return size + (split < larger)

    def values(self, rows: RowPlaces) -> Any:
        numbers = rows.places.view(np.int64) * rows.of + (self.start + rows.split)
        kind = to_arrow_type(self.kind)
        if isinstance(self.kind, BinaryStringType):
            offsets = pa.py_buffer(np.arange(len(rows) + 1, dtype=np.int32) * np.int32(8))
            data = pa.py_buffer(numbers.astype(">i8").tobytes())
            return pa.Array.from_buffers(pa.binary(), len(rows), [None, offsets, data]).cast(kind)
        if isinstance(self.kind, (FloatType, DoubleType)):
            return pa.array(numbers.astype(np.float64)).cast(kind, safe=False)
        if isinstance(self.kind, DecimalType):
            return decimals(numbers.astype(np.float64) * 10.0**self.kind.scale, self.kind)
        return pa.array(numbers).cast(kind)
