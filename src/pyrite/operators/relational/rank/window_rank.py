"""WindowRank: the first rows of each key and window by an order, emitted when the watermark passes the window's end."""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.metrics.declared_metrics import NUM_LATE_RECORDS_DROPPED
from pyrite.core.metrics.metric_group import Counter
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.values import to_values
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.keyed.keyed_operator import KeyedRelationalOperator
from pyrite.operators.relational.keyed.row_order import Row, RowOrder
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.keyed.state_layout import key_layout, type_layout
from pyrite.operators.relational.rank.rank_bounds import RankBounds
from pyrite.operators.relational.relational_spec import RelationalSpec
from pyrite.operators.relational.rows.rows import batch_of
from pyrite.operators.relational.window.time_windows import Window, WindowZone, milliseconds
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState

_STATE: Final = "ranked-rows"


@dataclass(frozen=True)
class WindowRankSpec(RelationalSpec):
    """Emits the `start`-th to the `end`-th row of each window and key, the columns of `partition`."""

    kind = "WindowRank"
    bounds: tuple[int, int]
    """The columns of the window's start and end."""
    zone: str
    partition: tuple[int, ...]
    order: tuple[SortColumn, ...]
    start: int
    end: int
    shows_ranks: bool
    last_of_equals: bool
    """Whether ties go to the row that arrived last."""
    input: RowType
    output: RowType

    @property
    def keyed_layout(self) -> str:
        rows_layout = f"the first {self.end} rows ({type_layout(self.input.children)})"
        return f"{key_layout(self.input, self.partition)} and window: {rows_layout}"

    def build(self) -> WindowRankOperator:
        return WindowRankOperator(self)


class WindowRankOperator(KeyedRelationalOperator):
    """A namespace of the state is a window; it holds the first rows of each key."""

    def __init__(self, spec: WindowRankSpec) -> None:
        super().__init__(spec.input, spec.partition)
        self._spec = spec
        self._types = spec.input.children
        self._watermark_ms = MIN_WATERMARK
        self._to_fire: list[tuple[int, Window]] = []

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._tables = self.backend.tables(_STATE)
        self._zone = WindowZone(self._spec.zone)
        self._late = Counter()
        context.metrics.expose(NUM_LATE_RECORDS_DROPPED, self._late.get_count)

    def open(self) -> None:
        spec = self._spec
        self._key = RowOrder(spec.order, self._types).key
        self._place = bisect_left if spec.last_of_equals else bisect_right
        self._bounds = None if spec.last_of_equals else RankBounds.of(spec.order, self._types, spec.end)
        self._schema = to_arrow_schema(spec.output)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        for window, batch in self._windows(block.batch):
            if self._zone.fire_time(window) <= self._watermark_ms:
                self._late.inc(batch.num_rows)
            else:
                self._add(window, batch)

    def _windows(self, batch: Any) -> Iterator[tuple[Window, Any]]:
        """Iterates over the windows of a block, each with its rows in their order."""
        starts, ends = (milliseconds(batch.column(place)) for place in self._spec.bounds)
        windows, of_rows = np.unique(np.stack((starts, ends)), axis=1, return_inverse=True)
        for number, (start, end) in enumerate(windows.T.tolist()):
            if windows.shape[1] == 1:
                yield (start, end), batch
            else:
                yield (start, end), batch.take(pa.array(np.flatnonzero(of_rows.reshape(-1) == number)))

    def _add(self, window: Window, batch: Any) -> None:
        keys = row_keys(batch, self.key_names)
        if window not in self._tables:
            heapq.heappush(self._to_fire, (self._zone.fire_time(window), window))
        table = self._tables.load(window, keys.state_keys)
        places = (
            None if self._bounds is None else self._bounds.within(batch, keys, list(map(table.get, keys.state_keys)))
        )
        candidates = batch if places is None else batch.take(pa.array(places))
        state_keys = keys.of_rows() if places is None else keys.of_rows(places)
        columns = [to_values(candidates.column(place), kind) for place, kind in enumerate(self._types)]
        end, key_of = self._spec.end, self._key
        touched: dict[StateKey, None] = {}
        for key, row in zip(state_keys, zip(*columns, strict=True), strict=True):
            rows = table[key][0] if key in table else []
            place = self._place(rows, key_of(row), key=key_of)
            if place < end:
                rows.insert(place, row)
                del rows[end:]
                table[key] = (rows,)
                touched[key] = None
        self._tables.touch(window, touched)

    def process_watermark(self, watermark_ms: int) -> None:
        self._watermark_ms = watermark_ms
        while self._to_fire and self._to_fire[0][0] <= watermark_ms:
            _, window = heapq.heappop(self._to_fire)
            self._emit(window)
            self._tables.drop(window)
        self.output.emit_watermark(watermark_ms)

    def _emit(self, window: Window) -> None:
        spec = self._spec
        for table in self._tables.chunks(window):
            rows: list[Row] = []
            for (first_rows,) in table.values():
                for rank, row in enumerate(first_rows[spec.start - 1 :], spec.start):
                    rows.append((*row, rank) if spec.shows_ranks else row)
            if rows:
                self.output.emit(ColumnBlock(batch_of(rows, spec.output, self._schema)))

    # State ------------------------------------------------------------------------------------------------------------

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return OperatorSubtaskState(watermark_ms=self._watermark_ms)

    def restore(self, state: OperatorSubtaskState) -> None:
        self._watermark_ms = state.watermark_ms
        self._to_fire = sorted((self._zone.fire_time(window), window) for window in self._tables.namespaces())
