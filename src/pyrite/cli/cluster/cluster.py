"""A cluster: a Spark standalone master and workers from the installed PySpark, on loopback unless other machines join.

Its state is stored in a private folder, before the first process starts: even if the starting command is killed,
`stop_cluster` finds all of the cluster's processes.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import secrets
import shutil
import socket
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Optional

from pyrite.cli.cluster.cluster_processes import (
    LOOPBACK,
    ClusterProcess,
    end_daemons,
    end_drivers,
    end_processes,
    processes_of,
    start_daemon,
)
from pyrite.cli.cluster.remote_hosts import RemoteHostError, run_on
from pyrite.connectors.base.http_client import http_client
from pyrite.core.config.effective_settings import effective_values
from pyrite.core.config.options import SPARK_MASTER, SPARK_SECRET_FILE
from pyrite.core.errors import PyriteError
from pyrite.runtime.spark.session.authentication import (
    CLUSTER_FOLDER_VARIABLE,
    cluster_folder,
    read_secret,
    secret_file,
    write_secret,
)
from pyrite.storage.private_folder import PrivateFolder

DEFAULT_PORT = 7077
_STATE = "cluster.json"
_FOLDERS = ("logs", "local", "work")
_START_TIMEOUT_S = 60.0
_POLL_S = 0.1
_SHOWN_LINES = 5
_REGISTERED = "Successfully registered with master"


class ClusterError(PyriteError):
    """A local cluster could not be started, found or stopped."""


def no_cluster(folder: Path) -> ClusterError:
    """The error of commands that need a running cluster."""
    return ClusterError(
        f"no cluster is running (its folder would be {folder}). To start a cluster: pyrite cluster start"
    )


@dataclass(frozen=True)
class ClusterOptions:
    """The size and addresses of a cluster. Cores are shares that Spark assigns to tasks, not processors."""

    workers: int
    cores: int = 4
    memory: str = "4g"
    port: int = DEFAULT_PORT
    """The master's port; 0: any free port."""
    host: str = LOOPBACK
    """The address of the master."""
    elsewhere: tuple[str, ...] = ()
    """The host of each worker that ssh starts on another machine."""


@dataclass(frozen=True)
class Cluster:
    """A started cluster; its processes may have died since."""

    cluster_id: str
    options: ClusterOptions
    port: int
    ui_port: int
    master: int = 0
    """The master's pid; 0 before it starts, or if it runs on another machine."""
    workers: tuple[int, ...] = ()
    """Pids of the workers on this machine."""
    joined_as: str = ""
    """The host name under which this machine's workers have joined a master on another machine."""

    @property
    def url(self) -> str:
        return f"spark://{self.options.host}:{self.port}"

    def processes(self) -> dict[int, ClusterProcess]:
        """The live processes of the cluster, by pid."""
        return processes_of(self.cluster_id)

    def view(self) -> Optional[dict[str, Any]]:
        """The master's view of the cluster; None if it does not answer."""
        import httpx

        try:
            with http_client(5, trust_env=False) as client:
                view: dict[str, Any] = client.get(f"http://{self.options.host}:{self.ui_port}/json/").json()
        except (httpx.HTTPError, ValueError):
            return None
        return view if view.get("url") == self.url else None

    def job_settings(self, folder: Path) -> dict[str, str]:
        """Settings of a job that runs on this cluster, whose folder is given.

        The job has an executor on each worker, starts no task before all executors are up, and knows the secret.
        """
        return {
            "spark.cores.max": str(len(self.workers) + len(self.options.elsewhere)),
            "spark.scheduler.minRegisteredResourcesRatio": "1.0",
            SPARK_SECRET_FILE.key: str(secret_file(folder)),
        }


def job_settings(settings: Mapping[str, str], beside: Path) -> dict[str, str]:
    """The command line's settings, with this user's cluster added if the program `beside` is configured to use it."""
    values = effective_values(beside, settings)
    if not values.get(SPARK_MASTER.key, "").startswith("spark://"):
        return dict(settings)
    cluster = find_cluster(cluster_folder())
    if cluster is None or cluster.url != values[SPARK_MASTER.key]:
        return dict(settings)
    of_cluster = cluster.job_settings(cluster_folder())
    return {**{key: value for key, value in of_cluster.items() if key not in values}, **settings}


def find_cluster(folder: Path) -> Optional[Cluster]:
    """The cluster of a folder; None if the folder has no cluster."""
    try:
        state = json.loads((folder / _STATE).read_text())
        options = state.pop("options")
        options = ClusterOptions(**{**options, "elsewhere": tuple(options.get("elsewhere", ()))})
        return Cluster(options=options, workers=tuple(state.pop("workers")), **state)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ClusterError(f"{folder / _STATE} cannot be read: {error}") from None


def start_cluster(options: ClusterOptions, folder: Path) -> Cluster:
    """Starts a cluster and returns once all of its workers have registered. An error stops everything again."""
    cluster = Cluster(uuid.uuid4().hex, options, *_free_ports(options))
    return _make(folder, lambda: _start(cluster, secrets.token_hex(32), folder))


