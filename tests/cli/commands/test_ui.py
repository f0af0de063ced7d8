"""`pyrite ui`: the address of this user's running JobManager, printed or opened."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pyrite.cli.main import main
from pyrite.control.job_manager.instances import Instance, InstanceLock
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE, JobStore


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> JobStore:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "store"))
    store = JobStore.of_user()
    store.make()
    return store


@contextmanager
def listening(store: JobStore, url: str) -> Iterator[None]:
    """A JobManager of this user that has registered its address."""
    lock = InstanceLock(store, Instance(os.getpid(), url, 0))
    try:
        yield
    finally:
        lock.give_up()


@pytest.mark.parametrize(
    ("served_at", "address"),
    [
        ("http://127.0.0.1:8081", "http://127.0.0.1:8081/"),
        ("http://0.0.0.0:8082", "http://127.0.0.1:8082/"),
        ("http://[::]:8082", "http://127.0.0.1:8082/"),
        ("https://0.0.0.0:8083", f"https://{socket.gethostname()}:8083/"),
        ("https://flow.example:443", "https://flow.example:443/"),
    ],
)
def test_page_of_the_running_job_manager_is_printed(
    store: JobStore, capsys: pytest.CaptureFixture[str], served_at: str, address: str
) -> None:
    with listening(store, served_at):
        assert main(["ui", "--print"]) == 0
    assert capsys.readouterr().out == f"{address}\n"


def test_page_is_opened_in_the_browser_of_the_environment(store: JobStore, tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    browser.chmod(0o700)
    with listening(store, "http://127.0.0.1:8081"):
        words = [sys.executable, "-m", "pyrite.cli.main", "ui"]
        environment = {**os.environ, "BROWSER": f"{browser} %s"}
        ended = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=60)
    assert (ended.stdout, ended.stderr) == ("opened http://127.0.0.1:8081/\n", "")
    assert (tmp_path / "opened").read_text() == "http://127.0.0.1:8081/\n"


def test_without_a_job_manager_the_error_says_how_to_start_one(
    store: JobStore, capsys: pytest.CaptureFixture[str]
) -> None:
    with listening(store, "http://127.0.0.1:8081"):
        pass
    assert main(["ui", "--print"]) == 1
    assert "pyrite jobmanager start" in capsys.readouterr().err
