"""TwoPhaseCommitSinkFunction: the order of its calls, what is owed and what is aborted, and how a loss is reported."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from pyrite.common import JobStatus
from pyrite.connectors.base.two_phase import PreparedTransaction
from pyrite.core.clock import ManualClock
from pyrite.core.errors import CommittableLostError, UserFunctionError
from pyrite.core.functions.checkpointed_function import CheckpointListener
from pyrite.core.functions.sink_function import SinkContext
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.functions import TwoPhaseCommitSinkFunction
from pyrite.testing import SinkSnapshot, SinkTestHarness, simulate


class Ledger(TwoPhaseCommitSinkFunction):
    """Notes its calls; transactions are named `count`."""

    def __init__(self, unfinished: Iterable[str] = ()) -> None:
        self.calls: list[str] = []
        self.unfinished = list(unfinished)
        self.commit_error: Exception | None = None

    def open(self, runtime_context: Any) -> None:
        self.calls.append("open")

    def close(self) -> None:
        self.calls.append("close")

    def begin_transaction(self) -> str:
        self.calls.append(f"begin {self.transaction_name}")
        return self.transaction_name.rpartition("-")[2]

    def invoke(self, transaction: str, value: Any, context: SinkContext) -> None:
        if value == "bad":
            raise ValueError("not this one")
        self.calls.append(f"{value} at {context.timestamp()}, {context.current_watermark()} into {transaction}")

    def pre_commit(self, transaction: str) -> None:
        self.calls.append(f"pre-commit {transaction}")

    def commit(self, transaction: str) -> None:
        self.calls.append(f"commit {transaction}")
        if self.commit_error is not None:
            raise self.commit_error

    def recover_and_commit(self, transaction: str) -> None:
        self.calls.append("recover")
        self.commit(transaction)

    def abort(self, transaction: str) -> None:
        self.calls.append(f"abort {transaction}")

    def find_transactions(self, prefix: str) -> Iterable[tuple[str, Any]]:
        return [(name, name) for name in self.unfinished if name.startswith(prefix)]


def harness(function: Ledger, attempt: int = 1, **settings: Any) -> SinkTestHarness:
    return SinkTestHarness(function, attempt=attempt, job_id="", uid="", **settings)


def after_one_checkpoint(function: Ledger) -> tuple[SinkTestHarness, SinkSnapshot]:
    opened = harness(function)
    opened.process_element("a")
    state = opened.snapshot(checkpoint_id=7)
    function.calls.clear()
    return opened, state


def test_next_transaction_begins_before_any_later_record() -> None:
    function = Ledger()
    opened = harness(function)
    opened.process_watermark(3)
    opened.process_element("a", 5)
    opened.snapshot()
    opened.process_element("b", 6)
    opened.notify_checkpoint_complete()
    assert function.calls == [
        "open",
        "begin --0-1-0",
        "a at 5, 3 into 0",
        "pre-commit 0",
        "begin --0-1-1",
        "b at 6, 3 into 1",
        "commit 0",
    ]


def test_transaction_without_a_record_stays_open() -> None:
    function = Ledger()
    opened = harness(function)
    opened.snapshot()
    opened.notify_checkpoint_complete()
    assert function.calls == ["open", "begin --0-1-0"]


def test_transaction_without_a_record_is_renewed_when_it_would_time_out() -> None:
    function = Ledger()
    function.set_transaction_timeout(1000)
    harness(function).snapshot()
    assert function.calls == ["open", "begin --0-1-0", "abort 0", "begin --0-1-1"]


def test_no_transaction_begins_after_the_end_of_input() -> None:
    function = Ledger()
    opened = harness(function)
    opened.process_element("a")
    opened.end_input()
    opened.snapshot()
    opened.close()
    assert function.calls[-2:] == ["pre-commit 0", "close"]


def test_open_transaction_is_aborted_when_the_task_fails() -> None:
    function = Ledger()
    harness(function).close()
    assert function.calls[-2:] == ["abort 0", "close"]


def test_savepoint_does_not_know_of_the_open_transaction_which_this_job_commits() -> None:
    function = Ledger()
    opened = harness(function)
    opened.process_element("a")
    assert opened.snapshot(savepoint=True).writer_states == [[]]
    (states,) = opened.snapshot().writer_states
    assert [left.transaction for left in states] == ["1"]


def test_what_nobody_will_commit_is_aborted() -> None:
    function = Ledger()
    opened = harness(function, checkpointing=False)
    opened.process_element("a")
    opened.end_input(job_fails=True)
    assert function.calls[-2:] == ["pre-commit 0", "abort 0"]


def test_restore_commits_then_aborts_then_opens() -> None:
    _, state = after_one_checkpoint(Ledger())
    function = Ledger()
    harness(function, attempt=2, restore=state)
    assert function.calls == ["recover", "commit 0", "abort 1", "open", "begin --0-2-0"]


def test_checkpoint_that_fails_leaves_its_transaction_owed() -> None:
    function = Ledger()
    opened, _ = after_one_checkpoint(function)
    opened.notify_checkpoint_aborted(7)
    opened.process_element("b")
    opened.snapshot(8)
    opened.notify_checkpoint_complete(8)
    assert function.calls[-2:] == ["commit 0", "commit 1"]


def test_transactions_of_earlier_attempts_are_found_and_aborted_also_of_subtasks_too_many() -> None:
    own, beyond = "--0-1-5", "--2-1-9"
    others = ["--1-1-5", "--0-3-1", "job-x-0-1-5", "--0-1-5-1", "--0-1-x"]
    function = Ledger([own, beyond, *others])
    harness(function, attempt=3, parallelism=2)
    assert function.calls[:2] == [f"abort {own}", f"abort {beyond}"]
    assert function.calls[2] == "open"


def test_failed_commit_is_not_forgotten() -> None:
    function = Ledger()
    opened, _ = after_one_checkpoint(function)
    function.commit_error = OSError("the store is away")
    with pytest.raises(UserFunctionError, match="the store is away"):
        opened.notify_checkpoint_complete(7)
    function.commit_error = None
    opened.notify_checkpoint_complete(7)
    assert function.calls == ["commit 0", "commit 0"]


def test_lost_transaction_is_reported_with_what_is_lost() -> None:
    function = Ledger()
    opened, _ = after_one_checkpoint(function)
    function.commit_error = CommittableLostError("expired")
    with pytest.raises(CommittableLostError) as raised:
        opened.notify_checkpoint_complete(7)
    reported = str(raised.value)
    assert "transaction --0-1-0 of checkpoint 7" in reported
    assert "1 records, from 'a' to 'a', can no longer be committed: CommittableLostError: expired" in reported


def prepared_at(begun_ms: int) -> PreparedTransaction:
    return PreparedTransaction("x-0-1-0", "0", begun_ms, 1, "'a'", "'a'", 7)


def test_error_is_a_loss_when_the_transaction_has_timed_out() -> None:
    function = Ledger()
    function._clock = ManualClock(5000)
    function.commit_error = OSError("no such transaction")
    function.set_transaction_timeout(1000)
    committer = function.create_committer()
    with pytest.raises(OSError, match="no such transaction"):
        committer.commit([prepared_at(4500)])
    with pytest.raises(CommittableLostError, match="OSError: no such transaction"):
        committer.commit([prepared_at(3500)])


def test_loss_is_logged_and_the_job_continues_when_reported_so(caplog: pytest.LogCaptureFixture) -> None:
    function = Ledger()
    function.commit_error = CommittableLostError("expired")
    function.ignore_failures_after_transaction_timeout()
    with caplog.at_level(logging.ERROR):
        function.create_committer().commit([prepared_at(0), prepared_at(0)])
    assert caplog.text.count("continuing without these records") == 2


def test_others_are_committed_when_one_is_lost() -> None:
    class Picky(Ledger):
        def commit(self, transaction: str) -> None:
            super().commit(transaction)
            if transaction == "0":
                raise CommittableLostError("expired")

    function = Picky()
    one, other = prepared_at(0), prepared_at(0)
    other.transaction = "1"
    with pytest.raises(CommittableLostError):
        function.create_committer().commit([one, other])
    assert function.calls == ["recover", "commit 0", "recover", "commit 1"]


def test_all_that_is_lost_is_reported() -> None:
    function = Ledger()
    function.commit_error = CommittableLostError("expired")
    with pytest.raises(CommittableLostError) as raised:
        function.create_committer().commit([prepared_at(0), prepared_at(1000)])
    assert "begun at 1970-01-01T00:00:00" in str(raised.value) and "begun at 1970-01-01T00:00:01" in str(raised.value)


def test_transaction_that_does_not_pickle_is_reported_at_once(tmp_path: Path) -> None:
    class Files(Ledger):
        def begin_transaction(self) -> Any:
            return (tmp_path / "open").open("w")

        def abort(self, transaction: Any) -> None:
            transaction.close()
            self.calls.append("abort")

    function = Files()
    with pytest.raises(UserFunctionError, match=r"must return a picklable object.* cannot pickle"):
        harness(function)
    assert "abort" in function.calls


def test_error_in_invoke_shows_the_record() -> None:
    opened = harness(Ledger())
    with pytest.raises(UserFunctionError) as raised:
        opened.process_element("bad")
    assert raised.value.record == "'bad'"


def test_function_with_operator_state_is_refused() -> None:
    class Both(Ledger, CheckpointListener):
        def notify_checkpoint_complete(self, checkpoint_id: int) -> None: ...

    with pytest.raises(UserFunctionError, match="keeps its state in its transactions"):
        harness(Both())


class Forgetful(Ledger):
    """Its store loses all transactions."""

    def commit(self, transaction: str) -> None:
        raise CommittableLostError("expired")


def test_lost_transaction_fails_the_job_at_once() -> None:
    env = StreamExecutionEnvironment().set_parallelism(1).enable_checkpointing(10)
    env.from_collection(["a"]).add_sink(Forgetful())
    result = simulate(env)
    assert (result.status, result.restarts) == (JobStatus.FAILED, 0)
    assert isinstance(result.cause, CommittableLostError)
