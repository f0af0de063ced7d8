"""PostgresServer: a private PostgreSQL cluster, with prepared transactions enabled."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Optional

import psutil
import psycopg

from servers.server import Server, program

GUARDED: Final = "guarded"
"""A role that must give its password, once a test has made it; every other role is trusted."""
_STOP_S: Final = 15.0
_PREPARED: Final = 40


class PostgresServer(Server):
    """The superuser is `postgres`. PostgreSQL refuses to run as root: for root it runs as the user `postgres`.

    `settings` are added to the server's own, such as `{"max_prepared_transactions": "0"}`.
    """

    name = "postgres"

    def __init__(self, folder: Optional[Path] = None, settings: Optional[Mapping[str, str]] = None) -> None:
        super().__init__(folder)
        self._settings = {"max_prepared_transactions": str(_PREPARED)} | dict(settings or {})

    @property
    def url(self) -> str:
        return f"postgresql://postgres@{self.address}/postgres"

    def connect(self) -> psycopg.Connection[Any]:
        """A connection that commits every statement."""
        return psycopg.connect(self.url, autocommit=True)

    def execute(self, sql: str) -> list[tuple[Any, ...]]:
        """Runs statements; the rows of the last one."""
        with self.connect() as connection:
            cursor = connection.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    def _command(self) -> Sequence[str]:
        where = program("pg_config", "postgresql libpq-dev")
        folder = subprocess.run([where, "--bindir"], capture_output=True, text=True, check=True).stdout.strip()
        data = self.folder / "data"
        if not data.exists():
            self._make_cluster(folder, data)
        return [*_as_postgres(), f"{folder}/postgres", "-D", str(data)]

    def _make_cluster(self, programs: str, data: Path) -> None:
        self.folder.chmod(0o755)
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"]
        command = [*_as_postgres(), f"{programs}/initdb", "-D", str(data), *options]
        subprocess.run(command, check=True, capture_output=True, cwd="/", timeout=120)
        rules = data / "pg_hba.conf"
        rules.write_text(f"host all {GUARDED} 127.0.0.1/32 scram-sha-256\n{rules.read_text()}")
        own = {"listen_addresses": "127.0.0.1", "port": str(self.port), "unix_socket_directories": str(self.folder)}
        lines = [f"{key} = '{value}'\n" for key, value in (own | self._settings).items()]
        with (data / "postgresql.conf").open("a") as file:
            file.writelines(lines)

    def _is_ready(self) -> bool:
        with contextlib.suppress(psycopg.OperationalError):
            self.connect().close()
            return True
        return False

    def kill(self) -> None:
        """SIGKILL to the postmaster and to its children, which have separate process groups."""
        children: list[psutil.Process] = []
        if self._process is not None:
            with contextlib.suppress(psutil.NoSuchProcess):
                children = psutil.Process(self._process.pid).children(recursive=True)
        super().kill()
        for child in children:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()
        psutil.wait_procs(children, timeout=_STOP_S)

    def stop(self) -> None:
        """Ends it without waiting for its clients to go, which is what SIGTERM means here."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_STOP_S)
        super().stop()


def _as_postgres() -> list[str]:
    if os.geteuid() != 0:
        return []
    return [program("setpriv", "util-linux"), "--reuid=postgres", "--regid=postgres", "--init-groups", "--"]
