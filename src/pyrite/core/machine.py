"""System calls that are not available on every POSIX system, each with a portable fallback.

No other module of Pyrite makes such calls. Tests run on Linux; tests/spark/test_hidden_proc.py runs a job without
`/proc`.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import pwd
import resource
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Optional

_ENDED: Final = ("Z", "X", "x")
_HERE: Final = -100
_RENAME_EXCHANGE: Final = 2
_KEEP_SIZE_PUNCH_HOLE: Final = 3
_DIE_WITH_PARENT: Final = 1
_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
_KEPT_BYTES: Final = 64 << 20
_LARGEST_ON_HEAP_BYTES: Final = 32 << 20
"""The maximum that glibc accepts; larger blocks are mapped separately and returned to the system."""
_SIOCOUTQ: Final = 0x5411
_SO_NWRITE: Final = 0x1024
_LONGEST_ADDRESS: Final = 100
_PARENT_CHECK_S: Final = 1.0


def _c_function(name: str) -> Any:
    """A function of the C library, or None."""
    with contextlib.suppress(AttributeError, OSError):
        return getattr(ctypes.CDLL(None, use_errno=True), name)
    return None


# Processes ------------------------------------------------------------------------------------------------------------


def available_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def resident_bytes() -> int:
    """The resident memory of this process; if the system does not report it, the peak."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, IndexError, ValueError):
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    return pages * os.sysconf("SC_PAGE_SIZE")


def parent_of(process: int) -> int:
    """The parent of a process; 0 if unknown."""
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return int(_ps("ppid", process) or 0)


def command_of(process: int) -> list[str]:
    """The command line of a process; empty if unknown."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().decode().split("\0")
    except OSError:
        return shlex.split(_ps("args", process))


def begin_of(process: int) -> Optional[str]:
    """The start time of a process on this machine, which distinguishes it from later processes with the same pid.

    None: it has ended, even if its parent has not reaped it yet, or the time is unknown.
    """
    try:
        state, *others = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return None if state in _ENDED else others[18]
    except (OSError, ValueError, IndexError):
        state, _, begun = _ps("stat=,lstart", process).partition(" ")
        return None if state[:1] in _ENDED else begun.strip() or None


def _ps(columns: str, process: int) -> str:
    """The output of `ps` for a process; empty if there is no output."""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        command = ["ps", "-o", f"{columns}=", "-p", str(process)]
        completed = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)
        return completed.stdout.strip() if completed.returncode == 0 else ""
    return ""


def process_scope() -> dict[str, str]:
    """The scope of a pid: this boot of the machine, and the pid namespace.

    Containers may share a host name with their machine or with each other. Empty texts if the system does not report
    it.
    """
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return {"boot": boot, "pid_namespace": str(Path("/proc/self/ns/pid").readlink())}
    except OSError:
        return {"boot": "", "pid_namespace": ""}


def killed_for_memory() -> int:
    """The number of processes that this machine's kernel has killed for lack of memory; 0 if it does not report it."""
    try:
        counts = dict(line.split() for line in Path("/proc/vmstat").read_text().splitlines())
    except (OSError, ValueError):
        return 0
    return int(counts.get("oom_kill", 0))


def die_with_parent() -> None:
    """Ends this process when its parent ends: at once if the kernel supports it, otherwise within a second."""
    parent = os.getppid()
    control = _c_function("prctl")
    if control is not None:
        control(_DIE_WITH_PARENT, signal.SIGKILL)
        return
    threading.Thread(target=_end_after, args=(parent,), daemon=True, name="parent").start()


def _end_after(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_CHECK_S)
    os._exit(1)


def keep_freed_memory() -> None:
    """Keeps up to 64 MB of freed memory in this process and in its forks, if the C library is glibc.

    numpy allocates arrays with malloc. By default, glibc returns the top of its heap to the system when it exceeds some
    hundred kilobytes, and the system has to clear the same pages again for the next block: for most columnar
    operations, that costs more than the computation.
    """
    option = _c_function("mallopt")
    if option is not None:
        option(_MMAP_THRESHOLD, _LARGEST_ON_HEAP_BYTES)
        option(_TRIM_THRESHOLD, _KEPT_BYTES)


