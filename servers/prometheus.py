"""A Prometheus that scrapes one address every second."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from typing import Any

from servers.server import Server, program


class PrometheusServer(Server):
    name = "prometheus"

    def __init__(self, target: str) -> None:
        super().__init__()
        self._target = target

    def _command(self) -> Sequence[str]:
        config = self.folder / "prometheus.yml"
        job = {"job_name": "pyrite", "scrape_interval": "1s", "static_configs": [{"targets": [self._target]}]}
        config.write_text(json.dumps({"scrape_configs": [job]}))  # which is YAML too
        place = [f"--config.file={config}", f"--storage.tsdb.path={self.folder / 'data'}"]
        return [program("prometheus", "prometheus"), *place, f"--web.listen-address={self.address}"]

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://{self.address}/-/ready", timeout=1) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.HTTPError):
            return False

    def query(self, expression: str) -> list[dict[str, Any]]:
        """The time series that an expression selects, each with its last value."""
        query = urllib.parse.urlencode({"query": expression})
        with urllib.request.urlopen(f"http://{self.address}/api/v1/query?{query}", timeout=10) as answer:
            result: list[dict[str, Any]] = json.load(answer)["data"]["result"]
            return result
