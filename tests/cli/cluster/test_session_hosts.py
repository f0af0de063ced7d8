"""conf/masters and conf/workers: what they may say."""

from __future__ import annotations

from pathlib import Path
from typing import Optional

import pytest

from pyrite.cli.cluster.session_hosts import SessionHosts, is_this_machine
from pyrite.cli.main import main
from pyrite.core.errors import InvalidProgramError
from pyrite.runtime.spark.session.authentication import CLUSTER_FOLDER_VARIABLE


def folder(path: Path, masters: Optional[str], workers: Optional[str]) -> Path:
    for name, text in (("masters", masters), ("workers", workers)):
        if text is not None:
            (path / name).write_text(text)
    return path


@pytest.mark.parametrize(
    ("masters", "workers", "expected"),
    [
        (None, "localhost\n", SessionHosts("localhost", None, ("localhost",))),
        (
            "localhost\n",
            "localhost\n# spare\n\n127.0.0.1  # second\n",
            SessionHosts("localhost", None, ("localhost", "127.0.0.1")),
        ),
        ("node1:8091\n", "localhost\nnode2", SessionHosts("node1", 8091, ("localhost", "node2"))),
    ],
)
def test_files_say_what_to_start(tmp_path: Path, masters: Optional[str], workers: str, expected: SessionHosts) -> None:
    assert SessionHosts.of_folder(folder(tmp_path, masters, workers)) == expected


@pytest.mark.parametrize(
    ("masters", "workers", "reported"),
    [
        (None, None, "set --workers N, or write a line for each worker into .*/workers"),
        (None, "# none\n", "has no worker"),
        ("a\nb\n", "localhost", "has 2 masters, but only one is supported"),
        ("localhost", "localhost\nnode2\n", "has a worker on 'node2', which cannot reach a master on localhost"),
        ("localhost:web", "localhost", "expected HOST or HOST:PORT, not 'localhost:web'"),
    ],
)
def test_what_cannot_be_started_is_refused(
    tmp_path: Path, masters: Optional[str], workers: Optional[str], reported: str
) -> None:
    with pytest.raises(InvalidProgramError, match=reported):
        SessionHosts.of_folder(folder(tmp_path, masters, workers))


def test_missing_folder_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="into conf/workers"):
        SessionHosts.of_folder(None)


def test_workers_on_other_machines_are_told_apart() -> None:
    hosts = SessionHosts("node1", None, ("localhost", "node2", "node2"))
    assert (hosts.here, hosts.elsewhere) == (1, ("node2", "node2"))


@pytest.mark.parametrize(("host", "expected"), [("localhost", True), ("127.0.0.9", True), ("192.0.2.1", False)])
def test_machine_knows_its_own_addresses(host: str, expected: bool) -> None:
    assert is_this_machine(host) is expected


def test_worker_without_a_cluster_is_refused_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(CLUSTER_FOLDER_VARIABLE, str(tmp_path / "none"))
    assert main(["taskmanager", "start"]) == 1
    assert "error: no cluster is running" in capsys.readouterr().err
