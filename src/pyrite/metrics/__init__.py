"""A function's own metrics, with PyFlink's names; and the metrics of a job, as a JobClient has them."""

from pyrite.core.job.job_metrics import JobMetrics
from pyrite.core.metric_group import Counter, Distribution, Meter, Metric, MetricGroup
from pyrite.core.metric_spec import MetricId, MetricKind, MetricName

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
]
