"""Spark's JVM: it ends with the program, whenever that ends, and says why it does not start."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.spark.processes import MARK, kill_marked, marked, new_mark, wait_until

PROGRAM = """
from pyrite.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(1)
env.from_collection(["to be", "or not"]).print()
env.execute()
"""


@pytest.fixture
def mark() -> Iterator[str]:
    made = new_mark()
    yield made
    kill_marked(made)


def start(mark: str, folder: Path, **variables: str) -> subprocess.Popen[str]:
    script = folder / "program.py"
    script.write_text(PROGRAM)
    return subprocess.Popen(
        [sys.executable, str(script)],
        cwd=folder,
        env={**os.environ, MARK: mark, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def has_jvm(mark: str) -> bool:
    return any("org.apache.spark.deploy.SparkSubmit" in command for command in marked(mark).values())


@pytest.mark.parametrize("delay_s", [0.0, pytest.param(0.3, marks=pytest.mark.slow), 1.0])
def test_no_process_is_left_when_ctrl_c_comes_while_spark_starts(mark: str, tmp_path: Path, delay_s: float) -> None:
    program = start(mark, tmp_path)
    wait_until(lambda: has_jvm(mark), 60, "a JVM is being started")
    time.sleep(delay_s)
    os.killpg(program.pid, signal.SIGINT)
    said = program.communicate(timeout=60)
    assert "KeyboardInterrupt" in said[1], said
    wait_until(lambda: not marked(mark), 15, "no process is left")


@pytest.mark.parametrize(
    "variables", [{"LC_ALL": "C"}, pytest.param({"LC_ALL": "", "LANG": ""}, marks=pytest.mark.slow)]
)
def test_job_runs_in_folders_with_names_beyond_ascii_in_the_c_locale(
    mark: str, tmp_path: Path, variables: dict[str, str]
) -> None:
    folder = tmp_path / "große Jobs"
    temporary = tmp_path / "vorläufig"
    folder.mkdir()
    temporary.mkdir()
    program = start(mark, folder, TMPDIR=str(temporary), **variables)
    said, errors = program.communicate(timeout=120)
    assert program.returncode == 0, errors
    assert sorted(said.splitlines()) == ["or not", "to be"]


def test_jvm_that_does_not_start_is_reported_with_its_own_last_lines(mark: str, tmp_path: Path) -> None:
    program = start(mark, tmp_path, SPARK_SUBMIT_OPTS="-Xss1k")
    _, errors = program.communicate(timeout=60)
    assert program.returncode == 1
    assert "UnsupportedSparkError: Spark's JVM did not start: exit code 1" in errors
    assert "The Java thread stack size specified is too small" in errors


def test_jvm_whose_main_thread_throws_is_reported_and_ended(mark: str, tmp_path: Path) -> None:
    """Its other threads keep it alive. The machine's Java, except that it throws instead of being Spark."""
    java = tmp_path / "home" / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text(
        "#!/bin/sh\n"
        f'case "$*" in -version|*launcher.Main*) exec "{shutil.which("java")}" "$@";; esac\n'
        "echo 'Exception in thread \"main\" java.nio.file.InvalidPathException: unmappable' >&2\n"
        "exec sleep 1000\n"
    )
    java.chmod(0o755)
    program = start(mark, tmp_path, JAVA_HOME=str(tmp_path / "home"))
    _, errors = program.communicate(timeout=60)
    assert "UnsupportedSparkError: Spark's JVM did not start: an exception ended its main thread" in errors
    assert errors.rstrip().endswith("java.nio.file.InvalidPathException: unmappable")
    assert not marked(mark)


def test_low_limit_of_open_files_is_named_when_the_jvm_does_not_start(mark: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    command = f"ulimit -n 60 && exec {sys.executable} program.py"
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, env={**os.environ, MARK: mark}, capture_output=True, text=True, timeout=60
    )
    assert "UnsupportedSparkError: Spark's JVM did not start" in done.stderr
    assert "(at most 60 files can be open, `ulimit -Hn`; Spark needs about 1024: raise that limit)" in done.stderr


@pytest.mark.slow
def test_second_program_maps_the_archive_that_the_first_one_had_made(mark: str, tmp_path: Path) -> None:
    look = (
        "from pyspark import SparkContext\n"
        "maps = open(f'/proc/{SparkContext._gateway.proc.pid}/maps').read()\n"
        "print('mapped', 'pyrite/spark-' in maps)\n"
    )
    (tmp_path / "program.py").write_text(PROGRAM + look)
    environment = {**os.environ, MARK: mark, "SPARK_SUBMIT_OPTS": "", "XDG_CACHE_HOME": str(tmp_path)}

    def run() -> str:
        command = [sys.executable, str(tmp_path / "program.py")]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()[-1]

    assert run() == "mapped False"
    wait_until(lambda: any((tmp_path / "pyrite").glob("*.jsa")), 200, "an archive")
    assert run() == "mapped True"


def test_missing_folder_of_spark_is_reported_with_its_variable(mark: str, tmp_path: Path) -> None:
    program = start(mark, tmp_path, SPARK_HOME=str(tmp_path / "spark"))
    errors = program.communicate(timeout=60)[1]
    assert f"SPARK_HOME = '{tmp_path}/spark' is no folder: unset it to use the Spark of the package pyspark" in errors


def test_job_runs_for_a_user_id_without_a_name_and_a_home(mark: str) -> None:
    """As in a container with an arbitrary user id."""
    folder = Path(tempfile.mkdtemp(prefix="pyrite-user-"))
    folder.chmod(0o777)
    (folder / "program.py").write_text(PROGRAM)
    homeless = ("HOME", "USER", "LOGNAME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR")
    variables = {name: value for name, value in os.environ.items() if name not in homeless}
    as_user = ["setpriv", "--reuid=54321", "--regid=0", "--clear-groups"]
    command = as_user if os.getuid() == 0 else ["unshare", "--user", "--map-user=54321"]
    try:
        done = subprocess.run(
            [*command, sys.executable, "-m", "pyrite.cli.main", "run", "program.py"],
            cwd=folder,
            env={**variables, MARK: mark, "TMPDIR": str(folder)},
            capture_output=True,
            text=True,
            timeout=200,
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    assert sorted(done.stdout.splitlines()) == ["or not", "to be"], done.stderr
