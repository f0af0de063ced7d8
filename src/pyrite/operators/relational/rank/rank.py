"""Rank: keeps the first rows of each key by an order in keyed state, and emits each change, as Flink does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.metrics.declared_metrics import NUM_RETRACTIONS_DROPPED
from pyrite.core.state_key import StateKey
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.row_identity import RowIdentity
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.keyed.keyed_operator import KeyedRelationalOperator
from pyrite.operators.relational.keyed.row_order import Row, RowOrder
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.keyed.state_layout import key_layout, type_layout
from pyrite.operators.relational.rank.rank_bounds import RankBounds
from pyrite.operators.relational.rank.ranked_rows import RankChanges, RankedRows, Rows
from pyrite.operators.relational.relational_spec import KeyedRelationalSpec
from pyrite.state.backend import Table

_STATE: Final = "ranked-rows"
_BLOCK_ROWS: Final = 10_000
"""The size of blocks in which batch emits its results."""


class RankStrategy(Enum):
    """Properties of the input's changes that reduce the state. The names are Flink's."""

    APPEND_FAST = "AppendFastStrategy"
    UPDATE_FAST = "UpdateFastStrategy"
    RETRACT = "RetractStrategy"


@dataclass(frozen=True)
class RankSpec(KeyedRelationalSpec):
    """Emits rows with ranks from `start` to `end` for each key, the columns of `partition`."""

    kind = "Rank"
    partition: tuple[int, ...]
    order: tuple[SortColumn, ...]
    start: int
    end: int
    shows_ranks: bool
    """Whether the last column is the rank."""
    strategy: RankStrategy
    row_key: tuple[int, ...]
    """With UPDATE_FAST, the upsert key of the rows."""
    input: RowType
    output: RowType
    emits_update_before: bool

    @property
    def keyed_layout(self) -> str:
        rows = "all rows" if self.strategy is RankStrategy.RETRACT else f"the first {self.end} rows"
        order = ", ".join(f"{each.place}{' DESC' if each.is_descending else ''}" for each in self.order)
        rows_layout = f"{rows} ({type_layout(self.input.children)}), ordered by {order}, {self.strategy.value}"
        return f"{key_layout(self.input, self.partition)}: {rows_layout}"

    def build(self) -> RankOperator:
        return RankOperator(self)


class RankOperator(KeyedRelationalOperator):
    """The state of a key is its rows in their order: all rows if rows can be retracted, else the first ones."""

    def __init__(self, spec: RankSpec) -> None:
        super().__init__(spec.input, spec.partition)
        self._spec = spec
        self._types = spec.input.children
        self._retractions_dropped = 0
        self._seen: dict[StateKey, None] = {}

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        context.metrics.expose(NUM_RETRACTIONS_DROPPED, lambda: self._retractions_dropped)
        ttl_ms = 0 if context.settings.batch else self._spec.ttl_ms
        self._entries = self.entries(_STATE, 1, ttl_ms)

    def open(self) -> None:
        spec = self._spec
        self._is_batch = self.context.settings.batch
        self._ranked = RankedRows(
            RowOrder(spec.order, self._types),
            spec.start,
            spec.end,
            spec.shows_ranks,
            RowIdentity(self._types),
            RowIdentity(self._types, spec.row_key),
        )
        is_bounded = spec.strategy is RankStrategy.APPEND_FAST
        self._bounds = RankBounds.of(spec.order, self._types, spec.end) if is_bounded else None
        schema = to_arrow_schema(spec.output)
        self._schema = schema if self._is_batch else schema.append(pa.field(CHANGE_KINDS, pa.int8()))

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        keys = row_keys(block.batch, self.key_names)
        batch, kinds, state_keys = block.batch, block.change_kinds, keys.of_rows()
        if self._bounds is not None and kinds is None:
            places = self._bounds.within(batch, keys, self._entries.peek(keys.state_keys))
            if places is not None:
                if not len(places):
                    return
                batch, state_keys = batch.take(pa.array(places)), keys.of_rows(places)
        of_rows = list(state_keys)
        table = self._entries.load(dict.fromkeys(of_rows))
        columns = [to_values(batch.column(place), kind) for place, kind in enumerate(self._types)]
        rows: Iterator[Row] = zip(*columns, strict=True)
        listed = [0] * batch.num_rows if kinds is None else kinds.to_pylist()
        changes = RankChanges(self._spec.start, self._spec.end, self._spec.emits_update_before)
        touched = self._change(table, zip(of_rows, rows, listed, strict=True), changes)
        if touched:
            self._entries.store(touched, table)
        if self._is_batch:
            self._seen.update(touched)
        elif changes.kinds:
            self._emit(changes)

    def _change(
        self, table: Table, incoming: Iterator[tuple[StateKey, Row, int]], changes: RankChanges
    ) -> dict[StateKey, None]:
        """Processes rows one by one. Returns the keys whose entries changed."""
        touched: dict[StateKey, None] = {}
        ranked, strategy = self._ranked, self._spec.strategy
        for key, row, kind in incoming:
            entry = table.get(key)
            rows: Rows = [] if entry is None else entry[0]
            if strategy is RankStrategy.APPEND_FAST:
                is_changed = ranked.insert(rows, row, changes)
            elif strategy is RankStrategy.UPDATE_FAST:
                is_changed = ranked.upsert(rows, row, changes)
            elif kind in (ChangeKind.INSERT, ChangeKind.UPDATE_AFTER):
                ranked.accumulate(rows, row, changes)
                is_changed = True
            else:
                is_changed = ranked.retract(rows, row, changes)
                self._retractions_dropped += not is_changed
            if is_changed:
                touched[key] = None
                if not rows:
                    del table[key]
                elif entry is None:
                    table[key] = (rows,)
        return touched

    def _emit(self, changes: RankChanges) -> None:
        arrays = [*self._columns(changes.rows), pa.array(changes.kinds, pa.int8())]
        if self._spec.shows_ranks:
            arrays.insert(-1, pa.array(changes.ranks, pa.int64()))
        self.output.emit(ColumnBlock(pa.record_batch(arrays, schema=self._schema)))

    def _columns(self, rows: Rows) -> list[Any]:
        return [to_column(column, kind) for column, kind in zip(zip(*rows, strict=True), self._types, strict=True)]

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        self._entries.sweep()

    # Batch ------------------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """In batch, emits the remaining rows, in their order for each key."""
        if not self._is_batch:
            return
        spec = self._spec
        keys = list(self._seen)
        for first in range(0, len(keys), _BLOCK_ROWS):
            chunk = keys[first : first + _BLOCK_ROWS]
            table = self._entries.load(chunk)
            ranked = [
                (rank, row)
                for key in chunk
                if key in table
                for rank, row in enumerate(table[key][0][spec.start - 1 : spec.end], spec.start)
            ]
            if ranked:
                arrays = self._columns([row for _, row in ranked])
                if spec.shows_ranks:
                    arrays.append(pa.array(np.array([rank for rank, _ in ranked], np.int64)))
                self.output.emit(ColumnBlock(pa.record_batch(arrays, schema=self._schema)))
