"""Sockets that listen for an asyncio server."""

from __future__ import annotations

import socket


def listen_at(host: str, port: int, backlog: int) -> socket.socket:
    """Listens there. What its connections send is on its way at once.

    asyncio switches Nagle's algorithm off only where a socket names its protocol, which those of `create_server` do
    not: the second part of what is written, as a body after its header, would wait 40 ms for the first one's receipt.
    """
    listener = socket.create_server((host, port), backlog=backlog)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # connections that it accepts inherit this
    return listener
