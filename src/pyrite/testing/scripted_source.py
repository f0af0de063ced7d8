"""ScriptedSource: a source that follows a test's script, on Spark, in a simulation, or step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.connectors.builtin.collection import CollectionEnumerator, Position
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
from pyrite.core.time.time import NO_TIMESTAMP


@dataclass(frozen=True)
class At:
    """A record with a timestamp."""

    timestamp: int
    value: Any


@dataclass(frozen=True)
class Pause:
    """A pause."""

    ms: int


@dataclass(frozen=True)
class Fail:
    """The reader raises."""

    error: Exception


class ScriptedReader(SourceReader[Position]):
    """Plays the script from a position."""

    def __init__(self, script: list[Any], ends: bool, clock: Clock) -> None:
        self._script = script
        self._ends = ends
        self._clock = clock
        self._position: Optional[int] = None
        self._complete = False
        self._resumes_ms = 0

    def add_splits(self, splits: list[Position]) -> None:
        self._position = splits[0].index

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def snapshot_state(self, checkpoint_id: int) -> list[Position]:
        return [] if self._position is None else [Position(self._position)]

    def available_at_ms(self, now_ms: int) -> int:
        return max(now_ms, self._resumes_ms)

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._position is None:
            return END_OF_INPUT if self._complete else None
        if self._clock.now_ms() < self._resumes_ms:
            return None
        records = self._records_from(self._position, max_records)
        if records:
            self._position += len(records)
            stamps = [step.timestamp if isinstance(step, At) else NO_TIMESTAMP for step in records]
            values = [step.value if isinstance(step, At) else step for step in records]
            return SourceBlock("0", values, stamps if any(stamp != NO_TIMESTAMP for stamp in stamps) else None)
        if self._position == len(self._script):
            return END_OF_INPUT if self._ends else None
        self._play(self._script[self._position])
        return None

    def _records_from(self, position: int, most: int) -> list[Any]:
        records: list[Any] = []
        for step in self._script[position : position + most]:
            if isinstance(step, (Pause, Fail)):
                break
            records.append(step)
        return records

    def _play(self, step: Pause | Fail) -> None:
        assert self._position is not None
        self._position += 1
        if isinstance(step, Fail):
            raise step.error
        self._resumes_ms = self._clock.now_ms() + step.ms


class ScriptedSource(Source[Position]):
    """Emits the records of a script, in order, from one reader; `At`, `Pause` and `Fail` are special steps.

    With `ends=False` the input stays open after the last step, without further records.
    """

    def __init__(self, script: Iterable[Any], ends: bool = True) -> None:
        self._script = list(script)
        self._ends = ends

    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED if self._ends else Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[Position]:
        return ScriptedReader(self._script, self._ends, context.clock)

    def create_enumerator(self, context: SplitEnumeratorContext[Position]) -> SplitEnumerator[Position]:
        return CollectionEnumerator(context, Position(0))

    def restore_enumerator(
        self, context: SplitEnumeratorContext[Position], checkpoint: Any
    ) -> SplitEnumerator[Position]:
        return CollectionEnumerator(context, checkpoint)
