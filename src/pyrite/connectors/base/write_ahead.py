"""GenericWriteAheadSink: stages records in the checkpoint, and writes them with a user's method when it is complete.

It is for stores whose transactions cannot outlive the process that began them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Optional

from pyrite.connectors.base.staging import Part, Stage
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import ConnectorError
from pyrite.core.persistence.persisted import persisted

_WAYS = (
    Guarantee(AT_LEAST_ONCE, "the store cannot detect repeated records"),
    Guarantee(EXACTLY_ONCE, "the store writes records and the committer's note in one transaction"),
)


class CheckpointCommitter(ABC):
    """Records which checkpoints of which subtasks were written. Must be picklable.

    The order of calls: `set_job_id` and `set_operator_id`, `create_resource`, `open`, the other methods, and `close`.
    The ids may be set again later, for pending records of another job's savepoint.
    """

    job_id = ""
    operator_id = ""

    def set_job_id(self, job_id: str) -> None:
        """Sets the id of the job whose checkpoints are recorded. Called once, before `open`."""
        self.job_id = job_id

    def set_operator_id(self, operator_id: str) -> None:
        """Sets the id of the sink's operator. Called once, before `open`."""
        self.operator_id = operator_id

    @abstractmethod
    def create_resource(self) -> None:
        """Creates the storage of the notes, such as a table or a folder, if it does not exist."""

    def open(self) -> None:  # noqa: B027
        """Connects."""

    def close(self) -> None:  # noqa: B027
        """Releases the resources of `open`."""

    @abstractmethod
    def commit_checkpoint(self, subtask_idx: int, checkpoint_id: int) -> None:
        """Records durably that the records of this checkpoint were written."""

    @abstractmethod
    def is_checkpoint_committed(self, subtask_idx: int, checkpoint_id: int) -> bool:
        """Whether the checkpoint was recorded, for the current job and operator id."""


class GenericWriteAheadSink(Sink):
    """A sink with one method, `send_values`. Pass it to `add_sink`.

    For each complete checkpoint and subtask with records, it calls `is_checkpoint_committed` and, if the answer is
    False, `send_values` and then `commit_checkpoint`. After a crash between these two calls, the records are written
    again. So the sink is at-least-once, unless the store writes records and note in one transaction: then set
    `one_transaction`, and the sink is exactly-once.
    """

    one_transaction: bool = False
    """Whether records of `send_values` become visible, permanently, only when `commit_checkpoint` returns."""
    declaration: ClassVar[Declaration] = Declaration(
        "GenericWriteAheadSink", _WAYS, needs="a CheckpointCommitter", tried_with="SQLite"
    )

    def __init__(self, committer: CheckpointCommitter) -> None:
        self.committer = committer

    @abstractmethod
    def send_values(self, values: Iterable[Any], checkpoint_id: int, timestamp: int) -> bool:
        """Writes all records of a subtask between two checkpoints. `timestamp` is the time of the later one, in ms.

        `values` can be iterated once. If the result is False, or an error is raised, the attempt ends, and the next
        attempt calls the method again.
        """

    def open(self) -> None:
        """Connects to the store, after the committer's `open`."""

    def close(self) -> None:
        """Releases the resources of `open`."""

    # The sink ---------------------------------------------------------------------------------------------------------

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return WriteAheadWriter(context)

    def create_committer(self) -> Committer:
        return WriteAheadCommitter(self)

    def guarantee(self) -> Guarantee:
        return _WAYS[self.one_transaction]


@persisted("staged-records/1")
@dataclass
class StagedRecords:
    """The committable: the records of one subtask between two checkpoints."""

    job_id: str
    operator_id: str
    subtask: int
    staged_ms: int
    parts: list[Part]
    checkpoint_id: int
    """Without checkpoints, this is `staged_ms`."""

    def values(self) -> Iterator[Any]:
        return (value for part in self.parts for values in part.items() for value in values)


class WriteAheadWriter(SinkWriter):
    """Stages the records."""

    def __init__(self, context: WriterInitContext) -> None:
        self._context = context
        self._stage = Stage()
        self._prepared: Optional[StagedRecords] = None

    def write(self, block: RowBlock) -> None:
        self._stage.add(block.values)

    def prepare_commit(self) -> list[StagedRecords]:
        parts = self._stage.take()
        if not parts:
            return []
        context = self._context
        now_ms = context.clock.now_ms()
        self._prepared = StagedRecords(context.job_id, context.operator_id, context.subtask, now_ms, parts, now_ms)
        return [self._prepared]

    def snapshot_state(self, checkpoint_id: int) -> list[Any]:
        """Sets the checkpoint id of the last staged records."""
        if self._prepared is not None:
            self._prepared.checkpoint_id = checkpoint_id
            self._prepared = None
        return []


class WriteAheadCommitter(Committer):
    """Writes staged records that the notes lack, in the order of their checkpoints."""

    def __init__(self, sink: GenericWriteAheadSink) -> None:
        self._sink = sink
        self._notes = sink.committer
        self._is_open = False

    def open(self, emit_result: Callable[[list[Any], Any], None]) -> None:
        """Opens nothing: the notes need ids, so they are opened with the first committable."""

    def commit(self, committables: list[StagedRecords]) -> None:
        for staged in sorted(committables, key=lambda staged: staged.checkpoint_id):
            self._notes.set_job_id(staged.job_id)
            self._notes.set_operator_id(staged.operator_id)
            if not self._is_open:
                self._is_open = True
                self._notes.create_resource()
                self._notes.open()
                self._sink.open()
            self._write(staged)

    def _write(self, staged: StagedRecords) -> None:
        if self._notes.is_checkpoint_committed(staged.subtask, staged.checkpoint_id):
            return
        if not self._sink.send_values(staged.values(), staged.checkpoint_id, staged.staged_ms):
            raise ConnectorError(
                f"{type(self._sink).__name__}: send_values did not write the records of checkpoint "
                f"{staged.checkpoint_id}, subtask {staged.subtask}; the next attempt will call it again"
            )
        self._notes.commit_checkpoint(staged.subtask, staged.checkpoint_id)

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            try:
                self._sink.close()
            finally:
                self._notes.close()
