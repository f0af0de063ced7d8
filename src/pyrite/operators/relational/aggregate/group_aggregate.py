"""GroupAggregate: aggregates rows by key in keyed state, and emits a change for each row, as Flink does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Optional

import pyarrow as pa

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.metrics.declared_metrics import NUM_RETRACTIONS_DROPPED
from pyrite.core.state_key import StateKey
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.handler import ROWS, AggregateHandler, State
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.aggregate.bundle import BundleSize, BundlingOperator
from pyrite.operators.relational.aggregate.running_aggregate import RunningAggregate
from pyrite.operators.relational.changelog.changes import BundledChanges, Changes
from pyrite.operators.relational.keyed.column_entries import ColumnEntries
from pyrite.operators.relational.keyed.key_columns import KeyColumns, key_kind, row_keys
from pyrite.operators.relational.keyed.keyed_operator import KeyedRelationalOperator
from pyrite.operators.relational.keyed.state_layout import calls_layout, key_layout
from pyrite.operators.relational.keyed.timed_entries import TimedEntries
from pyrite.operators.relational.relational_spec import KeyedRelationalSpec
from pyrite.state.columns.schema import ColumnSchema

_STATE: Final = "groups"
_BLOCK_ROWS: Final = 10_000
"""The size of blocks in which batch emits its results."""


@dataclass(frozen=True)
class GroupAggregateSpec(KeyedRelationalSpec):
    """Groups rows by the columns of `grouping`. The output has these columns, then the results of `calls`.

    With a time to live, unchanged results are emitted as well.
    """

    kind = "GroupAggregate"
    grouping: tuple[int, ...]
    calls: tuple[AggregateCall, ...]
    input: RowType
    output: RowType
    retracts: bool
    """Whether the input has updates or deletes."""
    emits_update_before: bool
    bundle: Optional[BundleSize] = None
    """With mini-batch, rows are buffered, and one change is emitted for each key of a bundle."""
    rows: Optional[int] = None
    """In a global phase over retractions: the column with the number of rows that a row stands for."""

    @property
    def keyed_layout(self) -> str:
        return f"{key_layout(self.input, self.grouping)}: {calls_layout(self.calls, self.retracts)}"

    def build(self) -> GroupAggregateOperator:
        return GroupAggregateOperator(self)


class GroupAggregateOperator(KeyedRelationalOperator, BundlingOperator):
    """The state of a key has its number of rows and the state of each aggregate, in columns or as a tuple."""

    def __init__(self, spec: GroupAggregateSpec) -> None:
        KeyedRelationalOperator.__init__(self, spec.input, spec.grouping)
        BundlingOperator.__init__(self, spec.bundle)
        self._spec = spec
        self._seen = SeenKeys()
        self._retractions_dropped = 0

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        context.metrics.expose(NUM_RETRACTIONS_DROPPED, lambda: self._retractions_dropped)
        spec = self._spec
        self._is_batch = context.settings.batch
        self._running: Optional[RunningAggregate] = None
        if not spec.retracts and not self._is_batch and RunningAggregate.can_run(spec.calls):
            self._running = RunningAggregate(spec.calls, spec.emits_update_before, emits_same=spec.ttl_ms > 0)
            types = to_arrow_schema(spec.input).types
            kind = key_kind([types[place] for place in spec.grouping])
            self._entry = ColumnSchema(self._running.fields, kind, timed=spec.ttl_ms > 0)
            columns = self.backend.columns(_STATE, self._entry)
            self._groups: ColumnEntries | TimedEntries = ColumnEntries(columns, spec.ttl_ms, context.clock)
            return
        ttl_ms = 0 if self._is_batch else spec.ttl_ms
        self._groups = self.entries(_STATE, 1 + len(spec.calls), ttl_ms)

    def open(self) -> None:
        spec = self._spec
        self._handler = AggregateHandler(spec.calls, spec.retracts, spec.rows)
        self._types = [spec.input.fields[place].type for place in self._handler.columns]
        self._results = [call.result_type for call in spec.calls]
        self._schema = to_arrow_schema(spec.output)
        self._changes_schema = self._schema.append(pa.field(CHANGE_KINDS, pa.int8()))

    def process_bundle(self, block: ColumnBlock) -> None:
        """Emits the changes: one for each row, or with mini-batch one for each key."""
        batch = block.batch
        keys = row_keys(batch, self.key_names)
        if self._running is not None and self._running.takes(batch) and keys.are_distinct():
            self._run(self._running, batch, keys)
            return
        columns = [
            to_values(batch.column(place), kind) for place, kind in zip(self._handler.columns, self._types, strict=True)
        ]
        rows: list[tuple[Any, ...]] = list(zip(*columns, strict=True)) if columns else [()] * len(block)
        if self._is_batch:
            self._add(batch, keys, rows)
        else:
            self._change(block, keys, rows)

    # In columns -------------------------------------------------------------------------------------------------------

    def _run(self, running: RunningAggregate, batch: Any, keys: KeyColumns) -> None:
        """Processes a whole block of inserts at once."""
        assert isinstance(self._groups, ColumnEntries), "columnar execution has columnar state"
        groups = self._groups.load_block(keys.array(self._entry))
        run = running.run if self.bundle is None else running.run_bundle
        changes = run(batch, keys.indices, self._entry, groups)
        self._groups.store_block(groups)
        if len(changes.kinds):
            key_columns = [changes.taken(batch.column(place)) for place in self._spec.grouping]
            arrays = [*key_columns, *changes.columns, pa.array(changes.kinds)]
            self.output.emit(ColumnBlock(pa.record_batch(arrays, schema=self._changes_schema)))

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        super().prepare(checkpoint_id, savepoint)
        self._groups.sweep()

    # Streaming --------------------------------------------------------------------------------------------------------

    def _change(self, block: ColumnBlock, keys: KeyColumns, rows: list[tuple[Any, ...]]) -> None:
        """Processes a block row by row, and emits the changes in their order."""
        table = self._groups.load(keys.state_keys)
        make = Changes if self.bundle is None else BundledChanges
        changes = make(_never if self._spec.ttl_ms else self._handler.are_same, self._spec.emits_update_before)
        kinds = [0] * len(rows) if block.change_kinds is None else block.change_kinds.to_pylist()
        results: dict[StateKey, tuple[Any, ...]] = {}
        for number, (key, row, kind) in enumerate(zip(keys.of_rows(), rows, kinds, strict=True)):
            before = table.get(key)
            is_retraction = kind in (ChangeKind.UPDATE_BEFORE, ChangeKind.DELETE)
            if before is None and is_retraction:
                self._retractions_dropped += 1  # its rows never arrived, or their state expired
                continue
            former = None if before is None else results.get(key) or self._handler.values(before)
            after = self._changed(table, key, before, row, is_retraction)
            if after is None:
                results.pop(key, None)
            else:
                results[key] = after
            changes.change(key, number, former, after)
        self._groups.store(keys.state_keys, table)
        changes.end()
        if changes.kinds:
            self.output.emit(self._block(block.batch, changes))

    def _changed(
        self,
        table: dict[StateKey, Any],
        key: StateKey,
        before: Optional[State],
        row: tuple[Any, ...],
        is_retraction: bool,
    ) -> Optional[tuple[Any, ...]]:
        """Adds a row to its group or retracts it. Returns the results of the group; None if the group is now empty."""
        handler = self._handler
        state = handler.create() if before is None else before
        state = handler.retract(state, row) if is_retraction else handler.accumulate(state, row)
        if self._spec.retracts and state[ROWS] <= 0:
            table.pop(key, None)
            return None
        table[key] = state
        return handler.values(state)

    def _block(self, batch: Any, changes: Changes) -> ColumnBlock:
        rows = pa.array(changes.rows)
        keys = [batch.column(place).take(rows) for place in self._spec.grouping]
        kinds = pa.array(changes.kinds, pa.int8())
        return ColumnBlock(pa.record_batch([*keys, *self._columns(changes.values), kinds], schema=self._changes_schema))

    def _columns(self, values: list[tuple[Any, ...]]) -> list[Any]:
        columns = zip(*values, strict=True) if values else [()] * len(self._results)
        return [to_column(column, kind) for column, kind in zip(columns, self._results, strict=True)]

    # Batch ------------------------------------------------------------------------------------------------------------

    def _add(self, batch: Any, keys: KeyColumns, rows: list[tuple[Any, ...]]) -> None:
        table = self._groups.load(keys.state_keys)
        handler = self._handler
        first_rows: list[int] = []
        for number, (key, row) in enumerate(zip(keys.of_rows(), rows, strict=True)):
            state = table.get(key)
            if state is None:
                state = handler.create()
                first_rows.append(number)
                self._seen.keys.append(key)
            table[key] = handler.accumulate(state, row)
        self._groups.store(keys.state_keys, table)
        if first_rows:
            columns = [batch.column(place).take(pa.array(first_rows)) for place in self._spec.grouping]
            self._seen.columns.append(columns)

    def finish(self) -> None:
        """In batch, emits the results. A query without keys and rows has one result."""
        if not self._is_batch:
            super().finish()
            return
        if not self._spec.grouping and not self._seen.keys:
            self._emit_results([], [self._handler.values(self._handler.create())])
        for keys, columns in self._seen.blocks(_BLOCK_ROWS):
            table = self._groups.load(keys)
            self._emit_results(columns, [self._handler.values(table[key]) for key in keys])

    def _emit_results(self, keys: list[Any], values: list[tuple[Any, ...]]) -> None:
        arrays = [*keys, *self._columns(values)]
        self.output.emit(ColumnBlock(pa.record_batch(arrays, schema=self._schema)))


def _never(before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
    """An `are_same` for time to live: every change is emitted, which keeps state downstream alive."""
    return False


class SeenKeys:
    """The keys of a batch job in the order of their first rows, with their columns."""

    def __init__(self) -> None:
        self.keys: list[StateKey] = []
        self.columns: list[list[Any]] = []

    def blocks(self, rows: int) -> Iterator[tuple[list[StateKey], list[Any]]]:
        if not self.columns:
            return
        whole = [pa.concat_arrays(parts) for parts in zip(*self.columns, strict=True)]
        for start in range(0, len(self.keys), rows):
            yield self.keys[start : start + rows], [column.slice(start, rows) for column in whole]
