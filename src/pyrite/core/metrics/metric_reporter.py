"""MetricReporter: sends the metrics of a job to another system."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from pyrite.core.config.configuration import Configuration
from pyrite.core.metrics.metric_report import MetricReport


class MetricReporter:
    """Runs in the driver of a job. One thread calls `open`, then `report` at each interval, and finally `close`.

    A user-defined reporter is selected by `metrics.reporter.NAME.factory.class: module:Class`. Its exceptions are
    logged and do not affect the job.
    """

    is_scheduled: ClassVar[bool] = True
    """False: `report` is not called, and the reporter requests reports itself."""

    def open(self, settings: Configuration, get_report: Callable[[], MetricReport]) -> None:
        """Starts the reporter. `settings` are below `metrics.reporter.NAME.`; any thread may call `get_report`."""

    def report(self, report: MetricReport) -> None:
        """Sends one report. Called once more after the job's end, with the last values."""

    def close(self) -> None:
        """Releases the reporter's resources."""
