"""`pyrite cluster`: a cluster comes up on loopback, runs a job and goes without a trace."""

from __future__ import annotations

import ipaddress
import json
import os
import re
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from pyrite.cli.cluster.cluster import Cluster, find_cluster
from pyrite.cli.main import main
from pyrite.control.job_manager.driver_process import driver_pid
from pyrite.control.job_manager.instances import instances
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE as STORE_VARIABLE
from pyrite.control.job_manager.job_store import JobStore
from pyrite.core.config.spark_master import is_on_loopback
from pyrite.core.errors import UnsupportedSparkError
from pyrite.runtime.spark.session.authentication import CLUSTER_FOLDER_VARIABLE
from pyrite.runtime.spark.session.session import _check_master

Captured = pytest.CaptureFixture[str]

_JOB = """
import json, os, sys
from pyrite.datastream import RuntimeExecutionMode, StreamExecutionEnvironment

for mode in RuntimeExecutionMode.STREAMING, RuntimeExecutionMode.BATCH:
    env = StreamExecutionEnvironment.get_execution_environment().set_runtime_mode(mode)
    located = env.from_sequence(1, 100).rebalance().map(lambda number: (number % 3, number, os.getppid()))
    sums = located.key_by(lambda row: row[0]).reduce(lambda left, right: (left[0], left[1] + right[1], right[2]))
    print(json.dumps(list(sums.map(lambda row: (*row, sys.executable)).execute_and_collect())))
"""
_QUICK_EXECUTORS = f"spark.executor.extraJavaOptions={os.environ['SPARK_SUBMIT_OPTS']}"


class Command:
    """`pyrite` in processes of its own, with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cluster_folder = folder / "cluster"

    def run(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "pyrite.cli.main", *words],
            env={**os.environ, CLUSTER_FOLDER_VARIABLE: str(self.cluster_folder)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def cluster(self) -> Cluster:
        actual = find_cluster(self.cluster_folder)
        assert actual is not None
        return actual

    def run_job(self, *words: str) -> list[str]:
        job = self.folder / "job.py"
        job.write_text(_JOB)
        return self.run("run", "--master", self.cluster.url, *words, str(job)).splitlines()


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Command]:
    """A cluster of two workers, for all tests of this module."""
    made = Command(tmp_path_factory.mktemp("cluster"))
    reported = made.run("cluster", "start", "--workers", "2", "--port", "0")
    assert f"pyrite run --master {made.cluster.url} JOB.py" in reported
    yield made
    made.run("cluster", "stop")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a cluster of this process's user would be kept; there is none."""
    monkeypatch.setenv(CLUSTER_FOLDER_VARIABLE, str(tmp_path / "cluster"))
    return tmp_path / "cluster"


def listening_addresses(pids: set[int]) -> set[str]:
    """Where processes wait for connections; IPv4 addresses as such."""
    actual = set()
    for connection in psutil.net_connections("tcp"):
        if connection.pid in pids and connection.status == psutil.CONN_LISTEN and connection.laddr:
            actual.add(connection.laddr.ip.removeprefix("::ffff:"))
    return actual


# A cluster that runs --------------------------------------------------------------------------------------------------


def test_started_cluster_lives_on_and_listens_on_loopback_only(command: Command) -> None:
    daemons = {command.cluster.master, *command.cluster.workers}
    assert command.cluster.processes().keys() == daemons
    addresses = listening_addresses(daemons)
    assert addresses
    assert all(ipaddress.ip_address(address).is_loopback for address in addresses)


def test_folder_is_for_its_user_only(command: Command) -> None:
    assert stat.S_IMODE(command.cluster_folder.stat().st_mode) == 0o700


def test_status_shows_master_and_workers(command: Command) -> None:
    output = command.run("cluster", "status")
    assert re.search(rf"master +{command.cluster.master} +alive +{command.cluster.url}", output)
    assert all(re.search(rf"worker \d +{pid} +alive", output) for pid in command.cluster.workers)
    assert "2 workers registered" in output
    shown = json.loads(command.run("cluster", "status", "--json"))
    assert [process["state"] for process in shown["processes"]] == ["alive"] * 3
    assert [process["pid"] for process in shown["processes"]] == [command.cluster.master, *command.cluster.workers]
    assert shown["workers"] == 2


