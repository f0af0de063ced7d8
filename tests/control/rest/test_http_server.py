"""The HTTP server: clients with half a request, half a handshake or too many connections do not keep others out."""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Optional

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from pyrite.control.access.certificates import CertificateFolder
from pyrite.control.rest import http_server
from pyrite.control.rest.http_server import LimitedProtocol, serve_app

Exchange = Callable[[int], Any]
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def _hello(_: Request) -> PlainTextResponse:
    return PlainTextResponse("hello")


def with_server(exchange: Exchange, tls: Optional[ssl.SSLContext] = None) -> None:
    """Runs a client's exchange with a server on loopback, in a thread."""

    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            server = asyncio.create_task(serve_app(Starlette(routes=[Route("/", _hello)]), listener, tls))
            try:
                await asyncio.to_thread(exchange, listener.getsockname()[1])
            finally:
                server.cancel()
                await asyncio.gather(server, return_exceptions=True)

    asyncio.run(main())


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=10)


def answer(connection: socket.socket) -> bytes:
    connection.sendall(REQUEST)
    received = b""
    while not received.endswith(b"hello"):
        received += connection.recv(1000)
    return received


def is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.fixture(autouse=True)
def short_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LimitedProtocol, "headers_timeout_s", 0.5)


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: loc"])
def test_connection_whose_headers_do_not_arrive_is_closed(sent: bytes) -> None:
    def exchange(port: int) -> None:
        half = connect(port)
        half.sendall(sent)
        assert b"200 OK" in answer(connect(port))
        assert is_closed(half)

    with_server(exchange)


def test_connection_is_closed_when_the_headers_of_its_second_request_do_not_arrive() -> None:
    def exchange(port: int) -> None:
        connection = connect(port)
        assert b"200 OK" in answer(connection)
        connection.sendall(b"GET / HT")
        begun = time.monotonic()
        assert is_closed(connection) and time.monotonic() - begun < 4

    with_server(exchange)


def test_connection_may_send_requests_for_longer_than_the_timeout() -> None:
    def exchange(port: int) -> None:
        connection = connect(port)
        for _ in range(4):
            assert b"200 OK" in answer(connection)
            time.sleep(0.2)

    with_server(exchange)


def test_connections_beyond_the_limit_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "_MOST_CONNECTIONS", 3)
    monkeypatch.setattr(LimitedProtocol, "headers_timeout_s", 5.0)

    def exchange(port: int) -> None:
        connections = [connect(port) for _ in range(3)]
        assert b"200 OK" in answer(connections[2])
        assert is_closed(connect(port))
        connections[0].close()
        assert b"200 OK" in answer(connections[1])

    with_server(exchange)


# TLS ------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def tls(tmp_path: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """The contexts of a server that asks for certificates and of a client that has one."""
    CertificateFolder(tmp_path).make([])
    server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    server.verify_mode = ssl.CERT_REQUIRED
    for context, side in ((server, "server"), (client, "client")):
        context.load_cert_chain(tmp_path / f"{side}.pem", tmp_path / f"{side}-key.pem")
        context.load_verify_locations(tmp_path / "ca.pem")
    return server, client


@pytest.mark.parametrize("sent", [b"", b"\x16\x03\x01\x02\x00\x01"])
def test_handshake_that_does_not_end_is_closed(tls: tuple[ssl.SSLContext, ssl.SSLContext], sent: bytes) -> None:
    server, client = tls

    def exchange(port: int) -> None:
        half = connect(port)
        half.sendall(sent)
        assert b"200 OK" in answer(client.wrap_socket(connect(port), server_hostname="localhost"))
        begun = time.monotonic()
        assert is_closed(half) and time.monotonic() - begun < 4

    with_server(exchange, server)


def test_handshakes_count_as_connections(
    tls: tuple[ssl.SSLContext, ssl.SSLContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "_MOST_CONNECTIONS", 3)
    monkeypatch.setattr(LimitedProtocol, "headers_timeout_s", 5.0)
    server, client = tls

    def exchange(port: int) -> None:
        connection = client.wrap_socket(connect(port), server_hostname="localhost")
        handshakes = [connect(port), connect(port)]
        assert b"200 OK" in answer(connection)
        begun = time.monotonic()
        assert is_closed(connect(port)) and time.monotonic() - begun < 4
        handshakes[0].sendall(b"no handshake")
        while not is_closed(handshakes[0]):
            pass
        assert b"200 OK" in answer(client.wrap_socket(connect(port), server_hostname="localhost"))

    with_server(exchange, server)
