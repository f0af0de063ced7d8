"""A stranger with an account on the machine gets neither code nor secrets of a job from Spark's ports and files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from pyrite.core.config.options import ALLOW_UNAUTHENTICATED_SPARK
from servers.server import free_port
from tests.attacks.victim import Job, loot, needs_root, start, stranger
from tests.attacks.victim import mark as mark
from tests.spark.processes import kill_marked, new_mark

BLOCK_MANAGER_PORT: Final = "spark.driver.blockManager.port"
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


def run(mark: str, folder: Path, settings: dict[str, str]) -> Job:
    """A job that has printed its first record, and whose block manager has a port of its own."""
    job = start(mark, folder, PROGRAM, settings | {BLOCK_MANAGER_PORT: str(free_port())})
    job.await_output("5\n")
    return job


def attack(job: Job) -> str:
    """What a stranger gets from the block manager. A stranger at the ports between tasks ends the job."""
    port = json.loads((job.folder / "settings.json").read_text())[BLOCK_MANAGER_PORT]
    return loot(stranger("block_manager.py", port)).decode().strip()


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


def test_event_log_has_no_secrets(job: Job) -> None:
    log = "\n".join(file.read_text() for file in (job.folder / "events").rglob("events_*"))
    assert '"pyrite.attempt.secret":"*********(redacted)"' in log
    assert PASSWORD not in log


def test_process_list_has_no_secrets(job: Job) -> None:
    assert "SparkSubmit" in job.command_lines() and PASSWORD not in job.command_lines()


@needs_root
def test_block_manager_hands_no_code_to_a_stranger(job: Job) -> None:
    assert attack(job) == ""


@pytest.mark.slow
@needs_root
def test_attack_on_the_block_manager_succeeds_without_authentication(mark: str, tmp_path: Path) -> None:
    settings = {"spark.authenticate": "false", ALLOW_UNAUTHENTICATED_SPARK.key: "true"}
    assert "broadcast_" in attack(run(mark, tmp_path, settings))
