"""What a listener's connections have in common."""

from __future__ import annotations

import socket

import pytest

from pyrite.core.errors import PyriteError
from pyrite.core.listener import listen_at, listen_at_first


def test_connections_send_at_once_what_is_written_in_parts() -> None:
    listener = listen_at("127.0.0.1", 0, backlog=1)
    with listener, socket.create_connection(listener.getsockname()), listener.accept()[0] as accepted:
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_first_free_port_is_taken() -> None:
    with listen_at("127.0.0.1", 0, 1) as occupied, listen_at("127.0.0.1", 0, 1) as other:
        port, free = occupied.getsockname()[1], other.getsockname()[1]
        other.close()
        with listen_at_first("127.0.0.1", [port, free], 1, "bind-port") as actual:
            assert actual.getsockname()[1] == free


def test_error_names_the_option_when_no_port_is_free() -> None:
    with listen_at("127.0.0.1", 0, 1) as occupied:
        port = occupied.getsockname()[1]
        with pytest.raises(PyriteError, match=f"no port .* free among {port} to {port}: set .* range by bind-port"):
            listen_at_first("127.0.0.1", [port], 1, "bind-port")
