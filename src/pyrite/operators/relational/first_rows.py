"""FirstRows: the first rows of each key that come. In keyed state is how many have come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.column_entries import ColumnEntries
from pyrite.operators.relational.key_rounds import KeyRounds
from pyrite.operators.relational.row_keys import RowKeys, key_kind, row_keys
from pyrite.operators.relational.state_layout import key_layout
from pyrite.state.columns.schema import ColumnSchema, Number

_STATE: Final = "rows-seen"


@dataclass(frozen=True)
class FirstRowsSpec(OperatorSpec):
    """Of the rows of a key, by the columns of `partition`, those from the `start`-th to the `end`-th come out."""

    kind = "FirstRows"
    partition: tuple[int, ...]
    start: int
    end: int
    shows_ranks: bool
    input: RowType
    has_kinds: bool
    """Whether those who get the rows expect changes."""
    number: str
    text: str
    ttl_ms: int = 0

    @property
    def description(self) -> str:
        return self.text

    @property
    def keyed_layout(self) -> str:
        return f"{key_layout(self.input, self.partition)}: the number of rows"

    def build(self) -> FirstRowsOperator:
        return FirstRowsOperator(self)


class FirstRowsOperator(Operator):
    batch_by_key = False

    def __init__(self, spec: FirstRowsSpec) -> None:
        self._spec = spec
        self._key_names = tuple(spec.input.names[place] for place in spec.partition)

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None, "FirstRows is keyed"
        spec = self._spec
        ttl_ms = 0 if context.settings.batch else spec.ttl_ms
        types = to_arrow_schema(spec.input).types
        kind = key_kind([types[place] for place in spec.partition])
        self._entry = ColumnSchema((Number(True),), kind, timed=ttl_ms > 0)
        self._counts = ColumnEntries(context.backend.columns(_STATE, self._entry), ttl_ms, context.clock)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        spec = self._spec
        keys = row_keys(block.batch, self._key_names).distinct()
        own = keys.array(self._entry)
        words = self._counts.find_block(own)
        seen = self._entry.number(words, 0)
        is_open = seen < spec.end
        if not is_open.any():
            return
        ranks = _ranks(keys, seen)
        counts = np.minimum(seen + np.bincount(keys.indices, minlength=len(seen)), spec.end)
        seen[:] = counts
        self._counts.put_block(own.filter(pa.array(is_open)), words[is_open])
        places = np.flatnonzero((ranks >= spec.start) & (ranks <= spec.end))
        if len(places):
            self._emit(block.batch.take(pa.array(places)), ranks[places])

    def _emit(self, batch: Any, ranks: Any) -> None:
        if self._spec.shows_ranks:
            field = pa.field(self._spec.number, pa.int64(), nullable=False)
            batch = batch.append_column(field, pa.array(ranks.astype(np.int64)))
        if self._spec.has_kinds:
            batch = batch.append_column(CHANGE_KINDS, pa.array(np.zeros(len(ranks), np.int8)))
        self.output.emit(ColumnBlock(batch))

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        self._counts.sweep()


def _ranks(keys: RowKeys, seen: Any) -> Any:
    """Which row of its key each row is."""
    return KeyRounds(keys.indices, len(seen)).counted(None, seen)
