"""RunningAggregate: the changes of a whole block of inserts at once, in columns, as if row by row.

COUNT, SUM, AVG, MIN and MAX of whole numbers and doubles. The rows of a block are sorted by key; the r-th row of every
key is worked on at once, very long runs of one key by `accumulate`, and sums of whole numbers by one cumulated sum.
Results and their order are those of the row form, doubles bit for bit; so is the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.types import (
    BigIntType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    IntType,
    LogicalType,
    SmallIntType,
    TinyIntType,
)
from pyrite.expressions.aggregates.aggregate import AggregateCall, Phase
from pyrite.operators.relational.column_entries import EntryBlock
from pyrite.state.columns.schema import ColumnSchema, Number, Words

Array = npt.NDArray[Any]
_ALONE: Final = 4
"""A key that is worked on by itself costs as much as so many steps that all others make together."""
_LEAST_ROWS: Final = 20
"""A block of fewer rows is done row by row: that is faster."""
_DTYPES: Final[dict[type[LogicalType], Any]] = {
    TinyIntType: np.int8,
    SmallIntType: np.int16,
    IntType: np.int32,
    BigIntType: np.int64,
    FloatType: np.float32,
    DoubleType: np.float64,
}
_FUNCTIONS: Final = ("COUNT", "SUM", "$SUM0", "AVG", "MIN", "MAX")
_UFUNCS: Final[dict[str, Any]] = {"SUM": np.add, "$SUM0": np.add, "AVG": np.add, "MIN": np.minimum, "MAX": np.maximum}


class Layout:
    """Where the rows of each key are once they are sorted by key."""

    def __init__(self, indices: Array, keys: int) -> None:
        small = indices.astype(np.uint16) if keys < 65536 else indices  # a stable sort of 16 bits is a radix sort
        self.rows = len(indices)
        self.order = np.argsort(small, kind="stable")
        self.back = np.empty(self.rows, np.int64)
        self.back[self.order] = np.arange(self.rows)
        self.counts = np.bincount(indices, minlength=keys)
        self.starts = np.zeros(keys, np.int64)
        np.cumsum(self.counts[:-1], out=self.starts[1:])
        self.key = np.repeat(np.arange(keys), self.counts)
        """Of each row, in the order of the keys."""
        self.is_first = np.zeros(self.rows, bool)
        self.is_first[self.starts] = True
        self.lasts = self.starts + self.counts - 1
        self._rounds: Optional[Rounds] = None

    def rounds(self) -> Rounds:
        """The rows in the order in which `accumulated` works on them."""
        if self._rounds is None:
            self._rounds = self._made_rounds()
        return self._rounds

    def _made_rounds(self) -> Rounds:
        most = np.minimum(self.counts, 65535)
        by_count = np.argsort((65535 - most).astype(np.uint16), kind="stable")  # of 16 bits it is a radix sort
        counts = self.counts[by_count]
        alone = int(np.argmin(_ALONE * np.arange(len(counts) + 1) + np.append(counts, 0)))
        keys, counts = by_count[alone:], counts[alone:]
        steps = int(counts[0]) if len(counts) else 0
        sizes = len(keys) - np.cumsum(np.bincount(counts, minlength=steps + 1))[:steps]
        bounds = np.concatenate(([0], np.cumsum(sizes)))
        column = np.empty(len(self.counts), np.int64)
        column[keys] = np.arange(len(keys))
        places: Any = slice(None)
        key, within = self.key, np.arange(self.rows) - np.repeat(self.starts, self.counts)
        if alone:
            is_alone = np.zeros(len(self.counts), bool)
            is_alone[by_count[:alone]] = True
            places = np.flatnonzero(~is_alone[key])
            key, within = key[places], within[places]
        return Rounds(by_count[:alone].tolist(), keys, bounds.tolist(), places, bounds[within] + column[key])

    def summed(self, values: Array, initial: Array) -> Array:
        """Running sums of whole numbers by key; they wrap."""
        with np.errstate(over="ignore"):
            total = np.cumsum(values)
            base = initial - (total[self.starts] - values[self.starts])
            running: Array = total + base[self.key]
        return running

    def accumulated(self, ufunc: Any, values: Array, initial: Array) -> Array:
        """What a function makes of each key's values, one after the other."""
        rounds = self.rounds()
        result = np.empty_like(values)
        for key in rounds.alone:
            start, stop = self.starts[key], self.starts[key] + self.counts[key]
            run = np.concatenate((initial[key : key + 1], values[start:stop]))
            result[start:stop] = ufunc.accumulate(run)[1:]
        cells = np.empty(len(rounds.cells), values.dtype)
        cells[rounds.cells] = values[rounds.places]
        current = initial[rounds.keys]
        for start, stop in pairwise(rounds.bounds):
            current = ufunc(current[: stop - start], cells[start:stop], out=cells[start:stop])
        result[rounds.places] = cells[rounds.cells]
        return result

    def before(self, after: Array, initial: Array) -> Array:
        """What was there before each row: the row before of the same key, or what was at the beginning."""
        former = np.empty_like(after)
        former[1:] = after[:-1]
        former[self.starts] = initial
        return former


