"""RunningAggregate: the changes of a whole block of inserts at once, in columns, as if row by row.

COUNT, SUM, AVG, MIN and MAX of whole numbers and doubles. Results and their order are those of the row form, doubles
bit for bit; so is the state.
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
"""A block of fewer rows is done row by row: that is faster."""
_INSERT, _UPDATE_BEFORE, _UPDATE_AFTER = np.int8(0), np.int8(1), np.int8(2)


class RunningAggregate:
    """All aggregates of an operator."""

    def __init__(self, calls: Sequence[AggregateCall], emits_update_before: bool, emits_same: bool = False) -> None:
        self._calls = [RunningCall(call) for call in calls]
        self._ordered = {call.ordered_column for call in self._calls} - {None}
        self.fields = (Number(is_whole=True), *(call.field() for call in self._calls))
        """What is kept of a key: how many rows it has, then what each aggregate keeps."""
        self._emits_update_before = emits_update_before
        self._emits_same = emits_same

    @staticmethod
    def can_run(calls: Sequence[AggregateCall]) -> bool:
        """Whether all calls have a form in columns."""
        return all(map(RunningCall.can_run, calls))

    def takes(self, batch: Any) -> bool:
        """Whether a block is better done in columns, and may be."""
        return batch.num_rows >= _LEAST_ROWS and all(_has_order(batch.column(place)) for place in self._ordered)

    def run(self, batch: Any, indices: Array, schema: ColumnSchema, block: EntryBlock) -> RunningChanges:
        """The changes of a block, whose rows have the keys of these entries; it has those afterwards."""
        rounds = PassesPerKey(indices, len(block.known))
        block.words[:, 1] += rounds.counts
        columns = [call.run(batch, rounds, own) for call, own in self._own(schema, block)]
        inserts = np.zeros(batch.num_rows, bool)
        inserts[rounds.firsts[~block.known]] = True
        return self._shown(columns, inserts)

    def run_bundle(self, batch: Any, indices: Array, schema: ColumnSchema, block: EntryBlock) -> RunningChanges:
        """The same, with one change for each key: what all of its rows have changed."""
        known = block.known
        block.words[:, 1] += np.bincount(indices, minlength=len(known))
        columns = [call.run_bundle(batch, indices, own) for call, own in self._own(schema, block)]
        changes = self._shown(columns, ~known)
        firsts = np.zeros(len(known), np.int64)
        firsts[indices[::-1]] = np.arange(len(indices))[::-1]  # of several rows of a key, the first is written last
        return replace(changes, rows=firsts if changes.rows is None else firsts[changes.rows])

    def totals(self, batch: Any, indices: Array, keys: int) -> list[Any]:
        """The results of each key over these rows alone."""
        counts = np.bincount(indices, minlength=keys)
        return [call.totals(batch, indices, counts) for call in self._calls]

    def _own(self, schema: ColumnSchema, block: EntryBlock) -> Iterator[tuple[RunningCall, OwnWords]]:
        first = 1
        for call, field in zip(self._calls, self.fields[1:], strict=True):
            yield call, OwnWords(schema, block.words, block.known, first)
            first += len(field) if isinstance(field, tuple) else 1

    def _changed(self, columns: Sequence[RunningColumn], inserts: Array) -> Optional[Array]:
        """Which changes are announced; None: all."""
        if self._emits_same or any(column.always_differs for column in columns):
            return None
        changed = inserts.copy()
        for column in columns:
            changed |= column.differs()
            if changed.all():
                return None
        return changed

    def _shown(self, columns: Sequence[RunningColumn], inserts: Array) -> RunningChanges:
        """What to emit, in the order of arrival: of each row the result before it, then the one after."""
        changed = self._changed(columns, inserts)
        after = np.where(inserts, _INSERT, _UPDATE_AFTER)
        if not self._emits_update_before:
            rows = None if changed is None else np.flatnonzero(changed)
            chosen = slice(None) if rows is None else rows
            return RunningChanges(rows, after[chosen], [column.shown_after(chosen) for column in columns])
        kinds = np.full(2 * len(inserts), _UPDATE_BEFORE)
        kinds[1::2] = after
        kept = np.ones(len(kinds), bool)
        kept[0::2] = ~inserts if changed is None else changed & ~inserts
        kept[1::2] = True if changed is None else changed
        places = np.flatnonzero(kept)
        return RunningChanges(places // 2, kinds[places], [column.shown_both(places) for column in columns])


def _has_order(column: Any) -> bool:
    """Whether no value is NaN, which has no order, or -0.0, which is equal to 0.0 and not the same."""
    values = filled(column, 1.0)
    return not (np.isnan(values.min(initial=np.inf)) or np.any((values == 0) & np.signbit(values)))


@dataclass(frozen=True)
class RunningChanges:
    """Changes: the row that each came of, its kind, and the results as columns of Arrow."""

    rows: Optional[Array]
    """None: of each row one."""
    kinds: Array
    columns: list[Any]

    def taken(self, column: Any) -> Any:
        """The values of a column of the block, one for each change."""
        return column if self.rows is None else column.take(pa.array(self.rows))
