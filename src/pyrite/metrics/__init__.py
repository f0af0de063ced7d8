"""A function's own metrics, with PyFlink's names."""

from pyrite.core.metric_group import Counter, Distribution, Meter, Metric, MetricGroup

__all__ = ["Counter", "Distribution", "Meter", "Metric", "MetricGroup"]
