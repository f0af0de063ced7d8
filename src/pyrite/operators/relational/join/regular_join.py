"""RegularJoin: joins all rows of two inputs, and emits the changes that Flink emits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.state_key import StateKey
from pyrite.core.types import RowType
from pyrite.expressions.compile.rows import compile_function
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.expressions.values import to_values
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.changelog.changes import is_addition
from pyrite.operators.relational.join.join_output import JoinOutput, Row
from pyrite.operators.relational.join.join_rows import JoinRows, Rows, SideSettings, StoredRow
from pyrite.operators.relational.join.join_type import JoinSideSpec, JoinType
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.keyed.state_layout import key_layout, type_layout
from pyrite.operators.relational.relational_spec import RelationalSpec

_NAMES = ("left", "right")


@dataclass(frozen=True)
class RegularJoinSpec(RelationalSpec):
    """Joins rows whose keys are equal and which meet the condition. Each pair of fields is of left and right side."""

    kind = "Join"
    join_type: JoinType
    sides: tuple[JoinSideSpec, JoinSideSpec]
    matches_nulls: tuple[bool, ...]
    """For each key, whether NULL matches NULL."""
    condition: Optional[ResolvedExpression]
    """Over the columns of both sides."""
    inputs: tuple[RowType, RowType]
    output: RowType
    have_changes: tuple[bool, bool]
    """Whether rows of a side are updated or deleted."""
    ttls_ms: tuple[int, int]

    @property
    def keyed_layout(self) -> str:
        parts = [
            f"{name} {key_layout(rows, side.keys)}: {side.layout.value} ({type_layout(rows.children)})"
            for name, rows, side in zip(_NAMES, self.inputs, self.sides, strict=True)
        ]
        return f"{self.join_type.value}, {', '.join(parts)}"

    def build(self) -> RegularJoin:
        return RegularJoin(self)


class RegularJoin(Operator):
    """The state of each side has its rows by join key.

    For an outer side (and the left side of SEMI and ANTI) it matters whether a row matches any row. Without a condition
    that is so for all rows of a key at once, if the other side has rows; otherwise rows are stored with their number of
    matches.
    """

    batch_by_key = False

    def __init__(self, spec: RegularJoinSpec) -> None:
        self._spec = spec
        self._is_outer = spec.join_type.is_outer
        self._has_right_columns = spec.join_type.has_right_columns
        self._is_inner = spec.join_type is JoinType.INNER
        self._is_anti = spec.join_type is JoinType.ANTI
        names = (rows.names for rows in spec.inputs)
        self._key_names = tuple([own[key] for key in side.keys] for own, side in zip(names, spec.sides, strict=True))

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None, "a join is keyed"
        spec, self._is_batch = self._spec, context.settings.batch
        self._rows = tuple(
            JoinRows(
                context.backend,
                name,
                SideSettings(rows.children, side, has_changes, 0 if self._is_batch else ttl_ms),
                context.clock,
            )
            for name, rows, side, has_changes, ttl_ms in zip(
                _NAMES, spec.inputs, spec.sides, spec.have_changes, spec.ttls_ms, strict=True
            )
        )
        expires = any(side.expires for side in self._rows)
        self._emits_first_matches = not self._is_batch or spec.join_type is JoinType.SEMI
        self._counts_matches = spec.condition is not None or expires

    def open(self) -> None:
        spec = self._spec
        emits_changes = not spec.join_type.only_forwards or any(spec.have_changes)
        has_kinds = emits_changes and not self._is_batch
        self._changes = JoinOutput(spec.join_type, spec.inputs, spec.output, has_kinds)
        self._changes.output = self.output
        self._meets: Optional[Callable[..., Any]] = None
        if spec.condition is not None:
            self._meets = compile_function(spec.condition, sum(len(rows.fields) for rows in spec.inputs))

    # Blocks -----------------------------------------------------------------------------------------------------------

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch, side = block.batch, input_index
        types = self._spec.inputs[side].children
        columns = [to_values(batch.column(place), kind) for place, kind in enumerate(types)]
        kinds = [0] * len(block) if block.change_kinds is None else block.change_kinds.to_pylist()
        keys = row_keys(batch, self._key_names[side])
        for rows in self._rows:
            rows.load(keys.state_keys)
        has_null = self._have_null_keys(batch, side)
        self._changes.begin(batch, side)
        if self._is_inner and has_null is None:
            self._process_inner(side, list(keys.of_rows()), kinds, list(zip(*columns, strict=True)))
            self._end_block(keys.state_keys)
            return
        process = self._process if self._has_right_columns else self._process_half
        for place, (key, kind, row) in enumerate(zip(keys.of_rows(), kinds, zip(*columns, strict=True), strict=True)):
            if has_null is not None and has_null[place]:
                self._process_unmatchable(side, place, kind)
            else:
                process(side, key, place, kind, row)
        self._end_block(keys.state_keys)

    def _end_block(self, keys: Collection[StateKey]) -> None:
        for rows in self._rows:
            rows.store(keys)
        self._changes.flush()

    def _have_null_keys(self, batch: Any, side: int) -> Optional[list[bool]]:
        """Returns which rows have a NULL in a key for which NULL matches nothing; None: no row."""
        has_null = None
        for name, matches_null in zip(self._key_names[side], self._spec.matches_nulls, strict=True):
            column = batch.column(name)
            if column.null_count and not matches_null:
                own = column.is_null().to_numpy(zero_copy_only=False)
                has_null = own if has_null is None else np.logical_or(has_null, own)
        return None if has_null is None else has_null.tolist()

    def _process_unmatchable(self, side: int, place: int, kind: int) -> None:
        """Emits the change of a row that can match no row, now or later. It is not stored."""
        if self._is_outer[side]:
            self._changes.add(_outer_kind(kind), place, None)
        elif self._is_anti and side == 0:
            self._changes.add(kind, place, None)

    def _process_inner(self, side: int, keys: list[StateKey], kinds: list[int], rows: list[Row]) -> None:
        """Processes a block for an inner join: rows of one side do not depend on each other."""
        own, others = self._rows[side], self._rows[1 - side]
        if self._meets is None and others.is_key_unique and not others.expires:
            heads = enumerate(others.heads(keys))
            pairs = [(place, head[0][0]) for place, head in heads if head is not None]
            self._changes.add_pairs([kinds[place] for place, _ in pairs], pairs)
        else:
            for place, key in enumerate(keys):
                if others.has(key):
                    for other, count in self._matching(side, key, rows[place]):
                        self._changes.add(kinds[place], place, other, count)
        if own.is_key_unique and not any(kinds):
            own.put_all(keys, rows)
            return
        for key, kind, row in zip(keys, kinds, rows, strict=True):
            if is_addition(kind):
                own.put(key, row, 0)
            else:
                own.remove(key, row)

    # Pairs ------------------------------------------------------------------------------------------------------------

    def _process(self, side: int, key: StateKey, place: int, kind: int, row: Row) -> None:
        """Processes a change for a join with columns of both sides."""
        own, changes = self._rows[side], self._changes
        is_outer, other_is_outer = self._is_outer[side], self._is_outer[1 - side]
        is_added = is_addition(kind)
        if is_added and other_is_outer:
            self._note_matches(side, key, row, own.contains(key, row), 1, ChangeKind.DELETE)
        pair_kind = kind
        if is_outer or (is_added and other_is_outer):
            pair_kind = _outer_kind(kind)
        matches = 0
        for other, count in self._matching(side, key, row):
            changes.add(pair_kind, place, other, count)
            matches += count
        if not matches and is_outer and not self._is_batch:
            changes.add(_outer_kind(kind), place, None)
        if is_added:
            own.put(key, row, matches)
            return
        own.remove(key, row)
        if matches and other_is_outer:
            self._note_matches(side, key, row, False, -1, ChangeKind.INSERT)

    def _note_matches(self, side: int, key: StateKey, row: Row, is_replaced: bool, change: int, kind: int) -> None:
        """Changes the matches of the rows of the other side that match a row.

        Emits those for which it is the first or the last match, with this kind. A row that replaces another one has the
        same matches.
        """
        if is_replaced:
            return
        without = 0 if change > 0 else 1
        if not self._counts_matches:
            if self._rows[side].total(key) == 0 and self._emits_first_matches:
                for other, count in self._matching(side, key, row):
                    self._changes.add(kind, None, other, count)
            return
        others = self._rows[1 - side]
        for page, stored_rows in others.pages(key):
            changed: list[StoredRow] = []
            for stored in stored_rows:
                if self._is_match(side, others, stored, row):
                    other, count, matches, time_ms = stored
                    if matches == without and self._emits_first_matches:
                        self._changes.add(kind, None, other, count)
                    stored = (other, count, max(matches + change, 0), time_ms)
                changed.append(stored)
            others.set_page(key, page, tuple(changed))

    def _matching(self, side: int, key: StateKey, row: Row) -> Iterator[tuple[Row, int]]:
        """Iterates over the rows of the other side that match a row, with the number of times that they are there."""
        others = self._rows[1 - side]
        for _, stored_rows in others.pages(key):
            for stored in stored_rows:
                if self._is_match(side, others, stored, row):
                    yield stored[0], stored[1]

    def _is_match(self, side: int, others: JoinRows, stored: StoredRow, row: Row) -> bool:
        if others.expires and not others.is_live(stored):
            return False
        if self._meets is None:
            return True
        left, right = (row, stored[0]) if side == 0 else (stored[0], row)
        return self._meets(*left, *right) is True

    # SEMI and ANTI ----------------------------------------------------------------------------------------------------

    def _process_half(self, side: int, key: StateKey, place: int, kind: int, row: Row) -> None:
        """Processes a change for a join that only emits rows of the left side."""
        own, is_added = self._rows[side], is_addition(kind)
        if side == 0:
            matches = sum(count for _, count in self._matching(side, key, row))
            if bool(matches) is not self._is_anti and not (self._is_batch and self._is_anti):
                self._changes.add(kind, place, None)
            if is_added:
                own.put(key, row, matches)
            else:
                own.remove(key, row)
            return
        if is_added:
            self._note_matches(1, key, row, own.contains(key, row), 1, ChangeKind.DELETE if self._is_anti else kind)
            own.put(key, row, 0)
        else:
            own.remove(key, row)
            self._note_matches(1, key, row, False, -1, ChangeKind.INSERT if self._is_anti else kind)

    # Batch ------------------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """In batch, emits the rows without matches."""
        if self._is_batch:
            for side in (0, 1):
                if self._is_outer[side] or (side == 0 and self._is_anti):
                    self._finish_side(side)
        super().finish()

    def _finish_side(self, side: int) -> None:
        own, others = self._rows[side], self._rows[1 - side]
        self._changes.begin(None, 1 - side)
        for keys in own.key_chunks(1000):
            own.load(keys)
            others.load(keys)
            for key in keys:
                if self._counts_matches or not others.total(key):
                    for _, rows in own.pages(key):
                        self._add_unmatched(rows)
        self._changes.flush()

    def _add_unmatched(self, rows: Rows) -> None:
        for row, count, matches, _ in rows:
            if not matches or not self._counts_matches:
                self._changes.add(ChangeKind.INSERT, None, row, count)

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        super().prepare(checkpoint_id, savepoint)
        for rows in self._rows:
            rows.sweep()


def _outer_kind(kind: int) -> ChangeKind:
    """Returns the kind of a change by an outer side: an update may change a pair to a row with NULLs, or back."""
    return ChangeKind.INSERT if is_addition(kind) else ChangeKind.DELETE
