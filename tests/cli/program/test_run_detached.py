"""`pyrite run` beyond the foreground: in the background, without Spark, and what names the program."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pyrite.cli.main import main
from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.control.job_manager.driver_process import driver_pid, end_driver
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE as STORE_VARIABLE
from pyrite.control.job_manager.job_store import JobStore, Submission
from pyrite.control.job_manager_gateway import SubmittedProgram
from pyrite.storage.file_lock import lock_file, write_locked

Captured = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[3]
PROGRAM = str(ROOT / "tests" / "control" / "job_manager" / "fake_program.py")
_SHOWS_SETTINGS = (
    "import json, sys\nfrom pyrite.graph.executor import current_context\n"
    "def main():\n    print(json.dumps([sys.argv[1:], dict(current_context().settings)]))\n"
    "if __name__ == '__main__':\n    main()\n"
)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[JobStore]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "store"))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}:{ROOT}")
    store = JobStore.of_user()
    yield store
    for job_id in store.job_ids():
        end_driver(store.job(job_id), signal.SIGKILL)


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_detached_job_is_listed_and_cancelled(store: JobStore, capsys: Captured) -> None:
    assert main(["run", "-d", "--json", "--job-id", "words", PROGRAM, "run"]) == 0
    assert json.loads(capsys.readouterr().out) == {"job_id": "words"}

    def is_running() -> bool:
        assert main(["list", "--json"]) == 0
        (job,) = json.loads(capsys.readouterr().out)
        assert (job["job_id"], job["pid"]) == ("words", driver_pid(store.job("words")))
        return bool(job["status"] == "RUNNING")

    until(is_running)
    assert main(["run", "-d", "--job-id", "words", PROGRAM, "run"]) == 1
    assert "job words is already running: cancel it first" in capsys.readouterr().err
    assert main(["cancel", "--json", "words"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "job_id": "words",
        "name": "words",
        "path": None,
        "status": "CANCELED",
    }
    until(lambda: driver_pid(store.job("words")) is None)
    outcome = store.job("words").outcome()
    assert outcome is not None
    assert outcome.status == "CANCELED"


def test_job_that_waits_for_spark_is_named_when_it_is_asked(store: JobStore, capsys: Captured) -> None:
    store.make()
    folder = store.add(Submission("words", SubmittedProgram("words.py"), 1))
    lock = lock_file(folder.path / "driver")
    try:
        write_locked(lock, "17")
        assert main(["stop", "words"]) == 1
    finally:
        os.close(lock)
    error = capsys.readouterr().err
    assert "job words is INITIALIZING and accepts no command but cancel: its driver, process 17, starts" in error
    assert main(["stop", "words"]) == 1
    assert "there is no job 'words'" in capsys.readouterr().err


def test_detached_program_that_fails_is_reported(store: JobStore, capsys: Captured) -> None:
    assert main(["run", "-d", PROGRAM, "raise"]) == 1
    error = capsys.readouterr().err
    assert "error: the program did not start a job: Traceback" in error
    assert error.endswith("ValueError: no such table\n")


def test_detached_program_waits_for_every_job_that_it_leaves(store: JobStore, capsys: Captured) -> None:
    assert main(["run", "-d", "--job-id", "words", PROGRAM, "leave"]) == 0

    def running() -> dict[str, str]:
        capsys.readouterr()
        assert main(["list", "-r", "--json"]) == 0
        return {job["name"]: job["job_id"] for job in json.loads(capsys.readouterr().out)}

    until(lambda: len(running()) == 2)
    ids = running()
    assert ids["words"] == "words"
    assert re.fullmatch("[0-9a-f]{32}", ids["letters"])
    assert main(["cancel", "words"]) == 0
    assert running() == {"letters": ids["letters"]}
    assert store.job("words").outcome() is None, "the driver still runs"
    assert main(["cancel", "letters"]) == 0
    until(lambda: driver_pid(store.job("words")) is None)
    outcome = store.job("words").outcome()
    assert outcome is not None
    assert (outcome.status, outcome.summary["name"]) == ("CANCELED", "words")


def test_detached_program_that_fails_cancels_the_jobs_that_it_leaves(store: JobStore, capsys: Captured) -> None:
    assert main(["run", "-d", "--job-id", "words", PROGRAM, "leave-and-raise"]) == 0
    until(lambda: driver_pid(store.job("words")) is None)
    outcome = store.job("words").outcome()
    assert outcome is not None
    assert (outcome.status, outcome.cause) == ("CANCELED", "ValueError: no such table")
    assert outcome.trace.endswith("ValueError: no such table")
    output = (store.job("words").path / "job.out").read_text()
    assert output.count("the program has failed") == 2


def test_sigterm_suspends_a_detached_job(store: JobStore, capsys: Captured) -> None:
    assert main(["run", "-d", "--job-id", "words", PROGRAM, "run"]) == 0
    until(lambda: main(["list", "-r"]) == 0 and "RUNNING" in capsys.readouterr().out)
    end_driver(store.job("words"), signal.SIGTERM)
    until(lambda: driver_pid(store.job("words")) is None)
    outcome = store.job("words").outcome()
    assert outcome is not None
    assert outcome.status == "SUSPENDED"


def test_collection_runs_without_spark(tmp_path: Path, capsys: Captured) -> None:
    job = tmp_path / "job.py"
    job.write_text(
        "from pyrite.datastream import StreamExecutionEnvironment\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "env.set_parallelism(1).from_collection([1, 2]).map(lambda n: n * 10).print()\nenv.execute()\n"
    )
    assert main(["run", "-t", "collection", str(job)]) == 0
    assert capsys.readouterr().out == "10\n20\n"


@pytest.mark.parametrize("path", ["nowhere", "."])
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["-t", "collection"], "-t collection restores no savepoint"),
        (["-D", "execution.runtime-mode=BATCH"], "a BATCH job restores no savepoint"),
        (["-D", "execution.runtime-mode=AUTOMATIC"], "a BATCH job restores no savepoint"),
    ],
)
def test_savepoint_is_refused_where_nothing_is_restored(
    tmp_path: Path, capsys: Captured, words: list[str], why: str, path: str
) -> None:
    job = tmp_path / "job.py"
    job.write_text(
        "from pyrite.datastream import StreamExecutionEnvironment\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "env.from_collection([1, 2]).print()\nenv.execute()\n"
    )
    assert main(["run", *words, "-s", str(tmp_path / path), str(job)]) == 1
    error = capsys.readouterr().err
    assert f"execution.state-recovery.path (-s) is '{(tmp_path / path)}', but {why}" in error


@pytest.mark.parametrize("wait", ["", ".wait()"])
def test_insert_that_fails_is_a_failure_of_the_command(tmp_path: Path, capsys: Captured, wait: str) -> None:
    job = tmp_path / "job.py"
    job.write_text(
        "from pyrite.table import EnvironmentSettings, TableEnvironment\n"
        "t_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())\n"
        "t_env.execute_sql(\"CREATE TABLE sink (n INT) WITH ('connector' = 'blackhole')\")\n"
        f"t_env.execute_sql(\"INSERT INTO sink SELECT CAST(s AS INT) FROM (VALUES ('x')) AS t (s)\"){wait}\n"
    )
    assert main(["run", "-t", "collection", str(job)]) == 1
    error = capsys.readouterr().err
    assert "error: job 'insert-into_default_catalog.default_database.sink' failed" in error
    assert "'x'" in error


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["-c", "jobs.words", "{zip}", "a"], ["a"]),
        (["-c", "jobs.words:main", "{zip}", "-x"], ["-x"]),
        (["-pym", "jobs.words", "-pyfs", "{zip}", "--input", "a"], ["--input", "a"]),
        (["-pyfs", "{zip}", "--pyModule=jobs.words", "b"], ["b"]),
        (["-py", "{file}", "a"], ["a"]),
        (["--python={file}", "-p", "3", "a"], ["a"]),
    ],
)
def test_program_is_a_file_an_archive_or_a_module(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, words: list[str], expected: list[str]
) -> None:
    for module in ("jobs.words", "jobs"):  # of another case's archive
        monkeypatch.delitem(sys.modules, module, raising=False)
    archive, file = tmp_path / "jobs.zip", tmp_path / "job.py"
    file.write_text(_SHOWS_SETTINGS)
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("jobs/__init__.py", "")
        packed.writestr("jobs/words.py", _SHOWS_SETTINGS)
    assert main(["run", *(word.format(zip=archive, file=file) for word in words)]) == 0
    arguments, settings = json.loads(capsys.readouterr().out)
    assert arguments == expected
    assert settings.get("python.files", str(archive)) == str(archive)


def test_files_of_the_program_are_absolute(tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("job.py").write_text(_SHOWS_SETTINGS)
    words = ["-pyfs", "a.py,b", "-C", "c.zip", "-pyreq", "r.txt#wheels", "-pyarch", "d.zip#data", "-pyexec", "python3"]
    assert main(["run", *words, "job.py"]) == 0
    assert json.loads(capsys.readouterr().out)[1] == {
        "python.files": f"{tmp_path}/a.py,{tmp_path}/b,{tmp_path}/c.zip",
        "python.requirements": f"{tmp_path}/r.txt#{tmp_path}/wheels",
        "python.archives": f"{tmp_path}/d.zip#data",
        "python.executable": "python3",
    }


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (["-t", "yarn-application", PROGRAM], "'yarn-application' is not supported yet"),
        (["-t", "cluster", PROGRAM], "'cluster' is not one of local, remote, collection"),
        (["-t", "collection", "-d", PROGRAM], "cannot be combined with -d or -m"),
        (["-t", "local", "-m", "localhost:8081", PROGRAM], "-m is not allowed with -t local"),
        (["-m", "localhost", PROGRAM], "expected HOST:PORT, not 'localhost'"),
        (["-pym", "x", "-c", "y"], "expected either -c ENTRY JOB, or -pym MODULE"),
        (["-c", "x"], "Missing argument 'JOB'"),
    ],
)
def test_wrong_usage_is_refused(capsys: Captured, words: list[str], reported: str) -> None:
    assert main(["run", *words]) == 2
    assert reported in capsys.readouterr().err


def test_module_that_is_not_there_is_reported(tmp_path: Path, capsys: Captured) -> None:
    assert main(["run", "-pym", "no.such.module"]) == 1
    assert "error: there is no module 'no.such.module' on Python's search path" in capsys.readouterr().err
    assert main(["run", "-c", "os:no_function", str(PROGRAM)]) == 1
    assert "error: module 'os' has no function 'no_function'" in capsys.readouterr().err
