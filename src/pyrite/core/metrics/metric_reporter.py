"""MetricReporter: sends the metrics of a job to another system."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from pyrite.core.config.configuration import Configuration
from pyrite.core.metrics.metric_report import MetricReport


class MetricReporter:
    """Runs in the driver of a job. One thread calls `open`, then `report` at each interval, and finally `close`.

    A user-defined reporter is selected by `metrics.reporter.NAME.factory.class: module:Class`. Its exceptions are
    logged and do not affect the job, except those of `check`.
    """

    is_scheduled: ClassVar[bool] = True
    """False: `report` is not called, and the reporter requests reports itself."""

    def check(self, settings: Configuration) -> None:
        """Called before the job starts. A PyriteError for settings that the reporter refuses fails the job."""

    def open(self, settings: Configuration, get_report: Callable[[], MetricReport]) -> None:
        """Starts the reporter. Any thread may call `get_report`.

        `settings` are those below `metrics.reporter.NAME.`, and those of TLS with their whole keys.
        """

    def report(self, report: MetricReport) -> None:
        """Sends one report. Called once more after the job's end, with the last values."""

    def close(self) -> None:
        """Releases the reporter's resources."""
