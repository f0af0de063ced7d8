"""A cluster whose workers are on other machines: a real sshd on 127.0.0.2, and a stand-in for ssh."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.cli.cluster.cluster import find_cluster
from pyrite.cli.cluster.cluster_processes import end_processes
from pyrite.cli.main import main
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE as STORE_VARIABLE
from pyrite.runtime.spark.session.authentication import CLUSTER_FOLDER_VARIABLE
from servers.server import ServerMissingError
from servers.sshd import SshServer

Captured = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[3]


@pytest.fixture
def conf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The configuration's folder of a user who has neither cluster nor JobManager."""
    folder = tmp_path / "conf"
    folder.mkdir()
    for name, value in (("PYRITE_CONF_DIR", "conf"), (CLUSTER_FOLDER_VARIABLE, "here"), (STORE_VARIABLE, "store")):
        monkeypatch.setenv(name, str(tmp_path / value))
    yield folder
    for left in ("here", "there"):
        cluster = find_cluster(tmp_path / left)
        if cluster is not None:
            end_processes(cluster.cluster_id, cluster.processes())


@pytest.fixture
def there(tmp_path: Path) -> Iterator[SshServer]:
    """An ssh server whose commands have a folder of their own, as on another machine."""
    environment = {CLUSTER_FOLDER_VARIABLE: str(tmp_path / "there"), "PYTHONPATH": str(ROOT / "src")}
    try:
        with SshServer("127.0.0.2", environment) as server:
            yield server
    except ServerMissingError as error:
        pytest.skip(str(error))


def write(conf: Path, masters: str, workers: str, options: str = "") -> None:
    (conf / "masters").write_text(masters)
    (conf / "workers").write_text(workers)
    (conf / "config.yaml").write_text(f"env.ssh.opts: {json.dumps(options)}\n")


def test_worker_is_started_and_ended_by_ssh(conf: Path, there: SshServer, tmp_path: Path, capsys: Captured) -> None:
    write(conf, "127.0.0.3:0\n", "127.0.0.2\n", there.options)
    assert main(["cluster", "start", "--port", "0", "--cores", "1", "--memory", "1g"]) == 0
    here, joined = find_cluster(tmp_path / "here"), find_cluster(tmp_path / "there")
    assert here is not None and joined is not None
    assert (here.workers, len(joined.workers)) == ((), 1)
    assert joined.url == here.url == f"spark://127.0.0.3:{here.port}"
    view = here.view()
    assert view is not None and [worker["host"] for worker in view["workers"]] == ["127.0.0.2"]
    assert main(["cluster", "status"]) == 0
    assert re.search(r"workers on 127.0.0.2 +alive +1 of 1\n", capsys.readouterr().out)
    assert main(["cluster", "stop"]) == 0
    assert (here.processes(), joined.processes()) == ({}, {})
    assert not (tmp_path / "here").exists() and not (tmp_path / "there").exists()


def test_start_fails_and_leaves_nothing_when_a_host_cannot_be_reached(
    conf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    stand_in(tmp_path, monkeypatch, "echo no route to it >&2; exit 255")
    write(conf, "127.0.0.3\n", "node2\n")
    assert main(["cluster", "start", "--port", "0"]) == 1
    error = capsys.readouterr().err
    assert "`pyrite taskmanager start` failed on node2:\n  no route to it" in error
    assert not (tmp_path / "here").exists()


def test_master_elsewhere_is_started_by_ssh(
    conf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    stand_in(tmp_path, monkeypatch, 'printf "%s " "$@"')
    write(conf, "192.0.2.1\n", "192.0.2.2\n", "-p 2222")
    for words in (["start", "--cores", "2", "-D", "rest.port=9"], ["stop"]):
        assert main(["cluster", *words]) == 0
        said = capsys.readouterr().out
        assert said.startswith("-p 2222 192.0.2.1 -- bash -lc ")
        assert f"PYRITE_ON_MASTER=1 PYRITE_CONF_DIR={conf} exec" in said
        assert f"cluster {words[0]}" in said
    assert not (tmp_path / "here").exists()


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """An ssh that does something else."""
    ssh = folder / "bin" / "ssh"
    ssh.parent.mkdir()
    ssh.write_text(f"#!/bin/sh\n{script}\n")
    ssh.chmod(0o755)
    monkeypatch.setenv("PATH", f"{ssh.parent}{os.pathsep}{os.environ['PATH']}")
