"""Commands with -m find the token of this user's JobManager, and show it to no other server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pyrite.cli.main import main
from pyrite.cli.remote.job_manager_client import JobManagerClient, RefusedError
from pyrite.cli.remote.rest_connection import HEADERS_VARIABLE, RestConnection
from pyrite.control.access.access_settings import access_settings
from pyrite.control.access.tokens import read_token
from pyrite.control.job_manager.instances import Instance, InstanceLock
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE, JobStore
from pyrite.control.rest.app import make_app
from pyrite.control.rest.services import RestSettings
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import PyriteError
from tests.control.rest.access import ACCESS, FILES, served
from tests.control.rest.memory_gateway import RUNNING, MemoryGateway


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> JobStore:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "store"))
    monkeypatch.delenv(HEADERS_VARIABLE, raising=False)
    store = JobStore.of_user()
    store.make()
    return store


@contextmanager
def listening(store: JobStore, url: str) -> Iterator[None]:
    """A JobManager of this user that has registered its address."""
    access_settings(Configuration(), store.path, "127.0.0.1", 1)
    lock = InstanceLock(store, Instance(os.getpid(), url, 0))
    try:
        yield
    finally:
        lock.give_up()


@pytest.mark.parametrize(
    ("served_at", "address", "connected"),
    [
        ("http://127.0.0.1:8081", "127.0.0.1:8081", "http://127.0.0.1:8081"),
        ("http://127.0.0.1:8081", "localhost:8081", "http://127.0.0.1:8081"),
        ("http://0.0.0.0:8081", "localhost:8081", "http://127.0.0.1:8081"),
        ("http://192.0.2.7:8081", "192.0.2.7:8081", "http://192.0.2.7:8081"),
    ],
)
def test_token_goes_to_the_address_at_which_the_own_job_manager_listens(
    store: JobStore, served_at: str, address: str, connected: str
) -> None:
    with listening(store, served_at):
        connection = RestConnection(address, Configuration())
        assert connection.url == connected
        assert connection.headers() == {"Authorization": f"Bearer {read_token(store.path / 'tokens' / 'operate')}"}


@pytest.mark.parametrize("address", ["127.0.0.1:8082", "[::1]:8081", "192.0.2.7:8081", "127.0.0.2:8081"])
def test_token_is_not_sent_where_another_user_may_listen(store: JobStore, address: str) -> None:
    with listening(store, "http://127.0.0.1:8081"):
        assert RestConnection(address, Configuration()).headers() == {}
    assert RestConnection("127.0.0.1:8081", Configuration()).headers() == {}, "it runs no longer"


def test_configured_token_and_headers_of_the_environment_are_sent_everywhere(
    store: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    configuration = Configuration({"rest.authentication.view-file": str(next(iter(FILES.values())))})
    connection = RestConnection("192.0.2.7:8081", configuration)
    assert connection.headers() == {"Authorization": f"Bearer {read_token(next(iter(FILES.values())))}"}
    monkeypatch.setenv(HEADERS_VARIABLE, "Authorization:Bearer other\nCookie: a=b")
    assert connection.headers() == {"Authorization": "Bearer other", "Cookie": "a=b"}
    missing = Configuration({"rest.authentication.operate-file": "/nonexistent/token"})
    monkeypatch.delenv(HEADERS_VARIABLE)
    with pytest.raises(PyriteError, match="/nonexistent/token"):
        RestConnection("192.0.2.7:8081", missing).headers()


def test_client_continues_with_a_renewed_token(store: JobStore, capsys: pytest.CaptureFixture[str]) -> None:
    access = access_settings(Configuration(), store.path, "127.0.0.1", 1)
    app = make_app(MemoryGateway(), RestSettings(), access)
    with served(app, store) as address, JobManagerClient(address, Configuration()) as client:
        assert client.find(RUNNING)["jid"] == RUNNING
        assert main(["security", "token", "--renew"]) == 0
        assert capsys.readouterr().out.strip() == read_token(store.path / "tokens" / "operate")
        assert client.find(RUNNING)["jid"] == RUNNING


def test_wrong_token_is_reported_with_the_way_to_the_right_one(store: JobStore) -> None:
    access_settings(Configuration(), store.path, "127.0.0.1", 1)
    with served(make_app(MemoryGateway(), RestSettings(), ACCESS), store) as address:
        client = JobManagerClient(address, Configuration())
        with client, pytest.raises(RefusedError, match=r"The token is wrong: .* `pyrite security token` prints the"):
            client.jobs()
