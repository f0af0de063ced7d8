"""Runs: a small job with a connector in the simulation, which crashes it at random or given steps."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.common import WatermarkStrategy
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
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
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import NumberSequenceSource
from pyrite.testing.simulation import Fault, SimulationOptions, SimulationResult, Wish
from tests.whole.contract.case import RECORDS, SinkCase, SourceCase
from tests.whole.contract.table_sink import TableSinkCase
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger
from tests.whole.simulation.scenarios import simulation_of

_QUIET_S = 0.002
_QUIETS_PER_COLLECTION = 50
_PATIENCE = 400
"""Polls without a record after which nothing more is expected of a source that loses some."""


class DeadAreGone(Sink):
    """A sink as it is; but what killed tasks held is let go before new ones open, as the operating system does it."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self.needs_checkpoints = sink.needs_checkpoints

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        gc.collect()
        return self._sink.create_writer(context)

    def restore_writer(self, context: WriterInitContext, states: list[Any]) -> SinkWriter:
        gc.collect()
        return self._sink.restore_writer(context, states)

    def create_committer(self) -> Optional[Committer]:
        return self._sink.create_committer()


def run_sink(case: SinkCase, run: str, seed: int, options: SimulationOptions) -> SimulationResult:
    """Writes the numbers below RECORDS by the sink, in a job that is crashed."""

    def build(env: StreamExecutionEnvironment) -> None:
        if isinstance(case, TableSinkCase):
            case.attach(env, run)
            return
        numbers = env.from_source(
            NumberSequenceSource(0, RECORDS - 1), WatermarkStrategy.no_watermarks(), "numbers"
        ).set_parallelism(2)
        numbers.rebalance().map(case.record).sink_to(DeadAreGone(case.sink(run))).uid("sink")

    return _run(build, case.parallelism, seed, options)


def run_source(case: SourceCase, run: str, seed: int, options: SimulationOptions) -> list[int]:
    """The numbers that the source gives, in a job that is crashed."""

    def build(env: StreamExecutionEnvironment) -> None:
        source = case.source(run)
        if source.get_boundedness() is not Boundedness.BOUNDED:
            source = Ending(source, case.number, _PATIENCE if case.delivery.loses else 0)
        numbers = env.from_source(source, WatermarkStrategy.no_watermarks(), "source").uid("source")
        numbers.map(case.number).sink_to(LedgerSink(run)).uid("ledger")

    _run(build, case.parallelism, seed, options)
    numbers = read_ledger(run)
    LEDGERS.clear()
    return numbers


def _run(
    build: Callable[[StreamExecutionEnvironment], None], parallelism: int, seed: int, options: SimulationOptions
) -> SimulationResult:
    result = simulation_of(build, options, {}, parallelism).run(seed)
    gc.collect()
    assert result.status is JobStatus.FINISHED, f"seed {seed}: the job ended {result.status.name}: {result.cause!r}"
    return result


def random_crashes(rescales: bool = False) -> SimulationOptions:
    """Up to three crashes of tasks, drivers or the machine, and drivers that wake up late."""
    faults = (Fault.TASK, Fault.DRIVER, Fault.MACHINE, Fault.ZOMBIE)
    wishes = (Wish.RESCALE,) if rescales else ()
    return SimulationOptions(faults=faults, most_faults=3, time_passes=0.5, wishes=wishes, parallelisms=(1, 2, 3, 4))


def crash_at(step: int) -> SimulationOptions:
    """One crash of the driver, or of a task, at a step of the protocol."""
    return SimulationOptions(faults=(Fault.TASK, Fault.DRIVER), fault_at=step, time_passes=0.5)


# Sources that do not end by themselves --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """A split of the suite's own: the numbers that were given."""

    numbers: frozenset[int]
    split_id: str = "seen"


class Ending(Source[Any]):
    """A source that ends when one reader has given every number below RECORDS, or nothing for too long."""

    def __init__(self, source: Source[Any], number: Callable[[Any], int], patience: int) -> None:
        self._source = source
        self._number = number
        self._patience = patience

    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[Any]:
        gc.collect()
        reader = self._source.create_reader(context)
        return _EndingReader(reader, self._number, self._patience, lambda: context.send_source_event(_Complete()))

    def create_enumerator(self, context: SplitEnumeratorContext[Any]) -> SplitEnumerator[Any]:
        return _EndingEnumerator(context, self._source.create_enumerator(context))

    def restore_enumerator(self, context: SplitEnumeratorContext[Any], checkpoint: Any) -> SplitEnumerator[Any]:
        return _EndingEnumerator(context, self._source.restore_enumerator(context, checkpoint))


class _Complete:
    """What a reader that has seen everything sends to its enumerator."""


class _EndingEnumerator(SplitEnumerator[Any]):
    def __init__(self, context: SplitEnumeratorContext[Any], enumerator: SplitEnumerator[Any]) -> None:
        self._context = context
        self._enumerator = enumerator

    def start(self) -> None:
        self._enumerator.start()

    def add_reader(self, subtask: int) -> None:
        self._enumerator.add_reader(subtask)

    def handle_split_request(self, subtask: int) -> None:
        self._enumerator.handle_split_request(subtask)

    def handle_source_event(self, subtask: int, event: Any) -> None:
        if isinstance(event, _Complete):
            self._context.signal_no_more_splits(subtask)
        else:
            self._enumerator.handle_source_event(subtask, event)

    def snapshot_state(self, checkpoint_id: int) -> Any:
        return self._enumerator.snapshot_state(checkpoint_id)

    def close(self) -> None:
        self._enumerator.close()


class _EndingReader(SourceReader[Any]):
    def __init__(
        self,
        reader: SourceReader[Any],
        number: Callable[[Any], int],
        patience: int,
        tell_complete: Callable[[], None],
    ) -> None:
        self._tell_complete = tell_complete
        self._reader = reader
        self._number = number
        self._patience = patience
        self._seen: set[int] = set()
        self._quiet = 0

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if len(self._seen) == RECORDS or 0 < self._patience < self._quiet:
            self._tell_complete()
            return END_OF_INPUT
        polled = self._reader.poll(max_records, timeout_ms)
        if isinstance(polled, SourceBlock):
            self._seen.update(map(self._number, polled.values))
            self._quiet = 0
        elif polled is None:
            self._wait()
        return polled

    def _wait(self) -> None:
        """The server's time is real. What it waits for may be with a reader that is dead, but still in memory."""
        self._quiet += 1
        if self._quiet % _QUIETS_PER_COLLECTION == 0:
            gc.collect()
        time.sleep(_QUIET_S)

    def add_splits(self, splits: list[Any]) -> None:
        others = []
        for split in splits:
            if isinstance(split, Seen):
                self._seen.update(split.numbers)
            else:
                others.append(split)
        if others:
            self._reader.add_splits(others)

    def snapshot_state(self, checkpoint_id: int) -> list[Any]:
        return [*self._reader.snapshot_state(checkpoint_id), Seen(frozenset(self._seen))]

    def notify_no_more_splits(self) -> None:
        self._reader.notify_no_more_splits()

    def handle_source_event(self, event: Any) -> None:
        self._reader.handle_source_event(event)

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        self._reader.notify_checkpoint_complete(checkpoint_id)

    def open(self) -> None:
        self._reader.open()

    def close(self) -> None:
        self._reader.close()
