"""Options of one metric reporter, below `metrics.reporter.NAME.`. Keys are Flink's, except where noted."""

from __future__ import annotations

from typing import Final

from pyrite.core.config.cluster_options import parse_ports
from pyrite.core.config.config_options import ConfigOption, duration_of_at_least, parse_bool

FACTORY_CLASS: Final = ConfigOption(
    "factory.class",
    str,
    "",
    "prometheus, json-lines, logging or opentelemetry; Flink's class name of one of these; or module:Class.",
)
INTERVAL: Final = ConfigOption(
    "interval", duration_of_at_least(100), 10_000, "Interval of reports; not used by prometheus, which is scraped."
)
PORT: Final = ConfigOption[tuple[int, ...]](
    "port",
    parse_ports,
    (9249,),
    "prometheus: the ports on which it tries to listen, in order; set a range if several jobs run on one machine.",
)
HOST: Final = ConfigOption(
    "host",
    str,
    "localhost",
    "prometheus: the address on which it listens; 0.0.0.0: all addresses. Off loopback, ssl.enabled must be true. "
    "Specific to Pyrite.",
)
TLS: Final = ConfigOption(
    "ssl.enabled",
    parse_bool,
    False,
    "prometheus: whether it uses TLS with the certificates of security.ssl.rest, and asks each client for a "
    "certificate. Specific to Pyrite.",
)
PATH: Final = ConfigOption(
    "path", str, "metrics.jsonl", "json-lines: the file to which it appends. Specific to Pyrite."
)
ENDPOINT: Final = ConfigOption(
    "exporter.endpoint",
    str,
    "http://localhost:4318/v1/metrics",
    "opentelemetry: the collector's endpoint for metrics, by OTLP over HTTP.",
)
SERVICE_NAME: Final = ConfigOption("service.name", str, "pyrite", "opentelemetry: the service name in the resource.")
REPORTER_OPTIONS: Final = (FACTORY_CLASS, INTERVAL, PORT, HOST, TLS, PATH, ENDPOINT, SERVICE_NAME)
