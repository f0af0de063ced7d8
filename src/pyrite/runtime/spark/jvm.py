"""SparkJvm: the JVM that Spark runs in on the driver, from its start until PySpark is connected to it.

PySpark could start it too, but waits for it in a way that leaves the process behind when it is interrupted, and hangs
when the JVM throws and stays.
"""

from __future__ import annotations

import atexit
import contextlib
import locale
import os
import re
import resource
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Optional

from pyrite.control.job_log import SPARK_LOG, log_folder
from pyrite.core.config.spark_master import spark_home
from pyrite.core.errors import UnsupportedSparkError
from pyrite.runtime.spark.class_archive import ClassArchive
from pyrite.storage.full_disk import full_disk_note
from pyrite.storage.scratch import scratch_folder

_POLL_S = 0.02
_START_S = 300.0
_SHOWN = 12
"""Lines of the JVM's output in an error."""
_FRAME = re.compile(r"\s+(at \S+\(|\.\.\. \d+ more)")
_NEEDED_FILES = 1024
_ROOM_BYTES = 1 << 18
_LATE_OPTIMIZER = (
    "-XX:Tier4InvocationThreshold=50000",
    "-XX:Tier4MinInvocationThreshold=6000",
    "-XX:Tier4CompileThreshold=150000",
    "-XX:Tier4BackEdgeThreshold=400000",
)
"""Ten times the JVM's own, whose optimizer takes a third of the CPU of Spark's start. What is hot gets there soon."""
_THROWN = 'Exception in thread "main"'
"""What a JVM writes whose main thread has ended; its other threads may keep it alive."""


class SparkJvm:
    """Starts the JVM in a thread, which no signal interrupts: until `connect` returns, `kill` ends whatever there is.

    From then on the JVM ends when the program does: it reads from a pipe that closes with the program.
    """

    def __init__(self, settings: Mapping[str, str]) -> None:
        self._command = _command(settings)
        self._archive = ClassArchive(spark_home(), settings)
        self._log = (log_folder() or scratch_folder()) / SPARK_LOG
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._address: Future[tuple[int, str]] = Future()
        self._given_up = threading.Event()
        self._thread = threading.Thread(target=self._start, daemon=True, name="spark-jvm")
        self._thread.start()
        atexit.register(self.kill)

    def connect(self) -> Any:
        """PySpark's gateway to the JVM, when it is up."""
        from pyspark.java_gateway import launch_gateway

        try:
            port, secret = self._address.result()
            os.environ |= {"PYSPARK_GATEWAY_PORT": str(port), "PYSPARK_GATEWAY_SECRET": secret}
            try:
                gateway = launch_gateway()
            finally:
                del os.environ["PYSPARK_GATEWAY_PORT"], os.environ["PYSPARK_GATEWAY_SECRET"]
            gateway.proc = self._process
        except BaseException:
            self.kill()
            raise
        atexit.unregister(self.kill)
        return gateway

    def kill(self) -> None:
        """Ends the JVM, and all that was started to start it."""
        self._given_up.set()
        self._thread.join()
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def job_finished(self) -> None:
        """Call it when a job has come to its end."""
        if self._process is not None:
            with contextlib.suppress(OSError, ValueError):
                self._archive.make_at_exit(self._process.pid)

    def failure(self, what: str) -> UnsupportedSparkError:
        """The error that says what went wrong, with the last lines that the JVM has written."""
        lines = [line for line in self._log.read_text(errors="replace").splitlines() if line.strip()]
        telling = [line for line in lines if not _FRAME.match(line)]
        return UnsupportedSparkError("\n".join([f"{what}{_few_files()}. The JVM's last lines:", *telling[-_SHOWN:]]))

    def _check_room(self) -> None:
        """On a full disk the JVM could write neither its address nor why it failed."""
        try:
            self._log.write_bytes(bytes(_ROOM_BYTES))
        except OSError as error:
            raise UnsupportedSparkError(f"Spark cannot start: {error}{full_disk_note(error)}") from error

    def _start(self) -> None:
        folder = tempfile.mkdtemp(prefix="pyrite-jvm-")
        address = Path(folder) / "address"
        try:
            self._check_room()
            with self._log.open("wb") as log:
                self._process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=log,
                    stderr=log,
                    env=_environment(address, self._archive.options()),
                    process_group=0,  # Ctrl-C is for the program
                )
            self._wait_for(address)
            self._address.set_result(_read_address(address))
        except BaseException as error:
            self._address.set_exception(error)
        finally:
            if self._process is not None and not self._address.done():
                self._process.kill()
            shutil.rmtree(folder, ignore_errors=True)

    def _wait_for(self, address: Path) -> None:
        assert self._process is not None
        until = time.monotonic() + _START_S
        while not address.exists():
            if self._given_up.is_set():
                raise UnsupportedSparkError("the start of Spark's JVM was abandoned")
            if self._process.poll() is not None:
                raise self._not_started(f"exit code {self._process.returncode}")
            if _THROWN in self._log.read_text(errors="replace"):
                raise self._not_started("an exception ended its main thread")
            if time.monotonic() > until:
                raise self._not_started(f"not within {_START_S:.0f} s")
            self._given_up.wait(_POLL_S)

    def _not_started(self, how: str) -> UnsupportedSparkError:
        return self.failure(f"Spark's JVM did not start: {how}")


def _read_address(file: Path) -> tuple[int, str]:
    """The port and the secret that the JVM has written: two integers, the second one the secret's length."""
    content = file.read_bytes()
    (port,) = struct.unpack_from("!i", content)
    return port, content[8:].decode()


def _few_files() -> str:
    """Names the limit of open files if it is so low that it may be the reason: the hard one, which the JVM takes."""
    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY or limit >= _NEEDED_FILES:
        return ""
    return f" (at most {limit} files can be open, `ulimit -Hn`; Spark needs about {_NEEDED_FILES}: raise that limit)"


def _command(settings: Mapping[str, str]) -> list[str]:
    arguments = [part for key, value in settings.items() for part in ("--conf", f"{key}={value}")]
    submit = shlex.split(os.environ.get("PYSPARK_SUBMIT_ARGS", "pyspark-shell"))
    return [f"{spark_home()}/bin/spark-submit", *arguments, *submit]


def _environment(address: Path, archive: list[str]) -> dict[str, str]:
    """The program's own, with a locale in which the JVM reads file names as this interpreter does."""
    environment = dict(os.environ)
    if sys.getfilesystemencoding() == "utf-8" and locale.nl_langinfo(locale.CODESET).upper() != "UTF-8":
        environment["LC_ALL"] = "C.UTF-8"
    options = [*_LATE_OPTIMIZER, *(f'"{option}"' for option in archive), os.environ.get("SPARK_SUBMIT_OPTS", "")]
    return environment | {
        "SPARK_SUBMIT_OPTS": " ".join(options),
        "SPARK_CONNECT_MODE": "0",
        "_PYSPARK_DRIVER_CONN_INFO_PATH": str(address),
    }
