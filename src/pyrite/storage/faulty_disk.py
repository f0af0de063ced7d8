"""FaultyDisk: a disk whose operations fail or kill the process according to a plan of faults."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

from pyrite.storage import fault_points
from pyrite.storage.disk import Disk, OsDisk
from pyrite.storage.fault_points import reach, reaches


def local_disk() -> Disk:
    """The machine's file system, with the faults of the plan, if this process has one."""
    return FaultyDisk(OsDisk()) if fault_points.is_fault_plan_set() else OsDisk()


class FaultyDisk:
    """Reaches the fault points `disk.*` around the operations of the machine's file system."""

    def __init__(self, disk: OsDisk) -> None:
        self._disk = disk

    def write(self, path: str, data: bytes) -> None:
        with _writing(path, len(data)) as size_bytes:
            self._disk.write(path, data[:size_bytes])

    def copy_in(self, source: Path, path: str) -> None:
        with _writing(path, source.stat().st_size) as size_bytes:
            self._disk.copy_in(source, path)
            os.truncate(path, size_bytes)

    def copy_out(self, path: str, target: Path) -> None:
        fault = reach("disk.read")
        self._disk.copy_out(path, target)
        if fault == fault_points.GARBAGE:
            target.write_bytes(_garbled(target.read_bytes()))

    def read(self, path: str) -> bytes:
        fault = reach("disk.read")
        data = self._disk.read(path)
        return _garbled(data) if fault == fault_points.GARBAGE else data

    @reaches("disk.fsync.after")
    def fsync(self, path: str) -> None:
        _fail_if(reach("disk.fsync.before"), fault_points.FSYNC_FAILS, path)
        self._disk.fsync(path)

    @reaches("disk.fsync_dir.after")
    def fsync_dir(self, path: str) -> None:
        _fail_if(reach("disk.fsync_dir.before"), fault_points.FSYNC_FAILS, path)
        self._disk.fsync_dir(path)

    @reaches("disk.link.after")
    def link(self, source: str, target: str) -> None:
        _fail_if(reach("disk.link.before"), fault_points.RENAME_FAILS, target)
        self._disk.link(source, target)

    @reaches("disk.rename.after")
    def rename(self, source: str, target: str) -> None:
        _fail_if(reach("disk.rename.before"), fault_points.RENAME_FAILS, target)
        self._disk.rename(source, target)

    @reaches("disk.unlink.before", "disk.unlink.after")
    def unlink(self, path: str) -> None:
        self._disk.unlink(path)

    @reaches("disk.unlink.before", "disk.unlink.after")
    def remove_tree(self, path: str) -> None:
        self._disk.remove_tree(path)

    def size(self, path: str) -> int:
        return self._disk.size(path)

    def exists(self, path: str) -> bool:
        return self._disk.exists(path)

    def listdir(self, path: str) -> list[str]:
        return self._disk.listdir(path)

    def is_dir(self, path: str) -> bool:
        return self._disk.is_dir(path)

    def makedirs(self, path: str) -> None:
        self._disk.makedirs(path)

    def rmdir(self, path: str) -> None:
        self._disk.rmdir(path)


@contextlib.contextmanager
def _writing(path: str, size_bytes: int) -> Iterator[int]:
    """Yields the number of bytes to write. A full disk reports the shortfall as an error; a cut write is silent."""
    fault = reach("disk.write.before") or ""
    if fault == fault_points.FULL:
        yield size_bytes // 2
        raise OSError(errno.ENOSPC, "no space left on device (fault point)", path)
    cut = int(fault.removeprefix(fault_points.CUT)) if fault.startswith(fault_points.CUT) else size_bytes
    yield min(cut, size_bytes)
    reach("disk.write.after")


def _fail_if(fault: str | None, kind: str, path: str) -> None:
    if fault == kind:
        raise OSError(errno.EIO, f"{kind} (fault point)", path)


def _garbled(data: bytes) -> bytes:
    return bytes(byte ^ 0x5A for byte in data)
