"""The SparkSession that jobs run in: made by Pyrite, or the user's own if its settings fit."""

from __future__ import annotations

import logging
import os
import re
import socket
import sys
from pathlib import Path
from typing import Any, Optional

from pyspark import SparkContext
from pyspark.sql import SparkSession

from pyrite.common.configuration import Configuration
from pyrite.common.errors import UnsupportedSparkError
from pyrite.common.options import FRAME_SIZE, PYTHON_EXECUTABLE, SPARK_MASTER, TASK_CPUS
from pyrite.runtime.spark.exchange import CONTEXT_SETTINGS, SESSION_SETTINGS, probe
from pyrite.runtime.spark.java import ensure_java
from pyrite.runtime.spark.jvm import SparkJvm
from pyrite.runtime.spark.scratch import scratch_folder

_NETWORK_BUFFER_MARGIN = 64 << 10
_IN_FLIGHT_BYTES = 4 << 20


def is_local(master: str) -> bool:
    """Whether the master runs its tasks on this machine, with this machine's files."""
    return re.match(r"local(-cluster)?(\[|$)", master) is not None or is_on_loopback(master)


def is_on_loopback(master: str) -> bool:
    """Whether it is a standalone master of this machine, as `pyrite cluster` starts."""
    return re.fullmatch(r"spark://(127\.[\d.]+|localhost):\d+", master) is not None


def get_session(configuration: Configuration) -> Any:
    """A new session, with the exchange's settings, in the process's SparkContext; makes that if there is none."""
    active = SparkSession.getActiveSession() or SparkSession._instantiatedSession
    if active is None or active._jsc is None or active._jsc.sc().isStopped():
        active = _make_context(configuration)
    probe(active)
    _check_context(active)
    session = active.newSession()
    for key, value in SESSION_SETTINGS.items():
        session.conf.set(key, value)
    return session


def context_settings(configuration: Configuration) -> dict[str, str]:
    """All settings of a context that Pyrite makes."""
    master = configuration.get(SPARK_MASTER)
    settings = {
        "spark.app.name": "pyrite",
        "spark.master": master,
        "spark.task.cpus": str(configuration.get(TASK_CPUS)),
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.artifact.isolation.enabled": "false",
        "spark.shuffle.streaming.networkBufferSize": str(configuration.get(FRAME_SIZE) + _NETWORK_BUFFER_MARGIN),
        "spark.shuffle.streaming.readerMaxMemory": str(_IN_FLIGHT_BYTES),
        "spark.shuffle.streaming.writerMaxMemory": str(_IN_FLIGHT_BYTES),
        **CONTEXT_SETTINGS,
    }
    if is_local(master):
        settings |= {
            "spark.pyspark.python": configuration.get(PYTHON_EXECUTABLE) or sys.executable,
            "spark.pyspark.driver.python": sys.executable,
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.memory": "1g",
            "spark.python.unix.domain.socket.dir": str(scratch_folder()),
        }
        if is_on_loopback(master) and os.environ.get("PYTHONPATH"):
            settings["spark.executorEnv.PYTHONPATH"] = _absolute(os.environ["PYTHONPATH"])
    elif configuration.get(PYTHON_EXECUTABLE):
        settings["spark.pyspark.python"] = configuration.get(PYTHON_EXECUTABLE)
    own = {key: value for key, value in configuration.to_dict().items() if key.startswith("spark.")}
    return settings | {key: value for key, value in own.items() if key not in CONTEXT_SETTINGS}


def _check_master(master: str) -> None:
    """Spark would look for a master that is not there for a minute, and end with a stack trace."""
    host, _, port = master.removeprefix("spark://").partition(":")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, OverflowError):
        raise UnsupportedSparkError(
            f"no Spark master listens at {master}. To start a local cluster: pyrite cluster start --workers 2"
        ) from None


def _absolute(paths: str) -> str:
    """A search path that means the same in another folder."""
    return os.pathsep.join(str(Path(path).absolute()) for path in paths.split(os.pathsep))


def _make_context(configuration: Configuration) -> Any:
    if is_on_loopback(configuration.get(SPARK_MASTER)):
        _check_master(configuration.get(SPARK_MASTER))
    ensure_java()
    logging.getLogger("py4j").setLevel(logging.CRITICAL)  # it tells of every interrupted call, with a stack trace
    if is_local(configuration.get(SPARK_MASTER)):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        os.environ["PYSPARK_PYTHON"] = configuration.get(PYTHON_EXECUTABLE) or sys.executable
    settings = context_settings(configuration)
    builder = SparkSession.builder
    for key, value in settings.items():
        builder = builder.config(key, value)
    jvm = _start_jvm(settings)
    try:
        session = builder.getOrCreate()
    except Exception as error:
        if jvm is None:
            raise
        raise jvm.failure(f"Spark did not start: {first_line(str(error))}") from None
    session.sparkContext.setLogLevel("OFF")
    return session


def _start_jvm(settings: dict[str, str]) -> Optional[SparkJvm]:
    """Connects PySpark to a new JVM, unless it has one: of a context that is stopped, or of `spark-submit`."""
    if SparkContext._gateway is not None or "PYSPARK_GATEWAY_PORT" in os.environ:
        return None
    jvm = SparkJvm(settings)
    SparkContext._ensure_initialized(gateway=jvm.connect())
    return jvm


def _check_context(session: Any) -> None:
    """A context of the user's own must have what the exchange needs."""
    conf = session.sparkContext.getConf()
    missing = [f"--conf {k}={v}" for k, v in CONTEXT_SETTINGS.items() if conf.get(k, "") != v]
    if missing:
        raise UnsupportedSparkError(
            "this SparkContext was made without settings that Pyrite needs; start it with:\n  " + "\n  ".join(missing)
        )


def slots_now(session: Any) -> int:
    """How many tasks the context can run at once at the moment."""
    context = session.sparkContext._jsc.sc()
    return int(context.maxNumConcurrentTasks(context.resourceProfileManager().defaultResourceProfile()))


def slots_in_use(session: Any) -> int:
    """How many tasks of all jobs run in the context."""
    tracker = session.sparkContext.statusTracker()
    stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
    return sum(stage.numActiveTasks for stage in stages if stage is not None)


def first_line(failure: str) -> str:
    """What Spark says went wrong, without its stack traces."""
    lines = [line.strip(": ") for line in failure.splitlines() if line.strip()]
    telling = [line for line in lines if "Exception: " in line or "Error: " in line or line.startswith("[")]
    return (telling or lines or ["it does not say why"])[0][:500]
