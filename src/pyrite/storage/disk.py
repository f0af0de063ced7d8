"""Disk: the operations of a file system whose order decides what a crash leaves behind."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import Protocol

from pyrite.storage import fault_points
from pyrite.storage.fault_points import reach


class Disk(Protocol):
    """A file system. Paths are absolute. Nothing but `fsync` and `fsync_dir` makes anything durable."""

    def write(self, path: str, data: bytes) -> None:
        """Creates or truncates a file and writes it."""
        ...

    def copy_in(self, source: Path, path: str) -> None:
        """Writes a file with the contents of one of the machine's own disk."""
        ...

    def copy_out(self, path: str, target: Path) -> None:
        """Copies a file to the machine's own disk."""
        ...

    def fsync(self, path: str) -> None:
        """Makes a file's contents durable, not its name."""
        ...

    def fsync_dir(self, path: str) -> None:
        """Makes the names in a folder durable: those that came and those that went."""
        ...

    def link(self, source: str, target: str) -> None:
        """Gives a file one more name; FileExistsError if that is taken."""
        ...

    def rename(self, source: str, target: str) -> None:
        """Moves a name, replacing a file that has it."""
        ...

    def unlink(self, path: str) -> None: ...

    def read(self, path: str) -> bytes: ...

    def size(self, path: str) -> int: ...

    def exists(self, path: str) -> bool: ...

    def listdir(self, path: str) -> list[str]:
        """The names in a folder, sorted."""
        ...

    def is_dir(self, path: str) -> bool: ...

    def makedirs(self, path: str) -> None:
        """Makes a folder and those above it; there already is fine."""
        ...

    def rmdir(self, path: str) -> None:
        """Removes an empty folder; OSError if it is not."""
        ...

    def remove_tree(self, path: str) -> None:
        """Removes a folder with all that is in it; missing is fine."""
        ...


class OsDisk:
    """The machine's file system. Test may make its operations fail by fault points."""

    def write(self, path: str, data: bytes) -> None:
        fault = reach("disk.write.before") or ""
        if fault == fault_points.FULL:
            Path(path).write_bytes(data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "no space left on device (fault point)", path)
        if fault.startswith(fault_points.CUT):  # silent, as a disk that lies would be
            data = data[: int(fault.removeprefix(fault_points.CUT))]
        Path(path).write_bytes(data)
        reach("disk.write.after")

    def copy_in(self, source: Path, path: str) -> None:
        fault = reach("disk.write.before") or ""
        shutil.copyfile(source, path)
        if fault == fault_points.FULL:
            raise OSError(errno.ENOSPC, "no space left on device (fault point)", path)
        if fault.startswith(fault_points.CUT):
            os.truncate(path, min(self.size(path), int(fault.removeprefix(fault_points.CUT))))
        reach("disk.write.after")

    def copy_out(self, path: str, target: Path) -> None:
        fault = reach("disk.read")
        shutil.copyfile(path, target)
        if fault == fault_points.GARBAGE:
            target.write_bytes(_garbled(target.read_bytes()))

    def fsync(self, path: str) -> None:
        _fail_if(reach("disk.fsync.before"), fault_points.FSYNC_FAILS, path)
        _fsync(path, os.O_RDONLY)
        reach("disk.fsync.after")

    def fsync_dir(self, path: str) -> None:
        _fail_if(reach("disk.fsync_dir.before"), fault_points.FSYNC_FAILS, path)
        _fsync(path, os.O_RDONLY | os.O_DIRECTORY)
        reach("disk.fsync_dir.after")

    def link(self, source: str, target: str) -> None:
        _fail_if(reach("disk.link.before"), fault_points.RENAME_FAILS, target)
        os.link(source, target)
        reach("disk.link.after")

    def rename(self, source: str, target: str) -> None:
        _fail_if(reach("disk.rename.before"), fault_points.RENAME_FAILS, target)
        Path(source).replace(target)
        reach("disk.rename.after")

    def unlink(self, path: str) -> None:
        reach("disk.unlink.before")
        Path(path).unlink()
        reach("disk.unlink.after")

    def read(self, path: str) -> bytes:
        fault = reach("disk.read")
        data = Path(path).read_bytes()
        return _garbled(data) if fault == fault_points.GARBAGE else data

    def size(self, path: str) -> int:
        return Path(path).stat().st_size

    def exists(self, path: str) -> bool:
        return Path(path).exists()

    def listdir(self, path: str) -> list[str]:
        return sorted(entry.name for entry in Path(path).iterdir())

    def is_dir(self, path: str) -> bool:
        return Path(path).is_dir()

    def makedirs(self, path: str) -> None:
        Path(path).mkdir(parents=True, exist_ok=True)

    def rmdir(self, path: str) -> None:
        Path(path).rmdir()

    def remove_tree(self, path: str) -> None:
        reach("disk.unlink.before")
        shutil.rmtree(path, ignore_errors=True)
        reach("disk.unlink.after")


def _fsync(path: str, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _fail_if(fault: str | None, kind: str, path: str) -> None:
    if fault == kind:
        raise OSError(errno.EIO, f"{kind} (fault point)", path)


def _garbled(data: bytes) -> bytes:
    return bytes(byte ^ 0x5A for byte in data)
