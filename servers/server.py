"""Server: a process on loopback that is started, killed and started again on the same data."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Optional, Self

START_S: Final = 150.0
_STOP_S: Final = 15.0
_CACHE: Final = Path(os.environ.get("PYRITE_SERVERS", Path.home() / ".cache" / "pyrite-servers"))


class ServerMissingError(RuntimeError):
    """A server's files are not on this machine; the message says what installs them."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def program(name: str, package: str, *places: str) -> str:
    """The path of a program that `make servers` installs."""
    found = shutil.which(
        name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/bin", *places])
    )
    if found is None:
        raise ServerMissingError(f"{name} is not installed: make servers, or apt-get install {package}")
    return found


def maven_jars(name: str, dependencies: Sequence[tuple[str, ...]]) -> Path:
    """A folder with the runtime jars of (group, artifact, version[, excluded artifacts...]), fetched once."""
    folder = _CACHE / name
    if (folder / ".ready").exists():
        return folder
    if shutil.which("mvn") is None:
        raise ServerMissingError(f"the jars of {name} need Maven: apt-get install maven")
    _CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=_CACHE) as scratch:
        pom = Path(scratch, "pom.xml")
        pom.write_text(_pom(name, dependencies))
        jars = Path(scratch, "jars")
        command = ["mvn", "-q", "-B", "-f", str(pom), "dependency:copy-dependencies", "-DincludeScope=runtime"]
        done = subprocess.run(
            [*command, f"-DoutputDirectory={jars}"], capture_output=True, text=True, timeout=600, check=False
        )
        if done.returncode != 0:
            raise ServerMissingError(f"the jars of {name} could not be obtained: {done.stdout[-800:]}")
        (jars / ".ready").touch()
        with contextlib.suppress(OSError):  # another process was faster
            jars.rename(folder)
    return folder


def _pom(name: str, dependencies: Sequence[tuple[str, ...]]) -> str:
    entries = []
    for group, artifact, version, *excluded in dependencies:
        exclusions = "".join(
            f"<exclusion><groupId>*</groupId><artifactId>{one}</artifactId></exclusion>" for one in excluded
        )
        entries.append(
            f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>"
            f"<exclusions>{exclusions}</exclusions></dependency>"
        )
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>pyrite</groupId>'
        f"<artifactId>{name}</artifactId><version>1</version><dependencies>{''.join(entries)}</dependencies></project>"
    )


class Server(ABC):
    """Started by `start` or `with`; `kill` is SIGKILL, after which `start` continues with the same data and port."""

    name: str

    def __init__(self, folder: Optional[Path] = None) -> None:
        """`folder` holds data and log; without one, a temporary folder that goes with `stop`.

        Its name must not begin with `pyrite-`: a job sweeps folders of that name away as a dead program's.
        """
        self._owned = folder is None
        self.folder = folder or Path(tempfile.mkdtemp(prefix=f"{self.name}-pyrite-"))
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self._process: Optional[subprocess.Popen[bytes]] = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @abstractmethod
    def _command(self) -> Sequence[str]:
        """What to run; makes the data folder and the settings if they are not there yet."""

    @abstractmethod
    def _is_ready(self) -> bool:
        """Whether the server answers by its own protocol."""

    def _environment(self) -> Mapping[str, str]:
        return os.environ

    def start(self) -> None:
        """Returns when the server answers."""
        command = list(self._command())
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, env=dict(self._environment()), cwd="/", start_new_session=True
            )
        until = time.monotonic() + START_S
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > until:
                tail = (self.folder / "log").read_text(errors="replace")[-2000:]
                self.kill()
                raise RuntimeError(f"{self.name} did not start: {tail}")
            time.sleep(0.05)

    @property
    def pid(self) -> int:
        """The process that a fault is aimed at."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """SIGKILL, to the process and all that it has started."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """Ends the server cleanly, and removes its data if it owns the folder."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_STOP_S)
        self.kill()
        if self._owned:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