@dataclass(frozen=True)
class Rounds:
    """First the first rows of all keys, then the second ones of those that have one, and so on.

    Keys with the most rows come first, so those that have an r-th row are the first ones of those before.
    """

    alone: list[int]
    """Keys with so many more rows than others that they are worked on by themselves."""
    keys: Array
    """All others, in their order."""
    bounds: list[int]
    """Where each round begins, and the last one ends."""
    places: Any
    """The rows of these keys."""
    cells: Array
    """Where each of them is in the rounds."""


@dataclass(frozen=True)
class Column:
    """A result before and after each row, in the order of the keys; where `valid` is not, it is NULL."""

    before: Array
    before_valid: Array
    after: Array
    after_valid: Array

    def differs(self) -> Array:
        same = (self.before == self.after) & self.before_valid & self.after_valid
        changed: Array = ~(same | ~(self.before_valid | self.after_valid))
        return changed

    def shown_after(self, places: Array) -> Any:
        """The results after some rows, as Arrow."""
        return _arrow(self.after[places], self.after_valid[places])

    def shown(self, places: Array, is_after: Array) -> Any:
        """Of each of some rows the result after it, or the one before."""
        values = np.where(is_after, self.after[places], self.before[places])
        return _arrow(values, np.where(is_after, self.after_valid[places], self.before_valid[places]))


def _arrow(values: Array, valid: Array) -> Any:
    return pa.array(values, mask=None if valid.all() else ~valid)


