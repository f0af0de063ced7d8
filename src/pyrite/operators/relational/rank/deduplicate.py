"""Deduplicate: keeps the last or the first row of each key by time, and emits each change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Optional

import pyarrow as pa

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.functions.user_function import shorten
from pyrite.core.types import AnyTimestampType, RowType, TimestampKind
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.failed_values import null_rowtime
from pyrite.expressions.row_identity import RowIdentity
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.aggregate.bundle import BundleSize, BundlingOperator, last_of_keys
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.keyed.keyed_operator import KeyedRelationalOperator
from pyrite.operators.relational.keyed.state_layout import key_layout, type_layout
from pyrite.operators.relational.relational_spec import KeyedRelationalSpec

_STATE: Final = "kept-rows"
Row = tuple[Any, ...]


@dataclass(frozen=True)
class DeduplicateSpec(KeyedRelationalSpec):
    """Keeps the last or first row by the column `time` for each key, the columns of `partition`."""

    kind = "Deduplicate"
    partition: tuple[int, ...]
    time: Optional[int]
    """None: processing time, the order of arrival."""
    keeps_last: bool
    row_type: RowType
    emits_update_before: bool
    bundle: Optional[BundleSize] = None
    """With mini-batch, only the winning row of each key in a bundle counts."""

    @property
    def keyed_layout(self) -> str:
        place = "last" if self.keeps_last else "first"
        return f"{key_layout(self.row_type, self.partition)}: the {place} row ({type_layout(self.row_type.children)})"

    def build(self) -> DeduplicateOperator:
        return DeduplicateOperator(self)


class DeduplicateOperator(KeyedRelationalOperator, BundlingOperator):
    """The state of a key is its row, as a tuple of values."""

    def __init__(self, spec: DeduplicateSpec) -> None:
        KeyedRelationalOperator.__init__(self, spec.row_type, spec.partition)
        BundlingOperator.__init__(self, spec.bundle)
        self._spec = spec
        self._types = spec.row_type.children
        compared = [place for place, kind in enumerate(self._types) if not _is_now(kind)]
        self._identity = RowIdentity(self._types, compared)

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._rows_by_key = self.entries(_STATE, len(self._types), self._spec.ttl_ms)

    def open(self) -> None:
        self._schema = to_arrow_schema(self._spec.row_type).append(pa.field(CHANGE_KINDS, pa.int8()))

    def process_bundle(self, block: ColumnBlock) -> None:
        keys = row_keys(block.batch, self.key_names)
        if self.bundle is not None:
            block = last_of_keys(block, keys, self._times(block.batch), not self._spec.keeps_last)
            keys = row_keys(block.batch, self.key_names)
        batch = block.batch
        table = self._rows_by_key.load(keys.state_keys)
        columns = [to_values(batch.column(place), kind) for place, kind in enumerate(self._types)]
        kinds: list[int] = []
        rows: list[Row] = []
        for key, row in zip(keys.of_rows(), zip(*columns, strict=True), strict=True):
            before = table.get(key)
            if before is not None and not self._replaces(before, row):
                continue
            table[key] = row
            if before is None:
                kinds.append(ChangeKind.INSERT)
            elif self._spec.emits_update_before:
                kinds += (ChangeKind.UPDATE_BEFORE, ChangeKind.UPDATE_AFTER)
                rows.append(before)
            else:
                kinds.append(ChangeKind.UPDATE_AFTER)
            rows.append(row)
        self._rows_by_key.store(keys.state_keys, table)
        if kinds:
            self._emit(kinds, rows)

    def _times(self, batch: Any) -> Optional[Any]:
        """Returns the times of rows; None for processing time."""
        if self._spec.time is None:
            return None
        times = batch.column(self._spec.time)
        if times.null_count:
            row = batch.filter(times.is_null()).slice(0, 1).to_pylist()[0]
            raise null_rowtime(batch.schema.names[self._spec.time], shorten(row))
        return times.cast("int64").to_numpy()

    def _emit(self, kinds: list[int], rows: list[Row]) -> None:
        columns = zip(*rows, strict=True)
        arrays = [to_column(column, kind) for column, kind in zip(columns, self._types, strict=True)]
        self.output.emit(ColumnBlock(pa.record_batch([*arrays, pa.array(kinds, pa.int8())], schema=self._schema)))

    def _replaces(self, before: Row, row: Row) -> bool:
        """Returns whether a row replaces another. By processing time, an identical row does not."""
        time = self._spec.time
        if time is None:
            return self._spec.ttl_ms > 0 or not self._identity.are_same(before, row)
        if row[time] is None or before[time] is None:
            names = self._spec.row_type.names
            raise null_rowtime(names[time], shorten(dict(zip(names, row, strict=True))))
        return bool(before[time] <= row[time] if self._spec.keeps_last else row[time] < before[time])

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        super().prepare(checkpoint_id, savepoint)
        self._rows_by_key.sweep()


def _is_now(kind: Any) -> bool:
    return isinstance(kind, AnyTimestampType) and kind.kind is TimestampKind.PROCTIME
