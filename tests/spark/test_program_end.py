"""Programs on Spark that end while a job runs: an INSERT that nobody waits for, and `execute_async`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = [sys.executable]
PYRITE = [sys.executable, "-m", "pyrite.cli.main", "run"]
INSERT = """
import sys
from pyrite.common import Configuration
from pyrite.table import EnvironmentSettings, TableEnvironment

settings = Configuration({"spark.master": "local[2]", "spark.ui.enabled": "false", "parallelism.default": "1"})
t_env = TableEnvironment.create(settings)
t_env.execute_sql(
    "CREATE TABLE numbers (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '10', "
    "'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '%s')"
)
t_env.execute_sql("CREATE TABLE files (n BIGINT) WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv')")
t_env.execute_sql("INSERT INTO files SELECT %s FROM numbers")
"""
ASYNC = """
from pathlib import Path
from examples.streaming import custom_source_and_sink as example

source = Path(example.__file__).read_text().replace("if __name__", "if False and __name__")
exec(compile(source, __file__, "exec"))  # so that the classes of its splits and committables are of this program
folder = Path({folder!r})
for name in ("in", "out"):
    (folder / name).mkdir()
for name, text in TEXTS.items():
    (folder / "in" / name).write_text(text)
env = StreamExecutionEnvironment.get_execution_environment()
build(env, folder / "in", folder / "out")
env.execute_async("copy")
"""


def run(folder: Path, text: str, command: list[str]) -> subprocess.CompletedProcess[str]:
    """Runs a program from the beginning to the end of its process."""
    (folder / "job.py").write_text(text)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYRITE_CONTROL_DIR": str(folder / "control")}
    words = [*command, str(folder / "job.py")]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, env=environment)


def lines(folder: Path) -> list[str]:
    """The lines of all visible files."""
    files = [path for path in folder.glob("*") if not path.name.startswith((".", "_"))]
    return sorted(line for path in files for line in path.read_text().splitlines())


@pytest.mark.parametrize("command", [PYTHON, PYRITE])
def test_program_that_ends_with_an_insert_writes_all_rows(tmp_path: Path, command: list[str]) -> None:
    ended = run(tmp_path, INSERT % (9, tmp_path / "out", "n"), command)
    assert ended.returncode == 0, ended.stderr
    assert lines(tmp_path / "out") == [str(number) for number in range(1, 10)]
    assert command is PYRITE or "waits for job 'insert-into_default_catalog.default_database.files'" in ended.stderr


@pytest.mark.parametrize("command", [PYTHON, pytest.param(PYRITE, marks=pytest.mark.slow)])
def test_insert_that_fails_gives_an_exit_code_and_its_cause(tmp_path: Path, command: list[str]) -> None:
    ended = run(tmp_path, INSERT % (9, tmp_path / "out", "CAST('n' || CAST(n AS STRING) AS BIGINT)"), command)
    assert ended.returncode == 1, ended.stderr
    assert "job 'insert-into_default_catalog.default_database.files' failed: " in ended.stderr
    assert "For input string: 'n1'" in ended.stderr
    assert lines(tmp_path / "out") == []


@pytest.mark.parametrize(
    ("end", "code"), [pytest.param("raise ValueError('mine')", 1, marks=pytest.mark.slow), ("sys.exit(3)", 3)]
)
def test_program_that_fails_cancels_its_insert(tmp_path: Path, end: str, code: int) -> None:
    ended = run(tmp_path, (INSERT % (10**9, tmp_path / "out", "n")) + end, PYTHON)
    assert ended.returncode == code, ended.stderr
    assert "canceling job 'insert-into_default_catalog.default_database.files'" in ended.stderr


def test_classes_of_a_program_that_has_ended_still_reach_the_driver(tmp_path: Path) -> None:
    ended = run(tmp_path, ASYNC.format(folder=str(tmp_path)), PYRITE)
    assert ended.returncode == 0, ended.stderr
    assert lines(tmp_path / "out") == sorted(
        line
        for text in ("THE RAVEN\nTHE CROW", "THE OWL", "THE WREN\nTHE ROBIN\nTHE SWIFT")
        for line in text.split("\n")
    )
