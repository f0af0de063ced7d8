"""`pyrite cluster`: controls a Spark cluster on this machine, or with workers on others by ssh."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Optional

import click

from pyrite.cli.cluster.background_process import SETTINGS_FROM_INPUT, settings_text
from pyrite.cli.cluster.cluster import (
    DEFAULT_PORT,
    Cluster,
    ClusterError,
    ClusterOptions,
    find_cluster,
    no_cluster,
    start_cluster,
    stop_cluster,
)
from pyrite.cli.cluster.cluster_processes import MARK
from pyrite.cli.cluster.remote_hosts import run_on
from pyrite.cli.cluster.session_hosts import SessionHosts, is_local, is_this_machine
from pyrite.cli.commands.jobmanager import check_packages
from pyrite.cli.commands.options import InOrderGroup, json_option, settings_option
from pyrite.cli.commands.worker_options import cores_option, memory_option
from pyrite.cli.invocation import Invocation
from pyrite.cli.output.table import print_table
from pyrite.core.config.cluster_options import REST_BIND_PORT
from pyrite.core.config.effective_settings import FOLDER_VARIABLE as CONF_DIR
from pyrite.core.config.effective_settings import configuration_folder
from pyrite.core.config.memory.memory_table import memory_text
from pyrite.core.config.options import SPARK_MASTER
from pyrite.runtime.spark.session.authentication import cluster_folder

ON_MASTER: Final = "PYRITE_ON_MASTER"
"""Set where ssh has called `pyrite cluster`, on the machine that conf/masters names."""


@click.group("cluster", cls=InOrderGroup)
def cluster_command() -> None:
    """Run a Spark cluster on this machine, and on others by ssh.

    The cluster is a Spark master and workers. They listen on 127.0.0.1, unless other machines join, and accept only
    processes that know the cluster's secret. The secret and the cluster's state are in ~/.pyrite/cluster, or in the
    folder that PYRITE_CLUSTER_DIR names.
    """


@cluster_command.command("start")
@click.option(
    "--workers",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Number of workers; without it, one for each line of conf/workers, and a JobManager as in conf/masters.",
)
@cores_option
@memory_option
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

    Without --workers, Flink's files conf/masters and conf/workers list the hosts, and a JobManager on the master's host
    runs submitted programs. Processes on hosts other than localhost are started by ssh (env.ssh.opts).
    """
    folder = configuration_folder(Path.cwd())
    hosts = None if workers is not None else SessionHosts.of_folder(folder)
    if hosts is not None and _is_elsewhere(hosts):
        size = ["--cores", str(cores), "--memory", memory, "--port", str(port)]
        words = ["cluster", "start", *size, *SETTINGS_FROM_INPUT]
        click.echo(_run_on_master(hosts, folder, words, settings_text(invocation.settings)), nl=False)
        return
    if sums := memory_text(invocation.configuration):
        click.echo(sums)
    options = ClusterOptions(workers or 0, cores, memory, port)
    if hosts is not None:
        address = options.host if is_local(hosts.master) else hosts.master
        options = replace(options, workers=hosts.here, host=address, elsewhere=hosts.elsewhere)
    cluster = start_cluster(options, cluster_folder())
    click.echo(f"A Spark master and {_workers(options.workers + len(options.elsewhere))} are running: {cluster.url}")
    if hosts is not None:
        click.echo(_start_job_manager(cluster, hosts, invocation.settings))
    else:
        click.echo(f"  pyrite run --master {cluster.url} JOB.py")
    click.echo("  pyrite cluster status")
    click.echo("  pyrite cluster stop")


def _is_elsewhere(hosts: SessionHosts) -> bool:
    """Whether the master's host is another machine, which has to run this command."""
    return ON_MASTER not in os.environ and not is_this_machine(hosts.master)


def _run_on_master(hosts: SessionHosts, folder: Optional[Path], words: list[str], standard_input: str = "") -> str:
    """Runs this command on the master's machine, which has the same configuration in the same folder, as with Flink."""
    return run_on(hosts.master, words, {ON_MASTER: "1", CONF_DIR: str(folder)}, standard_input)


