"""Pages of other sites, open in the user's browser, read nothing, change nothing and run no code."""

from __future__ import annotations

import asyncio
from typing import Optional

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


def allowed_origin(settings: RestSettings, headers: dict[str, str]) -> Optional[str]:
    """The header by which the server lets a page read an answer."""

    async def main() -> Optional[str]:
        async with rest_client(MemoryGateway(), settings) as client:
            response = await client.get("/jobs/overview", headers=headers)
            header: Optional[str] = response.headers.get("access-control-allow-origin")
            return header

    return asyncio.run(main())


ACTS = [("PATCH", f"/jobs/{RUNNING}"), ("POST", f"/jobs/{RUNNING}/savepoints"), ("GET", f"/jobs/{RUNNING}/yarn-cancel")]
PLAN = "/jars/some.py/plan?programArg=x"


@pytest.mark.parametrize(("method", "path"), [*ACTS, ("GET", PLAN), ("POST", PLAN), ("DELETE", "/jars/some.py")])
@pytest.mark.parametrize("headers", [EVIL, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}])
def test_page_of_another_site_changes_nothing_and_runs_no_code(method: str, path: str, headers: dict[str, str]) -> None:
    status, gateway = ask(method, path, headers, RestSettings())
    assert (status, gateway.commands) == (403, [])


@pytest.mark.parametrize(("method", "path"), ACTS)
@pytest.mark.parametrize("headers", [{}, {"Sec-Fetch-Site": "none"}, {"Sec-Fetch-Site": "same-origin"}])
def test_clients_and_own_pages_may_change_jobs(method: str, path: str, headers: dict[str, str]) -> None:
    assert ask(method, path, headers, RestSettings())[0] == 202


@pytest.mark.parametrize("origin", ["http://localhost:8081", "http://ours.example"])
def test_own_pages_and_pages_of_allowed_origins_may_change_jobs(origin: str) -> None:
    settings = RestSettings(allowed_origins=frozenset({"http://ours.example"}))
    headers = {"Origin": origin, "Sec-Fetch-Site": "cross-site" if "ours" in origin else "same-origin"}
    assert ask("PATCH", f"/jobs/{RUNNING}", headers, settings)[0] == 202


def test_page_that_may_read_because_all_may_read_changes_nothing() -> None:
    settings = RestSettings(allowed_origins=frozenset({"*"}))
    assert ask("PATCH", f"/jobs/{RUNNING}", EVIL, settings)[0] == 403


@pytest.mark.parametrize(
    ("allowed", "header"),
    [
        ([], None),
        (["http://ours.example"], None),
        (["http://evil.example", "http://ours.example"], "http://evil.example"),
        (["*"], "*"),
    ],
)
def test_browser_lets_only_pages_of_allowed_origins_read(allowed: list[str], header: Optional[str]) -> None:
    assert allowed_origin(RestSettings(allowed_origins=frozenset(allowed)), EVIL) == header


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:8081", "http://127.0.0.2:8081", "http://0.0.0.0:8081", "http://host:8081"]
)
def test_server_does_not_answer_under_an_unknown_name(address: str) -> None:
    """So a page whose name leads to the server's address (DNS rebinding) reads nothing."""
    assert ask("GET", "/jobs/overview", {"Host": "evil.example:8081"}, RestSettings(address=address))[0] == 403


@pytest.mark.parametrize("host", ["localhost:18081", "127.0.0.1", "127.0.0.2:8081", "[::1]:8081"])
@pytest.mark.parametrize("address", ["http://127.0.0.1:8081", "http://127.0.0.2:8081", "http://0.0.0.0:8081"])
def test_server_answers_under_every_name_of_loopback(host: str, address: str) -> None:
    assert ask("GET", "/jobs/overview", {"Host": host}, RestSettings(address=address))[0] == 200


@pytest.mark.parametrize("host", ["192.168.7.7:8081", "node1:8081", "gateway.example"])
def test_server_in_the_network_answers_under_addresses_its_own_name_and_allowed_names(host: str) -> None:
    settings = RestSettings(address="http://node1:8081", allowed_hosts=frozenset({"gateway.example"}))
    assert ask("GET", "/jobs/overview", {"Host": host}, settings)[0] == 200