def test_second_start_is_refused(command: Command, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setenv(CLUSTER_FOLDER_VARIABLE, str(command.cluster_folder))
    assert main(["cluster", "start", "--workers", "1"]) == 1
    assert f"a cluster is already running: {command.cluster.url}" in capsys.readouterr().err


def test_jobs_run_on_all_workers_with_the_programs_python(command: Command) -> None:
    streaming, batch = map(json.loads, command.run_job("-p", "2", "-D", _QUICK_EXECUTORS))
    assert len(streaming) == 100
    for rows in streaming, batch:
        totals = {key: max(total for item, total, *_ in rows if item == key) for key in range(3)}
        assert totals == {0: 1683, 1: 1717, 2: 1650}
        assert {executable for *_, executable in rows} == {sys.executable}
    assert len({python_daemon for _, _, python_daemon, _ in streaming}) == 2


# How it ends ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow  # as the session of Flink's files shows below
def test_stop_leaves_neither_process_nor_folder(tmp_path: Path) -> None:
    command = Command(tmp_path)
    command.run("cluster", "start", "--workers", "1", "--port", "0")
    cluster = command.cluster
    assert "stopped" in command.run("cluster", "stop")
    assert cluster.processes() == {}
    assert not command.cluster_folder.exists()


def test_session_of_flinks_files_runs_programs_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path(__file__).parents[3]
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "masters").write_text("localhost:0\n")
    (tmp_path / "conf" / "workers").write_text("localhost  # one worker\n")
    for name, value in (
        ("PYRITE_CONF_DIR", "conf"),
        ("PYRITE_CONTROL_DIR", "control"),
        (STORE_VARIABLE, "store"),
    ):
        monkeypatch.setenv(name, str(tmp_path / value))
    monkeypatch.setenv("PYTHONPATH", f"{root / 'src'}:{root}")
    started, store = Command(tmp_path), JobStore(tmp_path / "store")
    started.run("cluster", "start", "--port", "0", "--cores", "1", "--memory", "1g")
    cluster, (manager,) = started.cluster, instances(store)
    assert {cluster.master, *cluster.workers, manager.pid} == cluster.processes().keys()
    program = str(root / "tests" / "control" / "job_manager" / "fake_program.py")
    address = manager.url.removeprefix("http://")
    started.run("run", "-d", "-m", address, "--job-id", "words", program, "run")
    submission = store.job("words").submission()
    assert submission is not None
    assert submission.program.settings["spark.master"] == cluster.url
    started.run("cluster", "stop")
    assert (cluster.processes(), instances(store)) == ({}, [])
    assert driver_pid(store.job("words")) is None


def test_failed_start_shows_why_and_leaves_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("JAVA_HOME", failing_java(tmp_path))
    assert main(["cluster", "start", "--workers", "1", "--port", "0"]) == 1
    assert "Spark did not start:\n  no room" in capsys.readouterr().err
    assert not folder.exists()


def test_start_uses_the_java_that_is_configured_and_shows_the_memory(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    settings = f"env.java.home: {failing_java(tmp_path)}\ntaskmanager.memory.process.size: 1728m"
    monkeypatch.setenv("JAVA_HOME", "/somewhere")
    monkeypatch.setenv("PYRITE_PROPERTIES", settings)
    assert main(["cluster", "start", "--workers", "1", "--port", "0"]) == 1
    output = capsys.readouterr()
    assert "Spark did not start:\n  no room" in output.err
    assert "    Total Flink Memory               1280.0 mb  taskmanager.memory.flink.size\n" in output.out


def failing_java(folder: Path) -> str:
    """A Java home whose Java starts nothing."""
    java = folder / "java" / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text("#!/bin/sh\n[ $1 = -version ] && echo 'version \"17\"' >&2 && exit\necho no room\nexit 1\n")
    java.chmod(0o755)
    return str(folder / "java")


def test_stop_tells_when_there_is_no_cluster(folder: Path, capsys: Captured) -> None:
    assert main(["cluster", "stop"]) == 0
    assert capsys.readouterr().out == "No cluster is running\n"


def test_status_fails_when_there_is_no_cluster(folder: Path, capsys: Captured) -> None:
    assert main(["cluster", "status"]) == 1
    assert str(folder) in capsys.readouterr().err


def test_status_fails_when_processes_are_gone(folder: Path, capsys: Captured) -> None:
    write_state(folder)
    assert main(["cluster", "status"]) == 1
    output = capsys.readouterr()
    assert "gone" in output.out
    assert "2 of 2 processes have died" in output.err


def test_stop_spares_strangers_that_have_a_pid_of_the_cluster(folder: Path) -> None:
    with subprocess.Popen(["sleep", "60"]) as stranger:
        write_state(folder, worker=stranger.pid)
        assert main(["cluster", "stop"]) == 0
        assert not folder.exists()
        assert stranger.poll() is None
        stranger.kill()


def test_stop_leaves_files_that_are_not_the_clusters(folder: Path) -> None:
    write_state(folder)
    (folder / "logs").mkdir()
    (folder / "notes.txt").write_text("mine")
    assert main(["cluster", "stop"]) == 0
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]


