"""The SparkSession that jobs run in: made by Pyrite, or the user's own if its settings fit."""

from __future__ import annotations

import logging
import socket
from typing import Any, Optional

from pyspark import SparkContext
from pyspark.sql import SparkSession

from pyrite.control.job_log import log_folder
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import TASK_CPUS
from pyrite.core.config.spark_master import is_on_loopback
from pyrite.core.errors import UnsupportedSparkError
from pyrite.runtime.spark.driver.exchange import SESSION_SETTINGS, probe
from pyrite.runtime.spark.session.context_settings import PIPELINED_SETTINGS, context_settings
from pyrite.runtime.spark.session.jvm import SparkJvm, has_jvm, take_jvm


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


def _check_master(master: str) -> None:
    """Spark would look for a master that is not there for a minute, and end with a stack trace."""
    host, _, port = master.removeprefix("spark://").partition(":")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, OverflowError):
        raise UnsupportedSparkError(
            f"no Spark master listens at {master}. To start a local cluster: pyrite cluster start --workers 2"
        ) from None


def _make_context(configuration: Configuration) -> Any:
    settings = context_settings(configuration)
    if is_on_loopback(settings["spark.master"]):
        _check_master(settings["spark.master"])
    logging.getLogger("py4j").setLevel(logging.CRITICAL)  # it logs every interrupted call, with a stack trace
    builder = SparkSession.builder
    for key, value in settings.items():
        builder = builder.config(key, value)
    jvm = _connect_to_jvm(settings)
    try:
        session = builder.getOrCreate()
    except Exception as error:
        if jvm is None:
            raise
        raise jvm.failure(f"Spark did not start: {first_line(str(error))}") from None
    session.sparkContext.setLogLevel("OFF" if log_folder() is None else "WARN")
    return session


def _connect_to_jvm(settings: dict[str, str]) -> Optional[SparkJvm]:
    """Connects PySpark to a new JVM, unless it has one: of a context that is stopped, or of `spark-submit`."""
    if has_jvm():
        return None
    jvm = take_jvm(settings)
    SparkContext._ensure_initialized(gateway=jvm.connect())
    return jvm


def _check_context(session: Any) -> None:
    """A context of the user's own must have what the exchange needs."""
    conf = session.sparkContext.getConf()
    missing = [f"--conf {k}={v}" for k, v in PIPELINED_SETTINGS.items() if conf.get(k, "") != v]
    if missing and not conf.contains(TASK_CPUS.key):
        missing.append(f"--conf {TASK_CPUS.key}={TASK_CPUS.default}  # or another small one: each task takes a slot")
    if missing:
        raise UnsupportedSparkError(
            "this SparkContext was made without settings that Pyrite needs; start it with:\n  " + "\n  ".join(missing)
        )


def slots_now(session: Any) -> int:
    """How many tasks the context can run at once at the moment."""
    context = session.sparkContext._jsc.sc()
    return int(context.maxNumConcurrentTasks(context.resourceProfileManager().defaultResourceProfile()))


def pending_slots(session: Any) -> int:
    """How many tasks the executors could run that the context has asked a standalone master for, and has not got."""
    conf = session.sparkContext.getConf()
    cores = conf.get("spark.cores.max", "")
    if not session.sparkContext.master.startswith("spark://") or not cores:
        return 0
    return max(0, int(int(cores) / float(conf.get(TASK_CPUS.key, "1")) + 1e-6) - slots_now(session))


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
