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
    """What a checkpoint has of a sink: pending committables, and the states of the writers."""

    @property
    def committables(self) -> list[list[Any]]:
        """What each subtask still has to commit."""
        return [committables_in(state.numbered) for state in self.subtasks]

    @property
    def writer_states(self) -> list[list[Any]]:
        """What each writer's `snapshot_state` returned."""
        return [writer_states_in(state.lists) for state in self.subtasks]


class SinkTestHarness:
    """Plays the tasks and the JobMaster for one sink: as many writers as the parallelism, and their committers.

    The test looks into the sink's own store for what is published. `snapshot` takes a checkpoint, and
    `notify_checkpoint_complete` commits what it prepared. A crash is a harness that is left as it is, without `close`:
    a second one with `restore=` commits what was pending in the snapshot, then makes its writers. Snapshots are
    pickled, as they are in a job; the sink itself is not, so that a test may look at what it holds. The first writer
    has it, the others have copies by `copy.copy`.

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
        """Writes one record by one of the writers."""
        self.process_elements([value], None if timestamp is None else [timestamp], subtask=subtask)

    def process_elements(
        self, values: Iterable[Any], timestamps: Optional[list[int]] = None, *, subtask: int = 0
    ) -> None:
        """Writes one block by one of the writers."""
        self._writers[subtask].operator.process_block(RowBlock(list(values), timestamps))

    def process_watermark(self, timestamp: int) -> None:
        """The watermark of all writers."""
        for writer in self._writers:
            writer.operator.process_watermark(timestamp)

    def advance_processing_time(self, by_ms: int) -> None:
        """Moves the clock."""
        if not isinstance(self.clock, ManualClock):
            raise InvalidProgramError(f"only a ManualClock can be moved: the harness has a {type(self.clock).__name__}")
        self.clock.advance(by_ms)

    def end_input(self, *, job_fails: bool = False) -> None:
        """The end of a bounded input. With checkpoints, a last one publishes what is left.

        Without, what all writers have prepared is committed now, or aborted, if the job fails before it has ended.
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
        """What the sink has written to the terminal."""
        return "".join(self._text[to_stderr])

    def get_results(self) -> list[Any]:
        """What the sink has handed to the client, as `CollectSink` does."""
        return list(self._results)

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def snapshot(self, checkpoint_id: Optional[int] = None, *, savepoint: bool = False) -> SinkSnapshot:
        """Flushes and prepares all writers, and takes a checkpoint of them; nothing is committed yet."""
        self._checkpoint_id = self._checkpoint_id + 1 if checkpoint_id is None else checkpoint_id
        states = tuple(writer.snapshot(self._checkpoint_id, savepoint) for writer in self._writers)
        return SinkSnapshot(self._checkpoint_id, self._attempt, states)

    def notify_checkpoint_complete(self, checkpoint_id: Optional[int] = None) -> None:
        """The checkpoint, or the last one that was taken, is complete: all that is pending up to it is committed."""
        for writer in self._writers:
            writer.state.completed(self._checkpoint_id if checkpoint_id is None else checkpoint_id)

    def notify_checkpoint_aborted(self, checkpoint_id: Optional[int] = None) -> None:
        """The checkpoint, or the last one that was taken, was aborted: the next complete one commits its records."""
        for writer in self._writers:
            writer.state.aborted(self._checkpoint_id if checkpoint_id is None else checkpoint_id)

    def cancel(self, newest: Optional[SinkSnapshot] = None, *, retained: bool = False) -> None:
        """The job is canceled: commits what its newest complete checkpoint has pending, and rolls the sink back.

        `retained`: that checkpoint is kept, and another job may be restored from it. Writers that are still open are
        treated as killed.
        """
        driver = SinkOperator(self.sink)
        for state in () if newest is None else newest.subtasks:
            driver.commit_owed(state.numbered)
        job_id, operator_id = self._job
        context = WriterInitContext(
            0, 1, self._attempt + 1, _no_text, _no_result, job_id=job_id, operator_id=operator_id, clock=self.clock
        )
        left = [] if newest is None else [state for states in newest.writer_states for state in states]
        self.sink.roll_back(context, left, retained)
        driver.close()

    def close(self) -> None:
        """Closes writers and committers. A harness that is not closed is a job that was killed."""
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
