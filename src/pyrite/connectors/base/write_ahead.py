"""GenericWriteAheadSink: records wait in the checkpoint and are written when it is complete, by a method of the user's.

It is for stores that cannot keep a transaction open beyond the process that began it.
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
    Guarantee(AT_LEAST_ONCE, "the store cannot tell a repeat"),
    Guarantee(EXACTLY_ONCE, "records and the committer's note land in one transaction"),
)


class CheckpointCommitter(ABC):
    """Remembers which checkpoints of which subtask were written. Must pickle.

    The calls: `set_job_id` and `set_operator_id`, `create_resource`, `open`, then the others, and `close`. The ids may
    be set again later, for what another job has left in a savepoint.
    """

    job_id = ""
    operator_id = ""

    def set_job_id(self, job_id: str) -> None:
        """Called once, before `open`: the id of the job whose checkpoints are noted."""
        self.job_id = job_id

    def set_operator_id(self, operator_id: str) -> None:
        """Called once, before `open`: the id of the sink's operator."""
        self.operator_id = operator_id

    @abstractmethod
    def create_resource(self) -> None:
        """Makes what the notes are kept in, if it is not there: a table, a folder."""

    def open(self) -> None:  # noqa: B027
        """Connects."""

    def close(self) -> None:  # noqa: B027
        """Lets go of what `open` has taken."""

    @abstractmethod
    def commit_checkpoint(self, subtask_idx: int, checkpoint_id: int) -> None:
        """Notes that the records of this checkpoint were written, durably."""

    @abstractmethod
    def is_checkpoint_committed(self, subtask_idx: int, checkpoint_id: int) -> bool:
        """Whether this was noted, under the present job and operator id."""


class GenericWriteAheadSink(Sink):
    """A sink by one method, `send_values`. Given to `add_sink`.

    For each complete checkpoint and subtask with records: `is_checkpoint_committed`; if not, `send_values` and then
    `commit_checkpoint`. A crash between these two has the records written again. So the sink is at-least-once, unless
    the store takes the note into the transaction of the records: then set `one_transaction`, and it is exactly-once.
    """

    one_transaction: bool = False
    """Whether what `send_values` wrote is visible only when `commit_checkpoint` has returned, and then permanently."""
    declaration: ClassVar[Declaration] = Declaration(
        "GenericWriteAheadSink", _WAYS, needs="a CheckpointCommitter", tried_with="SQLite"
    )

    def __init__(self, committer: CheckpointCommitter) -> None:
        self.committer = committer

    @abstractmethod
    def send_values(self, values: Iterable[Any], checkpoint_id: int, timestamp: int) -> bool:
        """Writes all records of a subtask between two checkpoints; `timestamp` is when the later one was taken, in ms.

        `values` can be read once. False, or an error: it could not be done. The attempt ends then, and the next one
        calls again.
        """

    def open(self) -> None:
        """Connects to the store, after the committer's `open`."""

    def close(self) -> None:
        """Lets go of what `open` has taken."""

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
    """Without checkpoints, when all records of the job are in here: `staged_ms`."""

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
        """Notes for which checkpoint the last records were staged."""
        if self._prepared is not None:
            self._prepared.checkpoint_id = checkpoint_id
            self._prepared = None
        return []


class WriteAheadCommitter(Committer):
    """Writes what is not noted yet, in the order of the checkpoints."""

    def __init__(self, sink: GenericWriteAheadSink) -> None:
        self._sink = sink
        self._notes = sink.committer
        self._is_open = False

    def open(self, emit_result: Callable[[list[Any], Any], None]) -> None:
        """The committer's notes need ids to be opened: that is done with the first committable."""

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
                f"{type(self._sink).__name__}: send_values has not written the records of checkpoint "
                f"{staged.checkpoint_id}, subtask {staged.subtask}; the next attempt tries again"
            )
        self._notes.commit_checkpoint(staged.subtask, staged.checkpoint_id)

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            try:
                self._sink.close()
            finally:
                self._notes.close()
