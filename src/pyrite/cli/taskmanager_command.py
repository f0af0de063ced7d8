"""`pyrite taskmanager`: workers of this machine's cluster, one by one."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Optional

import click

from pyrite.cli.cluster import add_worker, cluster_folder, remove_workers
from pyrite.cli.options import InOrderGroup
from pyrite.cli.spinner import spinner


@click.group("taskmanager", cls=InOrderGroup)
def taskmanager_command() -> None:
    """Add or remove workers of this machine's cluster.

    A worker is a Spark worker, whose executors run the tasks of jobs. pyrite cluster start must have been called.
    """


@taskmanager_command.command("start")
def _start() -> None:
    """Start one more worker in the background."""
    with spinner("starting a worker"):
        cluster = add_worker(cluster_folder())
    click.echo(f"Worker {len(cluster.workers)} is up (process {cluster.workers[-1]}): {cluster.url}")


@taskmanager_command.command("start-foreground")
def _start_foreground() -> None:
    """Start one more worker, and end it at Ctrl-C or SIGTERM."""
    ended = threading.Event()

    def end(number: int, frame: Optional[FrameType]) -> None:
        ended.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    cluster = add_worker(cluster_folder())
    click.echo(f"Worker {len(cluster.workers)} is up (process {cluster.workers[-1]}): {cluster.url}")
    while not ended.wait(1.0):
        if cluster.workers[-1] not in cluster.processes():
            raise click.ClickException("the worker is gone; its log is in the cluster's folder")
    remove_workers(cluster_folder(), lambda workers: cluster.workers[-1:])


@taskmanager_command.command("stop")
def _stop() -> None:
    """Stop the worker that was started last. Tasks that run there fail, and their jobs restart."""
    _say(remove_workers(cluster_folder(), lambda workers: workers[-1:]))


@taskmanager_command.command("stop-all")
def _stop_all() -> None:
    """Stop all workers; the master stays, and jobs wait for other workers."""
    _say(remove_workers(cluster_folder(), lambda workers: workers))


def _say(pids: tuple[int, ...]) -> None:
    for pid in pids:
        click.echo(f"The worker of process {pid} is stopped")
    if not pids:
        click.echo("No worker is running")
