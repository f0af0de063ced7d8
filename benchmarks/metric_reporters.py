"""What reporters of metrics cost: the keyed work with all of them on, against none."""

from __future__ import annotations

import tempfile
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

from benchmarks.results import Result
from benchmarks.throughput import our_rate
from servers.server import free_port

NAME: Final = "metric_reporters"
_WORK: Final = "keyed_state_1k"
_SCRAPE_S: Final = 1.0


def measure() -> list[Result]:
    without, rounds_without = our_rate(_WORK)
    with _reporters() as settings:
        every, rounds = our_rate(_WORK, *(word for setting in settings for word in ("--set", setting)))
    note = f"{_WORK}; with: {rounds}; without: {rounds_without}"
    return [Result(NAME, every.per_second, "off", without.per_second, note=note).with_cpu(every, without)]


@contextmanager
def _reporters() -> Iterator[list[str]]:
    """Settings of all reporters, each once a second; while open, one is scraped and one has a collector."""
    port, collector = free_port(), ThreadingHTTPServer(("localhost", 0), _Collector)
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    ended = threading.Event()
    threading.Thread(target=_scrape, args=(port, ended), daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        options = {
            "prom.factory.class": "prometheus",
            "prom.port": str(port),
            "file.factory.class": "json-lines",
            "file.path": str(Path(folder) / "metrics.jsonl"),
            "file.interval": "1 s",
            "log.factory.class": "logging",
            "log.interval": "1 s",
            "otel.factory.class": "opentelemetry",
            "otel.exporter.endpoint": f"http://localhost:{collector.server_port}/v1/metrics",
            "otel.interval": "1 s",
        }
        try:
            yield [f"metrics.reporter.{key}={value}" for key, value in options.items()]
        finally:
            ended.set()
            collector.shutdown()
            collector.server_close()


def _scrape(port: int, ended: threading.Event) -> None:
    """Asks for the metrics as Prometheus does."""
    while not ended.wait(_SCRAPE_S):
        try:
            with urllib.request.urlopen(f"http://localhost:{port}/metrics", timeout=5) as answer:
                answer.read()
        except OSError:
            continue  # between two jobs


class _Collector(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None: ...
