"""`pyrite taskmanager`: controls single workers on this machine."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Final, Optional, TextIO, TypeVar

import click

from pyrite.cli.cluster.cluster import Cluster, ClusterOptions, add_worker, join_cluster, remove_workers
from pyrite.cli.commands.option_types import cluster_url
from pyrite.cli.commands.options import InOrderGroup
from pyrite.cli.commands.worker_options import cores_option, memory_option
from pyrite.cli.output.spinner import spinner
from pyrite.runtime.spark.session.authentication import cluster_folder, secret_of_text

F = TypeVar("F", bound=Callable[..., Any])


_JOIN_OPTIONS: Final = (
    click.option(
        "--master",
        type=cluster_url,
        metavar="URL",
        help="The master to join, spark://HOST:PORT; without it, the cluster of this machine.",
    ),
    click.option("--host", metavar="HOST", help="The address of this machine; with --master."),
    click.option(
        "--secret-file",
        type=click.File(),
        metavar="FILE",
        help="A copy of the file `secret` in the folder of the master's cluster; - for standard input; with --master.",
    ),
    cores_option,
    memory_option,
)


def _join_options(command: F) -> F:
    for option in reversed(_JOIN_OPTIONS):
        command = option(command)
    return command


@click.group("taskmanager", cls=InOrderGroup)
def taskmanager_command() -> None:
    """Add or remove workers on this machine.

    A worker is a Spark worker, whose executors run the tasks of jobs. It joins the cluster of this machine, or a master
    on another machine.
    """


@taskmanager_command.command("start")
@_join_options
def _start(master: Optional[str], host: Optional[str], secret_file: Optional[TextIO], cores: int, memory: str) -> None:
    """Start one more worker in the background."""
    with spinner("starting a worker"):
        _add(master, host, secret_file, cores, memory)


def _add(master: Optional[str], host: Optional[str], secret_file: Optional[TextIO], cores: int, memory: str) -> Cluster:
    if master is None:
        cluster = add_worker(cluster_folder())
    else:
        if secret_file is None:
            raise click.UsageError("--master needs --secret-file: a copy of ~/.pyrite/cluster/secret of that machine")
        here = host or socket.gethostname()
        secret = secret_of_text(secret_file.read())
        cluster = join_cluster(master, here, ClusterOptions(1, cores, memory), cluster_folder(), secret)
    click.echo(f"Worker {len(cluster.workers)} is running (process {cluster.workers[-1]}): {cluster.url}")
    return cluster


@taskmanager_command.command("start-foreground")
@_join_options
def _start_foreground(
    master: Optional[str], host: Optional[str], secret_file: Optional[TextIO], cores: int, memory: str
) -> None:
    """Start one more worker, and end it at Ctrl-C or SIGTERM."""
    ended = threading.Event()

    def end(number: int, frame: Optional[FrameType]) -> None:
        ended.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    cluster = _add(master, host, secret_file, cores, memory)
    while not ended.wait(1.0):
        if cluster.workers[-1] not in cluster.processes():
            raise click.ClickException("the worker has died; its log is in the cluster's folder")
    remove_workers(cluster_folder(), lambda workers: cluster.workers[-1:])


@taskmanager_command.command("stop")
def _stop() -> None:
    """Stop the worker that was started last. Its tasks fail, and their jobs restart."""
    _say(remove_workers(cluster_folder(), lambda workers: workers[-1:]))


@taskmanager_command.command("stop-all")
def _stop_all() -> None:
    """Stop all workers; the master keeps running, and jobs wait for new workers."""
    _say(remove_workers(cluster_folder(), lambda workers: workers))


def _say(pids: tuple[int, ...]) -> None:
    for pid in pids:
        click.echo(f"The worker of process {pid} is stopped")
    if not pids:
        click.echo("No worker is running")
