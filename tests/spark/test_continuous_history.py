"""One history of a job while its driver and its JobManager are killed in turn, and the job is rescaled meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrite.cli.main import main
from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE as STORE_VARIABLE
from tests.spark.processes import MARK, kill_marked, new_mark, wait_until

LONG_S = 300.0
_JOB = """
from pyrite.common import WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, DiscardingSink, RateLimiterStrategy

env = StreamExecutionEnvironment.get_execution_environment()
source = DataGeneratorSource(lambda number: number, None, RateLimiterStrategy.per_second(100))
numbers = env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers").uid("numbers")
numbers.key_by(lambda number: number % 3).reduce(lambda left, right: left + right).uid("sum").sink_to(DiscardingSink())
env.execute("sums")
"""


class Machine:
    """Real processes of a JobManager and of drivers; commands run in this process."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder, self._capsys = folder, capsys
        self._mark = new_mark()
        (folder / "job.py").write_text(_JOB)

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, MARK: self._mark}
        command = [sys.executable, "-m", "pyrite.cli.main", *words]
        return subprocess.Popen(command, env=environment, start_new_session=True)

    def start_job_manager(self) -> subprocess.Popen[bytes]:
        return self.start("jobmanager", "start-foreground", "127.0.0.1", "0")

    def start_job(self) -> None:
        settings = {
            "spark.master": "local[3]",
            "execution.checkpointing.interval": "300ms",
            "execution.checkpointing.dir": str(self._folder / "checkpoints"),
            "restart-strategy.type": "fixed-delay",
            "restart-strategy.fixed-delay.attempts": "9",
            "restart-strategy.fixed-delay.delay": "10 ms",
        }
        options = [word for key, value in settings.items() for word in ("-D", f"{key}={value}")]
        job = self.start("run", "-d", "--job-id", "history", "-p", "1", *options, str(self._folder / "job.py"))
        assert job.wait(LONG_S) == 0

    def ask(self, *words: str) -> Any:
        assert main([*words, "--json"]) == 0, self._capsys.readouterr().err
        return json.loads(self._capsys.readouterr().out)

    def running(self, not_pid: int = 0) -> dict[str, Any]:
        """The job as the list shows it, once another driver than `not_pid` runs it and has a checkpoint."""
        actual: list[dict[str, Any]] = []

        def look() -> bool:
            jobs = [job for job in self.ask("list") if job["status"] == "RUNNING" and job["pid"] != not_pid]
            actual[:] = jobs
            return bool(jobs) and main(["checkpoint", "history"]) == 0

        wait_until(look, LONG_S, "the job runs")
        self._capsys.readouterr()
        return actual[0]

    def clean_up(self) -> None:
        kill_marked(self._mark)


@pytest.fixture
def machine(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "store"))
    made = Machine(tmp_path, capsys)
    yield made
    made.clean_up()


@pytest.mark.slow
def test_history_continues_over_killed_drivers_a_killed_job_manager_and_a_rescale(machine: Machine) -> None:
    """A sample with a job that needs no Spark: test_events_outlive_drivers_and_the_job_manager."""
    manager = machine.start_job_manager()
    machine.start_job()
    first = machine.running()
    machine.ask("rescale", "history", "-p", "2")
    os.kill(first["pid"], signal.SIGKILL)
    second = machine.running(not_pid=first["pid"])
    assert second["parallelism"] == 2
    manager.kill()
    manager.wait(LONG_S)
    os.kill(second["pid"], signal.SIGKILL)
    machine.start_job_manager()
    third = machine.running(not_pid=second["pid"])
    assert third["parallelism"] == 2
    events = machine.ask("events", "history")
    assert [event["kind"] for event in events] == [
        "SUBMITTED",
        *("DRIVER_STARTED", "ATTEMPT_STARTED", "RESCALED", "ATTEMPT_STARTED"),
        *("DRIVER_DIED", "RESTARTING", "DRIVER_STARTED", "ATTEMPT_STARTED"),
        *("DRIVER_DIED", "RESTARTING", "DRIVER_STARTED", "ATTEMPT_STARTED"),
    ]
    deaths = [event["details"] for event in events if event["kind"] == "DRIVER_DIED"]
    assert [(death["process"], death["signal"]) for death in deaths] == [
        (first["pid"], "SIGKILL"),
        (second["pid"], "SIGKILL"),
    ]
    assert [event["details"]["restarts"] for event in events if event["kind"] == "RESTARTING"] == [1, 2]
    assert all("the command line" in events[place]["requested-by"] for place in (0, 3))
