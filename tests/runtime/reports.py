"""Reports of tasks, for tests."""

from __future__ import annotations

from typing import Any

from pyrite.core.metrics.metric_spec import MetricName, MetricScope, MetricSpec
from pyrite.runtime.wire.task_report import TaskReport


def report(*values: tuple[MetricSpec[Any], Any]) -> TaskReport:
    """A task's report of some declared metrics; those of operators are one operator's."""
    task = {metric.name: value for metric, value in values if metric.scope is MetricScope.TASK}
    own = {
        MetricName(metric.name, metric.kind): value for metric, value in values if metric.scope is MetricScope.OPERATOR
    }
    return TaskReport(task, {"operator": own} if own else {})
