"""A RabbitMQ broker: a private node, with a private name service (epmd)."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Optional

from servers.server import Server, ServerMissingError, free_port, program

_LIBRARIES = ("/usr/lib/rabbitmq/bin", "/usr/local/lib/rabbitmq/bin")
"""The server's own scripts: the wrappers in sbin change the user."""


class RabbitMQServer(Server):
    name = "rabbitmq"

    def __init__(self, folder: Optional[Path] = None) -> None:
        super().__init__(folder)
        self._epmd_port = free_port()
        self._dist_port = free_port()
        self._epmd: Optional[subprocess.Popen[bytes]] = None

    def _command(self) -> Sequence[str]:
        script = next((path for place in _LIBRARIES if (path := Path(place, "rabbitmq-server")).exists()), None)
        if script is None:
            raise ServerMissingError("rabbitmq-server is not installed: make servers, or apt-get install it")
        (self.folder / "home").mkdir(exist_ok=True)
        (self.folder / "plugins").write_text("[].\n")
        (self.folder / "rabbitmq.conf").write_text("log.console = true\nlog.file = false\n")
        (self.folder / "env.conf").touch()
        self._start_epmd()
        return [str(script)]

    def _start_epmd(self) -> None:
        """Started here, not by the node: so it can be ended by its process, and only the node is killed by `kill`."""
        if self._epmd is None:
            command = [program("epmd", "erlang-base"), "-address", "127.0.0.1", "-port", str(self._epmd_port)]
            quiet = subprocess.DEVNULL
            self._epmd = subprocess.Popen(command, stdout=quiet, stderr=quiet, start_new_session=True)

    def _environment(self) -> Mapping[str, str]:
        folder = self.folder
        return {
            **os.environ,
            "HOME": str(folder / "home"),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_PORT": str(self._epmd_port),
            "RABBITMQ_NODENAME": f"pyrite{self.port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(self._dist_port),
            "RABBITMQ_MNESIA_BASE": str(folder / "data"),
            "RABBITMQ_LOG_BASE": str(folder / "logs"),
            "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq.conf"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
            "RABBITMQ_CONF_ENV_FILE": str(folder / "env.conf"),
            "RABBITMQ_PID_FILE": str(folder / "pid"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 1:1 -kernel inet_dist_use_interface {127,0,0,1}",
        }

    def _is_ready(self) -> bool:
        """Whether a broker answers the protocol's header; it opens its port last."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                connection.sendall(b"AMQP\x00\x00\x09\x01")
                return len(connection.recv(8)) == 8
        except OSError:
            return False

    def stop(self) -> None:
        """The node ends by SIGTERM as by `rabbitmqctl shutdown`."""
        super().stop()
        if self._epmd is not None:
            with contextlib.suppress(ProcessLookupError):
                self._epmd.send_signal(signal.SIGKILL)
            self._epmd.wait()
            self._epmd = None
