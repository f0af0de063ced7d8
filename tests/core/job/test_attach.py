"""What signals do to a program that waits for its job, whatever has become of its terminal."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import cast

import pytest

from pyrite.core.errors import JobSuspendedError
from pyrite.core.job.attach import attach
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.job_client import JobHandle
from pyrite.core.job.job_execution_result import JobExecutionResult


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
        attach(cast(JobHandle, master))
    return ended.value.code


@pytest.fixture
def not_ignored() -> Iterator[None]:
    """As in a terminal: under nohup SIGHUP is ignored."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("not_ignored")
def test_program_ends_by_the_code_of_the_signal_when_its_terminal_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", DeadTerminal())
    assert wait_for(SuspendedMaster(signal.SIGHUP)) == 129


def test_interrupt_does_not_call_a_job_that_is_being_suspended_lost(capfd: pytest.CaptureFixture[str]) -> None:
    assert wait_for(SuspendedMaster(signal.SIGTERM, signal.SIGINT)) == 143
    assert "cannot be resumed" not in capfd.readouterr().err


def test_signal_reaches_the_job_as_soon_as_somebody_watches_it() -> None:
    ended: list[str] = []

    def watch() -> Callable[[], None]:
        signal.raise_signal(signal.SIGTERM)
        return lambda: ended.append("watch")

    with pytest.raises(SystemExit) as left:
        attach(cast(JobHandle, SuspendedMaster(signal.SIGTERM)), watch)
    assert left.value.code == 143
    assert ended == ["watch"]


INTERRUPTED = """
import os, signal, sys, threading, time
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.attach import attach

class Master:
    job_id = "job"
    is_resumable = True
    finished = CompletableFuture()

    def cancel(self):
        pass

def interrupt():
    while signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        time.sleep(0.01)
    for pause_s in sys.argv[1:]:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(float(pause_s))
    Master.finished.set_result(None)

threading.Thread(target=interrupt, daemon=True).start()
attach(Master())
print("ended")
"""


def interrupted(*pauses_s: float) -> subprocess.CompletedProcess[str]:
    """A program that waits for its job, is sent SIGINT before each pause, and whose job ends after the last one."""
    return subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *map(str, pauses_s)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_impatient_interrupts_do_not_kill_the_driver_while_sinks_clean_up() -> None:
    done = interrupted(0.1, 0.1, 0.1)
    assert (done.returncode, done.stdout) == (0, "ended\n")
    assert done.stderr.count("its sinks commit and clean up") == 1


def test_interrupt_after_the_warning_kills_the_driver() -> None:
    done = interrupted(0.1, 1.2, 0.5)
    assert (done.returncode, done.stdout) == (-signal.SIGINT, "")
    assert "stays pending until the job is started again with --job-id job" in done.stderr
