"""Both kinds of block under one surface, so that the same tests hold for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Optional

import pyarrow as pa
from hypothesis import strategies as st

from pyrite.core.blocks.block import Block
from pyrite.core.blocks.column_block import TIMESTAMPS, ArrowCodec, ColumnBlock
from pyrite.core.blocks.edge_codec import EdgeCodec
from pyrite.core.blocks.row_block import PICKLE, RowBlock

Record = tuple[Optional[int], Optional[str]]

RECORDS: Final = st.lists(st.tuples(st.none() | st.integers(-(2**63), 2**63 - 1), st.none() | st.text(max_size=4)))
SCHEMA: Final = pa.schema([("number", pa.int64()), ("text", pa.string())])


@dataclass(frozen=True)
class BlockKind:
    """Makes blocks of one kind, and reads them."""

    name: str
    codec: EdgeCodec
    make: Callable[[Sequence[Record]], Any]
    read: Callable[[Any], list[Record]]

    def timed(self, records: Sequence[Record], timestamps: Optional[Sequence[int]]) -> Any:
        block: Block = self.make(records)
        return block if timestamps is None else block.with_timestamps(list(timestamps))


def _make_columns(records: Sequence[Record]) -> ColumnBlock:
    """Cut out of a larger batch, so that its columns have offsets."""
    padded = [(7, "before"), (None, None), *records, (8, "behind")]
    columns = [pa.array(column, field.type) for column, field in zip(zip(*padded, strict=True), SCHEMA, strict=True)]
    return ColumnBlock(pa.record_batch(columns, SCHEMA).slice(2, len(records)))


def _read_columns(block: ColumnBlock) -> list[Record]:
    assert isinstance(block, ColumnBlock)
    block.batch.validate(full=True)
    names = [name for name in block.batch.schema.names if name != TIMESTAMPS]
    assert names == SCHEMA.names
    return list(zip(*(block.batch.column(name).to_pylist() for name in names), strict=True))


def _read_rows(block: RowBlock) -> list[Record]:
    assert isinstance(block, RowBlock)
    return block.values


ROWS: Final = BlockKind("rows", PICKLE, lambda records: RowBlock(list(records)), _read_rows)
COLUMNS: Final = BlockKind("columns", ArrowCodec(), _make_columns, _read_columns)
PACKED: Final = BlockKind("packed columns", ArrowCodec("lz4"), _make_columns, _read_columns)
KINDS: Final = (ROWS, COLUMNS, PACKED)
