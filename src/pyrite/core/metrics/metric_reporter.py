"""MetricReporter: brings the metrics of a job to another system."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from pyrite.core.config.configuration import Configuration
from pyrite.core.metrics.metric_report import MetricReport


class MetricReporter:
    """Runs in the driver of a job. One thread calls `open`, then `report` at each interval, and last `close`.

    A reporter of your own is named by `metrics.reporter.NAME.factory.class: module:Class`. An exception of it is logged
    and does not affect the job.
    """

    is_scheduled: ClassVar[bool] = True
    """False: `report` is not called, and the reporter asks for reports itself."""

    def open(self, settings: Configuration, read: Callable[[], MetricReport]) -> None:
        """Starts it. `settings` are those below `metrics.reporter.NAME.`; `read` may be called by any thread."""

    def report(self, report: MetricReport) -> None:
        """Takes one report. After the job's end it is called once more, with the last values."""

    def close(self) -> None:
        """Releases what it has opened."""