def join_cluster(url: str, host: str, options: ClusterOptions, folder: Path, secret: str) -> Cluster:
    """Starts a worker of a master on another machine; returns once it has registered there. `host`: this machine.

    `secret`: the secret of the master's cluster.
    """
    before = find_cluster(folder)
    if before is not None and before.processes():
        if (before.url, before.joined_as) != (url, host):
            raise ClusterError(f"this machine belongs to {before.url}. To leave that cluster: pyrite cluster stop")
        return add_worker(folder)
    address, _, port = url.removeprefix("spark://").rpartition(":")
    options = replace(options, host=address, port=int(port))
    cluster = Cluster(uuid.uuid4().hex, options, int(port), 0, joined_as=host)
    return _make(folder, lambda: _start_joined(cluster, secret, folder))


def _make(folder: Path, start: Callable[[], Cluster]) -> Cluster:
    PrivateFolder(folder, is_closed=False, variable=CLUSTER_FOLDER_VARIABLE).make()
    with _locked(folder):
        before = find_cluster(folder)
        if before is not None:
            if before.processes():
                raise ClusterError(f"a cluster is already running: {before.url}. To stop it: pyrite cluster stop")
            _empty(folder)
        elif next(folder.iterdir(), None) is not None:
            raise ClusterError(
                f"{folder} holds other files. Set {CLUSTER_FOLDER_VARIABLE} to a folder for the cluster alone"
            )
        try:
            return start()
        except BaseException as error:
            try:
                _end(folder)
            except ClusterError as cleanup_error:
                raise ClusterError(f"{error}\n{cleanup_error}") from error
            raise


def add_worker(folder: Path) -> Cluster:
    """Starts one more worker, for example to replace a dead one; returns once it has registered."""
    with _locked(folder):
        cluster = find_cluster(folder)
        if cluster is None:
            raise no_cluster(folder)
        if cluster.joined_as:
            return _join(cluster, folder)
        registered = _registered(cluster)
        cluster = _start_worker(cluster, folder)
        _wait(cluster, folder, lambda: _registered(cluster) > registered, f"worker{len(cluster.workers)}.log")
        return cluster


def remove_workers(folder: Path, choose: Callable[[tuple[int, ...]], tuple[int, ...]]) -> tuple[int, ...]:
    """Stops the workers whose pids `choose` selects, oldest first. Tasks on them fail."""
    if find_cluster(folder) is None:
        return ()
    with _locked(folder):
        cluster = find_cluster(folder)
        assert cluster is not None, "the lock excludes other commands"
        ending = choose(cluster.workers)
        end_daemons(cluster.cluster_id, ending)
        cluster = replace(cluster, workers=tuple(pid for pid in cluster.workers if pid not in ending))
        _write(cluster, folder)
        if cluster.joined_as and not cluster.workers:
            _end(folder)  # the processes that executors have left behind, too
        return ending


def stop_cluster(folder: Path) -> bool:
    """Ends every process of the folder's cluster and removes the folder; False if no cluster was running."""
    if find_cluster(folder) is None:
        return False
    with _locked(folder):
        _end(folder)
    return True


# Starting -------------------------------------------------------------------------------------------------------------


def _prepare(cluster: Cluster, secret: str, folder: Path) -> None:
    _write(cluster, folder)
    write_secret(secret_file(folder), cluster.url, secret)
    for name in _FOLDERS:
        (folder / name).mkdir(mode=0o700)


def _start_joined(cluster: Cluster, secret: str, folder: Path) -> Cluster:
    _prepare(cluster, secret, folder)
    return _join(cluster, folder)


def _join(cluster: Cluster, folder: Path) -> Cluster:
    """Reads the worker's log until it has registered: the master's page may not be reachable from this machine."""
    cluster = _start_worker(cluster, folder)
    log = f"worker{len(cluster.workers)}.log"
    _wait(cluster, folder, lambda: _REGISTERED in (folder / "logs" / log).read_text(errors="replace"), log)
    return cluster


def _start(cluster: Cluster, secret: str, folder: Path) -> Cluster:
    _prepare(cluster, secret, folder)
    settings = {
        "spark.master.rest.enabled": "false",
        "spark.master.ui.decommission.allow.mode": "DENY",
        "spark.ui.killEnabled": "false",
        "spark.port.maxRetries": "0",
        "spark.deploy.defaultCores": str(cluster.options.workers + len(cluster.options.elsewhere)),
        "spark.deploy.maxExecutorRetries": "-1",
    }
    words = ["--port", str(cluster.port), "--webui-port", str(cluster.ui_port)]
    main_class, log = "org.apache.spark.deploy.master.Master", folder / "logs" / "master.log"
    master = start_daemon(main_class, cluster.options.host, words, settings, cluster.cluster_id, secret, log)
    cluster = replace(cluster, master=master)
    _write(cluster, folder)
    _wait(cluster, folder, lambda: cluster.view() is not None, "master.log")
    for _ in range(cluster.options.workers):
        cluster = _start_worker(cluster, folder)
    for host in cluster.options.elsewhere:
        _start_on(host, cluster, secret)
    expected = len(cluster.workers) + len(cluster.options.elsewhere)
    _wait(cluster, folder, lambda: _registered(cluster) == expected, "worker1.log" if cluster.workers else "master.log")
    return cluster


