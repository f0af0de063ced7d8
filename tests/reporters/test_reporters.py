"""Each reporter with a report that has a metric of each kind."""

from __future__ import annotations

import json
import logging
import threading
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.metrics.metric_reporter import MetricReporter
from pyrite.reporters.json_lines_reporter import JsonLinesReporter
from pyrite.reporters.logging_reporter import LoggingReporter
from pyrite.reporters.open_telemetry_reporter import OpenTelemetryReporter
from pyrite.reporters.prometheus_reporter import PrometheusReporter
from pyrite.reporters.reporter_loading import make_reporter
from tests.reporters.reports import REPORT


def test_json_lines_are_appended_to_the_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "metrics.jsonl"
    for _ in range(2):
        reporter = JsonLinesReporter()
        reporter.open(Configuration({"path": str(path)}), lambda: REPORT)
        reporter.report(REPORT)
        reporter.close()
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(lines) == 12
    assert lines[1] == {
        "time_ms": 1_700_000_000_000,
        "metric": "taskmanager.job.task.operator.shop.region.orders",
        "kind": "counter",
        "value": 5,
        "job_id": "j1",
        "job_name": "shop",
        "task_name": "a -> b",
        "operator_name": 'say "b"',
        "subtask_index": "0",
        "region": "eu",
    }


def test_log_has_each_metric(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "pyrite.metrics"):
        LoggingReporter().report(REPORT)
    assert caplog.messages[0].splitlines()[:2] == ["metrics of job 'shop' (j1)", "jobmanager.job.numRestarts{}: 2"]


def scraped(reporter: PrometheusReporter) -> list[str]:
    with urllib.request.urlopen(f"http://localhost:{reporter.port}/metrics") as answer:
        return [line for line in answer.read().decode().splitlines() if not line.startswith("#")]


def test_prometheus_gets_the_names_and_labels_of_flink() -> None:
    reporter = PrometheusReporter()
    reporter.open(Configuration({"port": "0"}), lambda: REPORT)
    try:
        lines = scraped(reporter)
    finally:
        reporter.close()
    labels = r'job_id="j1",job_name="shop",operator_name="say \"b\"",subtask_index="0",task_name="a -> b"'
    with_region = labels.replace("subtask", 'region="eu",subtask', 1)
    operator = "flink_taskmanager_job_task_operator"
    assert lines == [
        'flink_jobmanager_job_numRestarts{job_id="j1"} 2.0',
        f"{operator}_shop_region_orders{{{with_region}}} 5.0",
        f"{operator}_rate{{{labels}}} 2.5",
        f"{operator}_is_open{{{labels}}} 1.0",
        f"{operator}_length_count{{{labels}}} 2.0",
        f"{operator}_length_sum{{{labels}}} 9.0",
        f"{operator}_length_mean{{{labels}}} 4.5",
    ]


def test_prometheus_takes_the_next_port_of_its_range_and_says_when_there_is_none() -> None:
    first, second = PrometheusReporter(), PrometheusReporter()
    first.open(Configuration({"port": "0"}), lambda: REPORT)
    try:
        with pytest.raises(ConnectorError, match="is free for Prometheus"):
            second.open(Configuration({"port": str(first.port)}), lambda: REPORT)
        second.open(Configuration({"port": f"{first.port},0"}), lambda: REPORT)
        assert second.port not in (0, first.port)
    finally:
        first.close()
        second.close()


class Collector:
    """A collector of OpenTelemetry: keeps what it gets."""

    def __init__(self) -> None:
        self.requests: list[bytes] = []
        requests = self.requests

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                requests.append(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None: ...

        self.server = HTTPServer(("localhost", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def collector() -> Iterator[Collector]:
    collector = Collector()
    yield collector
    collector.server.shutdown()
    collector.server.server_close()


def test_collector_of_open_telemetry_gets_gauges(collector: Collector) -> None:
    reporter = OpenTelemetryReporter()
    endpoint = f"http://localhost:{collector.server.server_port}/v1/metrics"
    reporter.open(Configuration({"exporter.endpoint": endpoint, "service.name": "shop"}), lambda: REPORT)
    reporter.report(REPORT)
    reporter.close()
    (resource,) = ExportMetricsServiceRequest.FromString(collector.requests[0]).resource_metrics
    metrics = {metric.name: metric.gauge.data_points[0] for metric in resource.scope_metrics[0].metrics}
    orders = metrics["flink.taskmanager.job.task.operator.shop.region.orders"]
    assert orders.as_double == 5.0
    assert {pair.key: pair.value.string_value for pair in orders.attributes}["region"] == "eu"
    assert len(metrics) == 7


class OwnReporter(MetricReporter):
    pass


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("prometheus", PrometheusReporter),
        ("org.apache.flink.metrics.prometheus.PrometheusReporterFactory", PrometheusReporter),
        ("org.apache.flink.metrics.slf4j.Slf4jReporterFactory", LoggingReporter),
        ("tests.reporters.test_reporters:OwnReporter", OwnReporter),
    ],
)
def test_reporter_is_made_by_its_class(text: str, expected: type[MetricReporter]) -> None:
    assert type(make_reporter("x", Configuration({"factory.class": text}))).__name__ == expected.__name__


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected prometheus, json-lines, logging, opentelemetry, or module:Class"),
        ("org.apache.flink.metrics.jmx.JMXReporterFactory", "expected prometheus"),
        ("nowhere:Reporter", "No module named 'nowhere'"),
        ("json:nothing", "has no attribute 'nothing'"),
        ("collections:Counter", "Counter is not a MetricReporter"),
    ],
)
def test_class_that_is_no_reporter_is_an_error(text: str, problem: str) -> None:
    with pytest.raises(InvalidProgramError, match=rf"metrics\.reporter\.x\.factory\.class = '.*': .*{problem}"):
        make_reporter("x", Configuration({"factory.class": text}))
