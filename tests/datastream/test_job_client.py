"""JobClient, the iterator over results, and running in the foreground, with a JobMaster that the test plays."""

from __future__ import annotations

import queue
import signal
from typing import Any, Optional

import pytest

from pyrite.core.errors import JobCancelledError, JobExecutionError, JobSuspendedError
from pyrite.core.job.attach import attach
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.job_client import JobClient
from pyrite.core.job.job_execution_result import JobExecutionResult
from pyrite.core.job.job_id import JobID
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream.closeable_iterator import CloseableIterator
from pyrite.graph.executor import ExecutionContext, run_attached, use_context

RESULT = JobExecutionResult(JobID("0" * 32), 1500, {"seen": 3})


class InterruptedFuture(CompletableFuture[JobExecutionResult]):
    """A signal arrives the first time that someone asks whether the job is done."""

    number: Optional[signal.Signals] = None

    def done(self) -> bool:
        number, self.number = self.number, None
        if number is not None:
            signal.raise_signal(number)
        return super().done()


class PlayedView:
    status = JobStatus.RUNNING

    def accumulators(self) -> dict[str, float]:
        return {"seen": 2}


class PlayedMaster:
    def __init__(self) -> None:
        self.job_id = JobID()
        self.view = PlayedView()
        self.finished = InterruptedFuture()
        self.results: queue.Queue[Optional[list[Any]]] = queue.Queue()
        self.calls: list[str] = []
        self.is_resumable = True

    def cancel(self) -> None:
        self.calls.append("cancel")
        if not self.finished.done():
            self.finished.set_exception(JobCancelledError("the job was canceled"))

    def suspend(self) -> None:
        self.calls.append("suspend")
        self.finished.set_exception(JobSuspendedError("the job is suspended"))

    def stop(self) -> None:
        self.calls.append("stop")
        self.finished.set_result(RESULT)


@pytest.fixture
def master() -> Any:
    return PlayedMaster()


def test_client_tells_id_status_and_accumulators(master: Any) -> None:
    client = JobClient(master)
    assert client.get_job_id() == master.job_id
    assert client.get_job_status().result() is JobStatus.RUNNING
    assert client.get_accumulators().result() == {"seen": 2}


def test_result_is_there_when_the_job_has_finished(master: Any) -> None:
    result = JobClient(master).get_job_execution_result()
    assert not result.done()
    master.finished.set_result(RESULT)
    assert (result.result().get_net_runtime(), result.result().get_accumulator_result("seen")) == (1500, 3)


@pytest.mark.parametrize("call", ["cancel", "stop"])
def test_future_of_cancel_and_stop_is_done_when_the_job_has_ended_whatever_the_end(master: Any, call: str) -> None:
    future: CompletableFuture[None] = getattr(JobClient(master), call)()
    assert (master.calls, future.result(0)) == ([call], None)


def test_iterator_gives_records_as_they_come(master: Any) -> None:
    master.results.put([1, 2])
    records = CloseableIterator(master)
    assert [next(records), next(records)] == [1, 2]
    master.results.put([3])
    master.results.put(None)
    master.finished.set_result(RESULT)
    assert list(records) == [3]


def test_iterator_raises_what_ended_the_job_behind_its_records(master: Any) -> None:
    master.results.put([1])
    master.results.put(None)
    master.finished.set_exception(JobExecutionError("failed"))
    records = CloseableIterator(master)
    assert next(records) == 1
    with pytest.raises(JobExecutionError, match="failed"):
        next(records)


def test_iterator_that_is_closed_early_cancels_the_job(master: Any) -> None:
    master.results.put([1, 2])
    with CloseableIterator(master) as records:
        assert next(records) == 1
    assert master.calls == ["cancel"]


def test_iterator_that_is_closed_after_the_end_cancels_nothing(master: Any) -> None:
    master.finished.set_result(RESULT)
    CloseableIterator(master).close()
    assert master.calls == []


def test_attach_waits_for_the_result(master: Any) -> None:
    master.finished.set_result(RESULT)
    assert attach(master) is RESULT


def test_attach_cancels_the_job_on_ctrl_c(master: Any) -> None:
    before = signal.getsignal(signal.SIGINT)
    master.finished.number = signal.SIGINT
    with pytest.raises(JobCancelledError):
        attach(master)
    assert master.calls == ["cancel"]
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_attach_suspends_the_job_and_ends_the_program_on_a_signal(
    master: Any, number: signal.Signals, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = signal.signal(number, signal.SIG_DFL)  # under nohup SIGHUP is ignored
    try:
        _check_suspended(master, number, code, capsys)
    finally:
        signal.signal(number, outside)


def _check_suspended(master: Any, number: signal.Signals, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(number)
    master.finished.number = number
    with pytest.raises(SystemExit) as ended:
        attach(master)
    assert (ended.value.code, master.calls) == (code, ["suspend"])
    assert f"{number.name}: the job is suspended" in capsys.readouterr().err
    assert signal.getsignal(number) is before


def test_attach_tells_watchers_of_the_jobs_beginning_and_end(master: Any) -> None:
    log: list[str] = []

    def watch(watched: Any) -> Any:
        log.append("begin" if watched == [master] else "another")
        return lambda: log.append("end")

    master.finished.set_exception(JobExecutionError("failed"))
    with use_context(ExecutionContext(watch=watch)), pytest.raises(JobExecutionError):
        run_attached(master)
    with pytest.raises(JobExecutionError):
        run_attached(master)
    assert log == ["begin", "end"]
