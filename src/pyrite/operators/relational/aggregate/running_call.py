"""RunningCall: one aggregate of integers or doubles, over a whole block of inserts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
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
from pyrite.operators.relational.keyed.passes_per_key import PassesPerKey
from pyrite.state.columns.schema import ColumnSchema, Number, Words

Array = npt.NDArray[Any]
Validity = Optional[Array]
"""Which values are not NULL; None: all."""
_DTYPES: Final[dict[type[LogicalType], Any]] = {
    TinyIntType: np.int8,
    SmallIntType: np.int16,
    IntType: np.int32,
    BigIntType: np.int64,
    FloatType: np.float32,
    DoubleType: np.float64,
}
_FUNCTIONS: Final = ("COUNT", "SUM", "$SUM0", "AVG", "MIN", "MAX")
_EXTREMES: Final = ("MIN", "MAX")
_UFUNCS: Final[dict[str, Any]] = {"SUM": np.add, "$SUM0": np.add, "AVG": np.add, "MIN": np.minimum, "MAX": np.maximum}


@dataclass(frozen=True)
class RunningColumn:
    """The results after each row or bundle. Results before them are computed on demand."""

    after: Array
    valid: Validity
    earlier: Callable[[], tuple[Array, Validity]]
    always_differs: bool = False

    @cached_property
    def before(self) -> tuple[Array, Validity]:
        return self.earlier()

    def differs(self) -> Array:
        before, was_valid = self.before
        differing: Array = before != self.after
        if self.after.dtype.kind == "f":  # 0.0 and -0.0 are equal but not identical
            differing |= np.signbit(before) != np.signbit(self.after)
        if self.valid is None and was_valid is None:
            return differing
        is_valid = np.True_ if self.valid is None else self.valid
        were_valid = np.True_ if was_valid is None else was_valid
        changed: Array = np.where(is_valid & were_valid, differing, is_valid | were_valid)
        return changed

    def results_after(self, places: Any) -> Any:
        """Returns the results after the rows at `places`, as Arrow."""
        return _arrow(self.after[places], None if self.valid is None else self.valid[places])

    def results_before_and_after(self, places: Any) -> Any:
        """Interleaves the results before and after each row, and returns those at `places`, as Arrow."""
        before, was_valid = self.before
        values = _interleaved(before, self.after)[places]
        if self.valid is None and was_valid is None:
            return _arrow(values, None)
        always = np.ones(len(self.after), bool)
        were_valid = always if was_valid is None else was_valid
        return _arrow(values, _interleaved(were_valid, always if self.valid is None else self.valid)[places])


def _interleaved(first: Array, second: Array) -> Array:
    both = np.empty(2 * len(first), second.dtype)
    both[0::2] = first
    both[1::2] = second
    return both


def _arrow(values: Array, valid: Validity) -> Any:
    return pa.array(values, mask=None if valid is None or valid.all() else ~valid)


class RunningCall:
    """One aggregate: the number of values of each key, and their total."""

    def __init__(self, call: AggregateCall) -> None:
        self._call = call
        self._result: Any = np.dtype(_DTYPES[type(call.result_type)])
        self._wide: Any = self._result
        if call.function == "AVG":
            self._wide = np.dtype(np.int64 if isinstance(call.result_type, IntegerNumericType) else np.float64)
        self._is_whole = self._wide.kind == "i"
        self._is_merging = call.phase is Phase.GLOBAL
        """Whether the arguments are the sums and counts of AVG."""

    @staticmethod
    def can_run(call: AggregateCall) -> bool:
        """Returns whether a call has a columnar form."""
        return (
            call.function in _FUNCTIONS
            and (not call.is_distinct or call.function in _EXTREMES)
            and (len(call.arguments) <= 1 or call.phase is Phase.GLOBAL)
            and type(call.result_type) in _DTYPES
        )

    @property
    def ordered_column(self) -> Optional[int]:
        """The column of doubles that MIN or MAX reads; None for other aggregates."""
        return self._call.arguments[0] if self._call.function in _EXTREMES and not self._is_whole else None

    def run(self, batch: Any, rounds: PassesPerKey, own: OwnWords) -> RunningColumn:
        """Returns the results after each row, and updates the state of each key in `own`."""
        valid = self._valid(batch)
        numbers, initial = self._initial(own)
        if self._call.function == "COUNT":
            counts = rounds.counted(valid, numbers)
            own.set(0, counts[rounds.lasts])
            return RunningColumn(counts, None, lambda: (rounds.before(counts, numbers), None), valid is None)
        values = self._values(batch)
        if valid is not None:
            values = np.where(valid, values, self._neutral()).astype(self._wide, copy=False)
        with np.errstate(all="ignore"):
            after = self._running(rounds, values, initial)
        if self._call.function == "AVG" or valid is not None:
            counts = rounds.counted(valid, numbers)
        else:  # only the existence of values matters
            counts = np.ones(len(values), bool)
        self._store(own, after[rounds.lasts], counts[rounds.lasts])

        def earlier() -> tuple[Array, Validity]:
            former = rounds.before(counts, numbers.astype(counts.dtype))
            return self._results(rounds.before(after, initial), former), former > 0

        return RunningColumn(self._results(after, counts), None if valid is None else counts > 0, earlier)

    def run_bundle(self, batch: Any, indices: Array, own: OwnWords) -> RunningColumn:
        """Returns the results of each key before and after all of its rows."""
        valid = self._valid(batch)
        own_indices = indices if valid is None else indices[valid]
        numbers, initial = self._initial(own)
        counts = numbers + self._counts(batch, own_indices, valid, len(numbers))
        if self._call.function == "COUNT":
            own.set(0, counts)
            return RunningColumn(counts, None, lambda: (numbers, None), valid is None)
        values = self._values(batch)
        final = initial.copy()
        with np.errstate(all="ignore"):
            _UFUNCS[self._call.function].at(final, own_indices, values if valid is None else values[valid])
        self._keep_negative_zeros(final, initial)
        self._store(own, final, counts)
        return RunningColumn(
            self._results(final, counts), counts > 0, lambda: (self._results(initial, numbers), numbers > 0)
        )

    def totals(self, batch: Any, indices: Array, counts: Array) -> Any:
        """Returns the results of each key over these rows alone, as an Arrow column.

        `counts` has the keys' numbers of rows.
        """
        keys = len(counts)
        valid = self._valid(batch)
        own = indices if valid is None else indices[valid]
        if valid is not None:
            counts = np.bincount(own, minlength=keys)
        if self._call.function == "COUNT":
            return pa.array(counts)
        values = self._values(batch) if valid is None else self._values(batch)[valid]
        final = self._summed(own, values, keys)
        missing = None if self._call.function == "$SUM0" or counts.all() else counts == 0
        return pa.array(final.astype(self._result, copy=False), mask=missing)

    def _summed(self, indices: Array, values: Array, keys: int) -> Array:
        """Returns the total of each key."""
        if self._wide == np.float64 and self._call.function == "SUM":
            sums: Array = np.bincount(indices, values, keys)
            if sums.all():  # the initial 0.0 turns -0.0 into 0.0
                return sums
        final = np.full(keys, 0 if self._call.function == "$SUM0" else self._neutral(), self._wide)
        with np.errstate(all="ignore"):
            _UFUNCS[self._call.function].at(final, indices, values)
        return final

    def _counts(self, batch: Any, own_indices: Array, valid: Validity, keys: int) -> Array:
        """Returns the number of values for each key."""
        if not self._is_merging:
            return np.bincount(own_indices, minlength=keys)
        counts = np.zeros(keys, np.int64)
        merged = batch.column(self._call.arguments[1]).to_numpy(zero_copy_only=False)
        np.add.at(counts, own_indices, merged if valid is None else merged[valid])
        return counts

    def _valid(self, batch: Any) -> Validity:
        """Returns the rows with all arguments that pass the filter."""
        parts = [batch.column(place).is_valid() for place in self._call.arguments if batch.column(place).null_count]
        if self._call.filter is not None:
            parts.append(batch.column(self._call.filter).fill_null(False))
        if not parts:
            return None
        valid: Array = np.logical_and.reduce([part.to_numpy(zero_copy_only=False) for part in parts])
        return None if valid.all() else valid

    def _values(self, batch: Any) -> Array:
        return filled(batch.column(self._call.arguments[0]), 0).astype(self._wide, copy=False)

    def _neutral(self) -> Any:
        """Returns the neutral value: for doubles -0.0, since adding 0.0 turns -0.0 into 0.0."""
        match self._call.function:
            case "MIN":
                return np.iinfo(self._wide).max if self._is_whole else np.inf
            case "MAX":
                return np.iinfo(self._wide).min if self._is_whole else -np.inf
        return 0 if self._is_whole else -0.0

    def _running(self, rounds: PassesPerKey, values: Array, initial: Array) -> Array:
        if self._is_whole and self._call.function in ("SUM", "AVG"):
            return rounds.summed(values.astype(np.int64), initial.astype(np.int64)).astype(self._wide)
        after = rounds.accumulated(_UFUNCS[self._call.function], values, initial)
        self._keep_negative_zeros(after, initial, rounds.indices)
        return after

    def _keep_negative_zeros(self, after: Array, initial: Array, indices: Any = slice(None)) -> None:
        """Restores extremes of -0.0: a later 0.0 is equal and does not replace them."""
        if self.ordered_column is not None:
            was = (initial == 0) & np.signbit(initial)
            if was.any():
                after[(after == 0) & was[indices]] = -0.0

    def _results(self, values: Array, counts: Array) -> Array:
        """Converts accumulated values to results."""
        if self._call.function != "AVG":
            return values
        over = np.maximum(counts, 1)
        with np.errstate(all="ignore"):
            if not self._is_whole:
                return (values / over).astype(self._result)
            whole = values // over
            whole += (values < 0) & (whole * over != values)  # round toward zero
            return whole.astype(self._result)

    # State ------------------------------------------------------------------------------------------------------------

    def field(self) -> Number | tuple[Number, ...]:
        """Returns the fields of a key's entry."""
        match self._call.function:
            case "COUNT":
                return Number(is_whole=True)
            case "AVG":
                return Number(self._is_whole), Number(is_whole=True)
        return Number(self._is_whole, nullable=self._call.function != "$SUM0")

    def _initial(self, own: OwnWords) -> tuple[Array, Array]:
        """Returns the number of values of each key, and their total.

        For SUM, MIN and MAX only the existence of values is stored, not their number.
        """
        match self._call.function:
            case "COUNT":
                return own.get(0), own.get(0)
            case "AVG":
                return own.get(1), own.get(0)
            case "$SUM0":
                return np.ones(len(own.exists), np.int64), own.get(0).astype(self._wide)
        there = own.exists & ~own.is_null(0)
        return there.astype(np.int64), np.where(there, own.get(0).astype(self._wide), self._neutral())

    def _store(self, own: OwnWords, values: Array, counts: Array) -> None:
        own.set(0, values)
        if self._call.function == "AVG":
            own.set(1, counts)
        elif self._call.function != "$SUM0":
            own.set_null(0, counts == 0)


class OwnWords:
    """The words of one aggregate in the entries of a block's keys."""

    def __init__(self, schema: ColumnSchema, words: Words, exists: Array, first: int) -> None:
        self._schema = schema
        self._words = words
        self._first = first
        self.exists = exists
        """Which keys have a state. The words of other keys are zero."""

    def get(self, place: int) -> Array:
        return self._schema.number(self._words, self._first + place).copy()

    def set(self, place: int, values: Array) -> None:
        self._schema.number(self._words, self._first + place)[:] = values

    def is_null(self, place: int) -> Array:
        return self._schema.is_null(self._words, self._first + place)

    def set_null(self, place: int, null: Array) -> None:
        self._schema.set_null(self._words, self._first + place, null)


def filled(column: Any, value: Any) -> Array:
    filled: Array = (column.fill_null(value) if column.null_count else column).to_numpy(zero_copy_only=False)
    return filled
