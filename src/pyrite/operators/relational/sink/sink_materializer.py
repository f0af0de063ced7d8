"""SinkMaterializer: emits one row for each primary key of a sink, where rows of the query may share a key.

It keeps all rows of a key, so that the previous row returns when the last one is deleted. This is ON CONFLICT DO
DEDUPLICATE; `compacting_materializer` has the other strategies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Optional

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.metrics.declared_metrics import NUM_RETRACTIONS_DROPPED
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.state_key import StateKey
from pyrite.core.types import RowType
from pyrite.expressions.row_identity import RowIdentity
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.changelog.changes import Change, Row, RowChanges, is_addition
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.keyed.keyed_operator import KeyedRelationalOperator
from pyrite.operators.relational.keyed.state_layout import key_layout, type_layout

_STATE: Final = "values"


@dataclass(frozen=True)
class SinkMaterializerSpec(OperatorSpec):
    """The primary key is the columns `keys`. Rows with an equal `upsert_key` are versions of one row.

    Without an upsert key, a retracted row is identified by all of its columns.
    """

    kind = "SinkMaterializer"
    keys: tuple[int, ...]
    upsert_key: Optional[tuple[int, ...]]
    row_type: RowType
    ttl_ms: int = 0
    """How long the rows of a key are kept after its last change; 0: permanently."""

    @property
    def description(self) -> str:
        return f"SinkMaterializer(pk=[{', '.join(self.key_names)}])"

    @property
    def key_names(self) -> tuple[str, ...]:
        return tuple(self.row_type.names[place] for place in self.keys)

    @property
    def keyed_layout(self) -> str:
        return f"{key_layout(self.row_type, self.keys)}: rows ({type_layout(self.row_type.children)})"

    def build(self) -> Operator:
        return SinkMaterializer(self)


class SinkMaterializer(KeyedRelationalOperator):
    """The state of a key is a tuple of its rows, in the order of arrival."""

    def __init__(self, spec: SinkMaterializerSpec) -> None:
        super().__init__(spec.row_type, spec.keys)
        self._spec = spec
        self._retractions_dropped = 0

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        context.metrics.expose(NUM_RETRACTIONS_DROPPED, lambda: self._retractions_dropped)
        self._rows_by_key = self.entries(_STATE, 1, self._spec.ttl_ms)

    def open(self) -> None:
        self._changes = RowChanges(self._spec.row_type)
        self._identity = RowIdentity(self._spec.row_type.children, self._spec.upsert_key)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        keys = row_keys(block.batch, self.key_names)
        table = self._rows_by_key.load(keys.state_keys)
        written: dict[StateKey, None] = {}
        changes: list[Change] = []
        for key, (kind, row) in zip(keys.of_rows(), self._changes.read(block), strict=True):
            rows = table.get(key, ((),))[0]
            after = self._added(rows, row, changes) if is_addition(kind) else self._retracted(rows, row, changes)
            if after is None:
                self._retractions_dropped += 1  # the row never arrived, or its state expired
                continue
            written[key] = None
            if after:
                table[key] = (after,)
            else:
                table.pop(key, None)
        self._rows_by_key.store(written, table)
        if changes:
            self.output.emit(self._changes.block(changes))

    def _added(self, rows: tuple[Row, ...], row: Row, changes: list[Change]) -> tuple[Row, ...]:
        changes.append((ChangeKind.UPDATE_AFTER if rows else ChangeKind.INSERT, row))
        place = None if self._spec.upsert_key is None else self._place(rows, row)
        return (*rows, row) if place is None else (*rows[:place], row, *rows[place + 1 :])

    def _retracted(self, rows: tuple[Row, ...], row: Row, changes: list[Change]) -> Optional[tuple[Row, ...]]:
        """Removes a row and returns the remaining rows; None if the row did not exist."""
        place = self._place(rows, row)
        if place is None:
            return None
        after = rows[:place] + rows[place + 1 :]
        if not after:
            changes.append((ChangeKind.DELETE, row))
        elif place == len(after):  # it was the last row, which is in the sink
            changes.append((ChangeKind.UPDATE_AFTER, after[-1]))
        return after

    def _place(self, rows: tuple[Row, ...], row: Row) -> Optional[int]:
        is_same = self._identity.matcher(row)
        return next((place for place, each in enumerate(rows) if is_same(each)), None)

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        self._rows_by_key.sweep()
