"""The contract of a sink: a writer in each sink task and, for exactly-once, a committer.

A sink without a committer writes as it goes. With one, `prepare_commit` hands out committables and nothing is visible
before `commit` has had them; a commit may be repeated after a crash and must then change nothing.
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
    """What a writer knows about its place. `emit_text` writes to the user's terminal, `emit_result` to the client."""

    subtask: int
    parallelism: int
    attempt: int
    emit_text: Callable[[str, bool], None]
    emit_result: Callable[[list[Any]], None]
    runtime_context: Optional[RuntimeContext] = None
    job_id: str = ""
    operator_id: str = ""
    """With the job's id and the subtask, a name for transactions that outlives the attempt."""
    checkpointing: bool = False
    """Whether `prepare_commit` is called at checkpoints; else once, at the end of input."""
    clock: Clock = field(default_factory=SystemClock)
    """Processing time."""
    current_watermark: Callable[[], int] = lambda: MIN_WATERMARK
    """How far event time has come at this writer, in milliseconds."""
    may_run_again: bool = False
    """Whether this is a batch job that restarts after failures: its tasks may then run more than once."""

    def owns(self, subtask: int) -> bool:
        """Whether this writer cleans up after that of the subtask: itself, or one beyond the parallelism."""
        return subtask % self.parallelism == self.subtask


@persisted("sink-writer/1")
class SinkWriter(ABC):
    """Writes blocks of records. Called from one thread only, the task's main loop."""

    @abstractmethod
    def write(self, block: RowBlock) -> None:
        """Takes a block of records. Its lists are shared: they must not be changed."""

    def flush(self, end_of_input: bool) -> None:  # noqa: B027
        """Makes what was written durable as far as the sink can: at every checkpoint, and at the end of input."""

    def before_savepoint(self) -> None:  # noqa: B027
        """A savepoint is taken, which may be restored much later: `snapshot_state` must not hold what may be gone
        by then, such as a file that is written on. Called before `flush`."""

    def prepare_commit(self) -> list[Any]:
        """What is to be committed since the last call; each must pickle. Only called on sinks with a committer.

        They are committed once the checkpoint is complete, and again after a crash before then. What is written
        afterwards belongs to the next call.
        """
        return []

    def snapshot_state(self, checkpoint_id: int) -> list[Any]:
        """What `Sink.restore_writer` needs besides the committables; called after `prepare_commit`."""
        return []

    def close(self) -> None:  # noqa: B027
        """Called once at the end, also after a failure: then uncommitted output is left, never published."""


@persisted("committer/1")
class Committer(ABC):
    """Makes committables visible."""

    def open(self, emit_result: Callable[[list[Any], Any], None]) -> None:  # noqa: B027
        """Called once before anything else. `emit_result(values, id)` hands values to the client, once for each id."""

    @abstractmethod
    def commit(self, committables: list[Any]) -> None:
        """Publishes them all. A repeat of one that is already published changes nothing."""

    def abort(self, committables: list[Any]) -> None:  # noqa: B027
        """Discards what will never be committed: a job without checkpoints has failed before its end."""

    def close(self) -> None:  # noqa: B027
        """Called once at the end."""


@persisted("sink/1")
class Sink(ABC):
    """Where records go. Must pickle."""

    needs_checkpoints = True
    """Whether a sink with a committer must have checkpoints on unbounded input: nothing would ever be committed.

    One that need not, since it writes at once without them, must not do so where a writer `may_run_again`.
    """

    def configure(self, configuration: Configuration) -> None:  # noqa: B027
        """Takes the job's settings, such as those of a file system. Called when the program names the sink.

        They may change until the job starts, so they are kept as they are and read when they are needed.
        """

    @abstractmethod
    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        """A writer; called in each sink task."""

    def restore_writer(self, context: WriterInitContext, states: list[Any]) -> SinkWriter:
        """A writer restored from what `snapshot_state` returned."""
        raise TypeError(f"{type(self).__name__} cannot be restored: it does not define restore_writer")

    def create_committer(self) -> Optional[Committer]:
        """The committer of a two-phase sink; None for a sink that writes as it goes."""
        return None

    def roll_back(self, context: WriterInitContext, states: list[Any], retained: bool) -> None:  # noqa: B027
        """Ends what the job's writers have begun or prepared: the job was canceled and is not resumed.

        Called in the driver, once every task has ended and the newest checkpoint's output is committed. `context` is
        that of a single writer after all others; `states` is what that checkpoint holds of them; `retained`: it is
        kept, and another job may be restored from it.
        """

    def guarantee(self) -> Guarantee:
        """How often a record of the job arrives, with checkpoints, whatever fails."""
        if self.create_committer() is None:
            return Guarantee(AT_LEAST_ONCE, "no transactions")
        return Guarantee(EXACTLY_ONCE, "two-phase commit")
