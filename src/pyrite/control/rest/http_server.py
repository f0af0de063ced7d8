"""The HTTP server of REST: uvicorn, with limits for connections and for the time in which a request begins."""

from __future__ import annotations

import asyncio
import resource
import socket
import ssl
from functools import partial
from typing import Any, Final, Optional

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from pyrite.control.access.authentication import CERTIFICATE

_SHUTDOWN_S: Final = 2
_MOST_CONNECTIONS: Final = 1000
_MOST_ACCEPTED: Final = 100
"""The most connections that asyncio accepts before it shows them to a protocol."""


class LimitedProtocol(H11Protocol):
    """Closes connections that are too many, and connections whose next request does not begin in time.

    Without both, clients that send half of a request's headers use up the process's descriptors.
    """

    headers_timeout_s = 10.0
    most_connections = _MOST_CONNECTIONS

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._deadline: Optional[asyncio.TimerHandle] = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if certificate := transport.get_extra_info("peercert"):
            self.app_state = {**self.app_state, CERTIFICATE: _common_name(certificate)}
        if len(self.connections) > self.most_connections:
            transport.abort()
        else:
            self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Optional[Exception]) -> None:
        self._cancel()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._cancel()
        elif self._deadline is None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(self.headers_timeout_s, self.transport.abort)

    def _cancel(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class HandshakeProtocol(asyncio.Protocol):
    """Completes the TLS handshake of a connection, and hands the connection to a LimitedProtocol.

    The handshakes of asyncio's own servers are counted by nobody, and have a minute's time.
    """

    def __init__(self, tls: ssl.SSLContext, **keywords: Any) -> None:
        self._tls = tls
        self._http = LimitedProtocol(**keywords)
        self._connections: set[Any] = self._http.connections
        """Those of the server, with this one during its handshake."""
        self._early = bytearray()
        self._is_lost = False
        self._handshake: Optional[asyncio.Task[None]] = None
        self._transport: Optional[asyncio.Transport] = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        self._connections.add(self)
        if len(self._connections) > LimitedProtocol.most_connections:
            transport.abort()
        else:
            self._handshake = self._http.loop.create_task(self._shake_hands(transport))

    def data_received(self, data: bytes) -> None:
        """Called with what a client sends together with the end of the handshake."""
        self._early += data

    def connection_lost(self, exc: Optional[Exception]) -> None:
        self._is_lost = True
        self._connections.discard(self)

    def shutdown(self) -> None:
        """Called by uvicorn when the server ends."""
        if self._transport is not None:
            self._transport.abort()

    async def _shake_hands(self, transport: asyncio.Transport) -> None:
        try:
            encrypted = await self._http.loop.start_tls(
                transport, self, self._tls, server_side=True, ssl_handshake_timeout=LimitedProtocol.headers_timeout_s
            )
        except OSError:  # no client of ours, or too late
            return
        finally:
            self._connections.discard(self)
        if encrypted is None or self._is_lost:
            return
        encrypted.set_protocol(self._http)
        self._http.connection_made(encrypted)
        if self._early:
            self._http.data_received(bytes(self._early))


def _common_name(certificate: dict[str, Any]) -> str:
    """The name in a certificate as Python parses it."""
    names = [value for part in certificate["subject"] for key, value in part if key == "commonName"]
    return names[0] if names else ""


async def serve_app(app: Any, listener: socket.socket, tls: Optional[ssl.SSLContext] = None) -> None:
    """Serves an application until a signal ends it.

    Half of the process's descriptors are for other files, and for connections that are refused.
    """
    most_connections = min(_MOST_CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
    LimitedProtocol.most_connections = most_connections
    config = uvicorn.Config(
        app,
        http=LimitedProtocol,
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # every user of this machine could choose the client's address
        server_header=False,
        backlog=max(1, min(_MOST_ACCEPTED, most_connections // 4)),
        timeout_graceful_shutdown=_SHUTDOWN_S,
    )
    config.load()
    if tls is not None:
        config.http_protocol_class = partial(HandshakeProtocol, tls)  # type: ignore[assignment]
    await uvicorn.Server(config).serve(sockets=[listener])
