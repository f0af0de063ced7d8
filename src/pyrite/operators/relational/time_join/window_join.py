"""WindowJoin: joins rows of equal windows, when the watermark passes the end of the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.metrics.declared_metrics import NUM_LATE_RECORDS_DROPPED
from pyrite.core.metrics.metric_group import Counter
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.over.pending_rows import PendingRows
from pyrite.operators.relational.rows.joined_rows import NO_ROW, Places
from pyrite.operators.relational.time_join.keyed_join import KeyedJoin, KeyedJoinSpec, have_keys
from pyrite.operators.relational.window.time_windows import Times, WindowZone, milliseconds
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState

_STATES: Final = ("left-rows", "right-rows")


@dataclass(frozen=True)
class WindowJoinSpec(KeyedJoinSpec):
    """`left_window` and `right_window` are the columns of the start and the end of windows."""

    kind = "WindowJoin"
    left_window: tuple[int, int]
    right_window: tuple[int, int]
    zone: str
    join_type: JoinType

    def build(self) -> WindowJoin:
        return WindowJoin(self)


class WindowJoin(KeyedJoin):
    """Rows wait in columns until their window ends."""

    def __init__(self, spec: WindowJoinSpec) -> None:
        super().__init__(spec)
        self._spec = spec
        self._types = spec.left, spec.right
        self._windows = spec.left_window, spec.right_window
        self._key_places = (
            (*spec.left_keys, *spec.left_window),
            (*spec.right_keys, *spec.right_window),
        )
        self._watermark_ms = MIN_WATERMARK

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        spec = self._spec
        self._zone = WindowZone(spec.zone)
        keys = spec.left_keys, spec.right_keys
        self._waiting = [
            PendingRows(self.backend.tables(state), rows, own)
            for state, rows, own in zip(_STATES, self._types, keys, strict=True)
        ]
        self._late = Counter()
        context.metrics.expose(NUM_LATE_RECORDS_DROPPED, self._late.get_count)

    def open(self) -> None:
        super().open()
        self._schemas = [to_arrow_schema(rows) for rows in self._types]

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        schema = self._schemas[input_index]
        batch = pa.record_batch(block.batch.columns[: len(schema)], schema=schema)
        times = self._fire_times(batch, self._windows[input_index])
        is_late = times <= self._watermark_ms
        if is_late.any():
            self._late.inc(int(is_late.sum()))
            batch, times = batch.filter(pa.array(~is_late)), times[~is_late]
        self._waiting[input_index].add(batch, times)

    def _fire_times(self, batch: Any, window: tuple[int, int]) -> Times:
        starts, ends = (milliseconds(batch.column(place)) for place in window)
        windows, of_rows = np.unique(np.stack((starts, ends)), axis=1, return_inverse=True)
        times = np.array([self._zone.fire_time((start, end)) for start, end in windows.T.tolist()], np.int64)
        return times[of_rows.reshape(-1)]

    def process_watermark(self, watermark_ms: int) -> None:
        self._watermark_ms = watermark_ms
        left, right = (waiting.take_due(watermark_ms) for waiting in self._waiting)
        if left is not None or right is not None:
            self._join_rows(self._batch(left, 0), self._batch(right, 1))
        self.output.emit_watermark(watermark_ms)

    def _batch(self, due: Optional[tuple[Any, Times]], side: int) -> Any:
        return pa.RecordBatch.from_pylist([], schema=self._schemas[side]) if due is None else due[0]

    def _join_rows(self, left: Any, right: Any) -> None:
        kind = self._spec.join_type
        own, others = self.meeting(left, right, *self._pairs(left, right))
        if kind in (JoinType.SEMI, JoinType.ANTI):
            has_match = np.zeros(left.num_rows, np.bool_)
            has_match[own] = True
            is_emitted = has_match if kind is JoinType.SEMI else ~has_match
            if is_emitted.any():
                self.output.emit(ColumnBlock(left.filter(pa.array(is_emitted))))
            return
        if kind in (JoinType.LEFT, JoinType.FULL):
            own, others = _with_alone(left.num_rows, own, others)
        if kind in (JoinType.RIGHT, JoinType.FULL):
            others, own = _with_alone(right.num_rows, others, own)
        self.emit_pairs(left, right, own, others)

    def _pairs(self, left: Any, right: Any) -> tuple[Places, Places]:
        """Returns the pairs of rows with equal windows and keys, by the order of windows, then of left rows."""
        spec, rows = self._spec, left.num_rows
        both = pa.concat_batches(
            [
                pa.record_batch([batch.column(place) for place in places], names=list(map(str, range(len(places)))))
                for batch, places in ((left, self._key_places[0]), (right, self._key_places[1]))
            ]
        )
        numbers = row_keys(both, both.schema.names).numbers()
        numbers[:rows][~have_keys(left, spec.left_keys)] = -1
        numbers[rows:][~have_keys(right, spec.right_keys)] = -2
        order = np.argsort(numbers[rows:], kind="stable")
        by_number = numbers[rows:][order]
        starts = np.searchsorted(by_number, numbers[:rows], "left")
        counts = np.searchsorted(by_number, numbers[:rows], "right") - starts
        own = np.repeat(np.arange(rows), counts)
        ordinals = np.arange(len(own)) - np.repeat(np.cumsum(counts) - counts, counts)
        return own, order[starts[own] + ordinals]

    # State ------------------------------------------------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        super().prepare(checkpoint_id, savepoint)
        for waiting in self._waiting:
            waiting.store()

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return OperatorSubtaskState(watermark_ms=self._watermark_ms)

    def restore(self, state: OperatorSubtaskState) -> None:
        self._watermark_ms = state.watermark_ms
        for waiting in self._waiting:
            waiting.restore()


def _with_alone(rows: int, places: Places, others: Places) -> tuple[Places, Places]:
    """Adds a pair with NO_ROW for each of the rows without a pair, after all pairs."""
    is_alone = np.ones(rows, np.bool_)
    is_alone[places[places != NO_ROW]] = False
    alone = np.flatnonzero(is_alone)
    return np.concatenate((places, alone)), np.concatenate((others, np.full(len(alone), NO_ROW)))