def _start_job_manager(cluster: Cluster, hosts: SessionHosts, settings: Mapping[str, str]) -> str:
    """Starts a JobManager whose jobs run on the cluster, and which ends with it. If it fails, stops the cluster."""
    from pyrite.cli.cluster.jobmanager import start_job_manager

    try:
        check_packages()
        of_jobs = {**settings, SPARK_MASTER.key: cluster.url}
        if hosts.elsewhere:  # the executors must reach the drivers
            of_jobs |= {"spark.driver.host": hosts.master, "spark.driver.bindAddress": hosts.master}
        if hosts.port is not None:
            of_jobs[REST_BIND_PORT.key] = str(hosts.port)
        return start_job_manager(None, None, of_jobs, {MARK: cluster.cluster_id})
    except BaseException:
        stop_cluster(cluster_folder())
        raise


@cluster_command.command("stop")
def _stop() -> None:
    """Stop the cluster and everything that runs on it, on other machines too."""
    folder = configuration_folder(Path.cwd())
    if find_cluster(cluster_folder()) is None and folder is not None and (folder / "workers").is_file():
        hosts = SessionHosts.of_folder(folder)
        if _is_elsewhere(hosts):
            click.echo(_run_on_master(hosts, folder, ["cluster", "stop"]), nl=False)
            return
    click.echo("The cluster is stopped" if stop_cluster(cluster_folder()) else "No cluster is running")


@cluster_command.command("status")
@json_option("Print the processes as a JSON object.")
def _status(as_json: bool) -> None:
    """Show the processes of the cluster. Exits with 1 if one of them has died."""
    folder = cluster_folder()
    cluster = find_cluster(folder)
    if cluster is None:
        raise no_cluster(folder)
    view = cluster.view()
    rows = _rows(cluster, view)
    if as_json:
        processes = [
            {"process": process, "pid": int(pid) if pid else None, "state": state, "detail": detail}
            for process, pid, state, detail in rows
        ]
        summary = {} if view is None else {"workers": view["aliveworkers"], "cores": view["cores"]}
        summary |= {} if view is None else {"cores_in_use": view["coresused"], "jobs": len(view["activeapps"])}
        click.echo(json.dumps({"url": cluster.url, "answers": view is not None, "processes": processes, **summary}))
    else:
        print_table(("process", "pid", "state", ""), rows)
        if not cluster.joined_as:
            click.echo(_summary(view) if view is not None else "the master does not answer")
        click.echo(f"logs: {folder / 'logs'}")
    missing = sum(state == "gone" for _, _, state, _ in rows)
    if missing:
        raise ClusterError(f"{missing} of {len(rows)} processes have died. Restart: pyrite cluster stop, then start")


def _rows(cluster: Cluster, view: Optional[dict[str, Any]]) -> list[tuple[str, str, str, str]]:
    alive = cluster.processes()
    rows = [("master", str(cluster.master), "alive" if cluster.master in alive else "gone", cluster.url)]
    if cluster.joined_as:
        rows = [("master", "", "elsewhere", cluster.url)]
    for number, pid in enumerate(cluster.workers, 1):
        executors = sum(process.is_executor and process.parent == pid for process in alive.values())
        state = "alive" if pid in alive else "gone"
        rows.append((f"worker {number}", str(pid), state, f"{executors} executor{'' if executors == 1 else 's'}"))
    workers = [worker for worker in (view or {}).get("workers", ()) if worker["state"] == "ALIVE"]
    for host in dict.fromkeys(cluster.options.elsewhere):
        configured = cluster.options.elsewhere.count(host)
        alive_there = sum(worker["host"] == host for worker in workers)
        state = "alive" if alive_there >= configured else "gone"
        rows.append((f"workers on {host}", "", state, f"{alive_there} of {configured}"))
    return rows


def _summary(view: dict[str, Any]) -> str:
    jobs = len(view["activeapps"])
    return (
        f"{_workers(view['aliveworkers'])} registered, {view['coresused']} of {view['cores']} cores in use, "
        f"{jobs} job{'' if jobs == 1 else 's'}"
    )


def _workers(count: int) -> str:
    return f"{count} worker{'' if count == 1 else 's'}"
