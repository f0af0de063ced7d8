"""What a listener's connections have in common."""

from __future__ import annotations

import socket

from pyrite.core.listener import listen_at


def test_connections_send_at_once_what_is_written_in_parts() -> None:
    listener = listen_at("127.0.0.1", 0, backlog=1)
    with listener, socket.create_connection(listener.getsockname()), listener.accept()[0] as accepted:
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
