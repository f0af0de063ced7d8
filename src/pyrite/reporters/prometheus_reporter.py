"""PrometheusReporter: serves metrics to Prometheus, with the names and labels of Flink's reporter."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.reporter_options import HOST, PORT
from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load
from pyrite.core.metrics.metric_report import MetricReport
from pyrite.core.metrics.metric_reporter import MetricReporter

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

_log = logging.getLogger(__name__)
_FOREIGN = re.compile(r"[^a-zA-Z0-9:_]")


class PrometheusReporter(MetricReporter):
    """A small HTTP server in the driver: each scrape gets the current values."""

    is_scheduled: ClassVar[bool] = False

    def __init__(self) -> None:
        self._server: Any = None
        self._get_report: Optional[Callable[[], MetricReport]] = None
        self.port = 0

    def open(self, settings: Configuration, get_report: Callable[[], MetricReport]) -> None:
        prometheus = load("prometheus_client", "prometheus", "a reporter for Prometheus")
        self._get_report = get_report
        registry = prometheus.CollectorRegistry()
        registry.register(self)
        host, ports = settings.get(HOST), settings.get(PORT)
        for port in ports:
            try:
                self._server, _ = prometheus.start_http_server(port, host, registry)
            except OSError as error:
                _log.info("port %d is not free for Prometheus: %s", port, error)
                continue
            self.port = self._server.server_port
            _log.info("metrics for Prometheus at http://%s:%d/metrics", host, self.port)
            return
        raise ConnectorError(f"none of the ports {ports[0]} to {ports[-1]} of {host} is free for Prometheus")

    def describe(self) -> list[Metric]:
        """Called by the registry, which would otherwise collect at once to learn names."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Called at each scrape. Counters are also exported as gauges, as in Flink, since a restart resets them."""
        from prometheus_client.core import GaugeMetricFamily

        assert self._get_report is not None
        families: dict[tuple[str, tuple[str, ...]], Any] = {}
        for metric in self._get_report().metrics:
            labels = {_FOREIGN.sub("_", key): value for key, value in metric.labels.items()}
            for suffix, number in metric.numbers():
                name = "flink_" + _FOREIGN.sub("_", f"{metric.identifier}{suffix}")
                key = name, tuple(labels)
                if key not in families:
                    families[key] = GaugeMetricFamily(name, f"{metric.name.name} ({metric.scope})", labels=list(labels))
                families[key].add_metric(list(labels.values()), number)
        return iter(families.values())

    def close(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
