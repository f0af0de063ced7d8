"""The settings of a SparkContext that Pyrite makes."""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from pathlib import Path

from pyrite.common.configuration import Configuration
from pyrite.common.options import FRAME_SIZE, PYTHON_EXECUTABLE, SPARK_MASTER, TASK_CPUS
from pyrite.runtime.spark.exchange import CONTEXT_SETTINGS
from pyrite.runtime.spark.jvm import spark_home
from pyrite.runtime.spark.scratch import scratch_folder

_NETWORK_BUFFER_MARGIN = 64 << 10
_IN_FLIGHT_BYTES = 4 << 20
_SETTING = re.compile(r"\s*(spark\.[^\s=:]+)(?:\s*[=:]\s*|\s+)(.*?)\s*$")


def is_local(master: str) -> bool:
    """Whether the master runs its tasks on this machine, with this machine's files."""
    return re.match(r"local(-cluster)?(\[|$)", master) is not None or is_on_loopback(master)


def is_on_loopback(master: str) -> bool:
    """Whether it is a standalone master of this machine, as `pyrite cluster` starts."""
    return re.fullmatch(r"spark://(127\.[\d.]+|localhost):\d+", master) is not None


def spark_master(configuration: Configuration) -> str:
    """Where the job runs: what the program says, else what `spark-defaults.conf` says, else this machine."""
    if configuration.contains(SPARK_MASTER):
        return configuration.get(SPARK_MASTER)
    return spark_defaults().get(SPARK_MASTER.key, SPARK_MASTER.default)


@cache
def spark_defaults() -> dict[str, str]:
    """The settings of `spark-defaults.conf`, which apply where the program says nothing."""
    folder = Path(os.environ["SPARK_CONF_DIR"]) if "SPARK_CONF_DIR" in os.environ else spark_home() / "conf"
    try:
        lines = (folder / "spark-defaults.conf").read_text(errors="replace").splitlines()
    except OSError:
        return {}
    settings = [_SETTING.match(line) for line in lines]
    return {setting[1]: setting[2] for setting in settings if setting is not None}


def context_settings(configuration: Configuration) -> dict[str, str]:
    """All settings of a context that Pyrite makes."""
    master = spark_master(configuration)
    settings = {
        "spark.app.name": "pyrite",
        "spark.task.cpus": str(configuration.get(TASK_CPUS)),
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.artifact.isolation.enabled": "false",
        "spark.shuffle.streaming.networkBufferSize": str(configuration.get(FRAME_SIZE) + _NETWORK_BUFFER_MARGIN),
        "spark.shuffle.streaming.readerMaxMemory": str(_IN_FLIGHT_BYTES),
        "spark.shuffle.streaming.writerMaxMemory": str(_IN_FLIGHT_BYTES),
    }
    if is_local(master):
        settings["spark.driver.memory"] = "1g"
    settings |= {**spark_defaults(), **CONTEXT_SETTINGS, "spark.master": master}
    if is_local(master):
        settings |= {
            "spark.pyspark.python": configuration.get(PYTHON_EXECUTABLE) or sys.executable,
            "spark.pyspark.driver.python": sys.executable,
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.python.daemon.module": "pyrite.runtime.spark.daemon",
            "spark.python.unix.domain.socket.dir": str(scratch_folder()),
        }
        if is_on_loopback(master) and os.environ.get("PYTHONPATH"):
            settings["spark.executorEnv.PYTHONPATH"] = _absolute(os.environ["PYTHONPATH"])
    elif configuration.get(PYTHON_EXECUTABLE):
        settings["spark.pyspark.python"] = configuration.get(PYTHON_EXECUTABLE)
    own = {key: value for key, value in configuration.to_dict().items() if key.startswith("spark.")}
    return settings | {key: value for key, value in own.items() if key not in CONTEXT_SETTINGS}


def _absolute(paths: str) -> str:
    """A search path that means the same in another folder."""
    return os.pathsep.join(str(Path(path).absolute()) for path in paths.split(os.pathsep))