class RunningCall:
    """One aggregate: how many values each key has, and what they come to."""

    def __init__(self, call: AggregateCall) -> None:
        self._call = call
        self._result: Any = np.dtype(_DTYPES[type(call.result_type)])
        self._wide: Any = self._result
        if call.function == "AVG":
            self._wide = np.dtype(np.int64 if isinstance(call.result_type, IntegerNumericType) else np.float64)
        self._is_whole = self._wide.kind == "i"
        self._is_merging = call.phase is Phase.GLOBAL
        """Whether the arguments are the sums and counts of AVG."""

    def takes(self, batch: Any) -> bool:
        """Whether the block's values are such that order and equality are those of the row form."""
        if self._call.function not in ("MIN", "MAX") or self._is_whole:
            return True
        values = _filled(batch.column(self._call.arguments[0]), 1.0)
        return not bool(np.any(np.isnan(values) | (values == 0)))  # 0.0 and -0.0 are equal, and not the same

    def run(self, batch: Any, layout: Layout, own: OwnWords) -> Column:
        """The results; afterwards `own` has the state of each key after its rows."""
        valid = self._valid(batch)
        is_all = bool(valid.all())
        numbers, initial = self._initial(own)
        if is_all and self._call.function not in ("COUNT", "AVG"):  # all that counts is whether there are any
            counts = valid
            earlier = layout.before(valid, numbers > 0)
        else:
            counts = layout.summed(valid[layout.order].astype(np.int64), numbers)
            earlier = layout.before(counts, numbers)
        if self._call.function == "COUNT":
            own.set(0, counts[layout.lasts])
            always = np.ones(layout.rows, bool)
            return Column(earlier, always, counts, always)
        values = self._values(batch)[layout.order]
        if not is_all:
            values[~valid[layout.order]] = self._neutral()
        with np.errstate(all="ignore"):
            after = self._running(layout, values, initial)
        before = layout.before(after, initial)
        self._store(own, after[layout.lasts], counts[layout.lasts])
        return Column(self._shown(before, earlier), earlier > 0, self._shown(after, counts), counts > 0)

    def run_bundle(self, batch: Any, indices: Array, own: OwnWords) -> Column:
        """The result of each key before and after all rows."""
        valid = self._valid(batch)
        numbers, initial = self._initial(own)
        counts = numbers + self._counts(batch, indices, valid, len(numbers))
        if self._call.function == "COUNT":
            own.set(0, counts)
            always = np.ones(len(numbers), bool)
            return Column(numbers, always, counts, always)
        final = initial.copy()
        with np.errstate(all="ignore"):
            _UFUNCS[self._call.function].at(final, indices[valid], self._values(batch)[valid])
        self._store(own, final, counts)
        return Column(self._shown(initial, numbers), numbers > 0, self._shown(final, counts), counts > 0)

    def totals(self, batch: Any, indices: Array, counts: Array) -> Any:
        """The result of each key over these rows alone, as a column of Arrow; `counts` are those of the keys' rows."""
        keys = len(counts)
        valid = self._valid(batch)
        is_all = bool(valid.all())
        own = indices if is_all else indices[valid]
        if not is_all:
            counts = np.bincount(own, minlength=keys)
        if self._call.function == "COUNT":
            return pa.array(counts)
        values = self._values(batch) if is_all else self._values(batch)[valid]
        final = self._summed(own, values, keys)
        missing = None if self._call.function == "$SUM0" or counts.all() else counts == 0
        return pa.array(final.astype(self._result, copy=False), mask=missing)

    def _summed(self, indices: Array, values: Array, keys: int) -> Array:
        """What the values of each key come to."""
        if self._wide == np.float64 and self._call.function == "SUM":
            sums: Array = np.bincount(indices, values, keys)
            if sums.all():  # it starts from 0.0, which makes 0.0 of -0.0
                return sums
        final = np.full(keys, 0 if self._call.function == "$SUM0" else self._neutral(), self._wide)
        with np.errstate(all="ignore"):
            _UFUNCS[self._call.function].at(final, indices, values)
        return final

    def _counts(self, batch: Any, indices: Array, valid: Array, keys: int) -> Array:
        """How many values each key gets."""
        if not self._is_merging:
            return np.bincount(indices[valid], minlength=keys)
        counts = np.zeros(keys, np.int64)
        np.add.at(counts, indices[valid], batch.column(self._call.arguments[1]).to_numpy()[valid])
        return counts

    def _valid(self, batch: Any) -> Array:
        valid = np.ones(batch.num_rows, bool)
        for place in self._call.arguments:
            column = batch.column(place)
            if column.null_count:
                valid &= column.is_valid().to_numpy(zero_copy_only=False)
        if self._call.filter is not None:
            valid &= batch.column(self._call.filter).fill_null(False).to_numpy(zero_copy_only=False)
        return valid

    def _values(self, batch: Any) -> Array:
        return _filled(batch.column(self._call.arguments[0]), 0).astype(self._wide, copy=False)

    def _neutral(self) -> Any:
        """A value that changes nothing: -0.0, unlike 0.0, does not make 0.0 of -0.0."""
        match self._call.function:
            case "MIN":
                return np.iinfo(self._wide).max if self._is_whole else np.inf
            case "MAX":
                return np.iinfo(self._wide).min if self._is_whole else -np.inf
        return 0 if self._is_whole else -0.0

    def _running(self, layout: Layout, values: Array, initial: Array) -> Array:
        if self._is_whole and self._call.function in ("SUM", "AVG"):
            return layout.summed(values.astype(np.int64), initial.astype(np.int64)).astype(self._wide)
        return layout.accumulated(_UFUNCS[self._call.function], values, initial)

    def _shown(self, values: Array, counts: Array) -> Array:
        """The results of what was accumulated."""
        if self._call.function != "AVG":
            return values
        over = np.maximum(counts, 1)
        with np.errstate(all="ignore"):
            if not self._is_whole:
                return (values / over).astype(self._result)
            whole = values // over
            whole += (values < 0) & (whole * over != values)  # towards zero
            return whole.astype(self._result)

    # State ------------------------------------------------------------------------------------------------------------

    def field(self) -> Number | tuple[Number, ...]:
        """What is kept of a key."""
        match self._call.function:
            case "COUNT":
                return Number(is_whole=True)
            case "AVG":
                return Number(self._is_whole), Number(is_whole=True)
        return Number(self._is_whole, nullable=self._call.function != "$SUM0")

    def _initial(self, own: OwnWords) -> tuple[Array, Array]:
        """How many values each key has, and what they come to.

        Of SUM, MIN and MAX it is only known whether there are any.
        """
        match self._call.function:
            case "COUNT":
                return own.get(0), own.get(0)
            case "AVG":
                return own.get(1), own.get(0)
            case "$SUM0":
                return np.ones(len(own.known), np.int64), own.get(0).astype(self._wide)
        there = own.known & ~own.is_null(0)
        return there.astype(np.int64), np.where(there, own.get(0).astype(self._wide), self._neutral())

    def _store(self, own: OwnWords, values: Array, counts: Array) -> None:
        own.set(0, values)
        if self._call.function == "AVG":
            own.set(1, counts)
        elif self._call.function != "$SUM0":
            own.set_null(0, counts == 0)


class OwnWords:
    """The words of the keys of a block that belong to one aggregate."""

    def __init__(self, schema: ColumnSchema, words: Words, known: Array, first: int) -> None:
        self._schema = schema
        self._words = words
        self._first = first
        self.known = known
        """Which keys have a state; of others, all words are zeros."""

    def get(self, place: int) -> Array:
        return self._schema.number(self._words, self._first + place).copy()

    def set(self, place: int, values: Array) -> None:
        self._schema.number(self._words, self._first + place)[:] = values

    def is_null(self, place: int) -> Array:
        return self._schema.is_null(self._words, self._first + place)

    def set_null(self, place: int, null: Array) -> None:
        self._schema.set_null(self._words, self._first + place, null)


