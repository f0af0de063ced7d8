"""The processes of a local cluster: starts Spark's daemons, and finds all of their descendants.

Every process inherits a mark in its environment from its daemon: executors from their worker, Python workers from their
executor. So they are found even if their parent has died, and unrelated processes never match.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from pyrite.core.config.cluster_options import JAVA_HOME
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import effective_values
from pyrite.core.errors import PyriteError, UnsupportedSparkError
from pyrite.core.machine import jvm_user_environment
from pyrite.runtime.spark.session.authentication import AUTHENTICATED, SECRET_VARIABLE
from pyrite.runtime.spark.session.jvm import ensure_java

MARK = "PYRITE_CLUSTER_ID"
LOOPBACK = "127.0.0.1"
_JVM_OPTIONS = ("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
_GRACE_S = 5.0
_POLL_S = 0.05


_DAEMONS = ("pyspark.daemon", "pyrite.runtime.spark.task.daemon")
"""Modules whose processes fork Python workers."""


@dataclass(frozen=True)
class ClusterProcess:
    """A live process of a cluster."""

    pid: int
    parent: int
    group: int
    command: str

    @property
    def is_executor(self) -> bool:
        return "CoarseGrainedExecutorBackend" in self.command

    @property
    def is_job_manager(self) -> bool:
        return "jobmanager start-foreground" in self.command

    @property
    def is_driver(self) -> bool:
        """Whether it is a driver, started by a JobManager of the cluster."""
        return "-m pyrite.cli.program.driver" in self.command

    @property
    def is_python_worker(self) -> bool:
        """Whether it runs a task: a child of PySpark's daemon, leading its process group; watchdogs are
        grandchildren.
        """
        is_forked = any(name in self.command for name in _DAEMONS)
        return is_forked and self.pid != self.group and self.parent == self.group


def processes_of(cluster_id: str) -> dict[int, ClusterProcess]:
    """All live processes of a cluster, by pid."""
    mark = f"{MARK}={cluster_id}".encode()
    processes: dict[int, ClusterProcess] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            if mark not in (folder / "environ").read_bytes().split(b"\0"):
                continue
            state, parent, group = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
            command = (folder / "cmdline").read_text(errors="replace").replace("\0", " ")
        except OSError:
            continue  # another user's process, or a process that has just ended
        if state != "Z":
            processes[int(folder.name)] = ClusterProcess(int(folder.name), int(parent), int(group), command)
    return processes


def start_daemon(
    main_class: str, host: str, words: Iterable[str], settings: dict[str, str], cluster_id: str, secret: str, log: Path
) -> int:
    """Starts one of Spark's daemons from the installed PySpark, in its own process session; returns its pid."""
    spark = _spark_home()
    command = [_java(), *_JVM_OPTIONS, *(f"-D{key}={value}" for key, value in {**settings, **AUTHENTICATED}.items())]
    with log.open("ab") as output:
        return subprocess.Popen(
            [*command, "-cp", str(spark / "jars" / "*"), main_class, "--host", host, *words],
            env=_environment(spark, host, cluster_id, log.parent.parent) | {SECRET_VARIABLE: secret},
            cwd=log.parent,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ).pid


def end_processes(cluster_id: str, daemons: Iterable[int]) -> None:
    """Ends every process of a cluster: daemons by SIGTERM, the rest by SIGKILL. Call `end_drivers` before."""
    alive = processes_of(cluster_id)
    for pid in daemons:
        if pid in alive:
            _signal(pid, signal.SIGTERM)
    give_up = time.monotonic() + _GRACE_S
    while processes_of(cluster_id) and time.monotonic() < give_up:
        time.sleep(_POLL_S)
    while remaining := processes_of(cluster_id):
        if time.monotonic() > give_up + _GRACE_S:
            raise PyriteError(f"processes of the cluster cannot be killed: {', '.join(map(str, remaining))}")
        for pid in remaining:
            _signal(pid, signal.SIGKILL)
        time.sleep(_POLL_S)


def end_drivers(cluster_id: str) -> None:
    """Ends the JobManager, so that it restarts no driver, and its drivers, which suspend their jobs."""
    for process in sorted(processes_of(cluster_id).values(), key=lambda process: process.is_driver):
        if process.is_job_manager or process.is_driver:
            _signal(process.pid, signal.SIGTERM)
    give_up = time.monotonic() + _GRACE_S
    while time.monotonic() < give_up and any(process.is_driver for process in processes_of(cluster_id).values()):
        time.sleep(_POLL_S)


def end_daemons(cluster_id: str, daemons: Collection[int]) -> None:
    """Ends some daemons of a cluster, each with the processes that it has started."""
    for pid in processes_of(cluster_id).keys() & set(daemons):
        _signal(pid, signal.SIGTERM)
    give_up = time.monotonic() + _GRACE_S
    while remaining := processes_of(cluster_id).keys() & set(daemons):
        if time.monotonic() > give_up:
            for pid in remaining:
                _signal(pid, signal.SIGKILL)
        time.sleep(_POLL_S)


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def _environment(spark: Path, host: str, cluster_id: str, folder: Path) -> dict[str, str]:
    """The daemons' environment: the user's, without settings for other installations of Spark.

    SPARK_LOCAL_IP binds the daemons' servers to that address, usually loopback, and saves Spark the lookup of the
    machine's name. SPARK_SCALA_VERSION stands in for `bin/load-spark-env.sh`: without it a worker cannot start
    executors.
    """
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(("SPARK_", "PYSPARK_"))}
    return (
        inherited
        | jvm_user_environment()
        | {
            MARK: cluster_id,
            "SPARK_HOME": str(spark),
            "SPARK_LOCAL_IP": host,
            "SPARK_LOCAL_HOSTNAME": host,
            "SPARK_LOCAL_DIRS": str(folder / "local"),
            "SPARK_SCALA_VERSION": _scala_version(spark),
        }
    )


def _spark_home() -> Path:
    spec = importlib.util.find_spec("pyspark")
    if spec is None or spec.origin is None:
        raise UnsupportedSparkError("PySpark is not installed. pip install 'pyspark==4.3.*'")
    home = Path(spec.origin).parent
    if not (home / "jars").is_dir():
        raise UnsupportedSparkError(
            f"the PySpark in {home} does not include Spark's jars. pip install 'pyspark==4.3.*'"
        )
    return home


def _scala_version(spark: Path) -> str:
    jar = next(iter(sorted((spark / "jars").glob("scala-library-*.jar"))), None)
    if jar is None:
        raise UnsupportedSparkError(f"the PySpark in {spark} does not include Scala's library")
    return ".".join(jar.stem.removeprefix("scala-library-").split(".")[:2])


def _java() -> str:
    ensure_java(Configuration(effective_values(Path.cwd())).get(JAVA_HOME))
    home = os.environ.get("JAVA_HOME")
    java = f"{home}/bin/java" if home else shutil.which("java")
    assert java is not None, "ensure_java sets it"
    return java
