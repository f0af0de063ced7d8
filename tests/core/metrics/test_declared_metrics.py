"""The metrics that Pyrite declares."""

from __future__ import annotations

from collections import Counter

from pyrite.core.metrics.declared_metrics import ALL_METRICS


def test_every_metric_of_a_scope_has_a_name_of_its_own() -> None:
    names = Counter((metric.scope, metric.infix, metric.name) for metric in ALL_METRICS)
    assert [name for name, count in names.items() if count > 1] == []


def test_every_metric_says_what_it_means() -> None:
    assert all(metric.description.endswith(".") for metric in ALL_METRICS)
