"""Lookups by HTTP, from a service of the test."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Optional

import pytest

from pyrite.core.connector.table import TableContext
from pyrite.core.errors import BadRecordError, ConnectorError, InvalidProgramError, ValidationException
from pyrite.core.types import BigIntType, LogicalType, TimestampType, VarCharType
from tests.connectors.lookups import looked_up, lookup_of
from tests.connectors.tables import table

Answer = tuple[int, Any]


class Service:
    """Answers requests by `answer(path, body)`: a status and a JSON value."""

    def __init__(self, answer: Callable[[str, Optional[str]], Answer]) -> None:
        self.requests: list[tuple[str, Optional[str], dict[str, str]]] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                length = self.headers["Content-Length"]
                body = None if length is None else self.rfile.read(int(length)).decode()
                service.requests.append((self.path, body, dict(self.headers)))
                status, value = answer(self.path, body)
                text = b"" if value is None else json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_POST = do_GET

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def serve() -> Iterator[Callable[[Callable[[str, Optional[str]], Answer]], Service]]:
    services: list[Service] = []

    def start(answer: Callable[[str, Optional[str]], Answer]) -> Service:
        services.append(Service(answer))
        return services[-1]

    yield start
    for service in services:
        service.stop()


Serve = Callable[[Callable[[str, Optional[str]], Answer]], Service]
TYPES: dict[str, LogicalType] = {"id": BigIntType(), "name": VarCharType(100), "since": TimestampType(3)}


def users(url: str, options: Optional[dict[str, Any]] = None) -> TableContext:
    return table({"connector": "http", "url": url, **(options or {})}, **TYPES)


def test_answer_is_a_row_or_an_array_of_rows_or_none(serve: Serve) -> None:
    answers = {
        "/users/1": (200, {"id": 1, "name": "anna", "since": "2024-02-29 12:34:56.5", "more": [1]}),
        "/users/2": (200, [{"id": 2, "name": "b"}, {"id": 2, "name": None}]),
        "/users/3": (200, []),
        "/users/4": (404, {"error": "no such user"}),
        "/users/5": (204, None),
    }
    service = serve(lambda path, body: answers[path])
    rows = looked_up(lookup_of(users(f"{service.url}/users/{{id}}"), "id"), *((key,) for key in range(1, 6)))
    since = 1_709_210_096_500_000_000
    assert rows == [[(1, "anna", since)], [(2, "b", None), (2, None, None)], [], [], []]


def test_key_columns_without_a_place_are_parameters(serve: Serve) -> None:
    service = serve(lambda path, body: (200, []))
    looked_up(lookup_of(users(f"{service.url}/users?version=2"), "name", "id"), ("a/b c&d", 7))
    assert [path for path, _, _ in service.requests] == ["/users?version=2&name=a%2Fb%20c%26d&id=7"]


def test_post_sends_the_key_as_an_object(serve: Serve) -> None:
    service = serve(lambda path, body: (200, [{"id": 1}]))
    options = {"lookup.method": "POST", "lookup.http-headers": "X-Client:tests"}
    assert looked_up(lookup_of(users(service.url, options), "id", "name"), (1, "é")) == [[(1, None, None)]]
    ((_, body, headers),) = service.requests
    assert body is not None
    assert json.loads(body) == {"id": 1, "name": "é"}
    assert (headers["Content-Type"], headers["X-Client"]) == ("application/json", "tests")


def test_transient_statuses_are_retried(serve: Serve) -> None:
    statuses = iter([503, 429, 200])
    service = serve(lambda path, body: (next(statuses), {"id": 1}))
    assert looked_up(lookup_of(users(service.url), "id"), (1,)) == [[(1, None, None)]]


def test_lookup_fails_after_its_retries_without_showing_secrets(serve: Serve) -> None:
    service = serve(lambda path, body: (503, {"echo": path}))
    context = users(f"{service.url}/users?key=hidden", {"lookup.max-retries": 1})
    with pytest.raises(ConnectorError, match="/users did not answer: 503") as failure:
        looked_up(lookup_of(context, "id"), (1,))
    assert "hidden" not in str(failure.value)
    assert len(service.requests) == 2


def test_other_statuses_fail_at_once(serve: Serve) -> None:
    service = serve(lambda path, body: (403, {"error": "no"}))
    with pytest.raises(ConnectorError, match="refused the request: 403"):
        looked_up(lookup_of(users(service.url), "id"), (1,))
    assert len(service.requests) == 1


def test_answer_that_is_no_row_names_the_field(serve: Serve) -> None:
    service = serve(lambda path, body: (200, {"id": "many"}))
    with pytest.raises(BadRecordError, match="id"):
        looked_up(lookup_of(users(service.url), "id"), (1,))


def test_columns_in_the_url_must_exist_and_be_compared() -> None:
    with pytest.raises(ValidationException, match="the table has no column 'nr', which 'url' has in braces"):
        lookup_of(users("http://host/{nr}"), "id")
    with pytest.raises(ValidationException, match="all columns in its URL, and not by name without id"):
        lookup_of(users("http://host/{id}"), "name")


def test_url_must_be_one_of_http() -> None:
    with pytest.raises(InvalidProgramError, match="the URL of a table of 'http' must begin with http://"):
        lookup_of(users("ftp://host/{id}"), "id")


def test_lookup_goes_on_when_the_service_is_back() -> None:
    first = Service(lambda path, body: (200, {"id": 1}))
    url, port = first.url, int(first.url.rpartition(":")[2])
    first.stop()
    revived: list[ThreadingHTTPServer] = []

    def start() -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        revived.append(ThreadingHTTPServer(("127.0.0.1", port), Handler))
        revived[0].serve_forever(0.05)

    threading.Timer(0.3, start).start()
    assert looked_up(lookup_of(users(url, {"lookup.max-retries": 10}), "id"), (1,)) == [[]]
    revived[0].shutdown()
    revived[0].server_close()
