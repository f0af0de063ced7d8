"""Metrics that user functions register in `open` through their runtime context's metric group."""

from pyrite.core.metrics.metric_group import (
    Counter,
    Distribution,
    Gauge,
    Meter,
    Metric,
    MetricGroup,
)

__all__ = [
    "Counter",
    "Distribution",
    "Gauge",
    "Meter",
    "Metric",
    "MetricGroup",
]
