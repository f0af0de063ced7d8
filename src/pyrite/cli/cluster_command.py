"""`pyrite cluster`: the command line of a local cluster."""

from __future__ import annotations

import argparse
import re
from typing import Any

from pyrite.cli.cluster import (
    DEFAULT_PORT,
    FOLDER_VARIABLE,
    Cluster,
    ClusterError,
    ClusterOptions,
    cluster_folder,
    find_cluster,
    start_cluster,
    stop_cluster,
)
from pyrite.core.config.options import SPARK_MASTER

_ABOUT = (
    "A Spark master and workers on this machine, for trying jobs on a cluster. They listen on 127.0.0.1 and know no "
    "authentication: whoever has an account on this machine can run code through them. What is known of the cluster "
    f"lies in ~/.pyrite/cluster, or where {FOLDER_VARIABLE} says."
)


def add_cluster_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `cluster start`, `cluster stop` and `cluster status`."""
    summary = "start, stop or show a local Spark cluster"
    cluster = commands.add_parser("cluster", help=summary, description=_ABOUT, allow_abbrev=False)
    cluster.set_defaults(job="")
    actions = cluster.add_subparsers(title="commands", metavar="COMMAND", required=True)
    start = actions.add_parser("start", help="start a master and workers in the background", allow_abbrev=False)
    start.add_argument("--workers", type=_count, required=True, metavar="N", help="worker processes")
    start.add_argument(
        "--cores",
        type=_count,
        default=ClusterOptions.cores,
        metavar="C",
        help="cores that each worker offers, whatever the machine has; a job takes one of each (default %(default)s)",
    )
    start.add_argument(
        "--memory",
        type=_memory,
        default=ClusterOptions.memory,
        metavar="M",
        help="memory that each worker offers to executors, such as 2g; one takes 1g (default %(default)s)",
    )
    start.add_argument(
        "--port",
        type=_port,
        default=DEFAULT_PORT,
        metavar="P",
        help="the master's port; 0 for any free one (default %(default)s)",
    )
    start.set_defaults(command=_start)
    stop = actions.add_parser("stop", help="end the cluster with all that runs on it", allow_abbrev=False)
    stop.set_defaults(command=_stop)
    status = actions.add_parser("status", help="show which processes of the cluster live", allow_abbrev=False)
    status.set_defaults(command=_status)


def job_settings(settings: dict[str, str]) -> dict[str, str]:
    """The settings of a job, with what this user's cluster asks for if the job is to run there."""
    if not settings.get(SPARK_MASTER.key, "").startswith("spark://"):
        return settings
    cluster = find_cluster(cluster_folder())
    if cluster is None or cluster.url != settings[SPARK_MASTER.key]:
        return settings
    return {**cluster.job_settings(), **settings}


def _start(options: argparse.Namespace) -> None:
    wanted = ClusterOptions(options.workers, options.cores, options.memory, options.port)
    cluster = start_cluster(wanted, cluster_folder())
    print(f"A Spark master and {_workers(len(cluster.workers))} are up: {cluster.url}")
    print(f"  pyrite run --master {cluster.url} JOB.py")
    print("  pyrite cluster status")
    print("  pyrite cluster stop")


def _stop(_: argparse.Namespace) -> None:
    print("The cluster is stopped" if stop_cluster(cluster_folder()) else "No cluster is running")


def _status(_: argparse.Namespace) -> None:
    folder = cluster_folder()
    cluster = find_cluster(folder)
    if cluster is None:
        raise ClusterError(f"no cluster is running (its folder would be {folder})")
    for line in _status_lines(cluster):
        print(line)
    print(f"logs: {folder / 'logs'}")
    missing = len({cluster.master, *cluster.workers} - cluster.processes().keys())
    if missing:
        raise ClusterError(f"{missing} of {1 + len(cluster.workers)} processes gone. pyrite cluster stop, then start")


def _status_lines(cluster: Cluster) -> list[str]:
    alive = cluster.processes()
    lines = [f"master    pid {cluster.master:<8} {'alive' if cluster.master in alive else 'gone':<6} {cluster.url}"]
    for number, pid in enumerate(cluster.workers, 1):
        executors = sum(process.is_executor and process.parent == pid for process in alive.values())
        lines.append(
            f"worker {number:<2} pid {pid:<8} {'alive' if pid in alive else 'gone':<6} "
            f"{executors} executor{'' if executors == 1 else 's'}"
        )
    view = cluster.view()
    return [*lines, _summary(view) if view is not None else "the master does not answer"]


def _summary(view: dict[str, Any]) -> str:
    jobs = len(view["activeapps"])
    return (
        f"{_workers(view['aliveworkers'])} registered, {view['coresused']} of {view['cores']} cores in use, "
        f"{jobs} job{'' if jobs == 1 else 's'}"
    )


def _workers(count: int) -> str:
    return f"{count} worker{'' if count == 1 else 's'}"


# What the options may be ----------------------------------------------------------------------------------------------


def _whole_number(least: int, most: int, text: str) -> int:
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"expected a whole number from {least} to {most}, not '{text}'")
    return int(text)


def _count(text: str) -> int:
    return _whole_number(1, 1000, text)


def _port(text: str) -> int:
    return _whole_number(0, 65535, text)


def _memory(text: str) -> str:
    match = re.fullmatch(r"(\d{1,6})([mg])", text, re.ASCII)
    if match is None or int(match[1]) * (1 if match[2] == "m" else 1024) < 1024:
        raise argparse.ArgumentTypeError(f"expected a size of at least 1g, such as 2g or 1536m, not '{text}'")
    return text


def master(text: str) -> str:
    """A master of Spark's, as `run --master` takes it."""
    if not re.match(r"local(-cluster)?(\[.+\])?$|spark://.+:\d+|k8s://.|yarn$", text):
        raise argparse.ArgumentTypeError(f"expected a Spark master such as local[4] or spark://HOST:PORT, not '{text}'")
    return text
