"""A NATS server with JetStream."""

from __future__ import annotations

import socket
from collections.abc import Sequence

from servers.server import Server, program


class NatsServer(Server):
    name = "nats"

    @property
    def url(self) -> str:
        return f"nats://{self.address}"

    def _command(self) -> Sequence[str]:
        place = ["-a", "127.0.0.1", "-p", str(self.port)]
        return [program("nats-server", "nats-server"), *place, "-js", "-sd", str(self.folder / "data")]

    def _is_ready(self) -> bool:
        """The server speaks first; JetStream has recovered its streams by then."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                return connection.recv(4) == b"INFO"
        except OSError:
            return False