# Files ----------------------------------------------------------------------------------------------------------------


def sync(descriptor: int) -> None:
    """Returns when a file's contents, or a folder's entries, are on the disk."""
    if hasattr(fcntl, "F_FULLFSYNC"):  # on macOS, fsync stops at the disk's cache
        with contextlib.suppress(OSError):  # a file system without support for it
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_path(path: str | Path) -> None:
    """Calls `sync` for a file or a folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        sync(descriptor)
    finally:
        os.close(descriptor)


def reserve(descriptor: int, size_bytes: int) -> None:
    """Reserves disk space for the first bytes of a new file."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(descriptor, 0, size_bytes)
    else:
        os.pwrite(descriptor, bytes(size_bytes), 0)


def free_range(descriptor: int, start: int, length: int) -> bool:
    """Frees the disk space of a part of a file, without moving the rest; False if that is not supported."""
    allocate = _c_function("fallocate")
    if allocate is None:
        return False
    begin, size = ctypes.c_int64(start), ctypes.c_int64(length)
    return bool(allocate(descriptor, _KEEP_SIZE_PUNCH_HOLE, begin, size) == 0)


def exchange(one: Path, other: Path) -> None:
    """Swaps the names of two folders, atomically if the system supports it."""
    swap = _c_function("renameat2")
    if swap is not None and swap(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _RENAME_EXCHANGE) == 0:
        return
    aside = one.with_name(f"{one.name}.old")
    other.rename(aside)
    one.rename(other)
    aside.rename(one)


# Sockets --------------------------------------------------------------------------------------------------------------


@contextmanager
def socket_address(path: Path) -> Iterator[str]:
    """The address of a Unix socket. Kernels accept about 100 bytes; a longer path is addressed through its folder."""
    if len(os.fsencode(path)) < _LONGEST_ADDRESS:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    links = None
    try:
        short = Path(f"/proc/self/fd/{folder}")
        if not short.exists():
            links = Path(tempfile.mkdtemp(prefix="pyrite-"))
            short = links / "f"
            short.symlink_to(path.parent.absolute())
        yield str(short / path.name)
    finally:
        os.close(folder)
        if links is not None:
            shutil.rmtree(links, ignore_errors=True)


def peer_user(connection: socket.socket) -> Optional[int]:
    """The user of the process at the other end of a Unix socket; None if the system does not report it."""
    if hasattr(socket, "SO_PEERCRED"):
        credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        return int(struct.unpack("3i", credentials)[1])
    ask = _c_function("getpeereid")
    user, group = ctypes.c_uint(), ctypes.c_uint()
    if ask is None or ask(connection.fileno(), ctypes.byref(user), ctypes.byref(group)) != 0:
        return None
    return user.value


def unacknowledged_bytes(connection: socket.socket) -> int:
    """The number of sent bytes that the peer's TCP has not acknowledged; 0 if the system does not report it."""
    if sys.platform == "darwin":
        return connection.getsockopt(socket.SOL_SOCKET, _SO_NWRITE)
    if not sys.platform.startswith("linux"):
        return 0
    return int(struct.unpack("i", fcntl.ioctl(connection, _SIOCOUTQ, b"\0" * 4))[0])


# The user -------------------------------------------------------------------------------------------------------------


def jvm_user_environment() -> dict[str, str]:
    """Variables that tell a JVM its user if the system has no entry for it, as in containers with arbitrary user ids.

    Java takes name and home from the system's list of users, and Spark's Hadoop fails without a name.
    """
    try:
        pwd.getpwuid(os.getuid())
    except KeyError:
        name = os.environ.get("HADOOP_USER_NAME") or os.environ.get("USER") or f"user-{os.getuid()}"
        home = os.environ.get("HOME") or tempfile.gettempdir()
        options = [os.environ.get("JDK_JAVA_OPTIONS", ""), f'"-Duser.name={name}"', f'"-Duser.home={home}"']
        java_options = " ".join(option for option in options if option)
        return {"HADOOP_USER_NAME": name, "SPARK_USER": name, "JDK_JAVA_OPTIONS": java_options}
    return {}
