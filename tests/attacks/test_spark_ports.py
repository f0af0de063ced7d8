"""A stranger with an account on the machine gets neither code nor secrets of a job from Spark's ports and files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from pyrite.core.config.options import ALLOW_UNAUTHENTICATED_SPARK
from tests.spark.processes import MARK, kill_marked, marked, new_mark, wait_until

ATTACK = Path(__file__).with_name("block_manager.py")
PASSWORD = "pa55-of-the-metastore"
PROGRAM = """
import json
from pathlib import Path
from pyrite.common import Configuration, WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, RateLimiterStrategy

settings = Configuration(json.loads(Path("settings.json").read_text()))
env = StreamExecutionEnvironment.get_execution_environment(settings).set_parallelism(1)
source = DataGeneratorSource(lambda number: number, None, RateLimiterStrategy.per_second(20))
numbers = env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers")
numbers.key_by(lambda number: number % 2).map(str).print()
env.execute("numbers")
"""


@dataclass(frozen=True)
class Job:
    """A job that runs, in processes that bear a mark."""

    mark: str
    folder: Path

    def command_lines(self) -> str:
        return "\n".join(marked(self.mark).values())

    def ports(self) -> list[int]:
        """The ports at which its JVM listens."""
        jvms = [psutil.Process(pid) for pid, command in marked(self.mark).items() if "SparkSubmit" in command]
        connections = [each for jvm in jvms for each in jvm.net_connections("tcp") if each.status == psutil.CONN_LISTEN]
        return [each.laddr.port for each in connections]


@pytest.fixture
def mark() -> Iterator[str]:
    made = new_mark()
    yield made
    kill_marked(made)


def run(mark: str, folder: Path, settings: dict[str, str]) -> Job:
    """A job that has printed its first record."""
    script, output = folder / "program.py", folder / "output"
    script.write_text(PROGRAM)
    (folder / "settings.json").write_text(json.dumps(settings))
    with output.open("wb") as file:
        subprocess.Popen(
            [sys.executable, str(script)],
            cwd=folder,
            env={**os.environ, MARK: mark},
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    wait_until(lambda: b"5\n" in output.read_bytes(), 90, "the job's output")
    return Job(mark, folder)


def attack(job: Job) -> str:
    """What a process of a stranger, which has no secret, gets from the ports."""
    words = [sys.executable, str(ATTACK), *map(str, job.ports())]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=True).stdout.strip()


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Job]:
    """A job with a password in its settings, whose events Spark logs."""
    folder, made = tmp_path_factory.mktemp("job"), new_mark()
    (folder / "events").mkdir()
    settings = {
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": str(folder / "events"),
        "spark.eventLog.compress": "false",
        "spark.hadoop.javax.jdo.option.ConnectionPassword": PASSWORD,
    }
    yield run(made, folder, settings)
    kill_marked(made)


def test_block_manager_hands_no_code_to_a_stranger(job: Job) -> None:
    assert job.ports() and attack(job) == ""


def test_event_log_has_no_secrets(job: Job) -> None:
    log = "\n".join(file.read_text() for file in (job.folder / "events").rglob("events_*"))
    assert '"pyrite.attempt.secret":"*********(redacted)"' in log
    assert PASSWORD not in log


def test_process_list_has_no_secrets(job: Job) -> None:
    assert "SparkSubmit" in job.command_lines() and PASSWORD not in job.command_lines()


@pytest.mark.slow
def test_attack_on_the_block_manager_succeeds_without_authentication(mark: str, tmp_path: Path) -> None:
    settings = {"spark.authenticate": "false", ALLOW_UNAUTHENTICATED_SPARK.key: "true"}
    assert "broadcast_" in attack(run(mark, tmp_path, settings))
