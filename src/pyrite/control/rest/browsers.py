"""What web pages in a user's browser may do with the REST server: those of other sites, and of no known host."""

from __future__ import annotations

import ipaddress
import socket
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pyrite.control.rest.endpoint import RestError
from pyrite.control.rest.services import RestSettings
from pyrite.core.config.cluster_options import REST_ALLOWED_HOSTS, WEB_ALLOW_ORIGIN
from pyrite.core.listener import is_loopback

ANY_ORIGIN: Final = "*"
_OTHER_SITES: Final = ("cross-site", "same-site")
"""Values of Sec-Fetch-Site, which browsers send: the page is of another site, or of another host of this site."""


class BrowserGuard:
    """Middleware that answers only under known host names, and lets only pages of allowed origins read answers.

    A page whose own name leads to this server's address (DNS rebinding) counts as this server's page for a browser. The
    request's Host header then has the page's name. An address in place of a name is safe.
    """

    def __init__(self, app: ASGIApp, settings: RestSettings) -> None:
        self._app = app
        self._settings = settings
        self._own_name = urlsplit(settings.address).hostname or ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host and not self._is_known(host):
            reason = (
                f"This server does not answer to the host '{host[:80]}': {REST_ALLOWED_HOSTS.key} does not name it."
            )
            await JSONResponse({"errors": [reason]}, 403)(scope, receive, send)
            return
        origin = headers.get("origin", "")
        allowed = self._settings.allowed_origins

        async def send_with_origin(message: Message) -> None:
            if message["type"] == "http.response.start" and (ANY_ORIGIN in allowed or origin in allowed):
                answer = MutableHeaders(scope=message)
                answer["Access-Control-Allow-Origin"] = ANY_ORIGIN if ANY_ORIGIN in allowed else origin
                answer.add_vary_header("Origin")
            await send(message)

        await self._app(scope, receive, send_with_origin)

    def _is_known(self, host: str) -> bool:
        name = urlsplit(f"//{host}").hostname or ""
        if name in self._settings.allowed_hosts:
            return True
        if is_loopback(self._own_name):
            return is_loopback(name)
        return is_loopback(name) or _is_address(name) or name in (self._own_name, _machine_name())


def refuse_other_sites(headers: Headers, settings: RestSettings) -> None:
    """Raises RestError for a request that a page of another site sends to change something or to run code."""
    origin, host = headers.get("origin", ""), headers.get("host", "")
    if origin and origin in settings.allowed_origins:
        return
    if (origin and urlsplit(origin).netloc != host) or headers.get("sec-fetch-site") in _OTHER_SITES:
        page = f"Pages of '{origin[:80]}'" if origin else "Pages of other sites"
        raise RestError(403, f"{page} may change nothing here: {WEB_ALLOW_ORIGIN.key} does not name them.")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _machine_name() -> str:
    return socket.gethostname().lower()
