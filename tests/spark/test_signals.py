"""Signals to a driver: what each one does to the job, and that the next start loses and doubles nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from chaos.run_folder import RunFolder
from chaos.sinks import SINKS, SoakedSink, soaked_sink
from tests.spark.processes import MARK, kill_marked, marked, new_mark, wait_until
from tests.spark.signal_job import STUCK

COUNT = 6000
RESUMES = [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
EXIT_CODES = {signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGINT: 1, signal.SIGKILL: -9}


class Run:
    """A job and its drivers, one after another."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = RunFolder(folder)
        self.folder.make()
        self.mark = new_mark()
        self.name = name
        self.sink: SoakedSink = soaked_sink(name, self.folder)
        self._told = json.dumps(self.sink.start())

    def start(self, *origin: str, **variables: str) -> subprocess.Popen[str]:
        words = [str(self.folder.root), self.name, self._told, str(COUNT), *origin]
        environment = {**os.environ, **variables, MARK: self.mark, "PYRITE_CONTROL_DIR": str(self.folder.control)}
        return subprocess.Popen(
            [sys.executable, "-m", "tests.spark.signal_job", *words],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def wait_for_output(self) -> None:
        wait_until(lambda: self.checkpoints() >= 3 and self.has_output(), 120, "three checkpoints, and their output")

    def checkpoints(self) -> int:
        return max([0, *(int(path.name[4:]) for path in self.folder.checkpoints.glob("*/chk-*"))])

    def has_output(self) -> bool:
        return next(self.sink.lines(), None) is not None

    def check(self) -> None:
        numbers = sorted(json.loads(line)["n"] for _, line in self.sink.lines())
        assert numbers == list(range(COUNT))

    def close(self) -> None:
        kill_marked(self.mark)
        self.sink.stop()


@pytest.fixture
def run(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Run]:
    made = Run(tmp_path / "run", request.param)
    yield made
    made.close()


def ended(driver: subprocess.Popen[str]) -> str:
    """What the driver has said by its end."""
    said, errors = driver.communicate(timeout=120)
    return said + errors


def cases(signals: list[signal.Signals], quick: set[tuple[str, signal.Signals]]) -> list[object]:
    sinks = [name for name in SINKS if name != "lines"]
    return [
        pytest.param(sink, number, marks=[] if (sink, number) in quick else pytest.mark.slow)
        for sink in sinks
        for number in signals
    ]


@pytest.mark.parametrize(("run", "number"), cases(RESUMES, {("postgres", signal.SIGTERM)}), indirect=["run"])
def test_job_resumes_after_the_signal(run: Run, number: signal.Signals) -> None:
    driver = run.start()
    run.wait_for_output()
    os.killpg(driver.pid, number) if number is signal.SIGHUP else driver.send_signal(number)
    said = ended(driver)
    assert driver.returncode == EXIT_CODES[number], said
    assert number is signal.SIGKILL or "job 'numbers' is suspended" in said
    wait_until(lambda: not marked(run.mark), 30, "no process of the driver is left")
    again = run.start()
    assert "Error" not in ended(again)
    assert again.returncode == 0
    run.check()
    assert run.sink.leftovers() == []


@pytest.mark.parametrize(("run", "number"), cases([signal.SIGINT], set()), indirect=["run"])
def test_interrupted_job_is_cancelled_and_can_begin_with_its_retained_checkpoint(
    run: Run, number: signal.Signals
) -> None:
    driver = run.start()
    run.wait_for_output()
    driver.send_signal(number)
    said = ended(driver)
    assert driver.returncode == EXIT_CODES[number], said
    assert "To keep a job, end it with `pyrite stop numbers`" in said
    assert "was canceled" in ended(run.start()), "the id is used up"
    assert run.name == "file" or run.sink.leftovers() == []
    (checkpoint,) = run.folder.checkpoints.glob("numbers/chk-*")
    again = run.start(str(checkpoint))
    assert "Error" not in ended(again)
    assert again.returncode == 0
    run.check()


@pytest.mark.slow
@pytest.mark.parametrize("run", ["postgres"], indirect=True)
def test_cancelled_job_leaves_nothing_that_was_prepared_for_a_pending_checkpoint(run: Run) -> None:
    driver = run.start(**{STUCK: "1"})
    wait_until(lambda: run.checkpoints() == 2, 60, "two checkpoints")
    wait_until(lambda: run.sink.leftovers() != [], 20, "a sink has prepared")
    time.sleep(1)
    assert run.sink.leftovers() != [], "for the third"
    driver.send_signal(signal.SIGINT)
    said = ended(driver)
    assert driver.returncode == 1, said
    assert run.sink.leftovers() == []
    numbers = sorted(json.loads(line)["n"] for _, line in run.sink.lines())
    assert len(set(numbers)) == len(numbers) > 0
