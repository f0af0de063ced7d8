"""JsonLinesReporter: appends metrics to a file, one JSON object per line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.reporter_options import PATH
from pyrite.core.metrics.metric_report import MetricReport
from pyrite.core.metrics.metric_reporter import MetricReporter


class JsonLinesReporter(MetricReporter):
    """Several jobs can share a file: each report is written in one piece."""

    def __init__(self) -> None:
        self._path = Path(PATH.default)

    def open(self, settings: Configuration, get_report: Callable[[], MetricReport]) -> None:
        self._path = Path(settings.get(PATH)).absolute()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.touch()

    def report(self, report: MetricReport) -> None:
        lines = "".join(f"{line}\n" for line in report.json_lines())
        with self._path.open("ab", buffering=0) as file:
            file.write(lines.encode())
