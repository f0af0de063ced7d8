"""MetricReporting: the reporters of a job, with the thread that calls them."""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from pyrite.core.clock import Clock, SystemClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.metric_options import reporter_settings
from pyrite.core.config.reporter_options import INTERVAL
from pyrite.core.metrics.metric_report import MetricReport
from pyrite.core.metrics.metric_reporter import MetricReporter
from pyrite.graph.running_job import RunningJob
from pyrite.reporters.reporter_loading import make_reporter
from pyrite.runtime.wire.metric_report import metric_report_from_view

_log = logging.getLogger(__name__)
_CLOSE_S = 5.0
"""The time that the job's end waits for the last reports."""


@dataclass
class _Started:
    name: str
    reporter: MetricReporter
    settings: Configuration
    interval_us: int
    due_us: int = 0
    is_open: bool = False


class MetricReporting:
    """Reports a job's metrics until it ends. Errors of a reporter are logged and do not affect the job."""

    def __init__(self, configuration: Configuration, clock: Clock) -> None:
        """Raises InvalidProgramError if an option of a reporter is invalid."""
        self._clock = clock
        self._ended = threading.Event()
        self._reporters = [
            _Started(name, make_reporter(name, settings), settings, settings.get(INTERVAL) * 1000)
            for name, settings in reporter_settings(configuration).items()
        ]

    def start(self, job: RunningJob) -> None:
        """Opens the reporters and reports in a separate thread until the job has ended."""
        if not self._reporters:
            return
        job_id = str(job.job_id)
        thread = threading.Thread(
            target=self._run,
            args=[lambda: metric_report_from_view(job.view, job_id, self._clock.now_ms())],
            daemon=True,
            name="metric-reporters",
        )
        thread.start()

        def end(_job: object = None) -> None:
            self._ended.set()
            thread.join(_CLOSE_S)
            atexit.unregister(end)

        job.finished.add_done_callback(end)
        atexit.register(end)  # the program may end before this thread, once it has the job's result

    def _run(self, fetch: Callable[[], MetricReport]) -> None:
        for each in self._reporters:
            each.due_us = self._clock.monotonic_us() + each.interval_us
            each.is_open = self._call(each, lambda each=each: each.reporter.open(each.settings, fetch))  # type: ignore[misc]
        scheduled = [each for each in self._reporters if each.is_open and each.reporter.is_scheduled]
        while not self._ended.wait(self._until_due_s(scheduled)):
            now_us = self._clock.monotonic_us()
            self._report([each for each in scheduled if each.due_us <= now_us], fetch)
        self._report(scheduled, fetch)
        for each in self._reporters:
            self._call(each, each.reporter.close)

    def _until_due_s(self, scheduled: list[_Started]) -> float:
        due_us = min((each.due_us for each in scheduled), default=self._clock.monotonic_us() + 60_000_000)
        return max(0, due_us - self._clock.monotonic_us()) / 1_000_000

    def _report(self, due: list[_Started], fetch: Callable[[], MetricReport]) -> None:
        if not due:
            return
        report = fetch()
        for each in due:
            each.due_us = self._clock.monotonic_us() + each.interval_us
            self._call(each, lambda each=each: each.reporter.report(report))  # type: ignore[misc]

    def _call(self, each: _Started, action: Callable[[], None]) -> bool:
        try:
            action()
        except Exception as error:
            _log.warning("metric reporter '%s': %s: %s", each.name, type(error).__name__, error)
            return False
        return True


def metric_reporting(configuration: Configuration) -> MetricReporting:
    """The reporters of a configuration."""
    return MetricReporting(configuration, SystemClock())
