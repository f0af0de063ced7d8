"""Checkpoint storage in memory."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

from pyrite.core.errors import CorruptStateError
from pyrite.state.handles import FileRef, KeyedHandle


class MemoryFiles:
    """A StateWriter and a StateReader. `written` counts bytes; `keep` removes what no handle names."""

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}
        self.written = 0
        self._number = 0

    def write(self, data: bytes, is_shared: bool) -> FileRef:
        self._number += 1
        path = f"{'shared' if is_shared else 'chk'}/{self._number}"
        self.contents[path] = data
        self.written += len(data)
        return FileRef(path, len(data), crc32(data))

    def upload(self, path: Path) -> FileRef:
        return self.write(path.read_bytes(), is_shared=True)

    def read(self, ref: FileRef) -> bytes:
        if ref.path not in self.contents:
            raise CorruptStateError(f"{ref.path} is missing")
        return self.contents[ref.path]

    def download(self, ref: FileRef, path: Path) -> None:
        path.write_bytes(self.read(ref))

    def keep(self, *handles: KeyedHandle) -> None:
        named = {ref.path for handle in handles for ref in handle.files}
        self.contents = {path: data for path, data in self.contents.items() if path in named}
