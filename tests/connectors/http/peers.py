"""Servers and clients of the tests, in threads of their own, on loopback."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
import time
from collections.abc import Callable
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A caller that hangs up is none."""


class Target:
    """An HTTP server that keeps bodies. `answer(n)` is the nth request's status; above 299 its body is not kept.

    `says(target, headers)` is the body of each answer; `chunked` sends it so.
    """

    def __init__(
        self,
        answer: Callable[[int], int] = lambda number: 200,
        says: Callable[[str, Message], str] = lambda target, headers: "ok",
        chunked: bool = False,
    ) -> None:
        self.bodies: list[bytes] = []
        self.keys: list[str] = []
        self.requests = 0
        target = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = answer(target.requests)
                target.requests += 1
                target.keys.append(self.headers["Idempotency-Key"])
                if status < 300:
                    target.bodies.append(body)
                self.send_response(status)
                text = says(self.path, self.headers).encode()
                if chunked:
                    self.send_header("Transfer-Encoding", "chunked")
                    text = b"%x\r\n%b\r\n0\r\n\r\n" % (len(text), text)
                else:
                    self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = _Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/in"


class Listener:
    """A TCP server that keeps all that comes over any connection, line by line."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            connection, _ = self._socket.accept()
            threading.Thread(target=self._read, args=(connection,), daemon=True).start()

    def _read(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError), connection.makefile("rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    self.lines.append(line.strip())

    def heard(self, least: int) -> list[bytes]:
        """What has come, once there is so much of it, or nothing more comes."""
        until = time.monotonic() + 5
        while len(set(self.lines)) < least and time.monotonic() < until:
            time.sleep(0.01)
        return list(self.lines)


class Speaker:
    """A TCP server that says every line once, a few a time, to whoever is connected; after the last it hangs up."""

    def __init__(self, lines: list[str]) -> None:
        self._left = list(lines)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            connection, _ = self._socket.accept()
            with contextlib.suppress(OSError), connection:
                while self._left:
                    some, self._left = self._left[:3], self._left[3:]
                    connection.sendall("".join(f"{line}\n" for line in some).encode())
                    time.sleep(0.002)


class Caller:
    """Posts bodies one after the other, each until it is answered by 200 or 202."""

    def __init__(self, port: int, bodies: list[str]) -> None:
        self._port = port
        for part in range(4):
            threading.Thread(target=self._call, args=(bodies[part::4],), daemon=True).start()

    def _call(self, bodies: list[str]) -> None:
        for body in bodies:
            while not self._post(body):
                time.sleep(0.02)

    def _post(self, body: str) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=5)
        try:
            connection.request("POST", "/in", body)
            return connection.getresponse().status in (200, 202)
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
