"""`pyrite cluster`: the command line of a local cluster."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Optional

import click

from pyrite.cli.cluster import (
    DEFAULT_PORT,
    Cluster,
    ClusterError,
    ClusterOptions,
    cluster_folder,
    find_cluster,
    start_cluster,
    stop_cluster,
)
from pyrite.cli.cluster_processes import MARK
from pyrite.cli.invocation import Invocation
from pyrite.cli.jobmanager_command import check_packages
from pyrite.cli.option_types import worker_memory
from pyrite.cli.options import InOrderGroup, settings_option
from pyrite.cli.session_hosts import SessionHosts
from pyrite.cli.table import print_table
from pyrite.core.config.effective_settings import configuration_folder
from pyrite.core.config.memory.memory_table import memory_text
from pyrite.core.config.options import SPARK_MASTER


@click.group("cluster", cls=InOrderGroup)
def cluster_command() -> None:
    """Run a Spark cluster on this machine.

    It is a Spark master and workers, for trying jobs on a cluster. They listen on 127.0.0.1 and know no
    authentication: whoever has an account on this machine can run code through them. What is known of the cluster lies
    in ~/.pyrite/cluster, or where PYRITE_CLUSTER_DIR says.
    """


@cluster_command.command("start")
@click.option(
    "--workers",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Worker processes; without it, one for each line of conf/workers, and a JobManager as conf/masters has it.",
)
@click.option(
    "--cores",
    type=click.IntRange(1, 1000),
    default=ClusterOptions.cores,
    show_default=True,
    metavar="C",
    help="Cores that each worker offers, whatever the machine has; a job takes one of each.",
)
@click.option(
    "--memory",
    type=worker_memory,
    default=ClusterOptions.memory,
    show_default=True,
    metavar="M",
    help="Memory that each worker offers to executors, such as 2g; one takes 1g.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    metavar="P",
    help="The master's port; 0 for any free one.",
)
@settings_option("A setting of the JobManager and its jobs, before conf/config.yaml.")
@click.pass_obj
def _start(invocation: Invocation, workers: Optional[int], cores: int, memory: str, port: int) -> None:
    """Start a master and workers in the background.

    Without --workers, Flink's files conf/masters and conf/workers say what to start, and a JobManager runs programs
    that are submitted to it there. Each line of them is localhost: other machines are not supported.
    """
    hosts = None if workers is not None else SessionHosts.of_folder(configuration_folder(Path.cwd()))
    count = workers if hosts is None else hosts.workers
    if sums := memory_text(invocation.configuration):
        click.echo(sums)
    cluster = start_cluster(ClusterOptions(count or 1, cores, memory, port), cluster_folder())
    click.echo(f"A Spark master and {_workers(len(cluster.workers))} are up: {cluster.url}")
    if hosts is not None:
        click.echo(_start_job_manager(cluster, hosts, invocation.settings))
    else:
        click.echo(f"  pyrite run --master {cluster.url} JOB.py")
    click.echo("  pyrite cluster status")
    click.echo("  pyrite cluster stop")


def _start_job_manager(cluster: Cluster, hosts: SessionHosts, settings: Mapping[str, str]) -> str:
    """A JobManager whose jobs run on the cluster, and which ends with it. If it does not start, nothing is left."""
    from pyrite.cli.jobmanager import start_job_manager

    try:
        check_packages()
        of_jobs = {**settings, SPARK_MASTER.key: cluster.url}
        return start_job_manager(hosts.master, hosts.port, of_jobs, {MARK: cluster.cluster_id})
    except BaseException:
        stop_cluster(cluster_folder())
        raise


@cluster_command.command("stop")
def _stop() -> None:
    """End the cluster with all that runs on it."""
    click.echo("The cluster is stopped" if stop_cluster(cluster_folder()) else "No cluster is running")


@cluster_command.command("status")
def _status() -> None:
    """Show which processes of the cluster live. Exits with 1 if any is gone."""
    folder = cluster_folder()
    cluster = find_cluster(folder)
    if cluster is None:
        raise ClusterError(f"no cluster is running (its folder would be {folder})")
    print_table(("process", "pid", "state", ""), _rows(cluster))
    view = cluster.view()
    click.echo(_summary(view) if view is not None else "the master does not answer")
    click.echo(f"logs: {folder / 'logs'}")
    missing = len({cluster.master, *cluster.workers} - cluster.processes().keys())
    if missing:
        raise ClusterError(f"{missing} of {1 + len(cluster.workers)} processes gone. pyrite cluster stop, then start")


def _rows(cluster: Cluster) -> list[tuple[str, str, str, str]]:
    alive = cluster.processes()
    rows = [("master", str(cluster.master), "alive" if cluster.master in alive else "gone", cluster.url)]
    for number, pid in enumerate(cluster.workers, 1):
        executors = sum(process.is_executor and process.parent == pid for process in alive.values())
        state = "alive" if pid in alive else "gone"
        rows.append((f"worker {number}", str(pid), state, f"{executors} executor{'' if executors == 1 else 's'}"))
    return rows


def _summary(view: dict[str, Any]) -> str:
    jobs = len(view["activeapps"])
    return (
        f"{_workers(view['aliveworkers'])} registered, {view['coresused']} of {view['cores']} cores in use, "
        f"{jobs} job{'' if jobs == 1 else 's'}"
    )


def _workers(count: int) -> str:
    return f"{count} worker{'' if count == 1 else 's'}"
