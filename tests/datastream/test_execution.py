"""What signals do to a program that waits for its job, whatever has become of its terminal."""

from __future__ import annotations

import io
import signal
import sys
from typing import cast

import pytest

from pyrite.common.completable_future import CompletableFuture
from pyrite.common.errors import JobSuspendedError
from pyrite.common.job_execution_result import JobExecutionResult
from pyrite.datastream.execution import attach
from pyrite.runtime.spark.job_master import JobMaster


class DeadTerminal(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError(5, "Input/output error")


class SuspendedMaster:
    """Of a job that is sent signals while it is waited for, and is suspended then."""

    job_id = "job"
    is_resumable = True

    def __init__(self, *signals: signal.Signals) -> None:
        self._signals = signals
        self._future: CompletableFuture[JobExecutionResult] = CompletableFuture()

    @property
    def finished(self) -> CompletableFuture[JobExecutionResult]:
        signals, self._signals = self._signals, ()
        for number in signals:
            signal.raise_signal(number)
        if signals:
            self._future.set_exception(JobSuspendedError("suspended"))
        return self._future

    def suspend(self) -> None:
        pass

    def cancel(self) -> None:
        pass


def wait_for(master: SuspendedMaster) -> object:
    with pytest.raises(SystemExit) as ended:
        attach(cast(JobMaster, master))
    return ended.value.code


def test_program_ends_by_the_code_of_the_signal_when_its_terminal_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", DeadTerminal())
    assert wait_for(SuspendedMaster(signal.SIGHUP)) == 129


def test_interrupt_does_not_call_a_job_that_is_being_suspended_lost(capfd: pytest.CaptureFixture[str]) -> None:
    assert wait_for(SuspendedMaster(signal.SIGTERM, signal.SIGINT)) == 143
    assert "cannot be resumed" not in capfd.readouterr().err
