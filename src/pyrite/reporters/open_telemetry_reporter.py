"""OpenTelemetryReporter: sends metrics to an OpenTelemetry collector, by OTLP over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.reporter_options import ENDPOINT, SERVICE_NAME
from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load
from pyrite.core.metrics.metric_report import MetricReport, ReportedMetric
from pyrite.core.metrics.metric_reporter import MetricReporter

_TIMEOUT_S: Final = 5
"""The time that a collector may take; other reporters wait meanwhile."""
_EXTRA: Final = "opentelemetry"
_NEEDED_BY: Final = "a reporter for OpenTelemetry"


class OpenTelemetryReporter(MetricReporter):
    """Metrics are gauges with the names of Flink's reporter, prefixed by `flink.`."""

    def __init__(self) -> None:
        self._exporter: Any = None
        self._resource: Any = None

    def open(self, settings: Configuration, get_report: Callable[[], MetricReport]) -> None:
        exporters = load("opentelemetry.exporter.otlp.proto.http.metric_exporter", _EXTRA, _NEEDED_BY)
        resources = load("opentelemetry.sdk.resources", _EXTRA, _NEEDED_BY)
        self._exporter = exporters.OTLPMetricExporter(endpoint=settings.get(ENDPOINT), timeout=_TIMEOUT_S)
        self._resource = resources.Resource.create({"service.name": settings.get(SERVICE_NAME)})

    def report(self, report: MetricReport) -> None:
        from opentelemetry.sdk.metrics.export import (
            Gauge,
            Metric,
            MetricExportResult,
            MetricsData,
            ResourceMetrics,
            ScopeMetrics,
        )
        from opentelemetry.sdk.util.instrumentation import InstrumentationScope

        points: dict[str, list[Any]] = {}
        for metric in report.metrics:
            for suffix, number in metric.numbers():
                points.setdefault(f"flink.{metric.identifier}{suffix}", []).append(
                    _point(metric, number, report.time_ms)
                )
        metrics = [Metric(name, None, None, Gauge(data)) for name, data in points.items()]
        scope = ScopeMetrics(InstrumentationScope("pyrite"), metrics, "")
        data = MetricsData([ResourceMetrics(self._resource, [scope], "")])
        if self._exporter.export(data) is not MetricExportResult.SUCCESS:
            raise ConnectorError("the OpenTelemetry collector did not accept the metrics")

    def close(self) -> None:
        if self._exporter is not None:
            self._exporter.shutdown()


def _point(metric: ReportedMetric, number: float, time_ms: int) -> Any:
    from opentelemetry.sdk.metrics.export import NumberDataPoint

    return NumberDataPoint(metric.labels, time_ms * 1_000_000, time_ms * 1_000_000, number)
