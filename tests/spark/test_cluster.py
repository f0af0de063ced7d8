"""Parts of a standalone cluster that are killed: what Spark replaces, and that a dead job leaves nothing there."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.spark.cluster import RunningCluster, kill, running_cluster
from tests.spark.processes import wait_until

pytestmark = pytest.mark.slow

SOON_S = 60.0


@pytest.fixture
def cluster() -> Iterator[RunningCluster]:
    with running_cluster(workers=2) as running:
        yield running


@pytest.fixture
def driver(cluster: RunningCluster) -> Iterator[subprocess.Popen[str]]:
    """A job whose four tasks run on both workers."""
    script = Path(__file__).with_name("cluster_job.py")
    started = subprocess.Popen(
        [sys.executable, str(script), cluster.url, json.dumps(cluster.settings)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert started.stdout is not None
    placed = json.loads(started.stdout.readline())
    assert sorted(placed["tasks"]) == cluster.python_worker_pids()
    assert {int(name.removeprefix("jvm-")) for name in placed["executors"]} == set(cluster.executor_pids())
    yield started
    started.kill()
    started.wait()


def test_killed_driver_leaves_no_process_on_the_cluster(cluster: RunningCluster, driver: subprocess.Popen[str]) -> None:
    driver.kill()
    wait_until(lambda: not cluster.job_pids(), SOON_S, "no process of the job left")
    assert len(cluster.worker_pids()) == 2


def test_stopped_driver_leaves_no_task_on_the_cluster(cluster: RunningCluster, driver: subprocess.Popen[str]) -> None:
    driver.send_signal(signal.SIGSTOP)
    wait_until(lambda: not cluster.python_worker_pids(), SOON_S, "no task outlives its lease")


def test_killed_executor_is_replaced_and_the_job_ends(cluster: RunningCluster, driver: subprocess.Popen[str]) -> None:
    killed = cluster.executor_pids()[0]
    kill(killed)
    wait_until(lambda: len(set(cluster.executor_pids()) - {killed}) == 2, SOON_S, "a new executor")
    assert driver.stdout is not None
    assert "ended: JobExecutionError" in driver.stdout.readline()
    assert driver.wait(SOON_S) == 3
    wait_until(lambda: not cluster.job_pids(), SOON_S, "no process of the job left")


def test_killed_worker_takes_its_executor_along_and_the_other_one_starts_another(
    cluster: RunningCluster, driver: subprocess.Popen[str]
) -> None:
    lost, other = cluster.worker_pids()
    executors = cluster.executor_pids(lost)
    kill(lost)
    wait_until(lambda: not set(executors) & set(cluster.executor_pids()), SOON_S, "its executor gone")
    wait_until(lambda: len(cluster.executor_pids(other)) == 2, SOON_S, "another executor on the other worker")


def test_added_worker_is_registered(cluster: RunningCluster) -> None:
    added = cluster.add_worker()
    assert cluster.worker_pids()[-1] == added
    assert len(cluster.worker_pids()) == 3
