"""Authentication: who sends a request to a REST server, and whether that client may make it.

A client proves its role by a token (`Authorization: Bearer`), by the cookie of a browser that has signed in with a
token, or by a certificate, which TLS has verified.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from time import monotonic
from typing import Final, Optional
from urllib.parse import urlsplit

from starlette.requests import Request

from pyrite.control.access.access_settings import AccessSettings
from pyrite.control.access.sessions import GUESS_WINDOW_S, GUESSES, GuessLimit, Session, Sessions
from pyrite.control.access.tokens import digest_of
from pyrite.control.rest.endpoint import Client, RestError
from pyrite.core.job.commands import Role
from pyrite.core.listener import is_loopback

CSRF_HEADER: Final = "X-XSRF-TOKEN"
CSRF_COOKIE: Final = "XSRF-TOKEN"
"""A page may read this cookie and sends it back as the header. Angular, and so Flink's dashboard, knows these names."""
CERTIFICATE: Final = "pyrite.certificate"
"""In the state of a connection: the name in the certificate of the client, which TLS has verified."""
_BEARER: Final = "bearer"
_LONGEST_TOKEN: Final = 4096
_HINT: Final = (
    "sign in, or send the header 'Authorization: Bearer TOKEN'; on the server's machine, `pyrite security token` "
    "prints the token (Flink's command line reads headers from FLINK_REST_CLIENT_HEADERS)"
)


class Authentication:
    """The clients of one server at an address."""

    def __init__(self, settings: AccessSettings, address: str, clock_s: Callable[[], float] = monotonic) -> None:
        self._tokens = settings.tokens
        self._asks_for_certificates = settings.asks_for_certificates
        self._sessions = Sessions(settings.session_lifetime_s, clock_s)
        self._guesses = GuessLimit(clock_s)
        parts = urlsplit(address)
        self._cookie = f"pyrite-session-{parts.port}"
        """All servers of a host share its cookies, whatever their port."""
        self._attributes = f"; Path=/; SameSite=Strict{'; Secure' if parts.scheme == 'https' else ''}"

    def client_of(self, request: Request) -> Client:
        """The client of a request. RestError: it has not proved a role."""
        address = address_of(request)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if self._tokens is None and not self._asks_for_certificates:
            return Client("anonymous", Role.OPERATE, address)
        if scheme.lower() == _BEARER and self._tokens is not None:
            role = self._role_of(token.strip(), address)
            return Client(f"token {role.value}", role, address)
        client = self._by_cookie(request, address) or self._by_certificate(request, address)
        if client is None:
            raise RestError(401, f"This server needs a token: {_HINT}.", headers={"WWW-Authenticate": "Bearer"})
        return client

    def _by_cookie(self, request: Request, address: str) -> Optional[Client]:
        session = self._session_of(request)
        if session is None:
            return None
        return Client(f"session {session.role.value}", session.role, address, session)

    def _session_of(self, request: Request) -> Optional[Session]:
        session = self._sessions.get(request.cookies.get(self._cookie, ""))
        if session is not None and self._tokens is not None:
            if self._tokens.is_current(session.role, session.token_digest):
                return session
            self._sessions.close(session.session_id)
        return None

    def _by_certificate(self, request: Request, address: str) -> Optional[Client]:
        name = request.scope.get("state", {}).get(CERTIFICATE)
        if not self._asks_for_certificates or name is None:
            return None
        return Client(f"certificate {name}", Role.OPERATE, address)

    def _role_of(self, token: str, address: str) -> Role:
        """The role of a token. RestError: it is wrong, or too many were.

        On loopback, where all users of the machine have the same address, strangers could lock the others out: a
        correct token is accepted whatever came before.
        """
        is_exceeded = self._guesses.is_exceeded(address)
        if self._tokens is not None and (not is_exceeded or is_loopback(address)) and len(token) <= _LONGEST_TOKEN:
            role = self._tokens.role_of(token)
            if role is not None:
                return role
        if is_exceeded:
            wait_s = int(GUESS_WINDOW_S)
            what = f"{GUESSES} wrong tokens came from {address} within {wait_s} s: try again after {wait_s} s."
            raise RestError(429, what, headers={"Retry-After": str(wait_s)})
        self._guesses.count(address)
        raise RestError(401, f"The token is wrong: {_HINT}.", headers={"WWW-Authenticate": "Bearer"})

    # Sign-ins ---------------------------------------------------------------------------------------------------------

    def sign_in(self, token: str, address: str) -> tuple[Client, tuple[str, ...]]:
        """The client that signs in with a token, and the cookies of its session. RestError: the token is wrong."""
        if self._tokens is None:
            return Client("anonymous", Role.OPERATE, address), ()
        role = self._role_of(token, address)
        session = self._sessions.open(role, digest_of(token))
        client = Client(f"session {role.value}", role, address, session)
        return client, self._cookies(session.session_id, session.csrf_token)

    def sign_out(self, session: Session) -> tuple[str, ...]:
        """Ends a session. Returns cookies that replace its cookies."""
        self._sessions.close(session.session_id)
        return tuple(f"{cookie}; Max-Age=0" for cookie in self._cookies("", ""))

    def _cookies(self, session_id: str, csrf_token: str) -> tuple[str, ...]:
        return (
            f"{self._cookie}={session_id}; HttpOnly{self._attributes}",
            f"{CSRF_COOKIE}={csrf_token}{self._attributes}",
        )


def check_role(client: Client, role: Role) -> None:
    """RestError: the client's role is less than the role that its request needs."""
    if role is Role.OPERATE and client.role is not Role.OPERATE:
        raise RestError(403, f"This needs the role {role.value}, and the {client.name} has the role view.")


def check_page(client: Client, request: Request) -> None:
    """RestError: a page of another site may have sent the request, to which the browser has added the cookie."""
    if client.session is None or request.headers.get("sec-fetch-site") == "same-origin":
        return
    if not hmac.compare_digest(request.headers.get(CSRF_HEADER, "").encode(), client.session.csrf_token.encode()):
        raise RestError(403, f"A request by cookie needs the header {CSRF_HEADER}: GET /session has its value.")


def address_of(request: Request) -> str:
    return request.client.host if request.client else "unknown"