def _filled(column: Any, value: Any) -> Array:
    filled: Array = (column.fill_null(value) if column.null_count else column).to_numpy(zero_copy_only=False)
    return filled


class RunningAggregate:
    """All aggregates of an operator."""

    def __init__(self, calls: Sequence[AggregateCall], emits_update_before: bool, emits_same: bool = False) -> None:
        self._calls = [RunningCall(call) for call in calls]
        self.fields = (Number(is_whole=True), *(call.field() for call in self._calls))
        """What is kept of a key: how many rows it has, then what each aggregate keeps."""
        self._emits_update_before = emits_update_before
        self._emits_same = emits_same

    @staticmethod
    def can_run(calls: Sequence[AggregateCall]) -> bool:
        """Whether all calls have a form in columns."""
        return all(
            call.function in _FUNCTIONS
            and (not call.is_distinct or call.function in ("MIN", "MAX"))
            and (len(call.arguments) <= 1 or call.phase is Phase.GLOBAL)
            and type(call.result_type) in _DTYPES
            for call in calls
        )

    def takes(self, batch: Any) -> bool:
        """Whether a block is better done in columns, and may be."""
        return batch.num_rows >= _LEAST_ROWS and all(call.takes(batch) for call in self._calls)

    def run(self, batch: Any, indices: Array, schema: ColumnSchema, block: EntryBlock) -> RunningChanges:
        """The changes of a block, whose rows have the keys of these entries; it has those afterwards."""
        known = block.known
        layout = Layout(indices, len(known))
        block.words[:, 1] += layout.counts
        columns = [call.run(batch, layout, own) for call, own in self._own(schema, block)]
        inserts = layout.is_first & ~known[layout.key]
        changed = self._changed(columns, inserts)
        return self._shown(columns, inserts[layout.back], changed[layout.back], layout.back)

    def run_bundle(self, batch: Any, indices: Array, schema: ColumnSchema, block: EntryBlock) -> RunningChanges:
        """The same, with one change for each key: what all of its rows have changed."""
        known = block.known
        block.words[:, 1] += np.bincount(indices, minlength=len(known))
        columns = [call.run_bundle(batch, indices, own) for call, own in self._own(schema, block)]
        changes = self._shown(columns, ~known, self._changed(columns, ~known), np.arange(len(known)))
        firsts = np.zeros(len(known), np.int64)
        firsts[indices[::-1]] = np.arange(len(indices))[::-1]  # of several rows of a key, the first is written last
        return replace(changes, rows=firsts[changes.rows])

    def totals(self, batch: Any, indices: Array, keys: int) -> list[Any]:
        """The results of each key over these rows alone."""
        counts = np.bincount(indices, minlength=keys)
        return [call.totals(batch, indices, counts) for call in self._calls]

    def _own(self, schema: ColumnSchema, block: EntryBlock) -> Iterator[tuple[RunningCall, OwnWords]]:
        first = 1
        for call, field in zip(self._calls, self.fields[1:], strict=True):
            yield call, OwnWords(schema, block.words, block.known, first)
            first += len(field) if isinstance(field, tuple) else 1

    def _changed(self, columns: Sequence[Column], inserts: Array) -> Array:
        """Which changes are announced."""
        if self._emits_same:
            return np.ones(len(inserts), bool)
        changed = inserts.copy()
        for column in columns:
            changed |= column.differs()
            if changed.all():
                break
        return changed

    def _shown(self, columns: Sequence[Column], inserts: Array, changed: Array, back: Array) -> RunningChanges:
        """What to emit, in the order of arrival: of each row the result before it, then the one after."""
        if not self._emits_update_before:
            rows = np.flatnonzero(changed)
            kinds = np.where(inserts[rows], 0, 2).astype(np.int8)
            return RunningChanges(rows, kinds, [column.shown_after(back[rows]) for column in columns])
        kept = np.empty(2 * len(back), bool)
        kept[0::2] = changed & ~inserts
        kept[1::2] = changed
        chosen = np.flatnonzero(kept)
        rows, is_after = chosen // 2, chosen % 2 == 1
        kinds = np.where(is_after, np.where(inserts[rows], 0, 2), 1).astype(np.int8)
        return RunningChanges(rows, kinds, [column.shown(back[rows], is_after) for column in columns])


@dataclass(frozen=True)
class RunningChanges:
    """Changes: the row that each came of, its kind, and the results as columns of Arrow."""

    rows: Array
    kinds: Array
    columns: list[Any]
