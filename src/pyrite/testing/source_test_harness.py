"""SourceTestHarness: a source's enumerator and readers, without Spark and without a job."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.core.clock import Clock, ManualClock, SystemClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.source import Source
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.persistence.persisted_pickling import dumps, loads
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.operators.operator_context import OperatorPlace, OperatorServices, OperatorSettings
from pyrite.operators.source import SourceOperator, splits_in
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.runtime.master.attempt.split_assignment import SplitAssignment
from pyrite.runtime.task.input.source_input import SourceInput
from pyrite.testing.harness import StreamRecord, Watermark
from pyrite.testing.harness_subtask import HarnessSubtask, OperatorSnapshot

_POLL_MS: Final = 10
"""How long a reader may wait for records at a time, while others wait for it."""


@dataclass(frozen=True)
class SourceSnapshot(OperatorSnapshot):
    """A source's part of a checkpoint: the enumerator's state, and each reader's unfinished splits."""

    enumerator: Any = None

    @property
    def splits(self) -> list[list[Any]]:
        """The splits of each reader, at their positions."""
        return [splits_in(state) for state in self.subtasks]


class SourceTestHarness:
    """The JobMaster and the tasks for one source: its enumerator, and as many readers as the parallelism.

    The harness acts only when it is called. `poll` and the methods `read...` poll readers; the enumerator's calls and
    periodic watermarks follow the clock, by default a ManualClock. Splits, events and snapshots are pickled in transit,
    as in a job.

    >>> from pyrite.testing import SourceTestHarness
    >>> harness = SourceTestHarness(NumberSequenceSource(1, 6), parallelism=2)
    >>> harness.poll(max_records=1)
    2
    >>> snapshot = harness.snapshot()
    >>> with SourceTestHarness(NumberSequenceSource(1, 6), parallelism=3, restore=snapshot) as restored:
    ...     print(harness.extract_output_values(), sorted(restored.read_all()))
    [1, 4] [2, 3, 5, 6]
    """

    def __init__(
        self,
        source: Source[Any],
        watermark_strategy: Optional[WatermarkStrategy] = None,
        *,
        parallelism: int = 1,
        restore: Optional[SourceSnapshot] = None,
        attempt: Optional[int] = None,
        checkpointing: bool = True,
        batch: bool = False,
        name: str = "Test",
        uid: str = "",
        configuration: Optional[Configuration] = None,
        clock: Optional[Clock] = None,
        max_records: int = 1000,
    ) -> None:
        """`restore` may have been taken at another parallelism; `attempt` is the next one after the snapshot's.

        `clock` is for sources that talk to a real server: `SystemClock()`. `max_records` limits each poll.
        """
        if not isinstance(source, Source):
            raise InvalidProgramError(f"SourceTestHarness takes a Source, not {source!r}")
        self.source = source
        self.parallelism = parallelism
        self.clock: Clock = clock or ManualClock()
        self._max_records = max_records
        self._attempt = attempt if attempt is not None else 1 if restore is None else restore.attempt + 1
        self._checkpoint_id = 0 if restore is None else restore.checkpoint_id
        self._arrived: list[Any] = []
        self._delivered = 0
        """The number of delivered messages of the enumerator."""
        options = Configuration(configuration)
        source.configure(options)
        self._settings = OperatorSettings(
            batch, options, checkpointing, restored_checkpoint_id=None if restore is None else restore.checkpoint_id
        )
        enumerator = (False, None) if restore is None else (True, loads(dumps(restore.enumerator)))
        self._assignment = SplitAssignment(source, parallelism, enumerator, self.clock.now_ms())
        self._assignment.start()
        strategy = watermark_strategy or WatermarkStrategy.no_watermarks()
        states = [None] * parallelism if restore is None else restore.restored_at(parallelism)
        places = [OperatorPlace(name, uid, index, parallelism, 128, self._attempt) for index in range(parallelism)]
        self._readers = [
            self._open(SourceOperator(source, strategy), place, state)
            for place, state in zip(places, states, strict=True)
        ]
        self._inputs = [SourceInput(reader.operator, ()) for reader in self._readers]
        for index in range(parallelism):
            self._assignment.add_reader(index)
        self._settle()

    def _open(
        self, operator: SourceOperator, place: OperatorPlace, state: Optional[OperatorSubtaskState]
    ) -> HarnessSubtask[SourceOperator]:
        services = OperatorServices(
            request_split=lambda: self._assignment.request(place.subtask),
            send_source_event=lambda event: self._assignment.handle_event(place.subtask, loads(dumps(event))),
        )
        return HarnessSubtask(operator, place, self.clock, self._settings, services, state)

    # Reading ----------------------------------------------------------------------------------------------------------

    def poll(self, subtask: Optional[int] = None, *, max_records: Optional[int] = None, timeout_ms: int = 0) -> int:
        """Polls one reader once, or each in turn, unless it has ended; returns the number of records."""
        before = len(self._arrived)
        for index in range(self.parallelism) if subtask is None else (subtask,):
            if self._inputs[index].is_active:
                self._poll(index, max_records or self._max_records, timeout_ms)
        return len(self._arrived) - before

    def _poll(self, index: int, max_records: int, timeout_ms: int) -> None:
        output, reader = self._readers[index].output, self._inputs[index]
        seen = len(output.blocks)
        _, ended = reader.poll(max_records, timeout_ms)
        for block in output.blocks[seen:]:
            self._arrived.extend(block.values)
        if ended:
            reader.end()
        self._settle()

    def read(self, count: int, *, timeout_s: float = 30.0) -> list[Any]:
        """Polls until at least `count` further records have arrived, and returns them in order of arrival.

        Waits up to `timeout_s` of real time: with a ManualClock, records that are due later never arrive.
        """
        return self._read_until(lambda records: records >= count, f"{count} records", timeout_s)

    def read_all(self, *, timeout_s: float = 30.0) -> list[Any]:
        """Polls until every reader's input has ended; returns the further records in order of arrival."""
        return self._read_until(lambda _: self.has_ended, "the end of input", timeout_s)

    def read_available(self) -> list[Any]:
        """Polls until no reader returns a block or gets a split; returns the records in order of arrival."""
        begin, before = len(self._arrived), -1
        while before != self._steps():
            before = self._steps()
            self.poll()
        return self._arrived[begin:]

    def _steps(self) -> int:
        """The number of blocks and messages so far; a block that only ends a split has no record."""
        return self._delivered + sum(reader.recording.num_emitted for reader in self._readers)

    def _read_until(self, is_enough: Callable[[int], bool], expectation: str, timeout_s: float) -> list[Any]:
        begin, real = len(self._arrived), SystemClock()
        until_us = real.monotonic_us() + int(timeout_s * 1_000_000)
        while not is_enough(len(self._arrived) - begin):
            came = self.poll() or self.poll(timeout_ms=_POLL_MS)
            if not came and real.monotonic_us() > until_us:
                raise TimeoutError(f"expected {expectation} within {timeout_s} s, got {self._arrived[begin:]}")
            if not came:
                time.sleep(0.001)
        return self._arrived[begin:]

    @property
    def has_ended(self) -> bool:
        """Whether the input of every reader has ended."""
        return not any(reader.is_active for reader in self._inputs)

    def advance_processing_time(self, by_ms: int) -> None:
        """Advances the clock: due calls of the enumerator run, and readers emit periodic watermarks."""
        if not isinstance(self.clock, ManualClock):
            raise InvalidProgramError(f"only a ManualClock can be moved: the harness has a {type(self.clock).__name__}")
        self.clock.advance(by_ms)
        self._settle()

    def _settle(self) -> None:
        """Runs due calls, and delivers messages between enumerator and readers, until none is pending."""
        self._assignment.advance(self.clock.now_ms())
        now_us = self.clock.monotonic_us()
        for reader in self._readers:
            reader.operator.on_deadline(now_us)
        while (calls := self._assignment.take_calls()) or (sent := self._assignment.take()):
            for number, call in calls:
                try:
                    result, error = call(), None
                except Exception as raised:
                    result, error = None, raised
                self._assignment.called(number, result, error)
            for subtask, message in [] if calls else sent:
                self._inputs[subtask].handle(loads(dumps(message)))
                self._delivered += 1

    # Output -----------------------------------------------------------------------------------------------------------

    def extract_output_values(self, subtask: Optional[int] = None) -> list[Any]:
        """The values of all records so far, or of one reader's, in order of arrival."""
        return list(self._arrived) if subtask is None else self._readers[subtask].output.values

    def extract_output_stream_records(self, subtask: int = 0) -> list[StreamRecord]:
        """The records of one reader with their timestamps."""
        return self._readers[subtask].output.records

    def get_output(self, subtask: int = 0) -> list[StreamRecord | Watermark | bool]:
        """The records and watermarks of one reader, in order; booleans stand for idleness."""
        return list(self._readers[subtask].output.events)

    def get_side_output(self, tag: OutputTag) -> list[Any]:
        """The values in a side output of all readers."""
        return [value for reader in self._readers for value in reader.recording.side_recorder(tag).values]

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def snapshot(self, checkpoint_id: Optional[int] = None, *, savepoint: bool = False) -> SourceSnapshot:
        """Takes a checkpoint; a harness created with it as `restore=` resumes from there, at any parallelism."""
        self._checkpoint_id = self._checkpoint_id + 1 if checkpoint_id is None else checkpoint_id
        enumerator = loads(dumps(self._assignment.snapshot(self._checkpoint_id)))
        states = tuple(reader.snapshot(self._checkpoint_id, savepoint) for reader in self._readers)
        return SourceSnapshot(self._checkpoint_id, self._attempt, states, enumerator)

    def notify_checkpoint_complete(self, checkpoint_id: Optional[int] = None) -> None:
        """Completes the checkpoint, by default the last one: readers may commit its offsets."""
        for reader in self._readers:
            reader.state.completed(self._checkpoint_id if checkpoint_id is None else checkpoint_id)

    def notify_checkpoint_aborted(self, checkpoint_id: Optional[int] = None) -> None:
        """The checkpoint, or the last one that was taken, was aborted."""
        for reader in self._readers:
            reader.state.aborted(self._checkpoint_id if checkpoint_id is None else checkpoint_id)

    def close(self) -> None:
        """Closes the readers and the enumerator. A harness that is not closed behaves like a killed job."""
        for reader in self._readers:
            reader.operator.close()
        self._assignment.close()

    def __enter__(self) -> SourceTestHarness:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
