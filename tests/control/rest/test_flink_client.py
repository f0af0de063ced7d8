"""Flink's own command line, from the peer's package, against our REST server."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.control.job_manager.job_store import JobStore
from pyrite.control.rest.app import make_app
from pyrite.control.rest.services import RestSettings
from pyrite.core.errors import CheckpointError
from pyrite.core.job.commands import Savepoint
from tests.control.rest.access import ACCESS, headers_of, served
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
def address(gateway: MemoryGateway, tmp_path: Path) -> Iterator[str]:
    with served(make_app(gateway, RestSettings(), ACCESS), JobStore(tmp_path / "store")) as address:
        yield address


def flink(address: str, folder: Path, *words: str) -> str:
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
        "FLINK_REST_CLIENT_HEADERS": "\n".join(f"{name}:{value}" for name, value in headers_of().items()),
    }
    verb, *rest = words
    command = ["bash", f"{PEER}/bin/flink", verb, "-m", address, *rest]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    return done.stdout + done.stderr


def test_list_shows_jobs_by_their_states(address: str, tmp_path: Path) -> None:
    printed = flink(address, tmp_path, "list", "-a")
    assert f"{RUNNING} : sums (RUNNING)" in printed
    assert f"{FINISHED} : sums (FINISHED)" in printed


def test_savepoint_prints_its_path(address: str, tmp_path: Path, gateway: MemoryGateway) -> None:
    assert "Path: file:/savepoints/savepoint-1" in flink(address, tmp_path, "savepoint", RUNNING, "/kept")
    assert gateway.commands == [(RUNNING, Savepoint("/kept"))]


def test_savepoint_that_fails_prints_the_reason(address: str, tmp_path: Path, gateway: MemoryGateway) -> None:
    gateway.answers[Savepoint] = CheckpointError("no savepoint can be taken now: all input has ended")
    assert "all input has ended" in flink(address, tmp_path, "savepoint", RUNNING)
    assert f"Could not find Flink job ({UNKNOWN})" in flink(address, tmp_path, "savepoint", UNKNOWN)


def test_stop_and_cancel_reach_the_job(address: str, tmp_path: Path, gateway: MemoryGateway) -> None:
    assert "Savepoint completed" in flink(address, tmp_path, "stop", "--drain", RUNNING)
    assert "Cancelled job" in flink(address, tmp_path, "cancel", RUNNING)
    assert [command.name for _, command in gateway.commands] == ["stop", "cancel"]


def test_checkpoint_prints_its_number(address: str, tmp_path: Path) -> None:
    assert "Checkpoint 7" in flink(address, tmp_path, "checkpoint", RUNNING)
