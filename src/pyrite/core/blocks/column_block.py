"""ColumnBlock: records as Arrow columns, and ArrowCodec, which sends them as Arrow IPC."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.edge_codec import Buffer, EdgeCodec, is_arrow
from pyrite.core.event_time import NO_TIMESTAMP

CHANGE_KINDS: Final = "$op"
"""The column of change kinds, int8. Insert-only edges do not have it."""
TIMESTAMPS: Final = "$timestamp"
"""The column of event times in milliseconds, int64, on edges where a table becomes a stream."""
_DEFAULTS: Final = {CHANGE_KINDS: (ChangeKind.INSERT, np.int8), TIMESTAMPS: (NO_TIMESTAMP, np.int64)}
"""The values of these columns in blocks that lack them."""
_FEW_TARGETS: Final = 4
"""Up to this many targets, searching the rows of each is faster than sorting all rows."""


class ColumnBlock:
    """A record batch. Arrow's columns are immutable, so blocks share them freely."""

    __slots__ = ("batch",)

    def __init__(self, batch: Any) -> None:
        self.batch = batch

    @property
    def timestamps(self) -> Optional[list[int]]:
        """The timestamps of the records in milliseconds; None if the block has no such column."""
        times = self._column(TIMESTAMPS)
        return None if times is None else times.to_numpy().tolist()

    @property
    def change_kinds(self) -> Optional[Any]:
        """The change kinds of the records, as an Arrow array of ints; None if all are inserts."""
        return self._column(CHANGE_KINDS)

    def _column(self, name: str) -> Optional[Any]:
        index = self.batch.schema.get_field_index(name)
        return None if index < 0 else self.batch.column(index)

    def __len__(self) -> int:
        rows: int = self.batch.num_rows
        return rows

    def __repr__(self) -> str:
        return f"ColumnBlock({len(self)} rows, the first {self.batch.slice(0, 1).to_pylist()})"

    def slice(self, start: int, stop: int) -> ColumnBlock:
        """Returns the records from `start` to `stop`, without copying them."""
        return ColumnBlock(self.batch.slice(start, max(0, stop - start)))

    def concat(self, *others: ColumnBlock) -> ColumnBlock:
        """All rows, in this order. The blocks have one schema, apart from `$op` and `$timestamp`."""
        if not others:
            return self
        blocks = (self, *others)
        marks = [name for name in _DEFAULTS if any(block._column(name) is not None for block in blocks)]
        batches = [block._with_marks(marks) for block in blocks]
        names = batches[0].schema.names
        return ColumnBlock(pa.concat_batches([b if b.schema.names == names else b.select(names) for b in batches]))

    def _with_marks(self, names: list[str]) -> Any:
        """The batch with exactly these columns of marks."""
        batch = self.batch
        for name in names:
            place = batch.schema.get_field_index(name)
            if place < 0:
                value, kind = _DEFAULTS[name]
                filled = pa.array(np.full(len(self), value, kind))
                batch = batch.append_column(pa.field(name, filled.type, nullable=False), filled)
            elif batch.schema.field(place).nullable:  # concatenation requires equal nullability
                field = batch.schema.field(place).with_nullable(False)
                batch = batch.set_column(place, field, batch.column(place))
        return batch

    def deal(self, count: int) -> Sequence[ColumnBlock]:
        """Slices of the batch, since a slice copies nothing, unlike single rows."""
        size, larger = divmod(len(self), count)
        starts = [part * size + min(part, larger) for part in range(count + 1)]
        return [self.slice(starts[part], starts[part + 1]) for part in range(count)]

    def scatter(
        self, targets: Sequence[int] | npt.NDArray[np.integer[Any]], count: int
    ) -> Iterator[tuple[int, ColumnBlock]]:
        """The rows of each target, in order. For many targets, the rows are sorted once, and the parts are slices."""
        receivers = np.asarray(targets, np.uint16)  # a stable sort of 16 bits is a radix sort
        if len(receivers) != len(self):
            raise ValueError(f"expected a target for each of {len(self)} rows, got {len(receivers)}")
        if count <= _FEW_TARGETS:
            yield from self._scattered_to_few(receivers, count)
            return
        order = np.argsort(receivers, kind="stable")
        bounds = np.searchsorted(receivers[order], np.arange(count + 1))
        parts = [target for target in range(count) if bounds[target] < bounds[target + 1]]
        if len(parts) == 1:
            yield parts[0], self
            return
        ordered = ColumnBlock(self.batch.take(pa.array(order)))
        for target in parts:
            yield target, ordered.slice(int(bounds[target]), int(bounds[target + 1]))

    def _scattered_to_few(self, receivers: npt.NDArray[np.uint16], count: int) -> Iterator[tuple[int, ColumnBlock]]:
        for target in range(count):
            rows = np.flatnonzero(receivers == target)
            if len(rows):
                yield target, self if len(rows) == len(self) else ColumnBlock(self.batch.take(pa.array(rows)))

    def unkeyed(self) -> ColumnBlock:
        """Returns the block itself: its records have no keys."""
        return self

    def with_timestamps(self, timestamps: list[int]) -> ColumnBlock:
        """Returns a copy with these timestamps."""
        others = [name for name in self.batch.schema.names if name != TIMESTAMPS]
        return ColumnBlock(self.batch.select(others).append_column(TIMESTAMPS, pa.array(timestamps, pa.int64())))


class ColumnBuffer:
    """Gathers blocks, and concatenates them in `take`."""

    __slots__ = ("_blocks", "_rows")

    def __init__(self) -> None:
        self._blocks: list[ColumnBlock] = []
        self._rows = 0

    def __len__(self) -> int:
        return self._rows

    def append(self, block: ColumnBlock) -> None:
        self._blocks.append(block)
        self._rows += len(block)

    def take(self) -> ColumnBlock:
        first, *others = self._blocks
        self._blocks, self._rows = [], 0
        return first.concat(*others)


@dataclass(frozen=True)
class ArrowCodec(EdgeCodec):
    """Columns as an Arrow IPC stream of one batch, with its schema: 8 us per payload, and no state on either side."""

    block_type = ColumnBlock

    compression: Optional[str] = None
    """lz4 or zstd. On one machine, compression takes as much time as it saves."""

    def encode(self, block: ColumnBlock) -> bytes:
        sink = pa.BufferOutputStream()
        options = pa.ipc.IpcWriteOptions(compression=self.compression)
        with pa.ipc.new_stream(sink, block.batch.schema, options=options) as writer:
            writer.write_batch(block.batch)
        payload: bytes = sink.getvalue().to_pybytes()
        return payload

    def decode(self, payload: Buffer) -> ColumnBlock:
        """The columns are views of a copy of the payload, since the payload is not aligned after a frame's header."""
        return ColumnBlock(pa.ipc.open_stream(pa.py_buffer(bytes(payload))).read_next_batch())

    def reads(self, payload: Buffer) -> bool:
        return is_arrow(payload)

    def buffer(self) -> ColumnBuffer:
        return ColumnBuffer()

    def record_bytes(self, block: ColumnBlock, payload: bytes) -> float:
        """Without the schema, which may be larger than the rows of a small block."""
        size: float = block.batch.nbytes / len(block)
        return size
