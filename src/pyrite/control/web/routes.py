"""The web page: files that `make page` builds from `web/`, and the policy that they are served with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

FOLDER: Final = Path(__file__).with_name("page")
_NOT_BUILT: Final = """The web page is not built: Pyrite was installed where npm was out of reach.

In a checkout, `make page` builds it; a wheel from `pip wheel .` has it. REST works without it: /jobs/overview
"""
_POLICY: Final = "; ".join(
    ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'")
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def page_routes(folder: Path = FOLDER) -> list[BaseRoute]:
    """The page at `/`. It names its scripts by relative addresses, and works below any prefix of a proxy."""

    async def index(_: Request) -> Response:
        file = folder / "index.html"
        if not file.exists():
            return PlainTextResponse(_NOT_BUILT, 404)
        return FileResponse(file, headers={**_HEADERS, "Cache-Control": "no-cache"})

    async def asset(request: Request) -> Response:
        """A script or style, whose name has a digest of its content."""
        file = folder / "assets" / Path(request.path_params["name"]).name
        if not file.is_file():
            return PlainTextResponse("Not found", 404)
        return FileResponse(file, headers={**_HEADERS, "Cache-Control": "public, max-age=31536000, immutable"})

    return [Route("/", index), Route("/assets/{name}", asset)]
