"""The listeners of all processes as declared values: who listens where, what sets that, and what it asks of a client.

`pyrite info --ports` and docs/guide/ports.md are made from them, and a test compares them with the sockets of a job.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Union

from pyrite.core.config.cluster_options import (
    DRIVER_BIND_HOST,
    DRIVER_BIND_PORT,
    HISTORY_ADDRESS,
    HISTORY_PORT,
    REST_BIND_ADDRESS,
    REST_BIND_PORT,
    TASK_BIND_HOST,
    TASK_BIND_PORT,
)
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.metric_options import reporter_settings
from pyrite.core.config.reporter_options import FACTORY_CLASS, HOST, PORT


class Owner(Enum):
    """The kind of process that listens."""

    DRIVER = "driver"
    DRIVER_JVM = "the driver's JVM"
    EXECUTOR = "executor"
    TASK = "task"
    JOB_MANAGER = "JobManager"
    HISTORY_SERVER = "history server"
    SPARK_MASTER = "Spark master"
    SPARK_WORKER = "Spark worker"


@dataclass(frozen=True)
class SparkSetting:
    """A setting of Spark's, or an option of a command, with what applies if it is not set."""

    key: str
    default: str


@dataclass(frozen=True)
class Fixed:
    """What no option sets."""

    value: str


Place = Union[ConfigOption[Any], SparkSetting, Fixed]


@dataclass(frozen=True)
class Listener:
    """One kind of listening socket."""

    name: str
    owner: Owner
    host: Place
    port: Place
    asks: str
    """What it asks of a client, and what a client gets without it."""
    prefix: str = ""
    """What precedes the keys of its options."""

    @property
    def keys(self) -> tuple[str, str]:
        """The keys of its options: of the address, and of the port; empty where there is none."""
        return self._key(self.host), self._key(self.port)

    def effective(self, configuration: Configuration) -> tuple[str, str]:
        """The address and the ports that it takes with a configuration."""
        return _value(self.host, configuration), _value(self.port, configuration)

    def _key(self, place: Place) -> str:
        return "" if isinstance(place, Fixed) else self.prefix + place.key


_ANY: Final = "any free port"
_ATTEMPT: Final = "the secret of the attempt, from both sides; messages are encrypted"
_SPARK: Final = "Spark's secret (spark.authenticate); messages are encrypted"
_TOKEN: Final = "a random token of the process"
_ROLE_TOKEN: Final = "a token of role view or operate"
PROMETHEUS: Final = Listener(
    "metrics for Prometheus",
    Owner.DRIVER,
    HOST,
    PORT,
    "on loopback nothing: it shows the metrics; elsewhere a TLS client certificate",
    "metrics.reporter.NAME.",
)
EXCHANGE: Final = Listener(
    "Spark's exchange between tasks",
    Owner.EXECUTOR,
    Fixed("all addresses"),
    Fixed(_ANY),
    "nothing: a stranger can stop the job; frames are sealed",
)
LISTENERS: Final = (
    Listener("control connections of tasks", Owner.DRIVER, DRIVER_BIND_HOST, DRIVER_BIND_PORT, _ATTEMPT),
    PROMETHEUS,
    Listener("feedback of iterations", Owner.TASK, TASK_BIND_HOST, TASK_BIND_PORT, _ATTEMPT),
    EXCHANGE,
    Listener(
        "HTTP source",
        Owner.TASK,
        Fixed("that of the program"),
        Fixed("that of the program"),
        "nothing: it takes records",
    ),
    Listener(
        "Spark's RPC",
        Owner.DRIVER_JVM,
        SparkSetting("spark.driver.bindAddress", "spark.driver.host, on a local master loopback"),
        SparkSetting("spark.driver.port", _ANY),
        _SPARK,
    ),
    Listener(
        "Spark's blocks in the driver",
        Owner.DRIVER_JVM,
        SparkSetting("spark.driver.bindAddress", "spark.driver.host, on a local master loopback"),
        SparkSetting("spark.driver.blockManager.port", _ANY),
        _SPARK,
    ),
    Listener(
        "Spark's blocks in executors",
        Owner.EXECUTOR,
        Fixed("the executor's host"),
        SparkSetting("spark.blockManager.port", _ANY),
        _SPARK,
    ),
    Listener("Py4J, the gateway of Python", Owner.DRIVER_JVM, Fixed("loopback"), Fixed(_ANY), _TOKEN),
    Listener(
        "Spark's page",
        Owner.DRIVER_JVM,
        SparkSetting("spark.driver.bindAddress", "spark.driver.host, on a local master loopback"),
        SparkSetting("spark.ui.port", "none: spark.ui.enabled=false"),
        "nothing: it shows the job, and can end it",
    ),
    Listener(
        "Spark master",
        Owner.SPARK_MASTER,
        Fixed("loopback; with conf/masters the host in it"),
        SparkSetting("pyrite cluster start --port", "7077"),
        _SPARK,
    ),
    Listener("Spark master's page", Owner.SPARK_MASTER, Fixed("the master's"), Fixed(_ANY), "nothing: it shows jobs"),
    Listener("Spark worker", Owner.SPARK_WORKER, Fixed("the worker's host"), Fixed(_ANY), _SPARK),
    Listener(
        "Spark worker's page",
        Owner.SPARK_WORKER,
        Fixed("the worker's host"),
        Fixed(_ANY),
        "nothing: it shows logs",
    ),
    Listener("REST and web page", Owner.JOB_MANAGER, REST_BIND_ADDRESS, REST_BIND_PORT, _ROLE_TOKEN),
    Listener("REST of ended jobs", Owner.HISTORY_SERVER, HISTORY_ADDRESS, HISTORY_PORT, _ROLE_TOKEN),
)


def effective_listeners(configuration: Configuration) -> Iterator[tuple[Listener, str, str]]:
    """The listeners with the addresses and ports that a configuration gives them; one for each Prometheus reporter."""
    for listener in LISTENERS:
        if listener is not PROMETHEUS:
            yield listener, *listener.effective(configuration)
            continue
        for settings in reporter_settings(configuration).values():
            if "prometheus" in settings.get(FACTORY_CLASS).lower():
                yield listener, *listener.effective(settings)


def _value(place: Place, configuration: Configuration) -> str:
    if isinstance(place, Fixed):
        return place.value
    if isinstance(place, SparkSetting):
        return configuration.to_dict().get(place.key) or place.default
    value = configuration.get(place)
    if isinstance(value, tuple):
        return _ANY if value == (0,) else _ranges(value)
    return str(value) or "that of the process"


def _ranges(ports: tuple[int, ...]) -> str:
    return str(ports[0]) if len(ports) == 1 else f"{ports[0]} to {ports[-1]}"
