"""A real Prometheus scrapes the reporter."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.reporters.prometheus_reporter import PrometheusReporter
from servers.prometheus import PrometheusServer
from servers.server import ServerMissingError
from tests.reporters.reports import REPORT

SOON_S = 60.0


@pytest.fixture
def server() -> Iterator[PrometheusServer]:
    reporter = PrometheusReporter()
    reporter.open(Configuration({"port": "0", "host": "127.0.0.1"}), lambda: REPORT)
    try:
        with PrometheusServer(f"127.0.0.1:{reporter.port}") as server:
            yield server
    except ServerMissingError as error:
        pytest.skip(str(error))
    finally:
        reporter.close()


def test_prometheus_scrapes_every_number(server: PrometheusServer) -> None:
    until = time.monotonic() + SOON_S
    while not (series := server.query('{__name__=~"flink_.*"}')) and time.monotonic() < until:
        time.sleep(0.2)
    values = {each["metric"]["__name__"]: each["value"][1] for each in series}
    operator = "flink_taskmanager_job_task_operator"
    assert values == {
        "flink_jobmanager_job_numRestarts": "2",
        f"{operator}_shop_region_orders": "5",
        f"{operator}_rate": "2.5",
        f"{operator}_is_open": "1",
        f"{operator}_length_count": "2",
        f"{operator}_length_sum": "9",
        f"{operator}_length_mean": "4.5",
    }
    (orders,) = server.query(f'{operator}_shop_region_orders{{region="eu"}}')
    assert (orders["metric"]["task_name"], orders["metric"]["operator_name"]) == ("a -> b", 'say "b"')
