"""The sign-in of a browser: a token becomes a cookie, which the pages of the server's own site use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from pyrite.control.rest.endpoint import Call, Client, CookieAnswer, Endpoint
from pyrite.control.rest.services import RestServices
from pyrite.core.job.commands import Role
from pyrite.core.json_dataclasses import Wire


@dataclass(frozen=True)
class SignIn:
    token: str = ""


@dataclass(frozen=True)
class SessionInfo:
    client: str
    role: str
    """view or operate."""
    csrf_token: Annotated[str, Wire("csrf-token")]
    """For the header X-XSRF-TOKEN of requests that change something; empty if the client has not signed in."""


def _info(client: Client) -> SessionInfo:
    return SessionInfo(client.name, client.role.value, client.session.csrf_token if client.session is not None else "")


async def _sign_in(rest: RestServices, call: Call) -> CookieAnswer:
    client, cookies = rest.authentication.sign_in(call.body.token.strip(), call.address)
    return CookieAnswer(_info(client), cookies, client)


async def _session(rest: RestServices, call: Call) -> SessionInfo:
    assert call.client is not None
    return _info(call.client)


async def _sign_out(rest: RestServices, call: Call) -> CookieAnswer:
    client = call.client
    assert client is not None
    cookies = () if client.session is None else rest.authentication.sign_out(client.session)
    return CookieAnswer(SessionInfo("", "", ""), cookies, client)


_PATH: Final = "/session"

ENDPOINTS: Final = (
    Endpoint(
        "POST",
        _PATH,
        SessionInfo,
        _sign_in,
        "Signs a browser in, with a token, and sets cookies.",
        body=SignIn,
        errors=(401, 429),
        is_public=True,
    ),
    Endpoint("GET", _PATH, SessionInfo, _session, "The client of this request, and its role."),
    Endpoint("DELETE", _PATH, SessionInfo, _sign_out, "Signs a browser out.", role=Role.VIEW),
)
