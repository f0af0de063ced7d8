"""A Redis server that syncs every write to disk before it answers."""

from __future__ import annotations

import socket
from collections.abc import Sequence

from servers.server import Server, program


class RedisServer(Server):
    name = "redis"

    @property
    def url(self) -> str:
        return f"redis://{self.address}/0"

    def _command(self) -> Sequence[str]:
        place = ["--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self.folder)]
        durable = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""]
        return [program("redis-server", "redis-server"), *place, *durable]

    def _is_ready(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False
