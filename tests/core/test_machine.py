"""The machine: each call, and the path that needs nothing of Linux's own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pyrite.core import machine

BOTH_PATHS = pytest.mark.parametrize("portable", [False, True], ids=["linux", "portable"])


def without_proc(*parts: str | Path) -> Path:
    """A path; files of /proc are missing."""
    path = Path(*parts)
    return Path("/nonexistent", *path.parts[1:]) if path.parts[:2] == ("/", "proc") else path


@pytest.fixture
def system(portable: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hides what is Linux's own, where the test asks for the portable path."""
    if portable:
        monkeypatch.setattr(machine, "Path", without_proc)
        monkeypatch.setattr(machine, "_c_function", lambda name: None)
        monkeypatch.delattr(os, "sched_getaffinity")
        monkeypatch.delattr(os, "posix_fallocate")
        monkeypatch.delattr(socket, "SO_PEERCRED")


@BOTH_PATHS
def test_process_is_described(portable: bool, system: None) -> None:
    assert machine.available_cores() >= 1
    assert 10 << 20 < machine.resident_bytes() < 1 << 40
    assert machine.parent_of(os.getpid()) == os.getppid()
    with subprocess.Popen(["cat", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(b"x")
        child.stdout.read(1)  # it runs
        assert machine.command_of(child.pid)[:2] == ["cat", "-"]
        assert machine.begin_of(child.pid) == machine.begin_of(child.pid) is not None
        child.kill()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert machine.begin_of(child.pid) is None
    assert machine.begin_of(child.pid) is None
    assert (machine.parent_of(child.pid), machine.command_of(child.pid)) == (0, [])


@BOTH_PATHS
def test_folders_are_exchanged(portable: bool, system: None, tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"in-{name}").touch()
    machine.exchange(tmp_path / "one", tmp_path / "other")
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.glob("*/*")) == ["one/in-other", "other/in-one"]
    assert len(list(tmp_path.iterdir())) == 2


@BOTH_PATHS
def test_room_is_reserved_and_given_back(portable: bool, system: None, tmp_path: Path) -> None:
    with (tmp_path / "file").open("w+b") as file:
        machine.reserve(file.fileno(), 1 << 16)
        assert os.fstat(file.fileno()).st_blocks * 512 >= 1 << 16
        freed = machine.free_range(file.fileno(), 0, 1 << 15)
        assert freed != portable
        assert os.fstat(file.fileno()).st_size == 1 << 16
        machine.sync(file.fileno())
    machine.sync_path(tmp_path)


@BOTH_PATHS
def test_socket_in_a_folder_with_a_long_path_is_reached(portable: bool, system: None, tmp_path: Path) -> None:
    path = tmp_path / ("d" * 90) / "socket"
    path.parent.mkdir()
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        with machine.socket_address(path) as address:
            server.bind(address)
        server.listen()
        with machine.socket_address(path) as address:
            client.connect(address)
        connection, _ = server.accept()
        with connection:
            assert machine.peer_user(connection) == (None if portable else os.getuid())


@BOTH_PATHS
def test_child_ends_with_its_parent(portable: bool) -> None:
    hide = "machine._c_function = lambda name: None; " if portable else ""
    child = f"import time; from pyrite.core import machine; {hide}machine.die_with_parent(); print('up', flush=True); "
    parent = (
        "import subprocess, sys; "
        "p = subprocess.Popen([sys.executable, '-c', sys.argv[1]], stdout=subprocess.PIPE, text=True); "
        "p.stdout.readline(); print(p.pid, flush=True); import time; time.sleep(60)"
    )
    command = [sys.executable, "-c", parent, child + "time.sleep(60)"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        process = int(running.stdout.readline())
        running.kill()
        until = time.monotonic() + 10
        while machine.begin_of(process) is not None and time.monotonic() < until:
            time.sleep(0.05)
        assert machine.begin_of(process) is None


def test_bytes_under_way_are_counted() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        connection, _ = server.accept()
        with connection:
            client.sendall(b"x")
            connection.recv(1)
            until = time.monotonic() + 5
            while machine.unacknowledged_bytes(client) and time.monotonic() < until:
                time.sleep(0.01)
            assert machine.unacknowledged_bytes(client) == 0


def test_jvm_knows_a_user_that_the_system_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HADOOP_USER_NAME", "USER", "JDK_JAVA_OPTIONS"):
        monkeypatch.delenv(name, raising=False)
    assert machine.jvm_user_environment() == {}
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    monkeypatch.setenv("HOME", "/my home")
    options = '"-Duser.name=user-54321" "-Duser.home=/my home"'
    expected = {"HADOOP_USER_NAME": "user-54321", "SPARK_USER": "user-54321", "JDK_JAVA_OPTIONS": options}
    assert machine.jvm_user_environment() == expected
    monkeypatch.setenv("HADOOP_USER_NAME", "ada")
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-Xss1m")
    options = '-Xss1m "-Duser.name=ada" "-Duser.home=/my home"'
    assert machine.jvm_user_environment() == {
        "HADOOP_USER_NAME": "ada",
        "SPARK_USER": "ada",
        "JDK_JAVA_OPTIONS": options,
    }
