"""A JobManager restarts a driver of a real job that was killed, and the job resumes from its last checkpoint."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.control.job_manager.driver_process import driver_pid, end_driver
from pyrite.control.job_manager.job_manager import JobManager
from pyrite.control.job_manager.job_store import JobStore
from pyrite.control.job_manager_gateway import SubmittedProgram
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary

_JOB = """
import time
from pyrite.datastream import StreamExecutionEnvironment

def slow(number):
    time.sleep(0.01)
    return number

env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(1)
numbers = env.from_sequence(1, 1500).map(slow)
numbers.key_by(lambda number: 0).reduce(lambda left, right: left + right).print()
env.execute("sums")
"""
_SETTINGS = {
    "execution.checkpointing.interval": "200 ms",
    "restart-strategy.type": "fixed-delay",
    "restart-strategy.fixed-delay.delay": "10 ms",
    "heartbeat.timeout": "3 s",
}


async def job_when(manager: JobManager, condition: Callable[[JobSummary], bool]) -> JobSummary:
    for _ in range(2400):
        (job,) = manager.jobs()
        if condition(job):
            return job
        await asyncio.sleep(0.1)
    raise AssertionError(f"it did not come to it: {manager.jobs()}")


def jvm_of(pid: int) -> int:
    """Spark's JVM, whose death the driver survives."""
    (jvm,) = [child.pid for child in psutil.Process(pid).children() if child.name() == "java"]
    return jvm


@pytest.mark.slow
@pytest.mark.parametrize("victim", [lambda pid: pid, jvm_of], ids=["driver", "JVM"])
def test_killed_driver_resumes_from_its_last_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, victim: Callable[[int], int]
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    (tmp_path / "job.py").write_text(_JOB)
    store = JobStore(tmp_path / "store")
    settings = {**_SETTINGS, "execution.checkpointing.dir": str(tmp_path / "checkpoints")}

    async def run() -> None:
        manager = JobManager(store)
        await manager.start()
        try:
            job_id = await manager.submit(SubmittedProgram(str(tmp_path / "job.py"), settings=settings))
            before = await job_when(manager, lambda job: job.checkpoints >= 3)
            os.kill(victim(before.pid), signal.SIGKILL)
            ended = await job_when(manager, lambda job: job.status.is_terminal_state())
            assert (ended.status, ended.cause) == (JobStatus.FINISHED, "")
            assert ended.restarts in ((1, 2) if victim is jvm_of else (1,))  # of its tasks, whose end may come first
            assert ended.pid not in (0, before.pid)
            folder = store.job(job_id)
            assert "is restored from checkpoint" in (folder.path / "job.log").read_text()
            (output,) = (file for file in (folder.path / "tasks").iterdir() if "Print" in file.name)
            assert output.read_text().split()[-1] == str(1500 * 1501 // 2)
            assert driver_pid(folder) is None
        finally:
            await manager.stop()
            for job_id in store.job_ids():
                end_driver(store.job(job_id), signal.SIGKILL)

    asyncio.run(run())
