"""The REST server as a web application: makes routes of the endpoints, parses requests, and answers errors."""

from __future__ import annotations

import asyncio
import json
import logging
import tempfile
import traceback
import uuid
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from typing import Any, BinaryIO, Final, Optional

from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pyrite.control.access.access_settings import AccessSettings
from pyrite.control.access.audit_log import AuditLog
from pyrite.control.access.authentication import Authentication, address_of, check_page, check_role
from pyrite.control.job_manager_gateway import JobManagerGateway, UnknownJobError
from pyrite.control.rest.browsers import BrowserGuard, refuse_other_sites
from pyrite.control.rest.endpoint import Call, Client, CookieAnswer, Endpoint, Parameter, RestError, TextAnswer
from pyrite.control.rest.endpoints.all_endpoints import ALL_ENDPOINTS
from pyrite.control.rest.openapi import openapi
from pyrite.control.rest.services import RestServices, RestSettings
from pyrite.control.web.routes import page_routes
from pyrite.core.errors import PyriteError
from pyrite.core.json_dataclasses import of_json, to_json

_log = logging.getLogger(__name__)


def make_app(
    gateway: JobManagerGateway,
    settings: RestSettings,
    access: AccessSettings,
    shut_down: Optional[Callable[[], None]] = None,
    further: Iterable[BaseRoute] = (),
) -> Starlette:
    """The application. `further` routes, such as the files of Flink's dashboard, come before the web page's.

    Both are open to everybody, since they have no data.
    """
    services = RestServices(gateway, settings, Authentication(access, settings.address), shut_down)
    audit_log = AuditLog(access.audit_file, access.audit_file_bytes, access.older_audit_files)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await services.close()
        audit_log.close()

    routes: list[BaseRoute] = [
        Route(f"{prefix}{endpoint.template}", _serve(endpoint, services, audit_log), methods=[endpoint.method])
        for prefix in ("", "/v1")
        for endpoint in sorted(ALL_ENDPOINTS, key=_generality)
    ]
    routes += [Route(f"{prefix}/openapi.json", _describe(services)) for prefix in ("", "/v1")]
    app = Starlette(
        routes=[*routes, *further, *page_routes()],
        lifespan=lifespan,
        middleware=[Middleware(BrowserGuard, settings=settings)],
        exception_handlers={HTTPException: _on_http_exception},
    )
    app.router.redirect_slashes = False
    return app


@cache
def _description() -> bytes:
    return json.dumps(openapi(ALL_ENDPOINTS)).encode()


def _describe(services: RestServices) -> Callable[[Request], Any]:
    async def describe(request: Request) -> Response:
        try:
            services.authentication.client_of(request)
        except RestError as error:
            return _errors(error.status, *error.errors, headers=error.headers)
        return Response(_description(), media_type="application/json")

    return describe


def _generality(endpoint: Endpoint) -> tuple[bool, ...]:
    """Sorts paths so that literal words come before parameters: /jobs/overview before /jobs/:jobid."""
    return tuple(step.startswith(":") for step in endpoint.path.split("/"))


def _serve(endpoint: Endpoint, services: RestServices, audit_log: AuditLog) -> Callable[[Request], Any]:
    async def serve(request: Request) -> Response:
        response = await respond(request)
        if endpoint.has_effects or response.status_code in _UNAUTHENTICATED:
            what = f"{request.method} {request.url.path}"
            audit_log.record(request.scope.get(_CLIENT), address_of(request), what, response.status_code)
        return response

    async def respond(request: Request) -> Response:
        try:
            client = _admit(endpoint, request, services)
            call, close = await _read(endpoint, request, services.settings)
            try:
                answer = await endpoint.handler(services, replace(call, client=client, address=address_of(request)))
            finally:
                await close()
            if isinstance(answer, CookieAnswer):
                request.scope[_CLIENT] = answer.client
            return _answer(endpoint, answer)
        except RestError as error:
            return _errors(error.status, *error.errors, headers=error.headers)
        except UnknownJobError as error:
            return _errors(404, str(error))
        except ClientDisconnect:
            return Response(status_code=400)
        except PyriteError as error:
            _log.info("%s %s: %s", request.method, request.url.path, error)
            return _errors(500, str(error))
        except Exception as error:
            return _errors(500, f"Internal server error {log_failure(request, error)}: the server's log has the cause.")

    return serve


def _admit(endpoint: Endpoint, request: Request, services: RestServices) -> Optional[Client]:
    """The client, which may make the request. RestError: it may not."""
    client = None
    if not endpoint.is_public:
        request.scope[_CLIENT] = client = services.authentication.client_of(request)
        check_role(client, endpoint.needed_role)
    if endpoint.has_effects:
        refuse_other_sites(request.headers, services.settings)
        if client is not None:
            check_page(client, request)
    return client


_CLIENT: Final = "pyrite.client"
"""In the scope of a request: its client."""
_UNAUTHENTICATED: Final = (401, 429)
_failures: Final[dict[str, int]] = {}
_LOGGED_TRACES: Final = 20