def _start_on(host: str, cluster: Cluster, secret: str) -> None:
    options = cluster.options
    size = ["--cores", str(options.cores), "--memory", options.memory]
    words = ["taskmanager", "start", "--master", cluster.url, "--host", host, "--secret-file", "-", *size]
    run_on(host, words, standard_input=f"{secret}\n")


def _stop_elsewhere(cluster: Cluster) -> list[str]:
    """Stops the workers on other machines; returns the error messages."""
    problems = []
    for host in dict.fromkeys(cluster.options.elsewhere):
        try:
            run_on(host, ["taskmanager", "stop-all"])
        except RemoteHostError as error:
            problems.append(str(error))
    return problems


def _start_worker(cluster: Cluster, folder: Path) -> Cluster:
    name = f"worker{len(cluster.workers) + 1}"
    host = cluster.joined_as or cluster.options.host
    words = ["--port", "0", "--webui-port", "0", "--cores", str(cluster.options.cores)]
    words += ["--memory", cluster.options.memory, "--work-dir", str(folder / "work" / name), cluster.url]
    main_class = "org.apache.spark.deploy.worker.Worker"
    settings = {"spark.ui.killEnabled": "false", "spark.worker.cleanup.enabled": "true"}
    _, secret = read_secret(secret_file(folder))
    pid = start_daemon(main_class, host, words, settings, cluster.cluster_id, secret, folder / "logs" / f"{name}.log")
    cluster = replace(cluster, workers=(*cluster.workers, pid))
    _write(cluster, folder)
    return cluster


def _registered(cluster: Cluster) -> int:
    view = cluster.view()
    return 0 if view is None else int(view["aliveworkers"])


def _wait(cluster: Cluster, folder: Path, condition: Callable[[], bool], log: str) -> None:
    """Waits for a condition; raises if one of the newest daemons dies before, or after a timeout."""
    give_up = time.monotonic() + _START_TIMEOUT_S
    expected = {cluster.master, *cluster.workers[-1:]} - {0}
    while not condition():
        if not expected <= cluster.processes().keys():
            raise ClusterError(f"Spark did not start:\n{_last_lines(folder / 'logs' / log)}")
        if time.monotonic() > give_up:
            last_lines = _last_lines(folder / "logs" / log)
            raise ClusterError(f"Spark was not ready after {_START_TIMEOUT_S:.0f} s:\n{last_lines}")
        time.sleep(_POLL_S)


def _last_lines(log: Path) -> str:
    """The last lines of a daemon's log, without stack traces."""
    lines = [line for line in log.read_text(errors="replace").splitlines() if not re.match(r"\s*at |\s*$", line)]
    return "\n".join(f"  {line}" for line in lines[-_SHOWN_LINES:])


def _free_ports(options: ClusterOptions) -> tuple[int, int]:
    """The master's port, which must be free, and a free one for its web page."""
    host, port = options.host, options.port
    with socket.socket() as master, socket.socket() as page:
        master.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            master.bind((host, port))
        except OSError as error:
            raise ClusterError(
                f"port {port} cannot be used: {error.strerror or error}. Choose another --port, or 0 for any free port"
            ) from None
        page.bind((host, 0))
        return master.getsockname()[1], page.getsockname()[1]


# The folder -----------------------------------------------------------------------------------------------------------


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Excludes other commands on the same folder."""
    try:
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except FileNotFoundError:
        raise no_cluster(folder) from None
    except OSError as error:
        raise ClusterError(f"the cluster's folder cannot be opened: {error}") from None
    try:
        if not _try_lock(lock) or not folder.exists() or os.fstat(lock).st_ino != folder.stat().st_ino:
            raise ClusterError("another `pyrite cluster` is starting or stopping this cluster")
        yield
    finally:
        os.close(lock)


def _try_lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _write(cluster: Cluster, folder: Path) -> None:
    fresh = folder / f"{_STATE}.new"
    fresh.write_text(json.dumps(asdict(cluster)))
    fresh.replace(folder / _STATE)


def _empty(folder: Path) -> None:
    """Removes the cluster's files, and nothing else; the state file last, so that an interrupted call can be redone."""
    for name in _FOLDERS:
        shutil.rmtree(folder / name, ignore_errors=True)
    for file in (secret_file(folder), folder / f"{_STATE}.new", folder / _STATE):
        file.unlink(missing_ok=True)


def _end(folder: Path) -> None:
    """Ends the processes and removes the folder, unless it has other files too."""
    cluster, problems = find_cluster(folder), []
    if cluster is not None:
        end_drivers(cluster.cluster_id)  # jobs are suspended while their tasks are still running
        problems = _stop_elsewhere(cluster)
        end_processes(cluster.cluster_id, (*cluster.workers, cluster.master))
        _empty(folder)
    with contextlib.suppress(OSError):
        folder.rmdir()
    if problems:
        raise ClusterError("\n".join(["workers on other machines may still run:", *problems]))
