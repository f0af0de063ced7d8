"""ChangelogNormalize: whole changes from upserts, by the last row of each key, which it keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Optional

import pyarrow as pa

from pyrite.core.changelog import ChangeKind
from pyrite.core.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.functions.user_function import raise_user_error
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import DoubleType, FloatType, RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.compile.rows import compile_function
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.row_keys import row_keys
from pyrite.operators.relational.timed_entries import TimedEntries

_STATE: Final = "last-rows"


@dataclass(frozen=True)
class ChangelogNormalizeSpec(OperatorSpec):
    """Rows by the columns `keys`; a row that does not meet the condition is as one that is not there."""

    kind = "ChangelogNormalize"
    keys: tuple[int, ...]
    condition: Optional[ResolvedExpression]
    row_type: RowType
    emits_update_before: bool
    text: str
    ttl_ms: int = 0
    """How long a row is kept after it last came; 0: always."""

    @property
    def description(self) -> str:
        return self.text

    def build(self) -> ChangelogNormalize:
        return ChangelogNormalize(self)


class ChangelogNormalize(Operator):
    """The state of a key is its last row, as a tuple of values."""

    batch_by_key = False

    def __init__(self, spec: ChangelogNormalizeSpec) -> None:
        self._spec = spec
        self._types = spec.row_type.children
        self._key_names = tuple(spec.row_type.names[place] for place in spec.keys)

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None, "a ChangelogNormalize is keyed"
        tables = context.backend.tables(_STATE)
        self._last_rows = TimedEntries(tables, len(self._types), self._spec.ttl_ms, context.clock)

    def open(self) -> None:
        condition = self._spec.condition
        meets: Callable[..., Any] = _always
        if condition is not None:
            meets = compile_function(condition, len(self._types))
        self._meets = meets
        self._schema = to_arrow_schema(self._spec.row_type).append(pa.field(CHANGE_KINDS, pa.int8()))
        self._floats = [place for place, kind in enumerate(self._types) if isinstance(kind, (FloatType, DoubleType))]

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        keys = row_keys(batch, self._key_names)
        table = self._last_rows.load(keys.state_keys)
        columns = [to_values(batch.column(place), kind) for place, kind in enumerate(self._types)]
        kinds = [0] * len(block) if block.change_kinds is None else block.change_kinds.to_pylist()
        changes: list[tuple[int, tuple[Any, ...]]] = []
        try:
            for key, row, kind in zip(keys.of_rows(), zip(*columns, strict=True), kinds, strict=True):
                before = table.get(key)
                is_there = kind in (ChangeKind.INSERT, ChangeKind.UPDATE_AFTER) and self._meets(*row) is True
                if is_there:
                    table[key] = row
                else:
                    table.pop(key, None)
                self._add_changes(changes, before, row if is_there else None)
        except Exception as error:
            raise_user_error(error, self.label(), None, None)
        self._last_rows.store(keys.state_keys, table)
        if changes:
            self.output.emit(self._block(changes))

    def _add_changes(
        self, changes: list[tuple[int, tuple[Any, ...]]], before: Optional[tuple[Any, ...]], after: Any
    ) -> None:
        if before is None and after is not None:
            changes.append((ChangeKind.INSERT, after))
        elif before is not None and after is None:
            changes.append((ChangeKind.DELETE, before))
        elif before is not None and not self._are_same(before, after):
            if self._spec.emits_update_before:
                changes.append((ChangeKind.UPDATE_BEFORE, before))
            changes.append((ChangeKind.UPDATE_AFTER, after))

    def _are_same(self, before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
        """Whether a change need not be announced. As in Flink, NaN is not the same as NaN."""
        if self._spec.ttl_ms:
            return False
        return before == after and all(after[place] == after[place] for place in self._floats)

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        self._last_rows.sweep()

    def _block(self, changes: list[tuple[int, tuple[Any, ...]]]) -> ColumnBlock:
        columns = zip(*(row for _, row in changes), strict=True)
        arrays = [to_column(column, kind) for column, kind in zip(columns, self._types, strict=True)]
        kinds = pa.array([kind for kind, _ in changes], pa.int8())
        return ColumnBlock(pa.record_batch([*arrays, kinds], schema=self._schema))


def _always(*row: Any) -> bool:
    return True
