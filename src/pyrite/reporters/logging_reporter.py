"""LoggingReporter: writes metrics to the log, like Flink's Slf4jReporter."""

from __future__ import annotations

import logging

from pyrite.core.metrics.metric_report import MetricReport
from pyrite.core.metrics.metric_reporter import MetricReporter

_log = logging.getLogger("pyrite.metrics")


class LoggingReporter(MetricReporter):
    """One entry of level INFO for each report."""

    def report(self, report: MetricReport) -> None:
        lines = []
        for metric in report.metrics:
            labels = ", ".join(f"{key}={value}" for key, value in metric.labels.items() if not key.startswith("job_"))
            lines.append(f"{metric.identifier}{{{labels}}}: {metric.value}")
        _log.info("metrics of job '%s' (%s)\n%s", report.job_name, report.job_id, "\n".join(lines))
