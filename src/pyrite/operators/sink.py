"""The sink operator: passes blocks to a writer, and the writer's committables to a committer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.arguments import check_argument
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.config.checkpoint_options import RESTART_STRATEGY
from pyrite.core.connector.guarantee import Guarantee
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import CommittableLostError, CorruptStateError
from pyrite.core.functions.user_function import raise_user_error
from pyrite.core.operator_spec import OperatorSpec
from pyrite.operators.capabilities import Commits
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import EmitCommitted
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState

_PENDING = "owed"
_WRITER = "writer"


@dataclass(frozen=True)
class SinkSpec(OperatorSpec):
    kind = "SinkOperator"
    sink: Sink

    def __post_init__(self) -> None:
        check_argument("sink_to()", self.sink, Sink)

    @property
    def description(self) -> str:
        return f"write to {type(self.sink).__name__}"

    @property
    def guarantee(self) -> Guarantee:
        return self.sink.guarantee()

    @property
    def has_committer(self) -> bool:
        return self.sink.create_committer() is not None

    @property
    def commits_at_checkpoints(self) -> bool:
        """Whether records are only published at checkpoints, or at the end of input."""
        return self.sink.needs_checkpoints and self.has_committer

    @property
    def keeps(self) -> Optional[str]:
        if self.commits_at_checkpoints:
            return "keeps what its sink is still to commit"
        return "keeps state of its writers" if type(self.sink).restore_writer is not Sink.restore_writer else None

    def build(self) -> SinkOperator:
        return SinkOperator(self.sink)


class SinkOperator(Operator, Commits):
    """Runs one writer.

    Committables that the writer prepares at a barrier are pending until they are committed: they are in every
    checkpoint up to then, and any complete checkpoint commits all that it contains. After a restore, they are committed
    before the writer is created. Without checkpoints, committables prepared at the end of input are left in
    `committables`.
    """

    stages = True

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.committables: list[Any] = []
        self._pending: list[tuple[int, list[Any]]] = []
        self._restored: Optional[list[Any]] = None
        self._writer: SinkWriter | None = None
        self._committer: Optional[Committer] = None
        self._write: Any = None

    def open(self) -> None:
        context = self.context
        writer_context = WriterInitContext(
            context.place.subtask,
            context.place.parallelism,
            context.place.attempt,
            context.services.emit_text,
            context.services.emit_result,
            OperatorRuntimeContext(context),
            context.place.job_id,
            context.place.operator_id,
            context.settings.checkpointing,
            context.clock,
            lambda: self.output.watermark_ms,
            context.settings.batch and context.settings.configuration.get(RESTART_STRATEGY) not in ("", "disable"),
        )
        try:
            if self._restored:
                self._writer = self.sink.restore_writer(writer_context, self._restored)
            else:
                self._writer = self.sink.create_writer(writer_context)
        except Exception as error:
            raise_user_error(error, self.label(), self.sink, None)
        self._write = self._writer.write

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        try:
            self._write(block)
        except Exception as error:
            raise_user_error(error, self.label(), self.sink, None)

    def finish(self) -> None:
        self._flush(end_of_input=True)
        if not self.context.settings.checkpointing:
            pending = [committable for _, prepared in self._pending for committable in prepared]
            self.committables = pending + self._prepared()

    def close(self) -> None:
        try:
            if self._writer is not None:
                self._writer.close()
        finally:
            self._close_committer()

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        if self._writer is None:  # a restored finished subtask, whose committables are committed
            return
        self._flush(end_of_input=False, savepoint=savepoint)
        prepared = self._prepared()
        if prepared:
            self._pending.append((checkpoint_id, prepared))

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        """The writer's state and pending committables.

        Committables are numbered state: the writer with the same index may remove unknown data, so they are committed
        first.
        """
        states = [] if self._writer is None else self._writer.snapshot_state(checkpoint_id)
        return OperatorSubtaskState(lists={_WRITER: states}, numbered={_PENDING: list(self._pending)})

    def restore(self, state: OperatorSubtaskState) -> None:
        """Commits the checkpoint's committables, before writers with the same names are opened."""
        if committables := committables_in(state.numbered):
            self._commit(committables)
        self._restored = state.lists.get(_WRITER)

    def commit_pending(self, numbered: dict[str, list[Any]]) -> None:
        """Commits pending committables in the driver, for a subtask that has ended."""
        if committables := committables_in(numbered):
            self.commit(committables)

    def checkpoint_completed(self, checkpoint_id: int) -> None:
        due = [committable for n, prepared in self._pending if n <= checkpoint_id for committable in prepared]
        if due:
            self._commit(due)
            self._pending = [(n, prepared) for n, prepared in self._pending if n > checkpoint_id]

    def _flush(self, end_of_input: bool, savepoint: bool = False) -> None:
        assert self._writer is not None
        try:
            if savepoint:
                self._writer.before_savepoint()
            self._writer.flush(end_of_input)
        except Exception as error:
            raise_user_error(error, self.label(), self.sink, None)

    def _prepared(self) -> list[Any]:
        assert self._writer is not None
        try:
            return self._writer.prepare_commit()
        except Exception as error:
            raise_user_error(error, self.label(), self.sink, None)

    def _commit(self, committables: list[Any]) -> None:
        try:
            self.commit(committables, self.context.services.emit_committed)
        except CorruptStateError:  # caused by the checkpoint, not by the sink
            raise
        except CommittableLostError as error:  # a further attempt would fail in the same way
            raise CommittableLostError(f"{self.label()}: {error}") from error
        except Exception as error:
            raise_user_error(error, self.label(), self.sink, None)

    def commit(self, committables: list[Any], emit_committed: Optional[EmitCommitted] = None) -> None:
        """Commits committables, regardless of the subtask that prepared them."""
        committer = self._opened_committer(emit_committed or _emit_nothing)
        try:
            if committer is not None:
                committer.commit(committables)
        except Exception:
            self._close_committer()
            raise

    def abort(self, committables: list[Any]) -> None:
        """Aborts committables, regardless of the subtask that prepared them."""
        committer = self._opened_committer(_emit_nothing)
        if committer is not None:
            committer.abort(committables)

    def _opened_committer(self, emit_committed: EmitCommitted) -> Optional[Committer]:
        if self._committer is None:
            self._committer = self.sink.create_committer()
            if self._committer is not None:
                self._committer.open(emit_committed)
        return self._committer

    def _close_committer(self) -> None:
        committer, self._committer = self._committer, None
        if committer is not None:
            committer.close()


def committables_in(numbered: dict[str, list[Any]]) -> list[Any]:
    """The pending committables in the state of a sink's subtask."""
    return [committable for _, prepared in numbered.get(_PENDING, []) for committable in prepared]


def writer_states_in(lists: dict[str, list[Any]]) -> list[Any]:
    """The writer states in the state of a sink's subtask."""
    return lists.get(_WRITER, [])


def _emit_nothing(values: list[Any], committable_id: Any) -> None:
    pass
