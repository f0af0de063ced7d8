"""`pyrite jobmanager`, and commands that go to it by -m: real processes, killed with SIGKILL; jobs without Spark."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pyrite.cli.main import main
from pyrite.cli.program import run_job
from pyrite.cli.remote.rest_connection import RestConnection
from pyrite.connectors.base.http_client import http_client
from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.control.job_manager.driver_process import driver_pid, end_driver
from pyrite.control.job_manager.instances import Instance, instances
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE as STORE_VARIABLE
from pyrite.control.job_manager.job_store import JobStore
from pyrite.core.config.configuration import Configuration

Captured = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[3]
JOB = b"""
from pyrite.datastream import StreamExecutionEnvironment

print("it is planned")
env = StreamExecutionEnvironment.get_execution_environment()
env.from_sequence(1, 3).print()
env.execute("planned")
"""
PROGRAM = str(ROOT / "tests" / "control" / "job_manager" / "fake_program.py")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[JobStore]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "store"))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}:{ROOT}")
    store = JobStore.of_user()
    yield store
    for instance in instances(store):
        os.kill(instance.pid, signal.SIGKILL)
    for job_id in store.job_ids():
        end_driver(store.job(job_id), signal.SIGKILL)


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def start(store: JobStore, port: int = 0) -> tuple[Instance, str]:
    """A JobManager in the background, and its HOST:PORT."""
    assert main(["jobmanager", "start", "127.0.0.1", str(port)]) == 0
    instance = instances(store)[-1]
    return instance, instance.url.removeprefix("http://")


def client_of(address: str, timeout_s: float) -> httpx.Client:
    connection = RestConnection(address, Configuration())
    return http_client(timeout_s, base_url=connection.url, headers=connection.headers())


def listed(address: str, capsys: Captured) -> dict[str, tuple[str, str]]:
    """Name and status of the JobManager's jobs, by id."""
    capsys.readouterr()
    assert main(["list", "-a", "--json", "-m", address]) == 0
    jobs: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return {job["job_id"]: (job["name"], job["status"]) for job in jobs}


def test_jobs_outlive_a_job_manager_that_is_killed(store: JobStore, capsys: Captured) -> None:
    first, address = start(store)
    assert main(["run", "-d", "--json", "-m", address, PROGRAM, "run"]) == 0
    job_id = json.loads(capsys.readouterr().out.splitlines()[-1])["job_id"]
    until(lambda: listed(address, capsys) == {job_id: ("words", "RUNNING")})
    pid = driver_pid(store.job(job_id))
    os.kill(first.pid, signal.SIGKILL)
    until(lambda: not instances(store))
    _, address = start(store)
    assert listed(address, capsys) == {job_id: ("words", "RUNNING")}
    assert driver_pid(store.job(job_id)) == pid
    capsys.readouterr()
    assert main(["rescale", "-m", address, "-p", "3", "words"]) == 0
    rescaled = "job 'words' runs with parallelism 3, from checkpoint 7 on, after a pause of 0.25 s\n"
    assert capsys.readouterr().out == rescaled
    assert main(["cancel", "-m", address, job_id[:8]]) == 0
    assert f"job 'words' ({job_id}) has ended: CANCELED" in capsys.readouterr().out
    assert main(["jobmanager", "stop"]) == 0
    assert instances(store) == []


def test_driver_that_is_killed_is_restarted_by_the_job_manager(store: JobStore, capsys: Captured) -> None:
    _, address = start(store)
    strategy = ["-D", "restart-strategy.type=fixed-delay", "-D", "restart-strategy.fixed-delay.delay=10 ms"]
    assert main(["run", "-d", "-m", address, "--job-id", "words", *strategy, PROGRAM, "run"]) == 0
    until(lambda: "RUNNING" in str(listed(address, capsys)))
    pid = driver_pid(store.job("words"))
    end_driver(store.job("words"), signal.SIGKILL)
    until(lambda: driver_pid(store.job("words")) not in (pid, 0, None))
    until(lambda: "RUNNING" in str(listed(address, capsys)))
    assert main(["cancel", "-m", address, "words"]) == 0  # by its own id, though REST shows it as another one


