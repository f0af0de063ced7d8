"""PrometheusReporter: serves metrics to Prometheus, with the names and labels of Flink's reporter."""

from __future__ import annotations

import logging
import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING, Any, ClassVar, Final, Optional
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.reporter_options import HOST, PORT, TLS
from pyrite.core.errors import ConnectorError, PyriteError
from pyrite.core.extras import load
from pyrite.core.listener import is_loopback
from pyrite.core.metrics.metric_report import MetricReport
from pyrite.core.metrics.metric_reporter import MetricReporter
from pyrite.core.tls import Certificates

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

_log = logging.getLogger(__name__)
_TIMEOUT_S: Final = 10.0
"""The longest pause of a client, also within its TLS handshake."""
_FOREIGN = re.compile(r"[^a-zA-Z0-9:_]")


class PrometheusReporter(MetricReporter):
    """A small HTTP server in the driver: each scrape gets the current values."""

    is_scheduled: ClassVar[bool] = False

    def __init__(self) -> None:
        self._server: Optional[_Server] = None
        self._get_report: Optional[Callable[[], MetricReport]] = None
        self.port = 0

    def check(self, settings: Configuration) -> None:
        _server_tls(settings)

    def open(self, settings: Configuration, get_report: Callable[[], MetricReport]) -> None:
        prometheus = load("prometheus_client", "prometheus", "a reporter for Prometheus")
        self._get_report = get_report
        registry = prometheus.CollectorRegistry()
        registry.register(self)
        tls, host, ports = _server_tls(settings), settings.get(HOST), settings.get(PORT)
        for port in ports:
            try:
                self._server = _Server(host, port, tls)
            except OSError as error:
                _log.info("port %d is not free for Prometheus: %s", port, error)
                continue
            self._server.set_app(prometheus.make_wsgi_app(registry))
            threading.Thread(target=self._server.serve_forever, daemon=True, name="prometheus-reporter").start()
            self.port = self._server.server_port
            scheme = "http" if tls is None else "https"
            _log.info("metrics for Prometheus at %s://%s:%d/metrics", scheme, host, self.port)
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


def _server_tls(settings: Configuration) -> Optional[ssl.SSLContext]:
    """The TLS of the server, which asks clients for certificates. PyriteError: the network could read the metrics."""
    if settings.get(TLS):
        return Certificates(settings).server_context(asks_for_certificates=True)
    if is_loopback(settings.get(HOST)):
        return None
    raise PyriteError(
        f"everybody in the network could read metrics at {HOST.key} = {settings.get(HOST)}: remove {HOST.key} to "
        f"listen on loopback, or set {TLS.key}=true, which asks clients for certificates by security.ssl.rest"
    )


class _Handler(WSGIRequestHandler):
    timeout = _TIMEOUT_S

    def log_message(self, format: str, *args: Any) -> None: ...


class _Server(ThreadingMixIn, WSGIServer):
    """A thread for each connection, which also does its TLS handshake: a slow client delays no other one."""

    daemon_threads = True

    def __init__(self, host: str, port: int, tls: Optional[ssl.SSLContext]) -> None:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        self.address_family = places[0][0]
        self._tls = tls
        super().__init__((host, port), _Handler)

    def finish_request(self, request: Any, client_address: Any) -> None:
        request.settimeout(_TIMEOUT_S)
        if self._tls is None:
            super().finish_request(request, client_address)
            return
        with self._tls.wrap_socket(request, server_side=True) as encrypted:
            super().finish_request(encrypted, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        _log.debug("a client at %s got no metrics", client_address, exc_info=True)
