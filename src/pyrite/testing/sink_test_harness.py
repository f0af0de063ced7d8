"""SinkTestHarness: a sink's writers and its committer, without Spark and without a job."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.clock import Clock, ManualClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.sink import Sink, WriterInitContext
from pyrite.core.errors import InvalidProgramError
from pyrite.operators.operator_context import OperatorPlace, OperatorServices, OperatorSettings
from pyrite.operators.sink import SinkOperator, committables_in, writer_states_in
from pyrite.testing.harness_subtask import HarnessSubtask, OperatorSnapshot


@dataclass(frozen=True)
class SinkSnapshot(OperatorSnapshot):
    """A sink's part of a checkpoint: pending committables, and the states of the writers."""

    @property
    def committables(self) -> list[list[Any]]:
        """The pending committables of each subtask."""
        return [committables_in(state.numbered) for state in self.subtasks]

    @property
    def writer_states(self) -> list[list[Any]]:
        """The result of each writer's `snapshot_state`."""
        return [writer_states_in(state.lists) for state in self.subtasks]


class SinkTestHarness:
    """The tasks and the JobMaster for one sink: as many writers as the parallelism, and their committers.

    The test checks the published output in the external system. `snapshot` takes a checkpoint, and
    `notify_checkpoint_complete` commits its committables. To simulate a crash, leave a harness without `close`: a
    second one with `restore=` commits the snapshot's pending committables, then creates its writers. Snapshots are
    pickled, as in a job; the sink itself is not, so that a test can inspect its attributes. The first writer uses the
    sink itself, the others copies by `copy.copy`.

    >>> from pyrite.testing import SinkTestHarness
    >>> with SinkTestHarness(CollectSink()) as harness:
    ...     harness.process_elements(["a", "b"])
    ...     snapshot = harness.snapshot()
    ...     print(harness.get_results())
    ...     harness.notify_checkpoint_complete()
    ...     print(harness.get_results())
    []
    ['a', 'b']
    """

    def __init__(
        self,
        sink: Sink,
        *,
        parallelism: int = 1,
        restore: Optional[SinkSnapshot] = None,
        attempt: Optional[int] = None,
        checkpointing: bool = True,
        batch: bool = False,
        job_id: str = "job",
        name: str = "Test",
        uid: str = "sink",
        configuration: Optional[Configuration] = None,
        clock: Optional[Clock] = None,
    ) -> None:
        """`restore` may have been taken at another parallelism; `attempt` is the next one after the snapshot's.

        Without `checkpointing`, everything is committed at the end of input. Writers read the time from `clock`, a
        ManualClock unless another is passed.
        """
        if not isinstance(sink, Sink):
            raise InvalidProgramError(f"SinkTestHarness takes a Sink, not {sink!r}")
        self.sink = sink
        self.parallelism = parallelism
        self.clock: Clock = clock or ManualClock()
        self._checkpointing = checkpointing
        self._job = (job_id, uid)
        self._attempt = attempt if attempt is not None else 1 if restore is None else restore.attempt + 1
        self._checkpoint_id = 0 if restore is None else restore.checkpoint_id
        self._text: dict[bool, list[str]] = {False: [], True: []}
        self._results: list[Any] = []
        self._committed: set[Any] = set()
        options = Configuration(configuration)
        sink.configure(options)
        settings = OperatorSettings(
            batch, options, checkpointing, restored_checkpoint_id=None if restore is None else restore.checkpoint_id
        )
        services = OperatorServices(
            emit_text=lambda text, to_stderr: self._text[to_stderr].append(text),
            emit_result=self._results.extend,
            emit_committed=self._emit_committed,
        )
        states = [None] * parallelism if restore is None else restore.restored_at(parallelism)
        places = [
            OperatorPlace(name, uid, index, parallelism, 128, self._attempt, uid, job_id)
            for index in range(parallelism)
        ]
        self._writers = [
            HarnessSubtask(
                SinkOperator(copy.copy(sink) if place.subtask else sink), place, self.clock, settings, services, state
            )
            for place, state in zip(places, states, strict=True)
        ]

    def _emit_committed(self, values: list[Any], committable_id: Any) -> None:
        if committable_id not in self._committed:
            self._committed.add(committable_id)
            self._results.extend(values)

    # In ---------------------------------------------------------------------------------------------------------------

    def process_element(self, value: Any, timestamp: Optional[int] = None, *, subtask: int = 0) -> None:
        """Writes a record with one of the writers."""
        self.process_elements([value], None if timestamp is None else [timestamp], subtask=subtask)

    def process_elements(
        self, values: Iterable[Any], timestamps: Optional[list[int]] = None, *, subtask: int = 0
    ) -> None:
        """Writes a block with one of the writers."""
        self._writers[subtask].operator.process_block(RowBlock(list(values), timestamps))

    def process_watermark(self, timestamp: int) -> None:
        """Advances the watermark of all writers."""
        for writer in self._writers:
            writer.operator.process_watermark(timestamp)

    def advance_processing_time(self, by_ms: int) -> None:
        """Advances the clock."""
        if not isinstance(self.clock, ManualClock):
            raise InvalidProgramError(f"only a ManualClock can be moved: the harness has a {type(self.clock).__name__}")
        self.clock.advance(by_ms)

    def end_input(self, *, job_fails: bool = False) -> None:
        """Ends a bounded input. With checkpoints, a last one publishes the remaining output.

        Otherwise, the prepared committables of all writers are committed, or aborted if the job fails before its end.
        """
        for writer in self._writers:
            writer.operator.finish()
        if self._checkpointing:
            return
        prepared = [committable for writer in self._writers for committable in writer.operator.committables]
        driver = SinkOperator(self.sink)
        if job_fails:
            driver.abort(prepared)
        else:
            driver.commit(prepared, self._emit_committed)
        driver.close()

    # Out --------------------------------------------------------------------------------------------------------------

    def get_text(self, *, to_stderr: bool = False) -> str:
        """The sink's output to the terminal."""
        return "".join(self._text[to_stderr])

    def get_results(self) -> list[Any]:
        """The sink's output to the client, as from `CollectSink`."""
        return list(self._results)

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def snapshot(self, checkpoint_id: Optional[int] = None, *, savepoint: bool = False) -> SinkSnapshot:
        """Flushes and prepares all writers, and takes a checkpoint of them, without committing."""
        self._checkpoint_id = self._checkpoint_id + 1 if checkpoint_id is None else checkpoint_id
        states = tuple(writer.snapshot(self._checkpoint_id, savepoint) for writer in self._writers)
        return SinkSnapshot(self._checkpoint_id, self._attempt, states)

    def notify_checkpoint_complete(self, checkpoint_id: Optional[int] = None) -> None:
        """Completes the checkpoint, by default the last one: commits all pending committables up to it."""
        for writer in self._writers:
            writer.state.completed(self._checkpoint_id if checkpoint_id is None else checkpoint_id)

    def notify_checkpoint_aborted(self, checkpoint_id: Optional[int] = None) -> None:
        """Aborts the checkpoint, by default the last one: the next complete one commits its records."""
        for writer in self._writers:
            writer.state.aborted(self._checkpoint_id if checkpoint_id is None else checkpoint_id)

    def cancel(self, newest: Optional[SinkSnapshot] = None, *, retained: bool = False) -> None:
        """Cancels the job: commits the pending committables of its newest complete checkpoint, and rolls the sink back.

        `retained`: that checkpoint is kept, and another job may be restored from it. Open writers count as killed.
        """
        driver = SinkOperator(self.sink)
        for state in () if newest is None else newest.subtasks:
            driver.commit_pending(state.numbered)
        job_id, operator_id = self._job
        context = WriterInitContext(
            0, 1, self._attempt + 1, _no_text, _no_result, job_id=job_id, operator_id=operator_id, clock=self.clock
        )
        states = [] if newest is None else [state for group in newest.writer_states for state in group]
        self.sink.roll_back(context, states, retained)
        driver.close()

    def close(self) -> None:
        """Closes writers and committers. A harness that is not closed behaves like a killed job."""
        for writer in self._writers:
            writer.operator.close()

    def __enter__(self) -> SinkTestHarness:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _no_text(text: str, to_stderr: bool) -> None:
    pass


def _no_result(values: list[Any]) -> None:
    pass
