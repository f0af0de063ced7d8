"""The settings of a SparkContext created by Pyrite."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from pyrite.core.config.cluster_options import JAVA_HOME
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.memory.spark_memory import spark_memory
from pyrite.core.config.options import FRAME_SIZE, PYTHON_EXECUTABLE, TASK_CPUS
from pyrite.core.config.spark_master import is_local, is_on_loopback, spark_defaults, spark_master
from pyrite.runtime.spark.session.authentication import authentication_settings
from pyrite.storage.scratch import scratch_folder

EXECUTOR_JAVA_HOME = "spark.executorEnv.JAVA_HOME"
"""Spark's setting for `env.java.home`, which also applies to the driver's JVM."""
PIPELINED_SETTINGS: Final[dict[str, str]] = {
    "spark.python.udf.pipelined.enabled": "true",
    "spark.python.unix.domain.socket.enabled": "true",
    "spark.shuffle.streaming.networkBufferMaxWaitTimeMs": "1",
    "spark.task.maxFailures": "1",
    "spark.stage.maxConsecutiveAttempts": "1",
    "spark.python.worker.reuse": "false",
    "spark.speculation": "false",
    "spark.dynamicAllocation.enabled": "false",
}
"""The pipelined exchange needs these settings of a SparkContext. None can be changed once the context runs."""
_NETWORK_BUFFER_MARGIN = 64 << 10
_IN_FLIGHT_BYTES = 4 << 20


def context_settings(configuration: Configuration) -> dict[str, str]:
    """All settings of a context created by Pyrite."""
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
    settings |= {**spark_defaults(), **PIPELINED_SETTINGS, "spark.master": master, **spark_memory(configuration)}
    if configuration.get(JAVA_HOME):
        settings[EXECUTOR_JAVA_HOME] = configuration.get(JAVA_HOME)
    if is_local(master):
        settings |= {
            "spark.pyspark.python": configuration.get(PYTHON_EXECUTABLE) or sys.executable,
            "spark.pyspark.driver.python": sys.executable,
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.python.daemon.module": "pyrite.runtime.spark.task.daemon",
            "spark.python.unix.domain.socket.dir": str(scratch_folder()),
        }
        if is_on_loopback(master) and os.environ.get("PYTHONPATH"):
            settings["spark.executorEnv.PYTHONPATH"] = _absolute(os.environ["PYTHONPATH"])
    elif configuration.get(PYTHON_EXECUTABLE):
        settings["spark.pyspark.python"] = configuration.get(PYTHON_EXECUTABLE)
    keys = sorted(key for key in configuration.key_set() if key.startswith("spark."))
    own = {key: configuration.get_string(key, "") for key in keys}
    settings |= {key: value for key, value in own.items() if key not in PIPELINED_SETTINGS}
    return settings | authentication_settings(master, configuration, settings)


def _absolute(paths: str) -> str:
    """The search path with absolute folders, so that it is valid in other working folders."""
    return os.pathsep.join(str(Path(path).absolute()) for path in paths.split(os.pathsep))
