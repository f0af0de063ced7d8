"""LocalGroupAggregate: aggregates the rows of a block by key before they are sent to the subtask of their key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.handler import AggregateHandler, State
from pyrite.expressions.aggregates.partials import column_type
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.relational.aggregate.bundle import BundleSize, BundlingOperator
from pyrite.operators.relational.aggregate.running_aggregate import RunningAggregate
from pyrite.operators.relational.relational_spec import RelationalSpec
from pyrite.state.column_keys import ColumnKeys, column_keys

_OFF_FOR: Final = 16
"""The number of blocks that pass through after a block with too many keys."""


@dataclass(frozen=True)
class LocalGroupAggregateSpec(RelationalSpec):
    """The output has the columns of `grouping`, then a partial result for each of the `calls`."""

    kind = "LocalGroupAggregate"
    grouping: tuple[int, ...]
    calls: tuple[AggregateCall, ...]
    input: RowType
    output: RowType
    retracts: bool
    bundle: Optional[BundleSize] = field(default=None, kw_only=True)
    """The number of rows to buffer; None: the rows of a block."""

    def build(self) -> LocalGroupAggregateOperator:
        return LocalGroupAggregateOperator(self)


class LocalGroupAggregateOperator(BundlingOperator):
    """Has no state: each bundle is aggregated separately.

    It is adaptive: if a bundle has more keys than half of its rows, rows pass through for some blocks, in the format of
    the global phase.
    """

    def __init__(self, spec: LocalGroupAggregateSpec) -> None:
        super().__init__(spec.bundle)
        self._spec = spec
        self._key_names = tuple(spec.input.fields[place].name for place in spec.grouping)
        self._off_for = 0

    def open(self) -> None:
        spec = self._spec
        self._handler = AggregateHandler(spec.calls, spec.retracts)
        self._types = [spec.input.fields[place].type for place in self._handler.columns]
        self._schema = to_arrow_schema(spec.output)
        can_run = not spec.retracts and RunningAggregate.can_run(spec.calls)
        self._running = RunningAggregate(spec.calls, emits_update_before=False) if can_run else None

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        if self._off_for and self._running is not None and self._running.takes(block.batch):
            self._off_for -= 1
            self.end_bundle()
            self._pass_on(self._running, block.batch)
        else:
            super().process_block(block, input_index)

    def process_bundle(self, block: ColumnBlock) -> None:
        batch = block.batch
        keys = self._keys(batch)
        if self._running is None or not self._running.takes(batch):
            self._add_rows(block, keys)
        elif 2 * keys.count > batch.num_rows:
            self._off_for = _OFF_FOR
            self._pass_on(self._running, batch)
        else:
            self._emit(keys.columns, self._running.totals(batch, keys.indices, keys.count))

    def _pass_on(self, running: RunningAggregate, batch: Any) -> None:
        keys = [batch.column(place) for place in self._spec.grouping]
        self._emit(keys, running.totals(batch, np.arange(batch.num_rows), batch.num_rows))

    def _add_rows(self, block: ColumnBlock, keys: ColumnKeys) -> None:
        batch = block.batch
        columns = [
            to_values(batch.column(place), kind) for place, kind in zip(self._handler.columns, self._types, strict=True)
        ]
        rows = list(zip(*columns, strict=True)) if columns else [()] * len(block)
        kinds = [0] * len(rows) if block.change_kinds is None else block.change_kinds.to_pylist()
        handler = self._handler
        states: list[State] = [handler.create() for _ in range(keys.count)]
        for index, row, kind in zip(keys.indices.tolist(), rows, kinds, strict=True):
            is_retraction = kind in (ChangeKind.UPDATE_BEFORE, ChangeKind.DELETE)
            states[index] = (handler.retract if is_retraction else handler.accumulate)(states[index], row)
        values = list(zip(*map(handler.values, states), strict=True)) or [()] * len(self._spec.calls)
        results = map(column_type, self._spec.calls)
        self._emit(keys.columns, [to_column(column, kind) for column, kind in zip(values, results, strict=True)])

    def _keys(self, batch: Any) -> ColumnKeys:
        if not self._key_names:
            return ColumnKeys((), np.zeros(batch.num_rows, np.int64), min(1, batch.num_rows))
        return column_keys(batch, self._key_names, ordered=False)

    def _emit(self, keys: Sequence[Any], results: list[Any]) -> None:
        self.output.emit(ColumnBlock(pa.record_batch([*keys, *results], schema=self._schema)))
