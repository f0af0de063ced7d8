"""Changes of rows: collected by operators as tuples with their kinds, and as the codes of TO_CHANGELOG."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.state_key import StateKey
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.operator import Operator
from pyrite.operators.relational.relational_spec import RelationalSpec

Result = tuple[Any, ...]


class Changes:
    """Emits a change for each row. `are_same` decides whether the change from one result to another can be omitted."""

    def __init__(self, are_same: Callable[[Result, Result], bool], emits_update_before: bool) -> None:
        self._are_same = are_same
        self._emits_update_before = emits_update_before
        self.kinds: list[int] = []
        self.rows: list[int] = []
        """The row that caused each change."""
        self.values: list[Result] = []

    def change(self, key: StateKey, row: int, before: Optional[Result], after: Optional[Result]) -> None:
        """Records that a row changed the result of its key. None: the key has no result."""
        self._announce(row, before, after)

    def end(self) -> None:
        """Called after the last change."""

    def _announce(self, row: int, before: Optional[Result], after: Optional[Result]) -> None:
        if before is None:
            if after is not None:
                self._add(ChangeKind.INSERT, row, after)
        elif after is None:
            self._add(ChangeKind.DELETE, row, before)
        elif not self._are_same(before, after):
            if self._emits_update_before:
                self._add(ChangeKind.UPDATE_BEFORE, row, before)
            self._add(ChangeKind.UPDATE_AFTER, row, after)

    def _add(self, kind: ChangeKind, row: int, values: Result) -> None:
        self.kinds.append(kind)
        self.rows.append(row)
        self.values.append(values)


class BundledChanges(Changes):
    """Emits one change for each key: from the result before its first row to the result after its last."""

    def __init__(self, are_same: Callable[[Result, Result], bool], emits_update_before: bool) -> None:
        super().__init__(are_same, emits_update_before)
        self._of_keys: dict[StateKey, tuple[int, Optional[Result], Optional[Result]]] = {}

    def change(self, key: StateKey, row: int, before: Optional[Result], after: Optional[Result]) -> None:
        first, former, _ = self._of_keys.get(key, (row, before, None))
        self._of_keys[key] = (first, former, after)

    def end(self) -> None:
        for row, before, after in self._of_keys.values():
            self._announce(row, before, after)


Row = tuple[Any, ...]
Change = tuple[int, Row]


class RowChanges:
    """Reads the changes in blocks, and builds blocks of changes, for one row type."""

    def __init__(self, row_type: RowType) -> None:
        self.types = row_type.children
        self._schema = to_arrow_schema(row_type).append(pa.field(CHANGE_KINDS, pa.int8()))

    def read(self, block: ColumnBlock) -> Iterable[Change]:
        columns = [to_values(block.batch.column(place), kind) for place, kind in enumerate(self.types)]
        kinds = [0] * len(block) if block.change_kinds is None else block.change_kinds.to_pylist()
        return zip(kinds, zip(*columns, strict=True), strict=True)

    def block(self, changes: Sequence[Change]) -> ColumnBlock:
        columns = zip(*(row for _, row in changes), strict=True)
        arrays = [to_column(column, kind) for column, kind in zip(columns, self.types, strict=True)]
        kinds = pa.array([kind for kind, _ in changes], pa.int8())
        return ColumnBlock(pa.record_batch([*arrays, kinds], schema=self._schema))


def is_addition(kind: int) -> bool:
    """Returns whether a change adds a row to the table, rather than removes one."""
    return kind in (ChangeKind.INSERT, ChangeKind.UPDATE_AFTER)


@dataclass(frozen=True)
class ToChangelogSpec(RelationalSpec):
    """The codes of change kinds. Changes of other kinds are dropped."""

    kind = "ToChangelog"
    codes: tuple[tuple[ChangeKind, str], ...]
    output: RowType

    def build(self) -> ToChangelog:
        return ToChangelog(self)


class ToChangelog(Operator):
    def __init__(self, spec: ToChangelogSpec) -> None:
        self._spec = spec

    def open(self) -> None:
        codes = dict(self._spec.codes)
        self._schema = to_arrow_schema(self._spec.output)
        self._codes = pa.array([codes.get(kind) for kind in ChangeKind], self._schema.field(0).type)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        kinds = block.change_kinds
        codes = self._codes.take(pa.array(np.zeros(len(block), np.int8)) if kinds is None else kinds)
        columns = [codes, *(block.batch.column(place) for place in range(len(self._schema) - 1))]
        batch = pa.record_batch(columns, schema=self._schema)
        if codes.null_count:
            batch = batch.filter(pc.is_valid(codes))
        if batch.num_rows:
            self.output.emit(ColumnBlock(batch))


@dataclass(frozen=True)
class FromChangelogSpec(RelationalSpec):
    """The column of codes, and the change kind of each code."""

    kind = "FromChangelog"
    column: int
    kinds: tuple[tuple[str, ChangeKind], ...]
    output: RowType

    def build(self) -> FromChangelog:
        return FromChangelog(self)


class FromChangelog(Operator):
    def __init__(self, spec: FromChangelogSpec) -> None:
        self._spec = spec

    def open(self) -> None:
        self._codes = pa.array([code for code, _ in self._spec.kinds], pa.string())
        self._kinds = pa.array([kind for _, kind in self._spec.kinds], pa.int8())
        self._schema = to_arrow_schema(self._spec.output).append(pa.field(CHANGE_KINDS, pa.int8()))

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        codes = batch.column(self._spec.column).cast(pa.string())
        places = pc.index_in(codes, self._codes)
        if places.null_count:
            self._refuse(batch, codes, places)
        others = [place for place in range(batch.num_columns) if place != self._spec.column]
        columns = [batch.column(place) for place in others][: len(self._schema) - 1]
        self.output.emit(ColumnBlock(pa.record_batch([*columns, self._kinds.take(places)], schema=self._schema)))

    def _refuse(self, batch: Any, codes: Any, places: Any) -> None:
        first = pc.is_null(places).to_pylist().index(True)
        code = codes[first].as_py()
        message = "Received NULL op code. Every changelog row must carry an operation code."
        if code is not None:
            message = (
                f"Received invalid op code '{code}'. Defined op codes are: [{', '.join(self._codes.to_pylist())}]."
            )
        row = batch.slice(first, 1).to_pylist()[0]
        raise_user_error(InvalidProgramError(message), self.label(), None, shorten(row))
