"""The contract of a sink: a writer in each sink task and, for exactly-once, a committer.

A sink without a committer writes immediately. With a committer, `prepare_commit` returns committables, and output
becomes visible in `commit`; a commit may be repeated after a crash, and must then have no effect.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.clock import Clock, SystemClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, Guarantee
from pyrite.core.functions.functions import RuntimeContext
from pyrite.core.persistence.persisted import persisted
from pyrite.core.time.time import MIN_WATERMARK


@persisted("writer-init-context/1")
@dataclass(frozen=True)
class WriterInitContext:
    """The environment of a writer. `emit_text` writes to the user's terminal, `emit_result` to the client."""

    subtask: int
    parallelism: int
    attempt: int
    emit_text: Callable[[str, bool], None]
    emit_result: Callable[[list[Any]], None]
    runtime_context: Optional[RuntimeContext] = None
    job_id: str = ""
    operator_id: str = ""
    """Together with the job's id and the subtask, a stable name for transactions, across attempts."""
    checkpointing: bool = False
    """Whether `prepare_commit` is called at checkpoints; otherwise once, at the end of input."""
    clock: Clock = field(default_factory=SystemClock)
    """Processing time."""
    current_watermark: Callable[[], int] = lambda: MIN_WATERMARK
    """The current watermark at this writer, in milliseconds."""
    may_run_again: bool = False
    """Whether this is a batch job with restarts: its tasks may run more than once."""

    def owns(self, subtask: int) -> bool:
        """Whether this writer cleans up after that subtask: its own, or one beyond the current parallelism."""
        return subtask % self.parallelism == self.subtask


@persisted("sink-writer/1")
class SinkWriter(ABC):
    """Writes blocks of records. Called from one thread only, the task's main loop."""

    @abstractmethod
    def write(self, block: RowBlock) -> None:
        """Writes a block of records. Its lists are shared and must not be changed."""

    def flush(self, end_of_input: bool) -> None:  # noqa: B027
        """Makes all written records durable, as far as the sink can: at every checkpoint, and at the end of input."""

    def before_savepoint(self) -> None:  # noqa: B027
        """Called before `flush` when a savepoint is taken. The savepoint may be restored much later, so
        `snapshot_state` must not refer to short-lived resources, such as a file that is still open.
        """

    def prepare_commit(self) -> list[Any]:
        """The committables since the last call; each must pickle. Only called on sinks with a committer.

        They are committed when the checkpoint completes, and again after a crash before that. Later records belong to
        the next call.
        """
        return []

    def snapshot_state(self, checkpoint_id: int) -> list[Any]:
        """The state for `Sink.restore_writer`, without the committables; called after `prepare_commit`."""
        return []

    def close(self) -> None:  # noqa: B027
        """Called once at the end, also after a failure: uncommitted output then stays unpublished."""


@persisted("committer/1")
class Committer(ABC):
    """Makes committables visible."""

    def open(self, emit_result: Callable[[list[Any], Any], None]) -> None:  # noqa: B027
        """Called once before all other methods. `emit_result(values, id)` sends values to the client, once per id."""

    @abstractmethod
    def commit(self, committables: list[Any]) -> None:
        """Publishes all committables. Repeating a published one has no effect."""

    def abort(self, committables: list[Any]) -> None:  # noqa: B027
        """Discards committables that will never be committed: a job without checkpoints has failed before its end."""

    def close(self) -> None:  # noqa: B027
        """Called once at the end."""


@persisted("sink/1")
class Sink(ABC):
    """The destination of records. Must pickle."""

    needs_checkpoints = True
    """Whether a sink with a committer requires checkpoints on unbounded input, since nothing would be committed
    without.

    A sink that writes immediately without checkpoints returns False, but must not do so if a writer `may_run_again`.
    """

    def configure(self, configuration: Configuration) -> None:  # noqa: B027
        """Passes the job's configuration, for example for a file system. Called when the program adds the sink.

        The configuration may change until the job starts, so the sink stores it and reads it when it needs a value.
        """

    @abstractmethod
    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        """Creates a writer; called in each sink task."""

    def restore_writer(self, context: WriterInitContext, states: list[Any]) -> SinkWriter:
        """Creates a writer from the states that `snapshot_state` returned."""
        raise TypeError(f"{type(self).__name__} cannot be restored: it does not define restore_writer")

    def create_committer(self) -> Optional[Committer]:
        """The committer of a two-phase sink; None for a sink that writes immediately."""
        return None

    def roll_back(self, context: WriterInitContext, states: list[Any], retained: bool) -> None:  # noqa: B027
        """Rolls back open transactions of the job's writers: the job was canceled and will not be resumed.

        Called in the driver, after every task has ended and the newest checkpoint's output has been committed.
        `context` belongs to a single writer that follows all others; `states` are the writers' states in that
        checkpoint; `retained`: the checkpoint is kept, and another job may be restored from it.
        """

    def guarantee(self) -> Guarantee:
        """How often a record of the job arrives when a failure occurs, with checkpoints."""
        if self.create_committer() is None:
            return Guarantee(AT_LEAST_ONCE, "no transactions")
        return Guarantee(EXACTLY_ONCE, "two-phase commit")
