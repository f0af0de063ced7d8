"""SimulatedDisk: a disk in memory that loses unsynced data at a crash. Repeatable by its seed."""

from __future__ import annotations

import contextlib
import errno
import posixpath
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Optional

SECTOR: Final = 512
FAULTS: Final = ("fsync", "fsync_dir", "short_write", "full", "rename", "link", "garbage")


class SimulatedCrash(BaseException):
    """The machine has stopped. Not an Exception: no code on the machine may catch it."""


@dataclass(eq=False)
class _File:
    """The current contents, and the contents on the platter."""

    live: bytes = b""
    durable: bytes = b""
    dirty: bool = False

    def crash(self, rng: random.Random) -> None:
        if self.dirty and rng.random() < 0.8:
            sectors = -(-len(self.live) // SECTOR)
            self.durable = self.live[: rng.randint(0, sectors) * SECTOR]
        self.live, self.dirty = self.durable, False


@dataclass(eq=False)
class _Folder:
    """The current names, the names on the platter, and the changes between the two, in order."""

    live: dict[str, _Node] = field(default_factory=dict)
    durable: dict[str, _Node] = field(default_factory=dict)
    changes: list[tuple[str, Optional[_Node]]] = field(default_factory=list)

    def change(self, name: str, node: Optional[_Node]) -> None:
        _apply(self.live, name, node)
        self.changes.append((name, node))

    def sync(self) -> None:
        self.durable, self.changes = dict(self.live), []

    def crash(self, rng: random.Random) -> None:
        keep = rng.choice((0.0, 0.5, 1.0))
        for name, node in self.changes:
            if rng.random() < keep:
                _apply(self.durable, name, node)
        self.live, self.changes = dict(self.durable), []
        for node in self.live.values():
            node.crash(rng)


_Node = _File | _Folder


def _apply(names: dict[str, _Node], name: str, node: Optional[_Node]) -> None:
    if node is None:
        names.pop(name, None)
    else:
        names[name] = node


class SimulatedDisk:
    """A Disk with crashes and faults.

    `crash()` drops unsynced contents, except for a prefix of whole sectors, and some changes of names in unsynced
    folders. `crash_after(n)` raises SimulatedCrash at the n-th operation that changes data, randomly before or after
    the operation; then call `crash()`, or `restart()` if only the process died. `fail(kind)` makes a later operation
    fail; kinds are FAULTS.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._root = _Folder()
        self._faults: list[tuple[str, int]] = []
        self._until_crash: Optional[int] = None
        self.operations = 0
        """The number of operations that have changed data."""

    def crash(self) -> None:
        """Simulates a power failure."""
        self._until_crash = None
        self._root.crash(self._rng)

    def crash_after(self, operations: int) -> None:
        self._until_crash = operations

    def restart(self) -> None:
        """Restarts the process; the machine keeps running, so no data is lost."""
        self._until_crash = None

    def fail(self, kind: str, after: int = 0) -> None:
        """Makes an operation of a kind fail, after `after` successful ones."""
        if kind not in FAULTS:
            raise ValueError(f"expected one of {', '.join(FAULTS)}")
        self._faults.append((kind, after))

    def heal(self) -> None:
        """Clears all faults and crashes that have not occurred yet."""
        self._faults.clear()
        self._until_crash = None

    def write(self, path: str, data: bytes) -> None:
        crashes = self._step()
        if self._fails("full"):
            self._put(path, data[: self._rng.randint(0, len(data))])
            raise OSError(errno.ENOSPC, "no space left on device (simulated)", path)
        if self._fails("short_write"):
            data = data[: self._rng.randint(0, max(0, (len(data) - 1) // SECTOR)) * SECTOR]
        self._put(path, data)
        self._stop_if(crashes)

    def copy_in(self, source: Path, path: str) -> None:
        self.write(path, source.read_bytes())

    def copy_out(self, path: str, target: Path) -> None:
        target.write_bytes(self.read(path))

    def fsync(self, path: str) -> None:
        crashes = self._step()
        file = self._file(path)
        if self._fails("fsync"):
            file.dirty = False  # as on Linux: the pages count as clean, and the next fsync finds nothing to write
            raise OSError(errno.EIO, "fsync failed (simulated)", path)
        if file.dirty:
            file.durable, file.dirty = file.live, False
        self._stop_if(crashes)

    def fsync_dir(self, path: str) -> None:
        crashes = self._step()
        folder = self._folder(path)
        if self._fails("fsync_dir"):
            raise OSError(errno.EIO, "fsync failed (simulated)", path)
        folder.sync()
        self._stop_if(crashes)

    def link(self, source: str, target: str) -> None:
        crashes = self._step()
        node = self._file(source)
        folder, name = self._place(target)
        if self._fails("link"):
            raise OSError(errno.EIO, "link failed (simulated)", target)
        if name in folder.live:
            raise FileExistsError(errno.EEXIST, "file exists", target)
        folder.change(name, node)
        self._stop_if(crashes)

    def rename(self, source: str, target: str) -> None:
        crashes = self._step()
        node = self._file(source)
        folder, name = self._place(target)
        if self._fails("rename"):
            raise OSError(errno.EIO, "rename failed (simulated)", target)
        folder.change(name, node)
        old_folder, old_name = self._place(source)
        old_folder.change(old_name, None)
        self._stop_if(crashes)

    def unlink(self, path: str) -> None:
        crashes = self._step()
        self._file(path)
        folder, name = self._place(path)
        folder.change(name, None)
        self._stop_if(crashes)

    def read(self, path: str) -> bytes:
        data = self._file(path).live
        return self._rng.randbytes(len(data)) if self._fails("garbage") else data

    def size(self, path: str) -> int:
        return len(self._file(path).live)

    def exists(self, path: str) -> bool:
        return self._find(path) is not None

    def is_dir(self, path: str) -> bool:
        return isinstance(self._find(path), _Folder)

    def listdir(self, path: str) -> list[str]:
        return sorted(self._folder(path).live)

    def makedirs(self, path: str) -> None:
        folder = self._root
        for part in path.strip("/").split("/"):
            if part not in folder.live:
                crashes = self._step()
                folder.change(part, _Folder())
                self._stop_if(crashes)
            inner = folder.live[part]
            if not isinstance(inner, _Folder):
                raise NotADirectoryError(errno.ENOTDIR, "not a directory", path)
            folder = inner

    def rmdir(self, path: str) -> None:
        crashes = self._step()
        if self._folder(path).live:
            raise OSError(errno.ENOTEMPTY, "directory not empty", path)
        folder, name = self._place(path)
        folder.change(name, None)
        self._stop_if(crashes)

    def remove_tree(self, path: str) -> None:
        node = self._find(path)
        if isinstance(node, _Folder):
            for name in sorted(node.live):
                inner = f"{path}/{name}"
                if self.is_dir(inner):
                    self.remove_tree(inner)
                else:
                    with contextlib.suppress(FileNotFoundError):
                        self.unlink(inner)
            with contextlib.suppress(OSError):
                self.rmdir(path)

    def _put(self, path: str, data: bytes) -> None:
        folder, name = self._place(path)
        node = folder.live.get(name)
        if node is None:
            node = _File()
            folder.change(name, node)
        if not isinstance(node, _File):
            raise IsADirectoryError(errno.EISDIR, "is a directory", path)
        node.live, node.dirty = bytes(data), True

    def _step(self) -> bool:
        """Counts an operation; crashes before it, or returns whether to crash after it."""
        self.operations += 1
        if self._until_crash is None:
            return False
        self._until_crash -= 1
        if self._until_crash > 0:
            return False
        if self._until_crash < 0 or self._rng.random() < 0.5:
            raise SimulatedCrash
        return True

    def _stop_if(self, crashes: bool) -> None:
        if crashes:
            raise SimulatedCrash

    def _fails(self, kind: str) -> bool:
        for position, (planned, after) in enumerate(self._faults):
            if planned == kind:
                if after == 0:
                    del self._faults[position]
                    return True
                self._faults[position] = (kind, after - 1)
                return False
        return False

    def _find(self, path: str) -> Optional[_Node]:
        node: _Node = self._root
        for part in filter(None, path.split("/")):
            if not isinstance(node, _Folder) or part not in node.live:
                return None
            node = node.live[part]
        return node

    def _file(self, path: str) -> _File:
        node = self._find(path)
        if node is None:
            raise FileNotFoundError(errno.ENOENT, "no such file", path)
        if isinstance(node, _Folder):
            raise IsADirectoryError(errno.EISDIR, "is a directory", path)
        return node

    def _folder(self, path: str) -> _Folder:
        node = self._find(path)
        if node is None:
            raise FileNotFoundError(errno.ENOENT, "no such folder", path)
        if isinstance(node, _File):
            raise NotADirectoryError(errno.ENOTDIR, "not a directory", path)
        return node

    def _place(self, path: str) -> tuple[_Folder, str]:
        """The folder of a path, and the name in it."""
        folder, name = posixpath.split(path)
        return self._folder(folder), name
