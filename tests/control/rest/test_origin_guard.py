"""Pages of other sites, open in the user's browser, change nothing."""

from __future__ import annotations

import asyncio

import pytest

from pyrite.control.rest.services import RestSettings
from tests.control.rest.memory_gateway import RUNNING, MemoryGateway, rest_client

EVIL = {"Origin": "http://evil.example"}


def ask(method: str, path: str, headers: dict[str, str], settings: RestSettings) -> tuple[int, MemoryGateway]:
    async def main() -> tuple[int, MemoryGateway]:
        gateway = MemoryGateway()
        async with rest_client(gateway, settings) as client:
            status = (await client.request(method, path, headers=headers)).status_code
            await asyncio.sleep(0)
        return status, gateway

    return asyncio.run(main())


@pytest.mark.parametrize(("method", "path"), [("PATCH", ""), ("POST", "/savepoints"), ("GET", "/yarn-cancel")])
def test_page_of_another_site_changes_nothing(method: str, path: str) -> None:
    status, gateway = ask(method, f"/jobs/{RUNNING}{path}", EVIL, RestSettings())
    assert (status, gateway.commands) == (403, [])


@pytest.mark.parametrize("origin", ["http://localhost:8081", "http://ours.example"])
def test_own_pages_and_those_that_are_allowed_may(origin: str) -> None:
    settings = RestSettings(allowed_origin="http://ours.example")
    assert ask("PATCH", f"/jobs/{RUNNING}", {"Origin": origin}, settings)[0] == 202


def test_page_of_another_site_may_read() -> None:
    assert ask("GET", "/jobs/overview", EVIL, RestSettings())[0] == 200


@pytest.mark.parametrize(
    ("address", "status"), [("http://127.0.0.1:8081", 403), ("http://0.0.0.0:8081", 200), ("http://host:8081", 200)]
)
def test_server_on_loopback_answers_to_loopback(address: str, status: int) -> None:
    settings = RestSettings(address=address)
    assert ask("GET", "/jobs/overview", {"Host": "evil.example:8081"}, settings)[0] == status


@pytest.mark.parametrize("host", ["localhost:18081", "127.0.0.1", "[::1]:8081"])
def test_every_name_of_loopback_will_do(host: str) -> None:
    assert ask("GET", "/jobs/overview", {"Host": host}, RestSettings())[0] == 200
