"""A local cluster for tests that kill parts of it: running_cluster() starts one and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pyrite.cli.cluster.cluster import Cluster, ClusterOptions, add_worker, find_cluster, start_cluster, stop_cluster


@dataclass(frozen=True)
class RunningCluster:
    """A cluster and its processes. Lists of pids hold live processes only, oldest first."""

    folder: Path

    @property
    def cluster(self) -> Cluster:
        actual = find_cluster(self.folder)
        assert actual is not None
        return actual

    @property
    def url(self) -> str:
        """The master that a job names."""
        return self.cluster.url

    @property
    def settings(self) -> dict[str, str]:
        """What a job's configuration needs to run here, on all workers from the start."""
        return {"spark.master": self.url, **self.cluster.job_settings(self.folder)}

    def worker_pids(self) -> list[int]:
        alive = self.cluster.processes()
        return [pid for pid in self.cluster.workers if pid in alive]

    def executor_pids(self, worker: int | None = None) -> list[int]:
        """The executors' JVMs; those of one worker if that is given."""
        alive = sorted(self.cluster.processes().items())
        return [pid for pid, process in alive if process.is_executor and worker in (None, process.parent)]

    def python_worker_pids(self) -> list[int]:
        """The processes that run tasks."""
        return [pid for pid, process in sorted(self.cluster.processes().items()) if process.is_python_worker]

    def job_pids(self) -> list[int]:
        """All that jobs have brought here: executors, Python's daemons, tasks and watchdogs."""
        cluster = self.cluster
        return sorted(cluster.processes().keys() - {cluster.master, *cluster.workers})

    def add_worker(self) -> int:
        """Starts one more worker, waits until the master knows it, and returns its pid."""
        return add_worker(self.folder).workers[-1]


def kill(*pids: int) -> None:
    """Ends processes without a warning."""
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


@contextmanager
def running_cluster(workers: int = 2, cores: int = 4, memory: str = "4g") -> Iterator[RunningCluster]:
    """A cluster of its own, on a free port."""
    with tempfile.TemporaryDirectory(prefix="pyrite-test-cluster-") as scratch:
        folder = Path(scratch) / "cluster"
        start_cluster(ClusterOptions(workers, cores, memory, port=0), folder)
        try:
            yield RunningCluster(folder)
        finally:
            stop_cluster(folder)
