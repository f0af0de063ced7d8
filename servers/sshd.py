"""An sshd on a loopback address, which accepts the key that it has created."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Optional

from servers.server import Server, program


class SshServer(Server):
    name = "sshd"

    def __init__(self, address: str, environment: Optional[Mapping[str, str]] = None) -> None:
        """`environment`: what commands have that are run by it."""
        super().__init__()
        self._listens = address
        self._variables = dict(environment or {})
        self.key = self.folder / "key"
        for name in ("key", "host_key"):
            generate = [program("ssh-keygen", "openssh-client"), "-q", "-t", "ed25519", "-N", ""]
            subprocess.run([*generate, "-f", str(self.folder / name)], check=True)
        shutil.copy(self.folder / "key.pub", self.folder / "authorized_keys")

    @property
    def options(self) -> str:
        """What ssh needs to get in."""
        known_hosts = f"-o UserKnownHostsFile={self.folder / 'known_hosts'} -o StrictHostKeyChecking=accept-new"
        return f"-p {self.port} -i {self.key} -o BatchMode=yes -o LogLevel=ERROR {known_hosts}"

    def _command(self) -> Sequence[str]:
        settings = {
            "ListenAddress": f"{self._listens}:{self.port}",
            "HostKey": str(self.folder / "host_key"),
            "AuthorizedKeysFile": str(self.folder / "authorized_keys"),
            "StrictModes": "no",
            "UsePAM": "no",
            "PasswordAuthentication": "no",
            "PidFile": "none",
            "SetEnv": " ".join(f'"{name}={value}"' for name, value in self._variables.items()),
        }
        if os.geteuid() == 0:
            Path("/run/sshd").mkdir(exist_ok=True)  # root's sshd wants one; the system's service would make it
        config = self.folder / "sshd_config"
        config.write_text("".join(f"{key} {value}\n" for key, value in settings.items() if value))
        return [program("sshd", "openssh-server"), "-D", "-e", "-f", str(config)]

    def _is_ready(self) -> bool:
        try:
            with socket.create_connection((self._listens, self.port), 1) as connection:
                return connection.recv(4) == b"SSH-"
        except OSError:
            return False
