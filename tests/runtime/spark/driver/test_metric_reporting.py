"""The thread that calls a job's reporters: at their intervals, once more at the end, and whatever they raise."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from pyrite.core.clock import SystemClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.job_status import JobStatus
from pyrite.core.metrics.metric_report import MetricReport
from pyrite.core.metrics.metric_reporter import MetricReporter
from pyrite.runtime.spark.driver.metric_reporting import MetricReporting
from pyrite.runtime.wire.job_view import JobView
from tests.graph.programs import counting, execution_graph

calls: list[str] = []
reported = threading.Event()


class Noting(MetricReporter):
    def open(self, settings: Configuration, read: Callable[[], MetricReport]) -> None:
        calls.append(f"open {settings.get_string('word', '')} {read().job_id}")

    def report(self, report: MetricReport) -> None:
        calls.append("report")
        reported.set()

    def close(self) -> None:
        calls.append("close")


class Failing(MetricReporter):
    def open(self, settings: Configuration, read: Callable[[], MetricReport]) -> None:
        raise OSError("no way")

    def report(self, report: MetricReport) -> None:
        calls.append("report of one that did not open")


class Job:
    job_id = "j1"
    view = JobView(JobStatus.RUNNING, execution_graph(counting()), False)

    def __init__(self) -> None:
        self.finished: Future[Any] = Future()


def settings(**classes: str) -> Configuration:
    module = "tests.runtime.spark.driver.test_metric_reporting"
    return Configuration(
        {f"metrics.reporter.{name}.factory.class": f"{module}:{kind}" for name, kind in classes.items()}
    )


def test_reporter_is_opened_called_and_closed_beside_one_that_fails(caplog: pytest.LogCaptureFixture) -> None:
    calls.clear()
    reported.clear()
    configuration = settings(bad="Failing", good="Noting").set_string("metrics.reporter.good.interval", "100 ms")
    configuration.set_string("metrics.reporter.good.word", "hello")
    job = Job()
    with caplog.at_level(logging.WARNING):
        MetricReporting(configuration, SystemClock()).start(job)  # type: ignore[arg-type]
        assert reported.wait(30)
        job.finished.set_result(None)
    assert calls[0] == "open hello j1" and calls[-2:] == ["report", "close"] and set(calls[1:-1]) == {"report"}
    assert "metric reporter 'bad': OSError: no way" in caplog.messages


def test_last_values_are_reported_when_a_job_is_shorter_than_the_interval() -> None:
    calls.clear()
    job = Job()
    MetricReporting(settings(good="Noting"), SystemClock()).start(job)  # type: ignore[arg-type]
    job.finished.set_result(None)
    assert calls == ["open  j1", "report", "close"]


def test_no_thread_runs_without_reporters() -> None:
    before = threading.active_count()
    MetricReporting(Configuration(), SystemClock()).start(Job())  # type: ignore[arg-type]
    assert threading.active_count() == before


def test_reporter_without_a_class_is_an_error_before_the_job_starts() -> None:
    with pytest.raises(InvalidProgramError, match=r"metrics\.reporter\.x\.factory\.class = ''"):
        MetricReporting(Configuration({"metrics.reporters": "x"}), SystemClock())