def test_run_through_a_job_manager_waits_for_the_end(store: JobStore, capsys: Captured) -> None:
    _, address = start(store)
    assert main(["run", "-m", address, "--job-id", "words", PROGRAM, "finish"]) == 0
    shown = capsys.readouterr()
    assert "the program runs\n" in shown.out and "job words has ended: FINISHED" in shown.out
    assert "Job has been submitted with JobID words\n" in shown.out
    assert "words: finished after" in shown.err and "5 checkpoints, 1 restart" in shown.err
    assert main(["run", "-m", address, PROGRAM, "raise"]) == 1
    assert "ValueError: no such table" in capsys.readouterr().err
    with client_of(address, 30) as client:
        uploaded = client.post("/jars/upload", files={"jarfile": ("job.py", JOB, "text/x-python")}).json()
        path = f"/jars/{Path(uploaded['filename']).name}"
        plans = [
            client.get(f"{path}/plan?parallelism=3").json(),
            client.post(f"{path}/plan", json={"parallelism": 1}).json(),
        ]
        assert [plan["plan"]["nodes"][-1]["parallelism"] for plan in plans] == [3, 1]
        assert client.delete(path).status_code == 200
        (job,) = client.get("/jobs/overview").json()["jobs"]
        assert client.get(f"/jobs/{job['jid']}").json()["state"] == "FINISHED"  # from what its driver left
        assert client.get("/jars").json()["files"] == []


def test_interrupted_client_cancels_the_job_only_if_it_is_to(store: JobStore, capsys: Captured) -> None:
    _, address = start(store)
    with client_of(address, 5) as client:

        def states() -> list[str]:
            return [job["state"] for job in client.get("/jobs/overview").json()["jobs"]]

        assert interrupted(["run", "-m", address, PROGRAM, "run"], lambda: states() == ["RUNNING"]) == 130
        assert "keeps running" in capsys.readouterr().err
        again = ["run", "-sae", "-m", address, PROGRAM, "run"]
        assert interrupted(again, lambda: states() == ["RUNNING", "RUNNING"]) == 130
        until(lambda: states() == ["RUNNING", "CANCELED"])


def interrupted(words: list[str], condition: Callable[[], bool]) -> object:
    """The exit code of a command that gets Ctrl-C under a condition."""

    def interrupt() -> None:
        until(condition)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        return main(words)
    except SystemExit as left:
        return left.code
    finally:
        thread.join()


def test_next_port_is_taken_when_one_is_in_use(store: JobStore, capsys: Captured) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        instance, _ = start(store, port)
    assert int(instance.url.rpartition(":")[2]) > port
    assert f"(port {port} is taken)" in (store.path / "log" / "jobmanager.log").read_text()
    assert f"{instance.url} (port {port} is taken)" in capsys.readouterr().out


def test_stop_ends_the_last_one_and_stop_all_all(store: JobStore, capsys: Captured) -> None:
    first, second = start(store)[0], start(store)[0]
    assert f"{second.url}, on standby for the one at {first.url} (process {first.pid})" in capsys.readouterr().out
    assert main(["jobmanager", "stop"]) == 0
    assert instances(store) == [first]
    start(store)
    assert main(["jobmanager", "stop-all"]) == 0
    assert instances(store) == []
    assert main(["jobmanager", "stop"]) == 0
    output = capsys.readouterr().out
    assert f"The JobManager at {second.url} (process {second.pid}) is stopped" in output
    assert output.endswith("No JobManager is running\n")


def test_address_that_cannot_be_used_is_reported(store: JobStore, capsys: Captured) -> None:
    assert main(["jobmanager", "start", "192.0.2.1", "0"]) == 1
    assert "the REST server cannot listen on 192.0.2.1:0" in capsys.readouterr().err


def test_job_manager_that_does_not_answer_is_reported(capsys: Captured) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
    assert main(["list", "-m", address]) == 1
    assert f"error: the JobManager at {address} does not answer" in capsys.readouterr().err


def test_keys_of_the_configuration_that_nothing_reads_are_named_at_start(
    store: JobStore, capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "config.yaml").write_text(
        "rest:\n  bind-prot: 8099\njobmanager.drivers.startng: 3\nmy.own.key: 1\n"
    )
    monkeypatch.setenv("PYRITE_CONF_DIR", str(tmp_path / "conf"))
    start(store)
    named = (
        "jobmanager.drivers.startng: did you mean jobmanager.drivers.starting?\n    rest.bind-prot: did you mean rest."
    )
    assert f"configuration keys that have no effect:\n    {named}bind-port?" in capsys.readouterr().out
    log = (store.path / "log" / "jobmanager.log").read_text()
    assert "rest.bind-prot: did you mean rest.bind-port?" in log
    assert "my.own.key" not in log


def test_program_that_hangs_is_reported_and_canceled_through_a_job_manager(
    store: JobStore, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_job, "_QUIET_S", 0.5)
    _, address = start(store)
    codes: list[int] = []
    words = ["run", "-d", "-m", address, "--job-id", "words", PROGRAM, "hang"]
    submission = threading.Thread(target=lambda: codes.append(main(words)))
    submission.start()
    until(lambda: bool(store.job("words").read("start")))
    until(lambda: "its program, process" in capsys.readouterr().err)
    assert main(["cancel", "-m", address, "words"]) == 0
    submission.join()
    shown = capsys.readouterr()
    assert "job 'fake_program.py' (words) has ended: CANCELED" in shown.out
    assert (codes, "canceled before its program started it" in shown.err) == ([1], True)
