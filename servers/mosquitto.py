"""A Mosquitto broker that saves every change, and holds any number of messages for a client that is away."""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence

from servers.server import Server, program

_CONNECT = b"\x10\x0d\x00\x04MQTT\x04\x02\x00\x3c\x00\x01x"
"""MQTT 3.1.1, clean session, keep alive 60 s, client id `x`."""


class MosquittoServer(Server):
    name = "mosquitto"

    def _command(self) -> Sequence[str]:
        settings = {
            "listener": f"{self.port} 127.0.0.1",
            "allow_anonymous": "true",
            "persistence": "true",
            "persistence_location": f"{self.folder}/",
            "autosave_on_changes": "true",
            "autosave_interval": "1",
            "max_inflight_messages": "0",
            "max_queued_messages": "0",
        }
        if os.geteuid() == 0:
            settings["user"] = "root"
        written = self.folder / "mosquitto.conf"
        written.write_text("".join(f"{key} {value}\n" for key, value in settings.items()))
        return [program("mosquitto", "mosquitto"), "-c", str(written)]

    def _is_ready(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                connection.sendall(_CONNECT)
                return connection.recv(4).startswith(b"\x20")
        except OSError:
            return False
