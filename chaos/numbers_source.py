"""NumbersSource: 0, 1, 2, ... in chunks that readers request one by one, at a limited rate, until the total is set.

The enumerator assigns chunks in order; once the run's `total` file exists, it ends after that many numbers. So the
source is exactly replayable, and lasts as long as the run needs.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Optional

from pyrite.core.clock import Clock
from pyrite.core.connector.source import (
    END_OF_INPUT,
    Boundedness,
    EndOfInput,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)

CHUNK = 250
"""The number of numbers in a split."""


@dataclass(frozen=True)
class Chunk:
    """The numbers from `start` up to `stop`, exclusive."""

    split_id: str
    start: int
    stop: int
    hurried: bool
    """The total is set: no reason to wait any more."""


class ChunkEnumerator(SplitEnumerator[Chunk]):
    """Assigns the next chunk to a requesting reader. Its state is the first unassigned number."""

    def __init__(self, context: SplitEnumeratorContext[Chunk], total: Path, given: int) -> None:
        self._context = context
        self._total = total
        self._given = given

    def add_reader(self, subtask: int) -> None:
        pass  # readers request chunks themselves

    def handle_split_request(self, subtask: int) -> None:
        total = _read_total(self._total)
        if total is not None and self._given >= total:
            self._context.signal_no_more_splits(subtask)
            return
        start, self._given = self._given, self._given + CHUNK
        chunk = Chunk(str(start // CHUNK), start, self._given, hurried=total is not None)
        self._context.assign_splits(subtask, [chunk])

    def snapshot_state(self, checkpoint_id: int) -> int:
        return self._given


def _read_total(path: Path) -> Optional[int]:
    try:
        return int(path.read_text())
    except FileNotFoundError:
        return None


class ChunkReader(SourceReader[Chunk]):
    """Reads its chunks in order."""

    def __init__(self, context: SourceReaderContext, rate: float) -> None:
        self._context = context
        self._rate = rate
        self._clock: Clock = context.clock
        self._chunks: deque[Chunk] = deque()
        self._is_requested = False
        self._complete = False
        self._next_us = 0

    def add_splits(self, splits: list[Chunk]) -> None:
        self._chunks.extend(splits)
        self._is_requested = False

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if not self._chunks:
            return self._ask()
        chunk = self._chunks[0]
        count = min(chunk.stop - chunk.start, max_records if chunk.hurried else min(max_records, self._due()))
        if count <= 0:
            return None
        self._next_us += int(count * 1_000_000 / self._rate)
        stop = chunk.start + count
        self._chunks[0] = replace(chunk, start=stop)
        if stop == chunk.stop:
            self._chunks.popleft()
        return SourceBlock(chunk.split_id, list(range(chunk.start, stop)), split_ended=stop == chunk.stop)

    def _ask(self) -> Optional[EndOfInput]:
        if self._complete:
            return END_OF_INPUT
        if not self._is_requested:
            self._is_requested = True
            self._context.request_split()
        return None

    def _due(self) -> int:
        """How many numbers the rate allows now; lost time is not caught up."""
        now_us = self._clock.monotonic_us()
        self._next_us = max(self._next_us, now_us - 100_000)
        return int((now_us - self._next_us) * self._rate / 1_000_000)

    def snapshot_state(self, checkpoint_id: int) -> list[Chunk]:
        return list(self._chunks)


class NumbersSource(Source[Chunk]):
    """Whole numbers from 0 on."""

    def __init__(self, total: Path, rate: float) -> None:
        self._total = total
        self._rate = rate

    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[Chunk]:
        return ChunkReader(context, self._rate / context.parallelism)

    def create_enumerator(self, context: SplitEnumeratorContext[Chunk]) -> SplitEnumerator[Chunk]:
        return ChunkEnumerator(context, self._total, 0)

    def restore_enumerator(self, context: SplitEnumeratorContext[Chunk], checkpoint: Any) -> SplitEnumerator[Chunk]:
        return ChunkEnumerator(context, self._total, checkpoint)
