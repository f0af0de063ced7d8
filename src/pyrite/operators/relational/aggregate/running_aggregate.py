"""RunningAggregate: computes the changes of a block of inserts with numpy, with the same results as row by row.

Supports COUNT, SUM, AVG, MIN and MAX of integers and doubles. Results, their order, and the state are identical to the
row form, doubles bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.operators.relational.aggregate.running_call import OwnWords, RunningCall, RunningColumn, filled
from pyrite.operators.relational.keyed.column_entries import EntryBlock
from pyrite.operators.relational.keyed.passes_per_key import PassesPerKey
from pyrite.state.columns.schema import ColumnSchema, Number

Array = npt.NDArray[Any]
_LEAST_ROWS: Final = 20
"""Smaller blocks are processed row by row, which is faster."""
_INSERT, _UPDATE_BEFORE, _UPDATE_AFTER = np.int8(0), np.int8(1), np.int8(2)


class RunningAggregate:
    """All aggregates of an operator."""

    def __init__(self, calls: Sequence[AggregateCall], emits_update_before: bool, emits_same: bool = False) -> None:
        self._calls = [RunningCall(call) for call in calls]
        self._ordered = {call.ordered_column for call in self._calls} - {None}
        self.fields = (Number(is_whole=True), *(call.field() for call in self._calls))
        """The fields of a key's entry: its number of rows, then the fields of each aggregate."""
        self._emits_update_before = emits_update_before
        self._emits_same = emits_same

    @staticmethod
    def can_run(calls: Sequence[AggregateCall]) -> bool:
        """Returns whether all calls have a columnar form."""
        return all(map(RunningCall.can_run, calls))

    def takes(self, batch: Any) -> bool:
        """Returns whether the columnar form is faster for a block, and exact."""
        return batch.num_rows >= _LEAST_ROWS and all(_has_order(batch.column(place)) for place in self._ordered)

    def run(self, batch: Any, indices: Array, schema: ColumnSchema, block: EntryBlock) -> RunningChanges:
        """Returns the changes of a block, and updates the entries of its keys."""
        rounds = PassesPerKey(indices, len(block.exists))
        block.words[:, 1] += rounds.counts
        columns = [call.run(batch, rounds, own) for call, own in self._own(schema, block)]
        inserts = np.zeros(batch.num_rows, bool)
        inserts[rounds.firsts[~block.exists]] = True
        return self._changes(columns, inserts)

    def run_bundle(self, batch: Any, indices: Array, schema: ColumnSchema, block: EntryBlock) -> RunningChanges:
        """Returns one change for each key of a block, and updates the entries of its keys."""
        exists = block.exists
        block.words[:, 1] += np.bincount(indices, minlength=len(exists))
        columns = [call.run_bundle(batch, indices, own) for call, own in self._own(schema, block)]
        changes = self._changes(columns, ~exists)
        firsts = np.zeros(len(exists), np.int64)
        firsts[indices[::-1]] = np.arange(len(indices))[::-1]  # the first row of a key is written last
        return replace(changes, rows=firsts if changes.rows is None else firsts[changes.rows])

    def totals(self, batch: Any, indices: Array, keys: int) -> list[Any]:
        """Returns the results of each key over these rows alone."""
        counts = np.bincount(indices, minlength=keys)
        return [call.totals(batch, indices, counts) for call in self._calls]

    def _own(self, schema: ColumnSchema, block: EntryBlock) -> Iterator[tuple[RunningCall, OwnWords]]:
        first = 1
        for call, field in zip(self._calls, self.fields[1:], strict=True):
            yield call, OwnWords(schema, block.words, block.exists, first)
            first += len(field) if isinstance(field, tuple) else 1

    def _changed(self, columns: Sequence[RunningColumn], inserts: Array) -> Optional[Array]:
        """Returns which rows emit a change; None: all."""
        if self._emits_same or any(column.always_differs for column in columns):
            return None
        changed = inserts.copy()
        for column in columns:
            changed |= column.differs()
            if changed.all():
                return None
        return changed

    def _changes(self, columns: Sequence[RunningColumn], inserts: Array) -> RunningChanges:
        """Returns the changes in the order of arrival: for each row the result before it, then the result after it."""
        changed = self._changed(columns, inserts)
        after = np.where(inserts, _INSERT, _UPDATE_AFTER)
        if not self._emits_update_before:
            rows = None if changed is None else np.flatnonzero(changed)
            selection = slice(None) if rows is None else rows
            return RunningChanges(rows, after[selection], [column.results_after(selection) for column in columns])
        kinds = np.full(2 * len(inserts), _UPDATE_BEFORE)
        kinds[1::2] = after
        is_emitted = np.ones(len(kinds), bool)
        is_emitted[0::2] = ~inserts if changed is None else changed & ~inserts
        is_emitted[1::2] = True if changed is None else changed
        places = np.flatnonzero(is_emitted)
        return RunningChanges(
            places // 2, kinds[places], [column.results_before_and_after(places) for column in columns]
        )


def _has_order(column: Any) -> bool:
    """Returns whether the values have no NaN, which is unordered, and no -0.0, which equals 0.0 but differs in bits."""
    values = filled(column, 1.0)
    return not (np.isnan(values.min(initial=np.inf)) or np.any((values == 0) & np.signbit(values)))


@dataclass(frozen=True)
class RunningChanges:
    """Changes: the row that caused each change, its kind, and the results as Arrow columns."""

    rows: Optional[Array]
    """None: one change for each row."""
    kinds: Array
    columns: list[Any]

    def taken(self, column: Any) -> Any:
        """Returns the values of a column of the block for each change."""
        return column if self.rows is None else column.take(pa.array(self.rows))
