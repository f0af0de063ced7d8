"""What is logged of a job: every restart once, with its cause, and a store that does not answer."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from pyrite.runtime.master.job_events import AttemptRefusedEvent
from pyrite.runtime.spark.driver.job_reporter import JobReporter
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome
from pyrite.runtime.wire.task_report import TaskReport
from tests.runtime.master.job_master_driver import COUNT_0
from tests.runtime.master.test_job_master_restarts import FIRST, INTERVAL_MS, SECOND, Job, running


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def test_restart_is_logged_once_when_it_is_decided(caplog: pytest.LogCaptureFixture) -> None:
    job = running()
    reporter = JobReporter("file:///x")
    job.crash(FIRST)
    for _ in range(3):
        reporter.after_event(job.core.view(), job.now_ms)
    assert lines(caplog) == ["job 'Test job' failed and restarts in 0.1 s: first"]


def test_error_of_every_attempt_is_logged_whole_and_once(caplog: pytest.LogCaptureFixture) -> None:
    job = running()
    reporter = JobReporter("file:///x")
    caplog.set_level("INFO")
    for error in (FIRST, SECOND):
        job.crash(error)
        for _ in range(2):
            reporter.after_event(job.core.view(), job.now_ms)
        job.go_on()
    logged = [record.exc_info[1] for record in caplog.records if record.exc_info]
    assert logged == [FIRST, SECOND]


def test_cause_that_repeats_is_named_once_and_another_one_with_the_first(caplog: pytest.LogCaptureFixture) -> None:
    job = running()
    reporter = JobReporter("file:///x")
    for error in (FIRST, ValueError("first"), SECOND):
        job.crash(error)
        reporter.after_event(job.core.view(), job.now_ms)
        job.go_on()
    reasons = [line.partition(": ")[2] for line in lines(caplog)]
    assert reasons == ["first", "first", "second (at first: first)"]


def test_attempt_that_cannot_be_entered_into_the_log_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    job = Job()
    reporter = JobReporter("file:///x")
    job.start()
    job.handle(AttemptRefusedEvent(OSError("no space left on device")))
    reporter.after_event(job.core.view(), job.now_ms)
    assert "restarts in 0.1 s: no space left on device" in lines(caplog)[0]


def test_store_that_does_not_answer_is_reported_at_growing_intervals(caplog: pytest.LogCaptureFixture) -> None:
    reporter = JobReporter("file:///x")
    for silent_s in (0.0, 29.0, 30.0, 31.0, 59.0, 60.0, 61.0, 0.0, 30.0):
        reporter.on_tick(silent_s)
    assert lines(caplog) == [f"checkpoint storage file:///x has not answered for {silent} s" for silent in (30, 60, 30)]


def outcome(number: int, ended_ms: int, why: str = "") -> CheckpointOutcome:
    return CheckpointOutcome(number, ended_ms - 10, ended_ms, not why, why)


def test_failing_checkpoints_are_logged_at_once_and_at_intervals(caplog: pytest.LogCaptureFixture) -> None:
    reporter = JobReporter("file:///x")
    caplog.set_level("WARNING")
    for number in range(1, 9):
        reporter._report_checkpoint(outcome(number, number * 10_000, "No space left on device"))
    reporter._report_checkpoint(outcome(9, 90_000))
    reporter._report_checkpoint(outcome(10, 91_000, "No space left on device"))
    assert [line.partition(" after")[0] for line in lines(caplog)] == [
        "checkpoint 1 failed",
        "checkpoint 4 failed",
        "checkpoint 7 failed",
        "checkpoint 10 failed",
    ]


def test_checkpoint_whose_place_the_final_one_takes_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    reporter = JobReporter("file:///x")
    reporter._report_checkpoint(replace(outcome(1, 10, "all input has ended"), is_aborted=True))
    assert (lines(caplog), reporter.trouble) == ([], "")


def test_trouble_lasts_until_a_checkpoint_completes() -> None:
    reporter = JobReporter("file:///x")
    reporter._report_checkpoint(outcome(1, 10, "No space left on device"))
    assert reporter.trouble == "checkpoint 1 failed: No space left on device"
    reporter._report_checkpoint(outcome(2, 20))
    assert reporter.trouble == ""


def test_tasks_that_do_not_start_are_reported_at_growing_intervals_and_shown(caplog: pytest.LogCaptureFixture) -> None:
    job = Job()
    reporter = JobReporter("")
    job.now_ms = 10**12  # as the clock has it
    job.start()
    reporter.after_event(job.core.view(), job.now_ms)
    job.begun()
    begun_ms = job.now_ms
    for second in range(45):
        reporter.after_event(job.core.view(), begun_ms + second * 1000)
    waited = "4 of 4 tasks have not started after {} s"
    assert lines(caplog) == [f"job 'Test job': {waited.format(second)}" for second in (10, 20, 40)]
    assert reporter.trouble == waited.format(44)
    job.register(*job.tasks)
    reporter.after_event(job.core.view(), begun_ms + 45_000)
    assert reporter.trouble == ""


def test_checkpoint_that_waits_for_a_call_names_it_once_in_the_log_and_as_long_in_the_trouble(
    caplog: pytest.LogCaptureFixture,
) -> None:
    job = running()
    reporter = JobReporter("file:///x")
    job.tick(INTERVAL_MS)
    (checkpoint,) = job.core.view().checkpoints.under_way
    call = {"currentCall": "'Flat Map', subtask 1/1, expand (job.py:3)", "currentCallTimeMs": 12_500}
    job.say(COUNT_0, messages.Report(TaskReport(call)))
    for _ in range(2):
        reporter.after_event(job.core.view(), job.now_ms)
    expected = (
        f"checkpoint {checkpoint.checkpoint_id} waits for the end of a call: "
        "'Flat Map', subtask 1/1, expand (job.py:3), in the same call for 12 s"
    )
    assert lines(caplog) == [f"job 'Test job': {expected}"]
    assert reporter.trouble == expected
    assert job.core.view().checkpoints.under_way[0].waits_for in expected
    job.say(COUNT_0, messages.Report(TaskReport()))
    reporter.after_event(job.core.view(), job.now_ms)
    assert reporter.trouble == ""


def test_checkpoint_names_a_step_that_takes_long_too() -> None:
    job = running()
    job.tick(INTERVAL_MS)
    job.say(COUNT_0, messages.Report(TaskReport({"currentStepPlace": "in f, job.py:3", "currentStepTimeMs": 4200})))
    assert job.core.view().checkpoints.under_way[0].waits_for == "in f, job.py:3, for 4 s"
