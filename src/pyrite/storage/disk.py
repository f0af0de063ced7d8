"""Disk: the file system operations whose order determines the files that survive a crash."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Protocol

from pyrite.core.machine import sync_path


class Disk(Protocol):
    """A file system. Paths are absolute. Only `fsync` and `fsync_dir` make changes durable."""

    def write(self, path: str, data: bytes) -> None:
        """Creates or truncates a file and writes it."""
        ...

    def copy_in(self, source: Path, path: str) -> None:
        """Copies a file from the machine's disk into this file system."""
        ...

    def copy_out(self, path: str, target: Path) -> None:
        """Copies a file to the machine's disk."""
        ...

    def fsync(self, path: str) -> None:
        """Makes a file's contents durable, not its name."""
        ...

    def fsync_dir(self, path: str) -> None:
        """Makes the names in a folder durable, both additions and removals."""
        ...

    def link(self, source: str, target: str) -> None:
        """Gives a file an additional name; FileExistsError if the name exists."""
        ...

    def rename(self, source: str, target: str) -> None:
        """Renames a file, replacing an existing target."""
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
        """Makes a folder that only this user may enter, and its parents; an existing folder is accepted."""
        ...

    def rmdir(self, path: str) -> None:
        """Removes an empty folder; OSError if the folder is not empty."""
        ...

    def remove_tree(self, path: str) -> None:
        """Removes a folder with its contents; a missing folder is accepted."""
        ...


class OsDisk:
    """The machine's file system."""

    def write(self, path: str, data: bytes) -> None:
        Path(path).write_bytes(data)

    def copy_in(self, source: Path, path: str) -> None:
        shutil.copyfile(source, path)

    def copy_out(self, path: str, target: Path) -> None:
        shutil.copyfile(path, target)

    def fsync(self, path: str) -> None:
        sync_path(path)

    def fsync_dir(self, path: str) -> None:
        sync_path(path)

    def link(self, source: str, target: str) -> None:
        os.link(source, target)

    def rename(self, source: str, target: str) -> None:
        Path(source).replace(target)

    def unlink(self, path: str) -> None:
        Path(path).unlink()

    def read(self, path: str) -> bytes:
        return Path(path).read_bytes()

    def size(self, path: str) -> int:
        return Path(path).stat().st_size

    def exists(self, path: str) -> bool:
        return Path(path).exists()

    def listdir(self, path: str) -> list[str]:
        return sorted(entry.name for entry in Path(path).iterdir())

    def is_dir(self, path: str) -> bool:
        return Path(path).is_dir()

    def makedirs(self, path: str) -> None:
        Path(path).mkdir(mode=0o700, parents=True, exist_ok=True)

    def rmdir(self, path: str) -> None:
        Path(path).rmdir()

    def remove_tree(self, path: str) -> None:
        shutil.rmtree(path, ignore_errors=True)