def log_failure(request: Request, error: Exception) -> str:
    """Logs an error of the server; returns the id of its entry. Further errors at one line of code are one line each.

    An answer has no trace, which would show paths of the server.
    """
    failure_id = uuid.uuid4().hex[:8]
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{frame.filename}:{frame.lineno}"
    count = _failures[place] = _failures.get(place, 0) + 1
    words = (failure_id, request.method, request.url.path[:200])
    if count <= _LOGGED_TRACES:
        _log.error("%s: %s %s", *words, exc_info=error)
    elif count.bit_count() == 1:  # 32, 64, 128 ...
        _log.error("%s: %s %s: %s at %s, %d times by now", *words, type(error).__name__, place, count)
    return failure_id


def _answer(endpoint: Endpoint, answer: Any) -> Response:
    if isinstance(answer, TextAnswer):
        return Response(answer.text, endpoint.status, media_type="text/plain; charset=UTF-8")
    if isinstance(answer, CookieAnswer):
        response = _answer(endpoint, answer.content)
        for cookie in answer.cookies:
            response.headers.append("Set-Cookie", cookie)
        return response
    content = json.dumps(to_json(answer), separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
    return Response(content, endpoint.status, media_type="application/json")


def _errors(status: int, *errors: str, headers: Optional[Mapping[str, str]] = None) -> Response:
    return JSONResponse({"errors": list(errors)}, status, headers)


async def _on_http_exception(request: Request, error: Exception) -> Response:
    """Handles unknown paths; a path with a method that it does not have counts as unknown."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _errors(404 if status == 405 else status, f"Not found: {request.url.path}")


# Requests -------------------------------------------------------------------------------------------------------------

Close = Callable[[], Any]
_MOST_JSON_BYTES: Final = 1 << 20
"""The limit of a body that is no upload. A larger one would hold up other requests while it is parsed."""


async def _nothing() -> None:
    return None


async def _read(endpoint: Endpoint, request: Request, settings: RestSettings) -> tuple[Call, Close]:
    path = {each.name: _value(each, "path", request.path_params[each.name]) for each in endpoint.parameters}
    query = {
        each.name: _value(each, "query", request.query_params[each.name])
        for each in endpoint.query
        if each.name in request.query_params
    }
    for each in endpoint.query:
        if each.is_required and each.name not in query:
            raise RestError(400, f"Bad request, could not parse parameters: {each.name} is missing.")
    most_bytes = settings.max_content_bytes
    limited = Request(
        request.scope, _limited(request, most_bytes if endpoint.is_upload else min(most_bytes, _MOST_JSON_BYTES))
    )
    try:
        async with asyncio.timeout(settings.request_timeout_s):
            if endpoint.is_upload:
                name, content, close = await _file(limited)
                return Call(path, query, (name, content)), close
            data = await limited.body()
    except TimeoutError:
        raise RestError(408, f"The request did not arrive within {settings.request_timeout_s:.0f} s.") from None
    body = None if endpoint.body is None else _body(endpoint.body, data)
    return Call(path, query, body), _nothing


def _value(parameter: Parameter, place: str, text: str) -> Any:
    try:
        return parameter.parse(text)
    except ValueError as error:
        what = f'Cannot resolve {place} parameter ({parameter.name}) from value "{text[:80]}"'
        raise RestError(400, f"Bad request, could not parse parameters: {what}: {error}.") from None


def _limited(request: Request, most_bytes: int) -> Callable[[], Any]:
    """The request's body. RestError: it exceeds the limit."""
    content_length = request.headers.get("content-length", "0")
    too_much = RestError(
        413,
        f"Request entity too large: the limit is {most_bytes} bytes"
        + (". Try to raise [rest.server.max-content-length]" if most_bytes != _MOST_JSON_BYTES else ""),
    )
    if content_length.isdecimal() and int(content_length) > most_bytes:
        raise too_much
    received = 0

    async def receive() -> Mapping[str, Any]:
        nonlocal received
        message: Mapping[str, Any] = await request.receive()
        received += len(message.get("body", b""))
        if received > most_bytes:
            raise too_much
        return message

    return receive


def _body(kind: Any, data: bytes) -> Any:
    """Parses the body. An empty body stands for an object without fields; unknown fields are ignored."""
    expected = f"Request did not match expected format {getattr(kind, '__name__', 'object')}"
    try:
        content = json.loads(data or b"{}")
        return of_json(kind, {} if content is None else content)
    except (ValueError, RecursionError) as error:
        raise RestError(400, f"{expected}: {error}.") from None


async def _file(request: Request) -> tuple[str, BinaryIO, Close]:
    """The single file of a form."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise RestError(400, "Expected a form with one file, as multipart/form-data.")
    try:
        form = await request.form(max_files=2, max_fields=10)
    except (MultiPartException, HTTPException, KeyError, ValueError) as error:
        raise RestError(400, f"The form cannot be read: {error}") from None
    except OSError as error:  # larger files are in a temporary file of Starlette's
        place = tempfile.gettempdir()
        raise RestError(500, f"The program could not be stored in {place}: {error.strerror or error}") from error
    files = [value for value in form.values() if isinstance(value, UploadFile)]
    if len(files) != 1 or not files[0].filename:
        await form.close()
        raise RestError(400, "Expected exactly one file in the form.")
    return files[0].filename, files[0].file, form.close
