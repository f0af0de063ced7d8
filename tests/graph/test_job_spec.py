"""A job as a value: it can be stored, and started by another process."""

from __future__ import annotations

import multiprocessing
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pyrite.common import Configuration
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.job_id import JobID
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph import job_spec
from pyrite.graph.job_spec import JobSpec
from pyrite.graph.stream_graph import PARALLELISM_DEFAULT
from pyrite.testing import SimulationExecutor
from tests.graph import programs

PROGRAM = """
import sys
from dataclasses import dataclass
from pathlib import Path

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.datastream import StreamExecutionEnvironment


@dataclass
class Square:
    number: int


env = StreamExecutionEnvironment()
squares = env.from_sequence(1, 5).map(lambda number: Square(number * number))
squares.key_by(lambda square: square.number % 2).map(lambda square: square.number).sink_to(CollectSink())
Path(sys.argv[1]).write_bytes(env.get_job_spec("squares").dumps())
"""


def simulate_stored(path: str, results: Any) -> None:
    """In a process that has never seen the program."""
    job = JobSpec.loads(Path(path).read_bytes())
    run = SimulationExecutor(seed=1).submit(job)
    results.put((job.name, run.view.status.name, sorted(run.result.results)))


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """A job that a script has built and written to a file. The script has ended."""
    script, path = tmp_path / "program.py", tmp_path / "job"
    script.write_text(PROGRAM)
    subprocess.run([sys.executable, str(script), str(path)], check=True, timeout=60)
    return path


def test_stored_job_runs_in_another_process(stored: Path) -> None:
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    process = context.Process(target=simulate_stored, args=(str(stored), results))
    process.start()
    assert results.get(timeout=60) == ("squares", "FINISHED", [1, 4, 9, 16, 25])
    process.join(10)


def test_job_is_planned_at_any_parallelism() -> None:
    job = programs.counting().get_job_spec()
    assert [node.parallelism for node in job.plan().stream.nodes] == [2, 2, 2, 1]
    assert [node.parallelism for node in job.plan(5).stream.nodes] == [5, 5, 5, 1]
    assert [node.parallelism for node in job.stream.nodes] == [*([PARALLELISM_DEFAULT] * 3), 1]


def test_plan_refuses_a_parallelism_below_one() -> None:
    with pytest.raises(InvalidProgramError, match="parallelism must be at least 1, not 0"):
        programs.counting().get_job_spec().plan(0)


def test_single_operators_are_planned_at_another_parallelism() -> None:
    job = programs.counting().get_job_spec()
    _, _, count, sink = (node.operator_id for node in job.plan().stream.nodes)
    rescaled = job.plan(JobParallelism(default=3, operators={count: 5, sink: 4}))
    assert [node.parallelism for node in rescaled.stream.nodes] == [3, 3, 5, 4]
    assert [vertex.parallelism for vertex in rescaled.job.vertices] == [3, 5, 4]


def test_operator_that_cannot_run_in_parallel_stays_single() -> None:
    env = programs.environment()
    env.from_collection([1, 2]).print()
    job = env.get_job_spec()
    source = job.plan().stream.nodes[0]
    with pytest.raises(InvalidProgramError, match="cannot run in parallel: its parallelism is 1, not 2"):
        job.plan(JobParallelism(operators={source.operator_id: 2}))


def test_job_keeps_its_id_and_its_settings_when_pickled() -> None:
    env = StreamExecutionEnvironment(Configuration({"pipeline.name": "numbers"}))
    env.from_sequence(1, 3).print()
    env.add_state_migration("shop.Order", dict)
    job = env.get_job_spec()
    again: JobSpec = pickle.loads(pickle.dumps(job))
    assert (again.job_id, again.name) == (job.job_id, "numbers")
    assert again.configuration == job.configuration and again.migrations == {"shop.Order": dict}
    assert len(again.plan().job.vertices) == len(job.plan().job.vertices)


def test_configured_job_id_is_the_id_of_the_job() -> None:
    env = programs.counting()
    env.configure(Configuration({"pipeline.job-id": "nightly"}))
    assert env.get_job_spec().job_id == JobID("nightly")


def test_settings_changed_later_do_not_change_the_job() -> None:
    env = programs.counting()
    job = env.get_job_spec()
    env.set_parallelism(7)
    assert job.plan().stream.nodes[0].parallelism == 2


def test_files_are_those_that_the_job_takes_along(tmp_path: Path) -> None:
    env = programs.counting()
    for name in ("module.py", "requirements.txt", "archive.zip", "cached.csv"):
        (tmp_path / name).touch()
    env.add_python_file(str(tmp_path / "module.py"))
    env.set_python_requirements(str(tmp_path / "requirements.txt"))
    env.add_python_archive(str(tmp_path / "archive.zip"), "data")
    env.register_cached_file(str(tmp_path / "cached.csv"), "rates", executable=True)
    names = ("module.py", "requirements.txt", "archive.zip", "cached.csv")
    assert env.get_job_spec().files == tuple(str(tmp_path / name) for name in names)


def test_job_of_another_format_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    job = programs.counting().get_job_spec()
    monkeypatch.setattr(job_spec, "VERSION", 2)
    newer = job.dumps()
    monkeypatch.undo()
    with pytest.raises(InvalidProgramError, match="was written in format 2, and this version of Pyrite reads format 1"):
        JobSpec.loads(newer)
