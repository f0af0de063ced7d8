"""Flink's own command line, from the peer's package, against our REST server."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from pyrite.control.rest.app import make_app
from pyrite.control.rest.services import RestSettings
from pyrite.core.errors import CheckpointError
from pyrite.core.job.commands import Savepoint
from tests.control.rest.memory_gateway import FINISHED, RUNNING, UNKNOWN, MemoryGateway

PEER = next(Path(__file__).parents[3].glob(".peers/pyflink/lib/python*/site-packages/pyflink"), None)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PEER is None, reason="Flink is not there: make bench sets it up in .peers"),
]


@pytest.fixture
def gateway() -> MemoryGateway:
    return MemoryGateway()


@pytest.fixture
def port(gateway: MemoryGateway) -> Iterator[int]:
    server = uvicorn.Server(uvicorn.Config(make_app(gateway, RestSettings()), port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()


def flink(port: int, folder: Path, *words: str) -> str:
    assert PEER is not None
    (folder / "plugins").mkdir(exist_ok=True)
    env = {
        **os.environ,
        "FLINK_HOME": str(PEER),
        "FLINK_BIN_DIR": f"{PEER}/bin",
        "FLINK_LIB_DIR": f"{PEER}/lib",
        "FLINK_OPT_DIR": f"{PEER}/opt",
        "FLINK_CONF_DIR": f"{PEER}/conf",
        "FLINK_PLUGINS_DIR": str(folder / "plugins"),
        "FLINK_LOG_DIR": str(folder),
    }
    verb, *rest = words
    command = ["bash", f"{PEER}/bin/flink", verb, "-m", f"127.0.0.1:{port}", *rest]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    return done.stdout + done.stderr


def test_list_shows_jobs_by_their_states(port: int, tmp_path: Path) -> None:
    printed = flink(port, tmp_path, "list", "-a")
    assert f"{RUNNING} : sums (RUNNING)" in printed
    assert f"{FINISHED} : sums (FINISHED)" in printed


def test_savepoint_prints_its_path(port: int, tmp_path: Path, gateway: MemoryGateway) -> None:
    assert "Path: file:/savepoints/savepoint-1" in flink(port, tmp_path, "savepoint", RUNNING, "/kept")
    assert gateway.commands == [(RUNNING, Savepoint("/kept"))]


def test_savepoint_that_fails_prints_the_reason(port: int, tmp_path: Path, gateway: MemoryGateway) -> None:
    gateway.answers[Savepoint] = CheckpointError("no savepoint can be taken now: all input has ended")
    assert "all input has ended" in flink(port, tmp_path, "savepoint", RUNNING)
    assert f"Could not find Flink job ({UNKNOWN})" in flink(port, tmp_path, "savepoint", UNKNOWN)


def test_stop_and_cancel_reach_the_job(port: int, tmp_path: Path, gateway: MemoryGateway) -> None:
    assert "Savepoint completed" in flink(port, tmp_path, "stop", "--drain", RUNNING)
    assert "Cancelled job" in flink(port, tmp_path, "cancel", RUNNING)
    assert [command.name for _, command in gateway.commands] == ["stop", "cancel"]


def test_checkpoint_prints_its_number(port: int, tmp_path: Path) -> None:
    assert "Checkpoint 7" in flink(port, tmp_path, "checkpoint", RUNNING)
