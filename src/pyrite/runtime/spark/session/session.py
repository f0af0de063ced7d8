"""The SparkSession that jobs run in: created by Pyrite, or the user's if its settings fit."""

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
from pyrite.runtime.spark.driver.exchange import SESSION_SETTINGS, mask_endpoints, probe
from pyrite.runtime.spark.session.authentication import check_authentication
from pyrite.runtime.spark.session.context_settings import PIPELINED_SETTINGS, context_settings
from pyrite.runtime.spark.session.jvm import SparkJvm, has_jvm, take_jvm


def get_session(configuration: Configuration) -> Any:
    """A new session with the exchange's settings, in the SparkContext of the process, which is created if missing."""
    active = SparkSession.getActiveSession() or SparkSession._instantiatedSession
    if active is None or active._jsc is None or active._jsc.sc().isStopped():
        active = _make_context(configuration)
    else:
        check_authentication(active, configuration)
    probe(active)
    _check_context(active)
    mask_endpoints(active)
    session = active.newSession()
    for key, value in SESSION_SETTINGS.items():
        session.conf.set(key, value)
    return session


def _check_master(master: str) -> None:
    """Raises if the master does not listen: Spark would retry for a minute and end with a stack trace."""
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
    """Connects PySpark to a new JVM, unless it has one: from a stopped context, or from `spark-submit`."""
    if has_jvm():
        return None
    jvm = take_jvm(settings)
    SparkContext._ensure_initialized(gateway=jvm.connect())
    return jvm


def _check_context(session: Any) -> None:
    """Raises if the context was created by the user without the settings that the exchange needs."""
    conf = session.sparkContext.getConf()
    missing = [f"--conf {k}={v}" for k, v in PIPELINED_SETTINGS.items() if conf.get(k, "") != v]
    if missing and not conf.contains(TASK_CPUS.key):
        missing.append(f"--conf {TASK_CPUS.key}={TASK_CPUS.default}  # or another small value: each task takes a slot")
    if missing:
        raise UnsupportedSparkError(
            "this SparkContext lacks settings that Pyrite needs; start it with:\n  " + "\n  ".join(missing)
        )


def slots_now(session: Any) -> int:
    """The number of tasks that the context can currently run at the same time."""
    context = session.sparkContext._jsc.sc()
    return int(context.maxNumConcurrentTasks(context.resourceProfileManager().defaultResourceProfile()))


def pending_slots(session: Any) -> int:
    """The number of slots of executors that were requested from a standalone master but have not started."""
    conf = session.sparkContext.getConf()
    cores = conf.get("spark.cores.max", "")
    if not session.sparkContext.master.startswith("spark://") or not cores:
        return 0
    return max(0, int(int(cores) / float(conf.get(TASK_CPUS.key, "1")) + 1e-6) - slots_now(session))


def slots_in_use(session: Any) -> int:
    """The number of running tasks of all jobs in the context."""
    tracker = session.sparkContext.statusTracker()
    stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
    return sum(stage.numActiveTasks for stage in stages if stage is not None)


def first_line(failure: str) -> str:
    """The message of a Spark failure, without its stack traces."""
    lines = [line.strip(": ") for line in failure.splitlines() if line.strip()]
    telling = [line for line in lines if "Exception: " in line or "Error: " in line or line.startswith("[")]
    return (telling or lines or ["no reason was given"])[0][:500]
