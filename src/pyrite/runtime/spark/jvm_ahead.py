"""Spark's JVM, started ahead of the moment that a job needs it: it starts up while the job is prepared."""

from __future__ import annotations

import os
import sys
import threading
from typing import Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.spark_master import is_local
from pyrite.core.errors import PyriteError
from pyrite.runtime.spark.context_settings import EXECUTOR_JAVA_HOME, context_settings
from pyrite.runtime.spark.java import ensure_java
from pyrite.runtime.spark.jvm import SparkJvm

_lock = threading.Lock()
_ahead: Optional[tuple[dict[str, str], SparkJvm]] = None
_taken: Optional[SparkJvm] = None


def has_jvm() -> bool:
    """Whether PySpark has a JVM: of a context of this process, or of `spark-submit`."""
    context = sys.modules.get("pyspark.core.context")
    return "PYSPARK_GATEWAY_PORT" in os.environ or (context is not None and context.SparkContext._gateway is not None)


def start_jvm_ahead(configuration: Configuration) -> None:
    """Begins to start the JVM of a local master. What goes wrong is raised by the job that needs it."""
    global _ahead
    settings = context_settings(configuration)
    if has_jvm() or not settings["spark.master"].startswith("local"):
        return
    with _lock:
        if _ahead is not None and _ahead[0] == settings:
            return
        if _ahead is not None:
            _ahead[1].kill()
        try:
            _ahead = settings, _start(settings)
        except (OSError, PyriteError):
            _ahead = None


def take_jvm(settings: dict[str, str]) -> SparkJvm:
    """The JVM that was started ahead if it has these settings, else a new one. The caller connects to it."""
    global _ahead, _taken
    with _lock:
        ahead, _ahead = _ahead, None
        if ahead is not None and ahead[0] == settings:
            _taken = ahead[1]
        else:
            if ahead is not None:
                ahead[1].kill()
            _taken = _start(settings)
        return _taken


def job_finished() -> None:
    """Call it when a job has come to its end in order."""
    if _taken is not None:
        _taken.job_finished()


def _start(settings: dict[str, str]) -> SparkJvm:
    ensure_java(settings.get(EXECUTOR_JAVA_HOME, ""))
    if is_local(settings["spark.master"]):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        os.environ["PYSPARK_PYTHON"] = settings["spark.pyspark.python"]
    return SparkJvm(settings)
