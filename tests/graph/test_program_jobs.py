"""The end of a program whose jobs still run: they are waited for, or cancelled if the program fails."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Optional

import pytest

from pyrite.core.errors import JobExecutionError, JobSuspendedError
from pyrite.core.job.attach import SuspendedExit
from pyrite.core.job.job_client import JobClient
from pyrite.core.job.job_status import JobStatus
from pyrite.graph.program_jobs import ProgramJobs
from tests.control.fake_job import FakeJob

Captured = pytest.CaptureFixture[str]


class Job(FakeJob):
    """Ends when it is cancelled, or suspended."""

    def cancel(self) -> None:
        super().cancel()
        self.end(JobStatus.CANCELED)

    def suspend(self) -> None:
        self.finished.set_exception(JobSuspendedError(f"job '{self.view.name}' is suspended"))

    def fail(self) -> None:
        self.finished.set_exception(JobExecutionError(f"job '{self.view.name}' failed: no such table"))


def run(*jobs: Job, program: Callable[[], object] = lambda: None) -> ProgramJobs:
    """A program that starts jobs, does something, and ends."""
    program_jobs = ProgramJobs()
    with program_jobs.awaited():
        for job in jobs:
            program_jobs.add(job)
        program()
    return program_jobs


def exit_with(code: object) -> Callable[[], None]:
    return lambda: sys.exit(code)  # type: ignore[arg-type]


def test_end_waits_for_every_job() -> None:
    jobs = [Job("a"), Job("b")]
    for delay_s, job in zip((0.1, 0.3), jobs, strict=True):
        threading.Timer(delay_s, job.end).start()
    assert run(*jobs).left() == []
    assert all(job.finished.done() and not job.cancelled for job in jobs)


@pytest.mark.parametrize("code", [None, 0])
def test_exit_with_success_waits(code: Optional[int]) -> None:
    job = Job()
    threading.Timer(0.1, job.end).start()
    with pytest.raises(SystemExit):
        run(job, program=exit_with(code))
    assert not job.cancelled


@pytest.mark.parametrize("code", [3, "no input", ""])
def test_exit_with_another_code_cancels(code: object, capsys: Captured) -> None:
    job = Job()
    with pytest.raises(SystemExit) as ended:
        run(job, program=exit_with(code))
    assert (job.cancelled, ended.value.code) == (True, code)
    assert capsys.readouterr().err == f"canceling job 'words' (abc123): the program has exited with {code!r}\n"


@pytest.mark.parametrize(
    ("error", "why"), [(ValueError("mine"), "has failed"), (KeyboardInterrupt(), "was interrupted")]
)
def test_program_that_raises_cancels(error: BaseException, why: str, capsys: Captured) -> None:
    job = Job()

    def fail() -> None:
        raise error

    with pytest.raises(type(error)):
        run(job, program=fail)
    assert job.cancelled
    assert f"the program {why}" in capsys.readouterr().err


def test_program_that_a_signal_has_ended_suspends_its_other_jobs(capsys: Captured) -> None:
    job = Job()

    def end() -> None:
        raise SuspendedExit(143)

    with pytest.raises(SuspendedExit):
        run(job, program=end)
    assert isinstance(job.finished.error, JobSuspendedError)
    assert capsys.readouterr().err == "error: job 'words' is suspended\n"


def test_job_that_has_failed_unseen_is_raised_at_the_end() -> None:
    job = Job()
    with pytest.raises(JobExecutionError, match="no such table"):
        run(job, program=job.fail)


def test_first_failure_is_raised_and_all_are_written(capsys: Captured) -> None:
    jobs = [Job("a", "one"), Job("b", "two"), Job("c", "three")]
    threading.Timer(0.1, jobs[1].fail).start()
    threading.Timer(0.5, jobs[0].end).start()
    threading.Timer(0.7, jobs[2].fail).start()
    with pytest.raises(JobExecutionError, match="'two' failed"):
        run(*jobs)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"error: job '{name}' failed: no such table" for name in ("two", "three")]


def test_failure_that_the_program_has_seen_is_no_failure_of_its_end() -> None:
    job = Job()

    def look() -> None:
        job.fail()
        with pytest.raises(JobExecutionError):
            JobClient(job).get_job_execution_result().result()

    assert run(job, program=look).left() == []


def test_job_that_the_program_cancels_last_is_no_failure() -> None:
    class SlowJob(Job):
        def cancel(self) -> None:
            threading.Timer(0.2, super().cancel).start()

    job = SlowJob()
    run(job, program=lambda: JobClient(job).cancel())
    assert job.finished.done()


def test_job_that_a_thread_starts_after_the_end_is_waited_for_in_a_thread(capsys: Captured) -> None:
    program_jobs, job = run(), Job()
    program_jobs.add(job)
    (waiting,) = [thread for thread in threading.enumerate() if thread.name == "wait-for-job"]
    assert not waiting.daemon
    job.end()
    waiting.join(10)
    assert not waiting.is_alive()
    assert capsys.readouterr().err == "the program has ended, and waits for job 'words' (abc123)\n"


def test_classes_of_the_program_are_in_main_until_its_jobs_have_ended() -> None:
    before, job, seen = sys.modules["__main__"], Job(), list[object]()
    program = ModuleType("__main__")
    program.Split = tuple  # type: ignore[attr-defined]

    def look_and_end() -> None:
        seen.append(sys.modules["__main__"].Split)
        job.end()

    program_jobs = ProgramJobs()
    with program_jobs.awaited():
        sys.modules["__main__"] = program
        program_jobs.add(job)
        sys.modules["__main__"] = before  # as runpy does at the end of a program
        threading.Timer(0.1, look_and_end).start()
        sys.modules["__main__"] = program_jobs._behind  # type: ignore[assignment]
    assert seen == [tuple]
    assert sys.modules["__main__"] is before


def test_watch_shows_the_jobs_that_are_waited_for() -> None:
    job, log = Job(), list[object]()

    def watch(jobs: object) -> Callable[[], None]:
        log.append(jobs)
        threading.Timer(0.1, job.end).start()
        return lambda: log.append("end")

    program_jobs = ProgramJobs()
    with program_jobs.awaited(watch):
        program_jobs.add(job)
    assert log == [[job], "end"]
