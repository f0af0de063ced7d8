"""CompactingMaterializer: ON CONFLICT DO NOTHING and DO ERROR, decided at each watermark.

Between two watermarks, changes of a row may arrive in any order: a -U may follow the +U of another row with the same
key. So changes are buffered, and when the watermark advances, the remaining rows show whether two rows share a key.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NoReturn, Optional

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.metrics.declared_metrics import NUM_RETRACTIONS_DROPPED
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.expressions.row_identity import RowIdentity
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.changelog.changes import Change, Row, RowChanges, is_addition
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.keyed.keyed_operator import KeyedRelationalOperator
from pyrite.operators.relational.keyed.state_layout import key_layout, type_layout
from pyrite.operators.relational.sink.sink_materializer import SinkMaterializerSpec
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState

_VALUES: Final = "current-value"
_PENDING: Final = "watermark-buffer"
_LONGER_MS: Final = 5_000
"""How much longer than their row the changes of a key live, as in Flink: without them, the row would be in conflict."""


@dataclass(frozen=True)
class CompactingMaterializerSpec(SinkMaterializerSpec):
    """With `fails`, two rows of one key are an error; otherwise the first row stays."""

    kind = "CompactingMaterializer"
    fails: bool = True

    @property
    def reads_watermarks(self) -> bool:
        return True

    @property
    def keyed_layout(self) -> str:
        row_layout = f"a row ({type_layout(self.row_type.children)}) and its changes"
        return f"{key_layout(self.row_type, self.keys)}: {row_layout}"

    def build(self) -> CompactingMaterializer:
        return CompactingMaterializer(self)


class CompactingMaterializer(KeyedRelationalOperator):
    """The state of a key is the row in the sink, and the changes since the last watermark."""

    def __init__(self, spec: CompactingMaterializerSpec) -> None:
        super().__init__(spec.row_type, spec.keys)
        self._spec = spec
        self._retractions_dropped = 0
        self._watermark_ms = MIN_WATERMARK

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        context.metrics.expose(NUM_RETRACTIONS_DROPPED, lambda: self._retractions_dropped)
        ttl_ms, width = self._spec.ttl_ms, len(self._spec.row_type.children)
        self._values = self.entries(_VALUES, width, ttl_ms)
        longer_ms = ttl_ms + _LONGER_MS if ttl_ms else 0
        self._pending = self.entries(_PENDING, 1, longer_ms)

    def open(self) -> None:
        self._changes = RowChanges(self._spec.row_type)
        types = self._spec.row_type.children
        self._rows, self._keys = RowIdentity(types), RowIdentity(types, self._spec.upsert_key)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        keys = row_keys(block.batch, self.key_names)
        table = self._pending.load(keys.state_keys)
        for key, change in zip(keys.of_rows(), self._changes.read(block), strict=True):
            table[key] = (self._gathered(table.get(key, ((),))[0], change),)
        self._pending.store(keys.state_keys, table)

    def _gathered(self, pending: tuple[Change, ...], change: Change) -> tuple[Change, ...]:
        """Adds a change. A change and its inverse, of the same row, cancel out."""
        kind, row = change
        is_same = self._rows.matcher(row)
        for place, (other, waiting) in enumerate(pending):
            if is_addition(other) is not is_addition(kind) and is_same(waiting):
                return pending[:place] + pending[place + 1 :]
        return (*pending, change)

    # Time -------------------------------------------------------------------------------------------------------------

    def process_watermark(self, watermark_ms: int) -> None:
        if watermark_ms > self._watermark_ms:
            self._watermark_ms = watermark_ms
            self._compact()
        super().process_watermark(watermark_ms)

    def _compact(self) -> None:
        for pending in self._pending.chunks():
            table = self._values.load(pending)
            written: dict[StateKey, None] = {}
            changes: list[Change] = []
            for key, (gathered,) in pending.items():
                before = table.get(key)
                after = self._decided(before, self._remaining(before, gathered))
                if after is before:
                    continue
                written[key] = None
                if after is None:
                    del table[key]
                    assert before is not None
                    changes.append((ChangeKind.DELETE, before))
                else:
                    table[key] = after
                    changes.append((ChangeKind.INSERT if before is None else ChangeKind.UPDATE_AFTER, after))
            self._values.store(written, table)
            if changes:
                self.output.emit(self._changes.block(changes))
        self._pending.clear()

    def _remaining(self, before: Optional[Row], gathered: tuple[Change, ...]) -> list[Row]:
        """Returns the rows of a key after its changes."""
        rows = [] if before is None else [before]
        upsert_key = self._spec.upsert_key
        for kind, row in gathered:
            is_same = self._keys.matcher(row)
            same = (place for place, each in enumerate(rows) if is_same(each))
            if not is_addition(kind):
                place = next(same, None)
                if place is None:
                    self._retractions_dropped += 1  # the row never arrived, or its state expired
                else:
                    del rows[place]
            elif upsert_key is not None and (place := next(same, None)) is not None:
                rows[place] = row
            else:
                rows.append(row)
        return rows

    def _decided(self, before: Optional[Row], rows: list[Row]) -> Optional[Row]:
        """Returns the row for the sink."""
        if not rows:
            return None
        if len(rows) > 1:
            if self._spec.fails:
                self._refuse(rows)
            return rows[0] if before is None else before
        return before if before is not None and self._rows.are_same(before, rows[0]) else rows[0]

    def _refuse(self, rows: list[Row]) -> NoReturn:
        spec = self._spec
        key = ", ".join(f"{name}={rows[0][place]}" for name, place in zip(spec.key_names, spec.keys, strict=True))
        error = InvalidProgramError(
            "Primary key constraint violation: multiple distinct records with the same primary key detected. "
            f"Conflicting key: [{key}]. Use ON CONFLICT DO NOTHING to keep the first record."
        )
        raise_user_error(error, self.label(), None, shorten(rows))

    # State ------------------------------------------------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        self._values.sweep()
        self._pending.sweep()

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return OperatorSubtaskState(watermark_ms=self._watermark_ms)

    def restore(self, state: OperatorSubtaskState) -> None:
        self._watermark_ms = state.watermark_ms
