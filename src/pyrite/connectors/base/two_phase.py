"""TwoPhaseCommitSinkFunction: a user-defined transactional sink, with the methods of Flink's Java class."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, Optional, TypeAlias

from pyrite.connectors.base.transaction_name import TransactionName
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.clock import Clock, SystemClock
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.record_context import RecordContext
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import CommittableLostError, InvalidProgramError
from pyrite.core.functions.checkpointed_function import CheckpointedFunction, CheckpointListener
from pyrite.core.functions.functions import Function
from pyrite.core.functions.sink_function import SinkContext
from pyrite.core.functions.user_function import describe, raise_user_error, shorten
from pyrite.core.persistence.persisted import persisted
from pyrite.state.evolution import loading as evolution

_log = logging.getLogger(__name__)


class TwoPhaseCommitSinkFunction(Function, Sink):
    """Writes records into transactions, one between two checkpoints. Pass it to `add_sink`.

    The order of calls: `begin_transaction`, `invoke` for each record, `pre_commit` at the checkpoint, immediately the
    next `begin_transaction`, and `commit` when the checkpoint is complete. A transaction without records stays open.

    After a crash, before `open`: `recover_and_commit` for each pending transaction of the checkpoint, possibly
    repeated, then `recover_and_abort` for each open transaction. Both may run in another subtask and another process
    than the writer's, so they must depend on nothing but the transaction. An error in a commit ends the attempt, and
    the next attempt commits again, until it succeeds.

    A commit whose transaction was permanently lost raises CommittableLostError: the job then fails immediately, and
    reports the lost records. So does any error in the commit of a transaction that is older than
    `set_transaction_timeout`. After `ignore_failures_after_transaction_timeout` the job logs the loss and continues.
    """

    Context: TypeAlias = SinkContext
    declaration: ClassVar[Declaration] = Declaration(
        "TwoPhaseCommitSinkFunction",
        (Guarantee(EXACTLY_ONCE, "two-phase commit"),),
        needs="a store whose transactions outlive the process that wrote them",
        tried_with="files",
    )
    transaction_name = ""
    """A unique name for `begin_transaction`, from job, uid, subtask, attempt and a counter."""
    _timeout_ms: Optional[int] = None
    _ignores_lost_transactions = False
    _clock: Clock = SystemClock()
    _writers_names: Optional[TransactionName] = None

    @abstractmethod
    def begin_transaction(self) -> Any:
        """Begins a transaction. The result must be picklable, because checkpoints include it."""

    @abstractmethod
    def invoke(self, transaction: Any, value: Any, context: SinkContext) -> None:
        """Writes a record into the transaction."""

    @abstractmethod
    def pre_commit(self, transaction: Any) -> None:
        """Flushes the transaction: its records must survive a crash, and stay invisible. No record follows."""

    @abstractmethod
    def commit(self, transaction: Any) -> None:
        """Makes a pre-committed transaction visible. Must be idempotent."""

    @abstractmethod
    def abort(self, transaction: Any) -> None:
        """Discards a transaction. Must be idempotent, and must not affect a committed transaction."""

    def recover_and_commit(self, transaction: Any) -> None:
        """Commits after a restore, and, in a BATCH job, on the driver. The commit may be repeated."""
        self.commit(transaction)

    def recover_and_abort(self, transaction: Any) -> None:
        """Discards a transaction of an earlier attempt."""
        self.abort(transaction)

    def find_transactions(self, prefix: str) -> Iterable[tuple[str, Any]]:
        """The unfinished transactions in the store whose names begin with `prefix`, with their names.

        Called at the start, when nothing is pending. Transactions that an earlier attempt of this sink left open are
        passed to `recover_and_abort`. Without this method, only transactions in the last checkpoint are aborted.
        """
        return ()

    def set_transaction_timeout(self, transaction_timeout: int) -> TwoPhaseCommitSinkFunction:
        """The time in milliseconds after which the store aborts an open transaction."""
        if transaction_timeout <= 0:
            raise InvalidProgramError(
                f"set_transaction_timeout() takes a positive number of milliseconds, not {transaction_timeout}"
            )
        self._timeout_ms = transaction_timeout
        return self

    def ignore_failures_after_transaction_timeout(self) -> TwoPhaseCommitSinkFunction:
        """Continues without lost records, instead of failing the job."""
        self._ignores_lost_transactions = True
        return self

    # The sink ---------------------------------------------------------------------------------------------------------

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return self.restore_writer(context, [])

    def restore_writer(self, context: WriterInitContext, states: list[Any]) -> SinkWriter:
        if isinstance(self, (CheckpointedFunction, CheckpointListener)):
            raise InvalidProgramError(
                f"{describe(self)}: a TwoPhaseCommitSinkFunction keeps its state in its transactions: it must not "
                "be a CheckpointedFunction or a CheckpointListener"
            )
        self._writers_names = TransactionName.first(context)
        return TwoPhaseWriter(self, context, self._writers_names, states)

    def create_committer(self) -> Committer:
        return TwoPhaseCommitter(self)

    def roll_back(self, context: WriterInitContext, states: list[Any], retained: bool) -> None:
        self.abort_open(context, states)

    def abort_open(self, context: WriterInitContext, left_open: list[PreparedTransaction]) -> None:
        """Aborts the transactions that earlier writers left open."""
        own = TransactionName.first(context)
        names = {pending.name for pending in left_open}
        for pending in left_open:
            self.recover_and_abort(pending.transaction)
        for text, transaction in self.find_transactions(f"{own.sink}-"):
            name = TransactionName.parse(text, own.sink)
            if name is not None and text not in names and own.is_leftover(name, context):
                self.recover_and_abort(transaction)

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def commit_prepared(self, prepared: PreparedTransaction) -> None:
        """Commits, or raises the error for the user."""
        own = self._writers_names
        name = None if own is None else TransactionName.parse(prepared.name, own.sink)
        mine = name is not None and own is not None and (name.subtask, name.attempt) == (own.subtask, own.attempt)
        try:
            (self.commit if mine else self.recover_and_commit)(prepared.transaction)
        except Exception as error:
            late = self._timeout_ms is not None and self._clock.now_ms() - prepared.begun_ms > self._timeout_ms
            if not (late or isinstance(error, CommittableLostError)):
                raise
            lost = f"{prepared} can no longer be committed: {type(error).__name__}: {error}"
            if not self._ignores_lost_transactions:
                raise CommittableLostError(
                    f"{lost}. To continue without these records: ignore_failures_after_transaction_timeout()"
                ) from error
            _log.error("%s; continuing without these records", lost)


@persisted("two-phase-transaction/1")
@dataclass
class PreparedTransaction:
    """The committable: a pre-committed transaction and a description of its records. As state, an open transaction."""

    name: str
    transaction: Any
    begun_ms: int
    count: int = 0
    first: str = ""
    last: str = ""
    checkpoint_id: Optional[int] = None

    def __str__(self) -> str:
        begun = datetime.fromtimestamp(self.begun_ms / 1000, UTC).isoformat(timespec="seconds")
        checkpoint = "" if self.checkpoint_id is None else f" of checkpoint {self.checkpoint_id}"
        records = f"{self.count} records, from {self.first} to {self.last}"
        return f"transaction {self.name}{checkpoint}, begun at {begun}, with {records},"


class TwoPhaseWriter(SinkWriter):
    """Keeps one transaction open, until the end of input."""

    def __init__(
        self,
        function: TwoPhaseCommitSinkFunction,
        context: WriterInitContext,
        name: TransactionName,
        left_open: list[PreparedTransaction],
    ) -> None:
        self._function = function
        self._context = context
        self._name = name
        self._record = RecordContext(context.clock)
        self._ended = False
        self._pickles = False
        self._is_saving = False
        self._prepared: Optional[PreparedTransaction] = None
        self._open: Optional[PreparedTransaction] = None
        function.abort_open(context, left_open)
        assert context.runtime_context is not None
        self._task_name = context.runtime_context.get_task_name_with_subtasks()
        function.open(context.runtime_context)
        self._begin()

    def _begin(self) -> None:
        function = self._function
        function.transaction_name = str(self._name)
        self._open = PreparedTransaction(str(self._name), function.begin_transaction(), function._clock.now_ms())
        self._name = self._name.next
        if not self._pickles:
            self._check_pickles(self._open.transaction)

    def _check_pickles(self, transaction: Any) -> None:
        """Checks the first transaction, so that a mistake is reported before the first checkpoint."""
        try:
            evolution.dumps(transaction)
        except Exception as error:
            self.close()
            raise InvalidProgramError(
                f"{describe(self._function)}: begin_transaction() must return a picklable object, such as a name or a "
                f"path, because checkpoints include it. {shorten(transaction)} is not picklable: {error}"
            ) from None
        self._pickles = True

    def write(self, block: RowBlock) -> None:
        opened = self._open
        assert opened is not None
        self._record.watermark_ms = self._context.current_watermark()
        invoke, transaction, record = self._function.invoke, opened.transaction, self._record
        value = None
        try:
            for record.time, value in zip(block.timestamps_or_none_marks(), block.values, strict=True):
                invoke(transaction, value, record)
        except Exception as error:
            raise_user_error(error, self._task_name, self._function, shorten(value))
        if not opened.count:
            opened.first = shorten(block.values[0])
        opened.count += len(block.values)
        opened.last = shorten(block.values[-1])

    def flush(self, end_of_input: bool) -> None:
        self._ended = self._ended or end_of_input

    def prepare_commit(self) -> list[PreparedTransaction]:
        opened = self._open
        if opened is None or (opened.count == 0 and self._function._timeout_ms is None):
            return []
        if opened.count:
            self._function.pre_commit(opened.transaction)
            self._prepared = opened
        else:
            self._function.abort(opened.transaction)  # an open transaction would reach the timeout
        self._open = None
        if not self._ended:
            self._begin()
        return [opened] if opened.count else []

    def before_savepoint(self) -> None:
        self._is_saving = True

    def snapshot_state(self, checkpoint_id: int) -> list[PreparedTransaction]:
        """The open transaction, which is aborted if the job is restored from this checkpoint.

        A savepoint does not include it: this job commits it, even if another job starts from the savepoint.
        """
        if self._prepared is not None:
            self._prepared.checkpoint_id = checkpoint_id
            self._prepared = None
        is_savepoint, self._is_saving = self._is_saving, False
        return [] if self._open is None or is_savepoint else [self._open]

    def close(self) -> None:
        opened, self._open = self._open, None
        try:
            if opened is not None:
                self._function.abort(opened.transaction)
        finally:
            self._function.close()


class TwoPhaseCommitter(Committer):
    """Tries to commit all transactions. Then raises the errors of all lost ones, or else the first error."""

    def __init__(self, function: TwoPhaseCommitSinkFunction) -> None:
        self._function = function

    def commit(self, committables: list[PreparedTransaction]) -> None:
        failed: list[Exception] = []
        for prepared in committables:
            try:
                self._function.commit_prepared(prepared)
            except Exception as error:
                failed.append(error)
        lost = [error for error in failed if isinstance(error, CommittableLostError)]
        if len(lost) > 1:
            raise CommittableLostError("\n".join(map(str, lost))) from lost[0]
        if failed:
            raise (lost or failed)[0]

    def abort(self, committables: list[PreparedTransaction]) -> None:
        for prepared in committables:
            self._function.recover_and_abort(prepared.transaction)
