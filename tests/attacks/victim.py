"""A job to attack, in processes of its own, and a stranger: a process of the user `nobody`."""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any, Final

import psutil
import pytest

from tests.spark.processes import MARK, kill_marked, marked, new_mark, wait_until

FOLDER: Final = Path(__file__).parent
START_S: Final = 120.0
_LAUNCHER: Final = "org.apache.spark.launcher.Main"
"""A short-lived JVM that makes the command line of Spark's."""
needs_root = pytest.mark.skipif(os.getuid() != 0, reason="not run: only root can start a process as user nobody")


@dataclass(frozen=True)
class Job:
    """A running job, whose processes bear a mark."""

    mark: str
    folder: Path
    process: subprocess.Popen[bytes]

    def output(self) -> str:
        return (self.folder / "output").read_text()

    def await_output(self, text: str) -> None:
        wait_until(lambda: text in self.output(), START_S, f"{text!r} in the job's output")

    def command_lines(self) -> str:
        return "\n".join(marked(self.mark).values())

    def jvms(self) -> list[psutil.Process]:
        """Its JVM, which may be about to start or to end."""
        with contextlib.suppress(psutil.NoSuchProcess):
            commands = marked(self.mark).items()
            return [psutil.Process(pid) for pid, text in commands if "SparkSubmit" in text and _LAUNCHER not in text]
        return []

    def ports(self) -> list[int]:
        """The ports at which its JVM listens."""
        connections = [each for jvm in self.jvms() for each in jvm.net_connections("tcp")]
        return [each.laddr.port for each in connections if each.status == psutil.CONN_LISTEN]


@pytest.fixture
def mark() -> Iterator[str]:
    made = new_mark()
    yield made
    kill_marked(made)


def start(mark: str, folder: Path, program: str, settings: dict[str, str]) -> Job:
    """Starts a program, which reads its settings from a file."""
    script, output = folder / "program.py", folder / "output"
    script.write_text(program)
    (folder / "settings.json").write_text(json.dumps(settings))
    with output.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, str(script)],
            cwd=folder,
            env={**os.environ, MARK: mark},
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return Job(mark, folder, process)


@cache
def _python() -> str:
    """An interpreter that a stranger may run."""
    for path in (os.path.realpath(sys.executable), "/usr/bin/python3"):
        try:
            if _start([path, "-c", ""]).wait() == 0:
                return path
        except PermissionError:
            continue
    raise AssertionError("user nobody can run no Python: install Debian's python3")


def stranger(attack: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Starts an attack of this folder as user nobody, who has no secret and no access to the job's files."""
    return _start([_python(), "-c", (FOLDER / attack).read_text(), *arguments])


def _start(words: list[str]) -> subprocess.Popen[bytes]:
    nobody: Any = pwd.getpwnam("nobody")
    pipe: IO[bytes] | int = subprocess.PIPE
    return subprocess.Popen(
        words, stdin=pipe, stdout=pipe, cwd="/", env={}, user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[]
    )


def loot(attack: subprocess.Popen[bytes]) -> bytes:
    """What a stranger has printed at the end of an attack."""
    assert attack.stdout is not None
    with attack:
        output: bytes = attack.stdout.read()  # not communicate(), which closes its standard input
    assert attack.returncode == 0
    return output
