"""An attack: a frame of somebody between two tasks, whose unpickling runs code in the receiver.

Somebody who controls the network between two machines can write to the connections of Spark's exchange, which are not
encrypted. This module stands in for them, with what they can write: rows that no task has sealed.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

from pyrite.runtime.spark.task.exchange_output import ExchangeOutput
from pyrite.runtime.wire.frames import FrameKind, restored


class Touch:
    """Creates a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Any, tuple[str, int]]:
        return os.open, (str(self._path), os.O_CREAT | os.O_WRONLY)


def forge_rows(path: Path) -> None:
    """Adds a forged row to every batch of this process."""
    sealed_batches = ExchangeOutput.batches
    forged = restored(0, 0, FrameKind.BLOCK, pickle.dumps(Touch(path)), 1)

    def batches(self: ExchangeOutput, outbox: list[tuple[int, Any]]) -> Iterator[pa.RecordBatch]:
        yield from sealed_batches(self, outbox)
        yield from sealed_batches(ExchangeOutput(None, 0), [(0, forged)])

    ExchangeOutput.batches = batches  # type: ignore[method-assign]
