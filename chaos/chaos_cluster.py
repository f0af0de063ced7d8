"""ChaosCluster: a standalone cluster of one run, whose workers are killed and replaced."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Optional

from chaos.processes import Process, processes_with, send_signal
from pyrite.cli.cluster.cluster import Cluster, ClusterOptions, add_worker, find_cluster, start_cluster, stop_cluster
from pyrite.cli.cluster.cluster_processes import MARK

WORKERS = 2


class ChaosCluster:
    """Keeps the initial number of workers alive."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.settings = {
            "spark.master": self._cluster.url,
            **self._cluster.job_settings(folder),
            "spark.executor.memory": "512m",
        }

    @property
    def _cluster(self) -> Cluster:
        found = find_cluster(self._folder)
        assert found is not None
        return found

    def job_processes(self) -> Mapping[int, Process]:
        """All processes of jobs on the cluster: executors, Python's daemons, tasks and watchdogs."""
        cluster = self._cluster
        found = processes_with(cluster.cluster_id, MARK)
        return {pid: process for pid, process in found.items() if pid not in {cluster.master, *cluster.workers}}

    def _workers(self) -> list[int]:
        alive = processes_with(self._cluster.cluster_id, MARK)
        return [pid for pid in self._cluster.workers if pid in alive]

    def kill_worker(self, choose: random.Random) -> Optional[int]:
        alive = self._workers()
        if not alive:
            return None
        pid = choose.choice(alive)
        return pid if send_signal(pid, signal.SIGKILL) else None

    def replace_dead_workers(self) -> None:
        while len(self._workers()) < WORKERS:
            add_worker(self._folder)


@contextmanager
def chaos_cluster(folder: Path) -> Iterator[ChaosCluster]:
    start_cluster(ClusterOptions(WORKERS, cores=2, memory="2g", port=0), folder)
    try:
        yield ChaosCluster(folder)
    finally:
        stop_cluster(folder)
