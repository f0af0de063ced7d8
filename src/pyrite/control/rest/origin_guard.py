"""OriginGuard: keeps pages of other sites, open in the user's browser, from changing or running anything.

A server on loopback is reachable by every page that the user opens. A browser sends along whose page asks (`Origin`);
what is not GET is refused for those of other sites, unless `web.access-control-allow-origin` names theirs. A name that
is made to point to loopback (DNS rebinding) shows in `Host`: a server on loopback answers to names of loopback only.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_CHANGING_PATHS: Final = ("/yarn-cancel",)
"""Endings of paths that change something by GET."""


class OriginGuard:
    """Middleware. `address` is where the server listens, `allowed` the origin that may do everything."""

    def __init__(self, app: ASGIApp, address: str, allowed: str) -> None:
        self._app = app
        self._is_on_loopback = urlsplit(address).hostname in _LOOPBACK
        self._allowed = allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_origin(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["Access-Control-Allow-Origin"] = self._allowed
            await send(message)

        why_not = self._why_not(scope)
        if why_not:
            await JSONResponse({"errors": [why_not]}, 403)(scope, receive, send)
        else:
            await self._app(scope, receive, send_with_origin)

    def _why_not(self, scope: Scope) -> str:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin", "")
        if self._is_on_loopback and host and urlsplit(f"//{host}").hostname not in _LOOPBACK:
            return f"This server answers to localhost, not to '{host[:80]}'."
        changes = scope["method"] not in ("GET", "HEAD", "OPTIONS") or scope["path"].endswith(_CHANGING_PATHS)
        if changes and origin and origin != self._allowed and urlsplit(origin).netloc != host:
            return (
                f"Pages of '{origin[:80]}' may change nothing here: web.access-control-allow-origin does not name it."
            )
        return ""
