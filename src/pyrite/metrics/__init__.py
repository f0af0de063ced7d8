"""A function's own metrics, with PyFlink's names; the metrics of a job, as a JobClient has them; reporters."""

from pyrite.core.job.job_metrics import JobMetrics
from pyrite.core.metrics.metric_group import Counter, Distribution, Meter, Metric, MetricGroup
from pyrite.core.metrics.metric_report import MetricReport, ReportedMetric
from pyrite.core.metrics.metric_reporter import MetricReporter
from pyrite.core.metrics.metric_spec import MetricId, MetricKind, MetricName

__all__ = [
    "Counter",
    "Distribution",
    "JobMetrics",
    "Meter",
    "Metric",
    "MetricGroup",
    "MetricId",
    "MetricKind",
    "MetricName",
    "MetricReport",
    "MetricReporter",
    "ReportedMetric",
]