def test_start_is_refused_when_others_can_write_to_the_folder(folder: Path, capsys: Captured) -> None:
    folder.mkdir()
    folder.chmod(0o777)
    assert main(["cluster", "start", "--workers", "1"]) == 1
    assert f"{folder} is not a folder that only this user can write to" in capsys.readouterr().err
    assert stat.S_IMODE(folder.stat().st_mode) == 0o777


def write_state(folder: Path, worker: int = 2**30) -> None:
    """What a cluster has left that died with its machine."""
    folder.mkdir()
    options = {"workers": 1, "cores": 1, "memory": "1g", "port": 0}
    state = {"cluster_id": "x", "options": options, "port": 1, "ui_port": 2, "master": 2**29, "workers": [worker]}
    (folder / "cluster.json").write_text(json.dumps(state))


# What is refused ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (["--workers", "0"], "'--workers': 0 is not in the range 1<=x<=1000"),
        (["--workers", "two"], "'--workers': 'two' is not a valid integer range"),
        (["--workers", "1", "--cores", "0"], "'--cores': 0 is not in the range"),
        (["--workers", "1", "--memory", "512m"], "expected a size of at least 1g"),
        (["--workers", "1", "--memory", "2 gb"], "expected a size of at least 1g"),
        (["--workers", "1", "--port", "65536"], "'--port': 65536 is not in the range 0<=x<=65535"),
    ],
)
def test_start_is_refused_when_an_option_cannot_be_read(words: list[str], reported: str, capsys: Captured) -> None:
    assert main(["cluster", "start", *words]) == 2
    assert reported in capsys.readouterr().err


def test_start_is_refused_when_the_port_is_taken(folder: Path, capsys: Captured) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["cluster", "start", "--workers", "1", "--port", str(port)]) == 1
    assert f"port {port} cannot be used" in capsys.readouterr().err
    assert not folder.exists()


def test_start_is_refused_when_the_folder_holds_other_files(folder: Path, capsys: Captured) -> None:
    folder.mkdir()
    (folder / "letter.txt").write_text("dear")
    assert main(["cluster", "start", "--workers", "1"]) == 1
    assert "holds other files" in capsys.readouterr().err
    assert (folder / "letter.txt").read_text() == "dear"


def test_session_is_refused_when_no_master_listens() -> None:
    with pytest.raises(UnsupportedSparkError, match="no Spark master listens"):
        _check_master("spark://127.0.0.1:1")


@pytest.mark.parametrize(
    ("master", "expected"),
    [
        ("spark://127.0.0.1:7077", True),
        ("spark://localhost:7077", True),
        ("spark://10.0.0.1:7077", False),
        ("spark://127.0.0.1:7077,10.0.0.1:7077", False),
        ("local[2]", False),
    ],
)
def test_master_on_loopback_is_known_as_such(master: str, expected: bool) -> None:
    assert is_on_loopback(master) is expected


def test_master_is_refused_when_it_cannot_be_read(tmp_path: Path, capsys: Captured) -> None:
    job = tmp_path / "job.py"
    job.write_text("")
    assert main(["run", "--master", "spark", str(job)]) == 2
    assert "expected a Spark master such as" in capsys.readouterr().err
