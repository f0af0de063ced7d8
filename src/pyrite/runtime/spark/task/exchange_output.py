"""ExchangeOutput: a task's frames as rows for Spark's exchange, sealed unless the job has switched that off."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import accumulate
from typing import Final, Optional

import pyarrow as pa

from pyrite.runtime.wire.frame_seals import FrameSealer
from pyrite.runtime.wire.frames import Buffer

Row = tuple[int, tuple[Buffer, ...]]
"""The receiving task, and a frame in pieces."""
SCHEMA: Final = pa.schema([("pid", pa.int32()), ("frame", pa.binary())])
_MAX_BATCH_BYTES: Final = 1 << 20


class ExchangeOutput:
    """The sending end of a task."""

    def __init__(self, sealer: Optional[FrameSealer], receivers: int) -> None:
        """`receivers`: the number of tasks to greet."""
        self._sealer = sealer
        self._receivers = receivers

    def greetings(self) -> Iterator[pa.RecordBatch]:
        """An empty sealed frame for each receiving task: one that gets none is not connected to this task."""
        if self._sealer is not None and self._receivers:
            yield self._batch([(pid, b"") for pid in range(self._receivers)])

    def batches(self, outbox: list[tuple[int, Buffer]]) -> Iterator[pa.RecordBatch]:
        """Frames as rows; small frames share a batch."""
        start = 0
        size = 0
        for index, (_, frame) in enumerate(outbox):
            size += len(frame)
            if size >= _MAX_BATCH_BYTES or index == len(outbox) - 1:
                yield self._batch(outbox[start : index + 1])
                start, size = index + 1, 0

    def _batch(self, outbox: list[tuple[int, Buffer]]) -> pa.RecordBatch:
        sealer = self._sealer
        if sealer is None:
            return _batch([(pid, (frame,)) for pid, frame in outbox])
        return _batch([(pid, sealer.seal(pid, frame)) for pid, frame in outbox])


def _batch(rows: list[Row]) -> pa.RecordBatch:
    """Rows as a batch, built from buffers: pa.array() would import pandas, at 50 MB and a third of a second per
    task.
    """
    offsets = array("i", accumulate((sum(map(len, pieces)) for _, pieces in rows), initial=0))
    pids = pa.py_buffer(array("i", [pid for pid, _ in rows]))
    data = pa.py_buffer(b"".join([piece for _, pieces in rows for piece in pieces]))
    return pa.RecordBatch.from_arrays(
        [
            pa.Array.from_buffers(pa.int32(), len(rows), [None, pids]),
            pa.Array.from_buffers(pa.binary(), len(rows), [None, pa.py_buffer(offsets), data]),
        ],
        schema=SCHEMA,
    )
