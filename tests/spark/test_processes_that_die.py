"""Executors and drivers that are killed or interrupted: the job ends with the cause and leaves no process behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from tests.spark.processes import MARK, is_alive, kill_marked, marked, new_mark, wait_until

SOON_S = 30.0


class Driver:
    """A program in a process of its own, with all the processes that come of it."""

    def __init__(self, arguments: str) -> None:
        self.mark = new_mark()
        script = Path(__file__).with_name("cluster_job.py")
        environment = {**os.environ, MARK: self.mark}
        master, *flags = arguments.split()
        self.process = subprocess.Popen(
            [sys.executable, str(script), master, "{}", *flags],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.out: IO[str] = self.process.stdout
        placed = json.loads(self.out.readline())
        self.tasks: list[int] = placed["tasks"]
        self.executors: list[int] = [int(name.removeprefix("jvm-")) for name in placed["executors"]]

    def assert_nothing_is_left(self) -> None:
        wait_until(lambda: not marked(self.mark), SOON_S, f"no process left of {marked(self.mark)}")

    def clean_up(self) -> None:
        kill_marked(self.mark)
        self.process.wait(10)


@pytest.fixture(params=["local[2]"])
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    started = Driver(request.param)
    yield started
    started.clean_up()


@pytest.mark.parametrize("driver", ["local-cluster[2,1,1024]"], indirect=True)
def test_killed_executor_fails_the_job_on_a_cluster_of_two(driver: Driver) -> None:
    assert len(set(driver.executors)) == 2
    begun = time.monotonic()
    os.kill(driver.executors[0], signal.SIGKILL)
    output = driver.out.readline()
    assert "ended: JobExecutionError: job 'Pyrite job' failed: " in output
    assert "was lost" in output or "xecutor" in output, output
    assert time.monotonic() - begun < 10
    wait_until(lambda: not any(map(is_alive, driver.tasks)), 10, "all tasks gone")
    assert driver.process.wait(SOON_S) == 3
    driver.assert_nothing_is_left()


@pytest.mark.parametrize(
    "driver", ["local[2]", pytest.param("local-cluster[2,1,1024]", marks=pytest.mark.slow)], indirect=True
)
def test_killed_driver_leaves_no_process_behind(driver: Driver) -> None:
    driver.process.kill()
    wait_until(lambda: not any(map(is_alive, driver.tasks)), SOON_S, "all tasks gone")
    driver.assert_nothing_is_left()


@pytest.mark.slow
@pytest.mark.parametrize("driver", ["local-cluster[2,1,1024] stuck"], indirect=True)
def test_cancel_ends_tasks_that_hold_the_interpreter_on_a_cluster_of_two(driver: Driver) -> None:
    driver.process.send_signal(signal.SIGINT)
    wait_until(lambda: not any(map(is_alive, driver.tasks)), SOON_S, "all tasks gone")
    assert "ended: JobCancelledError" in driver.out.readline()
    assert driver.process.wait(SOON_S) == 3
    driver.assert_nothing_is_left()


@pytest.mark.slow  # as test_signals.py shows for a job with checkpoints
def test_interrupted_driver_cancels_the_job(driver: Driver) -> None:
    driver.process.send_signal(signal.SIGINT)
    assert "ended: JobCancelledError" in driver.out.readline()
    assert driver.process.wait(SOON_S) == 3
    driver.assert_nothing_is_left()


@pytest.mark.slow  # as test_signals.py shows for a job with checkpoints
def test_terminated_driver_of_a_job_that_cannot_resume_leaves_nothing(driver: Driver) -> None:
    driver.process.send_signal(signal.SIGTERM)
    assert driver.process.wait(SOON_S) == 143
    driver.assert_nothing_is_left()
