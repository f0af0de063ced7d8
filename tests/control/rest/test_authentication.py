"""Who may use the REST server: tokens, roles, sign-ins of browsers, guesses, the audit log."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Optional

import httpx
import pytest

from pyrite.control.access.access_settings import AccessSettings, access_settings, server_tls
from pyrite.control.access.authentication import CERTIFICATE, CSRF_COOKIE, CSRF_HEADER
from pyrite.control.access.certificates import CertificateFolder
from pyrite.control.access.tokens import Tokens, make_tokens, read_token, renew_token, token_files
from pyrite.control.rest.app import make_app
from pyrite.control.rest.endpoint import Endpoint
from pyrite.control.rest.endpoints.all_endpoints import ALL_ENDPOINTS
from pyrite.control.rest.services import RestSettings
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.security_options import REST_MUTUAL_TLS, REST_TLS
from pyrite.core.errors import PyriteError
from pyrite.core.job.commands import Role
from pyrite.core.tls import TlsError
from tests.control.rest.access import ACCESS, FILES, headers_of
from tests.control.rest.memory_gateway import RUNNING, MemoryGateway, documents, rest_client

Test = Callable[[httpx.AsyncClient], Awaitable[Any]]
CANCEL = f"/jobs/{RUNNING}?mode=cancel"
WRONG = {"Authorization": "Bearer " + "x" * 43}


def run(test: Test, role: Optional[Role] = None, access: AccessSettings = ACCESS, **settings: Any) -> Any:
    async def main() -> Any:
        async with rest_client(MemoryGateway(), RestSettings(**settings), role, access) as client:
            return await test(client)

    return asyncio.run(main())


def place(endpoint: Endpoint) -> str:
    vertex = documents()[RUNNING].vertices[0]
    ids = {"jobid": RUNNING, "applicationid": RUNNING, "vertexid": vertex.id, "triggerid": "0" * 32}
    path = endpoint.path
    for parameter in endpoint.parameters:
        path = path.replace(f":{parameter.name}", str(ids.get(parameter.name, 1)))
    return path


@pytest.mark.parametrize("prefix", ["", "/v1"])
def test_every_endpoint_but_the_sign_in_refuses_clients_without_a_token(prefix: str) -> None:
    async def test(client: httpx.AsyncClient) -> dict[str, int]:
        endpoints = {f"{each.method} {each.path}": each for each in ALL_ENDPOINTS}
        return {
            name: (await client.request(each.method, prefix + place(each))).status_code
            for name, each in endpoints.items()
        } | {"openapi": (await client.get(f"{prefix}/openapi.json")).status_code}

    assert {name for name, status in run(test).items() if status != 401} == set()


def test_role_view_may_look_and_nothing_else(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient) -> list[str]:
        wrong = []
        for each in ALL_ENDPOINTS:
            status = (await client.request(each.method, place(each))).status_code
            is_refused = status == 403 or each.is_public
            if is_refused == (each.needed_role is Role.VIEW):
                wrong.append(f"{each.method} {each.path}: {status}")
        return wrong

    assert run(test, Role.VIEW, upload_folder=tmp_path) == []


def test_commands_have_the_roles_of_their_values() -> None:
    by_role = {role: {f"{e.method} {e.path}" for e in ALL_ENDPOINTS if e.needed_role is role} for role in Role}
    acts = {"POST /jars/upload", "PATCH /jobs/:jobid", "GET /jobs/:jobid/yarn-cancel", "DELETE /cluster"}
    acts |= {"POST /jobs/:jobid/savepoints", "POST /savepoint-disposal", "DELETE /jars/:jarid"}
    assert acts <= by_role[Role.OPERATE]
    assert "GET /jobs/:jobid" in by_role[Role.VIEW]


def test_wrong_tokens_of_an_address_are_limited_and_a_correct_one_passes_on_loopback_only() -> None:
    async def guess(address: str) -> tuple[set[int], int, int]:
        transport = httpx.ASGITransport(make_app(MemoryGateway(), RestSettings(), ACCESS), client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8081") as client:
            first = {(await client.get("/config", headers=WRONG)).status_code for _ in range(5)}
            first |= {(await client.post("/session", json={"token": "guess"})).status_code for _ in range(5)}
            limited = (await client.post("/session", json={"token": "guess"})).status_code
            return first, limited, (await client.get("/config", headers=headers_of())).status_code

    assert asyncio.run(guess("203.0.113.7")) == ({401}, 429, 429)
    assert asyncio.run(guess("127.0.0.1")) == ({401}, 429, 200)


# Sign-ins -------------------------------------------------------------------------------------------------------------


async def sign_in(client: httpx.AsyncClient, role: Role = Role.OPERATE) -> Any:
    answer = await client.post("/session", json={"token": read_token(FILES[role])})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_browser_that_has_signed_in_looks_and_its_pages_change_jobs() -> None:
    async def test(client: httpx.AsyncClient) -> list[int]:
        session = await sign_in(client)
        assert (await client.get("/session")).json() == session
        assert client.cookies[CSRF_COOKIE] == session["csrf-token"]
        headers = {CSRF_HEADER: session["csrf-token"]}
        answers = [await client.get("/jobs/overview"), await client.patch(CANCEL, headers=headers)]
        answers += [await client.delete("/session", headers=headers), await client.get("/jobs/overview")]
        return [answer.status_code for answer in answers]

    assert run(test) == [200, 202, 200, 401]


@pytest.mark.parametrize("headers", [{}, {CSRF_HEADER: "guess"}, {CSRF_HEADER: ""}, {"Sec-Fetch-Site": "none"}])
@pytest.mark.parametrize(("method", "path"), [("PATCH", CANCEL), ("GET", f"/jobs/{RUNNING}/yarn-cancel")])
def test_cookie_alone_changes_nothing(headers: dict[str, str], method: str, path: str) -> None:
    async def test(client: httpx.AsyncClient) -> int:
        await sign_in(client)
        return (await client.request(method, path, headers=headers)).status_code

    assert run(test) == 403


def test_button_of_the_dashboard_that_sends_no_header_works_on_its_own_page() -> None:
    async def test(client: httpx.AsyncClient) -> int:
        await sign_in(client)
        headers = {"Sec-Fetch-Site": "same-origin"}
        return (await client.get(f"/jobs/{RUNNING}/yarn-cancel", headers=headers)).status_code

    assert run(test) == 202


def test_cookies_are_closed_to_scripts_and_other_sites() -> None:
    async def cookies(client: httpx.AsyncClient) -> list[str]:
        answer = await client.post("/session", json={"token": read_token(FILES[Role.VIEW])})
        return answer.headers.get_list("set-cookie")

    session, csrf = run(cookies, address="https://localhost:8081")
    assert session.startswith("pyrite-session-8081=") and csrf.startswith(f"{CSRF_COOKIE}=")
    assert "; HttpOnly; Path=/; SameSite=Strict; Secure" in session
    assert "HttpOnly" not in csrf and "SameSite=Strict" in csrf
    assert all("Secure" not in cookie for cookie in run(cookies))


def test_session_has_the_role_of_its_token_and_ends_when_the_token_is_renewed(tmp_path: Path) -> None:
    files = token_files(Configuration(), tmp_path)
    make_tokens(files)

    async def test(client: httpx.AsyncClient) -> list[int]:
        old = {"Authorization": f"Bearer {read_token(files[Role.VIEW])}"}
        answer = await client.post("/session", json={"token": read_token(files[Role.VIEW])})
        assert answer.json()["role"] == "view"
        refused = await client.patch(CANCEL, headers={CSRF_HEADER: answer.json()["csrf-token"]})
        assert refused.status_code == 403
        new = {"Authorization": f"Bearer {renew_token(files[Role.VIEW])}"}
        requests = [await client.get("/config", headers=each) for each in ({}, old, new)]
        return [request.status_code for request in requests]

    assert run(test, access=AccessSettings(Tokens(files))) == [401, 401, 200]


def test_session_that_is_not_used_ends() -> None:
    async def test(client: httpx.AsyncClient) -> int:
        await sign_in(client)
        return (await client.get("/config")).status_code

    assert run(test, access=replace(ACCESS, session_lifetime_s=-1.0)) == 401


# Files and settings ---------------------------------------------------------------------------------------------------


def test_tokens_are_made_once_in_files_of_the_user_alone(tmp_path: Path) -> None:
    files = token_files(Configuration(), tmp_path)
    make_tokens(files)
    tokens = {role: read_token(file) for role, file in files.items()}
    make_tokens(files)
    assert {role: read_token(file) for role, file in files.items()} == tokens
    assert len(set(tokens.values())) == 2
    assert {file.stat().st_mode & 0o777 for file in files.values()} == {0o600}
    assert {path.name for path in (tmp_path / "tokens").iterdir()} == {"operate", "view"}


@pytest.mark.parametrize(
    ("text", "mode", "message"),
    [("x" * 40, 0o644, "chmod 600"), ("short", 0o600, "at least 32"), ("x " * 40, 0o600, "no spaces")],
)
def test_token_that_others_can_read_or_guess_is_refused(tmp_path: Path, text: str, mode: int, message: str) -> None:
    file = tmp_path / "mine"
    file.write_text(text)
    file.chmod(mode)
    configuration = Configuration({"rest.authentication.operate-file": str(file)})
    with pytest.raises(PyriteError, match=message):
        access_settings(configuration, tmp_path, "127.0.0.1", 8081)


def test_file_that_others_can_read_from_now_on_is_no_proof_anymore(tmp_path: Path) -> None:
    files = token_files(Configuration(), tmp_path)
    make_tokens(files)
    token, tokens = read_token(files[Role.OPERATE]), Tokens(files)
    assert tokens.role_of(token) is Role.OPERATE
    files[Role.OPERATE].unlink()
    assert tokens.role_of(token) is None


def test_server_in_the_network_without_authentication_does_not_start(tmp_path: Path) -> None:
    configuration = Configuration({"rest.authentication.enabled": "false"})
    with pytest.raises(PyriteError, match=r"run code as this user: remove rest\.authentication\.enabled"):
        access_settings(configuration, tmp_path, "0.0.0.0", 8081)
    assert access_settings(configuration, tmp_path, "127.0.0.1", 8081).tokens is None


def test_client_certificate_proves_the_role_operate_also_in_the_network(tmp_path: Path) -> None:
    CertificateFolder(tmp_path / "own").make([])
    names = {"certificate-file": "server.pem", "private-key-file": "server-key.pem"}
    names["trusted-certificates-file"] = "ca.pem"
    values = {f"pyrite.security.ssl.rest.{key}": str(tmp_path / "own" / name) for key, name in names.items()}
    values |= {REST_MUTUAL_TLS.key: "true", "rest.authentication.enabled": "false"}
    with pytest.raises(TlsError, match=r"needs TLS: set security\.ssl\.rest\.enabled"):
        server_tls(Configuration(values), REST_TLS)
    configuration = Configuration({**values, REST_TLS.key: "true"})
    access = access_settings(configuration, tmp_path, "0.0.0.0", 1, server_tls(configuration, REST_TLS))

    async def statuses(state: dict[str, str]) -> tuple[int, str]:
        app = make_app(MemoryGateway(), RestSettings(), access)

        async def connected(scope: Any, receive: Any, send: Any) -> None:
            await app({**scope, "state": state}, receive, send)

        async with httpx.AsyncClient(transport=httpx.ASGITransport(connected), base_url="http://localhost") as client:
            answer = await client.get("/session")
            return answer.status_code, answer.json().get("client", "")

    assert asyncio.run(statuses({CERTIFICATE: "alice"})) == (200, "certificate alice")
    assert asyncio.run(statuses({})) == (401, "")


def test_server_on_loopback_without_authentication_answers_everybody() -> None:
    async def test(client: httpx.AsyncClient) -> tuple[int, str]:
        return (await client.patch(CANCEL)).status_code, (await client.get("/session")).json()["role"]

    assert run(test, access=AccessSettings(None)) == (202, "operate")


# The audit log --------------------------------------------------------------------------------------------------------


def test_audit_log_has_who_from_where_what_and_the_outcome(tmp_path: Path) -> None:
    file = tmp_path / "rest.log"

    async def test(client: httpx.AsyncClient) -> None:
        await client.get("/jobs/overview", headers=headers_of())
        await client.patch(f"/jobs/{RUNNING}?mode=cancel", headers=headers_of())
        await client.delete("/cluster", headers=headers_of(Role.VIEW))
        await client.get("/jobs/overview", headers=WRONG)
        await sign_in(client)

    run(test, access=replace(ACCESS, audit_file=file))
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert [(each["client"], each["request"], each["status"]) for each in records] == [
        ("token operate", f"PATCH /jobs/{RUNNING}", 202),
        ("token view", "DELETE /cluster", 403),
        ("", "GET /jobs/overview", 401),
        ("session operate", "POST /session", 200),
    ]
    assert {each["address"] for each in records} == {"127.0.0.1"}
    assert file.stat().st_mode & 0o777 == 0o600
    assert not any(read_token(path) in file.read_text() for path in FILES.values())


def test_strangers_do_not_push_others_out_of_the_audit_log(tmp_path: Path) -> None:
    file = tmp_path / "rest.log"

    async def test(client: httpx.AsyncClient) -> None:
        for _ in range(500):
            await client.patch(CANCEL)
        await client.patch(CANCEL, headers=headers_of())

    run(test, access=replace(ACCESS, audit_file=file))
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) < 200 and records[-1]["client"] == "token operate" and records[-1]["skipped"] > 300
