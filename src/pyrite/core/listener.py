"""Listening sockets for asyncio servers, and whether an address is this machine's alone."""

from __future__ import annotations

import ipaddress
import socket


def listen_at(host: str, port: int, backlog: int) -> socket.socket:
    """A listening socket whose connections send without delay.

    asyncio disables Nagle's algorithm only for sockets with an explicit protocol, which sockets of `create_server` do
    not have: the second part of a response, such as a body after its header, would wait 40 ms for the acknowledgment of
    the first.
    """
    listener = socket.create_server((host, port), backlog=backlog)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # accepted connections inherit the option
    return listener


def is_loopback(name: str) -> bool:
    """Whether a host name or address stands for this machine alone."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
