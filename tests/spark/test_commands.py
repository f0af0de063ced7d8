"""The commands on a job that runs: listed, queried, saved, rescaled, stopped, started from its savepoint, cancelled."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.cli.main import main
from pyrite.control.job_directory import FOLDER_VARIABLE
from tests.spark.processes import MARK, kill_marked, new_mark, wait_until

LONG_S = 120.0
_JOB = """
from pyrite.common import WatermarkStrategy
from pyrite.datastream import KeyedProcessFunction, StreamExecutionEnvironment, ValueStateDescriptor
from pyrite.datastream.connectors import DataGeneratorSource, DiscardingSink, RateLimiterStrategy

class Count(KeyedProcessFunction):
    def open(self, runtime_context):
        descriptor = ValueStateDescriptor("count")
        descriptor.set_queryable("counts")
        self.count = runtime_context.get_state(descriptor)

    def process_element(self, value, ctx):
        self.count.update((self.count.value() or 0) + 1)
        yield value

env = StreamExecutionEnvironment.get_execution_environment()
source = DataGeneratorSource(lambda number: number, None, RateLimiterStrategy.per_second(300))
numbers = env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers").uid("numbers")
numbers.key_by(lambda number: number % 10).process(Count()).uid("count").sink_to(DiscardingSink())
env.execute("counting")
"""


class Commands:
    """`pyrite run` in a process of its own; other commands here."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder = folder
        self._capsys = capsys
        self._mark = new_mark()
        (folder / "job.py").write_text(_JOB)

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        settings = {
            "spark.master": "local[2]",
            "execution.checkpointing.interval": "300ms",
            "execution.checkpointing.dir": str(self._folder / "checkpoints"),
            "execution.checkpointing.savepoint-dir": str(self._folder / "savepoints"),
        }
        options = [word for key, value in settings.items() for word in ("-D", f"{key}={value}")]
        return subprocess.Popen(
            [sys.executable, "-m", "pyrite.cli.main", "run", *words, *options, str(self._folder / "job.py")],
            env={**os.environ, MARK: self._mark},
            start_new_session=True,
        )

    def run(self, *words: str) -> str:
        assert main(list(words)) == 0, self._capsys.readouterr().err
        return self._capsys.readouterr().out.strip()

    def count_of(self, job: str, key: int) -> int:
        """What the job has counted of a key, once it has a checkpoint with it."""
        actual: list[int] = []

        def look() -> bool:
            if main(["state", "get", job, "counts", str(key)]) == 0:
                actual.append(int(self._capsys.readouterr().out))
            self._capsys.readouterr()
            return bool(actual)

        wait_until(look, LONG_S, f"a count of {key} in {job}")
        return actual[0]

    def clean_up(self) -> None:
        kill_marked(self._mark)


@pytest.fixture
def commands(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    made = Commands(tmp_path, capsys)
    yield made
    made.clean_up()


def test_job_is_listed_queried_saved_rescaled_stopped_and_continues(commands: Commands, tmp_path: Path) -> None:
    first = commands.start("-p", "2", "--job-id", "first")
    counted = commands.count_of("counting", 7)
    assert re.search(rf"first +RUNNING +2 +{first.pid} +counting", commands.run("list"))
    saved = commands.run("savepoint", "first")
    assert Path(saved.removeprefix("file://"), "_metadata").is_file()
    output = commands.run("rescale", "counting", "-p", "3")
    assert re.fullmatch(r"job 'counting' runs with parallelism 3, .* after a pause of \d+\.\d\d s", output)
    assert re.search(r"first +RUNNING +3 ", commands.run("list"))
    stopped = commands.run("stop", "counting")
    assert first.wait(LONG_S) == 0
    assert commands.run("list") == "No job is running"

    second = commands.start("-p", "1", "--job-id", "second", "-s", stopped)
    assert commands.count_of("second", 7) >= counted
    cancelled = commands.run("cancel", "-s", str(tmp_path / "elsewhere"), "second")
    assert cancelled.startswith(f"file://{tmp_path}/elsewhere/")
    assert second.wait(LONG_S) == 130
    assert re.search(r"first +FINISHED +counting\n.*second +CANCELED +counting", commands.run("list", "-a"))

    assert commands.run("savepoint", "-d", saved) == f"deleted {saved}"
    assert not Path(saved.removeprefix("file://")).exists()
    assert Path(stopped.removeprefix("file://"), "_metadata").is_file()
