"""ChangelogNormalize: converts upserts to a complete changelog, with the last row of each key in state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.functions.user_function import shorten
from pyrite.core.types import RowType
from pyrite.expressions.compile.rows import compile_function
from pyrite.expressions.failed_values import FailedValues, note_values
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.expressions.row_identity import RowIdentity
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.aggregate.bundle import BundleSize, BundlingOperator, last_of_keys
from pyrite.operators.relational.changelog.changes import Change, Row, RowChanges, is_addition
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.keyed.keyed_operator import KeyedRelationalOperator
from pyrite.operators.relational.keyed.state_layout import key_layout, type_layout
from pyrite.operators.relational.relational_spec import KeyedRelationalSpec

_STATE: Final = "last-rows"


@dataclass(frozen=True)
class ChangelogNormalizeSpec(KeyedRelationalSpec):
    """The primary key is the columns `keys`. Rows that do not meet the condition are treated as absent."""

    kind = "ChangelogNormalize"
    keys: tuple[int, ...]
    condition: Optional[ResolvedExpression]
    row_type: RowType
    emits_update_before: bool
    bundle: Optional[BundleSize] = None
    """With mini-batch, only the last change of each key in a bundle counts."""

    @property
    def keyed_layout(self) -> str:
        return f"{key_layout(self.row_type, self.keys)}: a row ({type_layout(self.row_type.children)})"

    def build(self) -> ChangelogNormalize:
        return ChangelogNormalize(self)


class ChangelogNormalize(KeyedRelationalOperator, BundlingOperator):
    """The state of a key is its last row, as a tuple of values."""

    def __init__(self, spec: ChangelogNormalizeSpec) -> None:
        KeyedRelationalOperator.__init__(self, spec.row_type, spec.keys)
        BundlingOperator.__init__(self, spec.bundle)
        self._spec = spec

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._last_rows = self.entries(_STATE, len(self._spec.row_type.children), self._spec.ttl_ms)

    def open(self) -> None:
        condition = self._spec.condition
        meets: Callable[..., Any] = _always
        if condition is not None:
            meets = compile_function(condition, len(self._spec.row_type.children))
        self._meets = meets
        self._changes = RowChanges(self._spec.row_type)
        self._identity = RowIdentity(self._spec.row_type.children)

    def _is_met(self, row: Row) -> bool:
        try:
            return self._meets(*row) is True
        except Exception as error:
            names = self._spec.row_type.names
            note_values(error, FailedValues({}, "WHERE", row=shorten(dict(zip(names, row, strict=True)))))
            raise

    def process_bundle(self, block: ColumnBlock) -> None:
        keys = row_keys(block.batch, self.key_names)
        if self.bundle is not None:
            block = last_of_keys(block, keys)
            keys = row_keys(block.batch, self.key_names)
        table = self._last_rows.load(keys.state_keys)
        changes: list[Change] = []
        for key, (kind, row) in zip(keys.of_rows(), self._changes.read(block), strict=True):
            before = table.get(key)
            is_there = is_addition(kind) and self._is_met(row)
            if is_there:
                table[key] = row
            else:
                table.pop(key, None)
            self._add_changes(changes, before, row if is_there else None)
        self._last_rows.store(keys.state_keys, table)
        if changes:
            self.output.emit(self._changes.block(changes))

    def _add_changes(self, changes: list[Change], before: Optional[Row], after: Optional[Row]) -> None:
        if before is None and after is not None:
            changes.append((ChangeKind.INSERT, after))
        elif before is not None and after is None:
            changes.append((ChangeKind.DELETE, before))
        elif before is not None and after is not None and not self._are_same(before, after):
            if self._spec.emits_update_before:
                changes.append((ChangeKind.UPDATE_BEFORE, before))
            changes.append((ChangeKind.UPDATE_AFTER, after))

    def _are_same(self, before: Row, after: Row) -> bool:
        """Returns whether a change can be omitted."""
        return not self._spec.ttl_ms and self._identity.are_same(before, after)

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        super().prepare(checkpoint_id, savepoint)
        self._last_rows.sweep()


def _always(*row: Any) -> bool:
    return True
