"""The sockets on which a running job listens are the declared ones, at the ports that the options set."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import psutil

from pyrite.core.config.listeners import EXCHANGE, LISTENERS, Listener, Owner
from tests.attacks.victim import mark as mark
from tests.attacks.victim import start
from tests.spark.processes import marked

PROGRAM = """
import json
from pathlib import Path
from pyrite.common import Configuration, WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, RateLimiterStrategy

settings = Configuration(json.loads(Path("settings.json").read_text()))
env = StreamExecutionEnvironment.get_execution_environment(settings).set_parallelism(1)
source = DataGeneratorSource(lambda number: (number, number % 3), None, RateLimiterStrategy.per_second(20))
loop = env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers").iterate(50)
body = loop.key_by(lambda record: record[0] % 7).map(lambda record: record)
loop.close_with(body.filter(lambda record: record[1] > 0).map(lambda record: (record[0], record[1] - 1)))
body.print()
env.execute("numbers")
"""
LOOPBACK = ("127.0.0.1", "::ffff:127.0.0.1", "::1")
FIRST = 12_000 + os.getpid() % 1000 * 20
"""Below the ports that systems choose by themselves."""
SETTINGS = {
    "metrics.reporter.metrics.factory.class": "prometheus",
    "metrics.reporter.metrics.port": f"{FIRST}-{FIRST + 2}",
    "pyrite.driver.bind-port": f"{FIRST + 3}-{FIRST + 5}",
    "taskmanager.data.bind-port": f"{FIRST + 6}-{FIRST + 8}",
    "spark.port.maxRetries": "2",
    "spark.driver.port": str(FIRST + 9),
    "spark.driver.blockManager.port": str(FIRST + 12),
}
PORTS = {
    "metrics for Prometheus": range(FIRST, FIRST + 3),
    "control connections of tasks": range(FIRST + 3, FIRST + 6),
    "feedback of iterations": range(FIRST + 6, FIRST + 9),
    "Spark's RPC": range(FIRST + 9, FIRST + 12),
    "Spark's blocks in the driver": range(FIRST + 12, FIRST + 15),
}
GATEWAY = next(listener for listener in LISTENERS if listener.name.startswith("Py4J"))


def sockets(mark: str) -> Iterator[tuple[Owner, str, int]]:
    """The sockets on which the job's processes accept connections or packets.

    The head of an iteration has closed its listener when its tail was connected; their connection has the port.
    """
    for pid, command in marked(mark).items():
        in_python = Owner.TASK if "pyspark" in command else Owner.DRIVER
        owner = Owner.DRIVER_JVM if "SparkSubmit" in command else in_python
        for each in psutil.Process(pid).net_connections("inet"):
            is_open = each.status in (psutil.CONN_LISTEN, psutil.CONN_NONE)
            if is_open or each.laddr.port in PORTS["feedback of iterations"]:
                yield owner, each.laddr.ip, each.laddr.port


def declared(owner: Owner, host: str, port: int) -> Listener:
    """The declared listener of a socket."""
    for listener in LISTENERS:
        if listener.owner is owner and port in PORTS.get(listener.name, ()):
            assert host in LOOPBACK
            return listener
    assert owner is Owner.DRIVER_JVM, f"{owner} listens on {host}:{port}, which is not declared"
    return GATEWAY if host in LOOPBACK else EXCHANGE


def test_sockets_of_a_job_are_the_declared_ones(mark: str, tmp_path: Path) -> None:
    start(mark, tmp_path, PROGRAM, SETTINGS).await_output("(5, 0)")
    actual = [declared(*each).name for each in sockets(mark)]
    assert sorted(set(actual)) == sorted([*PORTS, GATEWAY.name, EXCHANGE.name])
    assert actual.count(GATEWAY.name) == 1
