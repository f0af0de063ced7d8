"""Listening sockets, and whether an address is this machine's alone."""

from __future__ import annotations

import errno
import ipaddress
import socket
from collections.abc import Sequence

from pyrite.core.errors import PyriteError


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


def listen_at_first(host: str, ports: Sequence[int], backlog: int, option: str) -> socket.socket:
    """A listening socket at the first free one of these ports, which `option` sets; 0 is any free port."""
    for port in ports:
        try:
            return listen_at(host, port, backlog)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise PyriteError(f"cannot listen on {host}:{port}: {error.strerror or error}") from error
    raise PyriteError(f"no port of {host} is free among {ports[0]} to {ports[-1]}: set a larger range by {option}")
