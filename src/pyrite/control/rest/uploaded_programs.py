"""UploadedPrograms: the folder of programs that clients have uploaded, to run them later."""

from __future__ import annotations

import ast
import re
import uuid
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final

from pyrite.control.rest.endpoint import RestError
from pyrite.core.config.cluster_options import UPLOAD_QUOTA

_KINDS: Final = (".py", ".zip", ".whl", ".sql")
_COPIED_BYTES: Final = 1 << 20


@dataclass(frozen=True)
class UploadedProgram:
    """An uploaded program. Its id is its file's name: a random part, and the name of the upload."""

    path: Path

    @property
    def id(self) -> str:
        return self.path.name

    @property
    def name(self) -> str:
        return self.id.partition("_")[2]

    @property
    def uploaded_ms(self) -> int:
        return int(self.path.stat().st_mtime * 1000)

    @property
    def entries(self) -> tuple[str, ...]:
        """The entry points: the script itself, or the executable modules of an archive."""
        if self.path.suffix in (".py", ".sql"):
            return (Path(self.name).stem,)
        with zipfile.ZipFile(self.path) as archive:
            modules = [PurePosixPath(name) for name in archive.namelist() if name.endswith("__main__.py")]
        return tuple(".".join(module.parent.parts) or "__main__" for module in modules)

    def check_entry(self, entry: str) -> None:
        """RestError: an archive has no module of this name, or `entry` is missing."""
        if self.path.suffix in (".py", ".sql"):
            return
        module = entry.partition(":")[0]
        if not module:
            raise RestError(
                400, f"{self.name} is an archive: name the module to run as entryClass, as module or module:function."
            )
        steps = module.replace(".", "/")
        with zipfile.ZipFile(self.path) as archive:
            if {f"{steps}.py", f"{steps}/__main__.py", f"{steps}/__init__.py"}.isdisjoint(archive.namelist()):
                raise RestError(400, f"{self.name} has no module '{module}', which entryClass names.")


class UploadedPrograms:
    """All uploaded programs. A file that cannot be run is refused at its upload, and not stored."""

    def __init__(self, folder: Path, most_bytes: int) -> None:
        """`most_bytes`: the limit for all programs together."""
        self._folder = folder
        self._most_bytes = most_bytes

    def add(self, name: str, content: BinaryIO) -> UploadedProgram:
        """Stores a program. RestError: its kind is not supported, it is broken, or the folder is full."""
        name = re.sub(r"[^A-Za-z0-9._-]", "-", PurePosixPath(name.replace("\\", "/")).name)
        if not name.endswith(_KINDS):
            raise RestError(400, f"Only programs can be uploaded, {', '.join(_KINDS)}: not '{name[:80]}'.")
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary = self._folder / f".{uuid.uuid4().hex}{Path(name).suffix}"
        try:
            _copy(content, temporary)
            self._check_room(temporary.stat().st_size)
            _check(name, temporary)
            final = self._folder / f"{uuid.uuid4()}_{name}"
            temporary.rename(final)
        except OSError as error:
            raise RestError(500, f"The program could not be stored: {error.strerror or error}") from error
        finally:
            temporary.unlink(missing_ok=True)
        return UploadedProgram(final)

    def _check_room(self, size_bytes: int) -> None:
        used_bytes = sum(program.path.stat().st_size for program in self.all())
        if used_bytes + size_bytes > self._most_bytes:
            raise RestError(
                413,
                f"Uploaded programs take {used_bytes} of {self._most_bytes} bytes, and this one needs {size_bytes}: "
                f"delete some, or raise [{UPLOAD_QUOTA.key}].",
            )

    def all(self) -> list[UploadedProgram]:
        """All programs, newest first."""
        if not self._folder.is_dir():
            return []
        programs = [UploadedProgram(path) for path in self._folder.iterdir() if not path.name.startswith(".")]
        return sorted(programs, key=lambda program: (-program.uploaded_ms, program.id))

    def get(self, program_id: str, status: int) -> UploadedProgram:
        """RestError with `status`: no such program."""
        program = next((program for program in self.all() if program.id == program_id), None)
        if program is None:
            raise RestError(status, f"File {program_id[:80]} does not exist in {self._folder}.")
        return program

    def remove(self, program_id: str) -> None:
        self.get(program_id, 400).path.unlink(missing_ok=True)


def _copy(content: BinaryIO, target: Path) -> None:
    with target.open("xb") as file:
        target.chmod(0o600)
        while chunk := content.read(_COPIED_BYTES):
            file.write(chunk)
        file.flush()


def _check(name: str, path: Path) -> None:
    if name.endswith(".py"):
        if path.stat().st_size > _MOST_SOURCE_BYTES:
            raise RestError(413, f"{name} is larger than {_MOST_SOURCE_BYTES >> 20} MB, the limit for a script.")
        _check_source(name, path.read_bytes())
    elif name.endswith((".zip", ".whl")):
        _check_archive(name, path)


def _check_source(name: str, source: bytes) -> None:
    try:
        ast.parse(source, name)
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno else ""
        raise RestError(400, f"{name}{line}: {error.msg}") from None
    except ValueError as error:
        raise RestError(400, f"{name}: {error}") from None


def _check_archive(name: str, path: Path) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.namelist():
                if _leaves_folder(member):
                    raise RestError(400, f"{name} has a file that would be outside of its folder: '{member[:80]}'.")
            for member, source in _sources(name, archive):
                _check_source(f"{name}/{member}", source)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError) as error:
        raise RestError(400, f"{name} is not an archive that can be read: {error}") from None


def _leaves_folder(member: str) -> bool:
    path = PurePosixPath(member.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or bool(re.match("^[A-Za-z]:", member))


_MOST_SOURCE_BYTES: Final = 2 << 20
"""More source is not parsed: a syntax tree takes a hundred times its memory."""
_MOST_UNPACKED_BYTES: Final = 1 << 30
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Methods of compression that unpack in small portions. A kilobyte of BZIP2 or LZMA unpacks to gigabytes at once."""


def _sources(name: str, archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    """The Python modules of an archive, up to a limit, after a check that the archive may be unpacked."""
    members = archive.infolist()
    if any(member.compress_type not in _METHODS for member in members):
        raise RestError(400, f"{name} is compressed by a method other than deflate, which zip files of Python use.")
    unpacked_bytes = sum(member.file_size for member in members)
    if unpacked_bytes > _MOST_UNPACKED_BYTES:
        limit = _MOST_UNPACKED_BYTES >> 20
        raise RestError(413, f"{name} unpacks to {unpacked_bytes >> 20} MB: the limit is {limit} MB.")
    remaining = _MOST_SOURCE_BYTES
    for member in members:
        if member.filename.endswith(".py") and member.file_size <= remaining:
            remaining -= member.file_size
            with archive.open(member) as file:
                yield member.filename, file.read(member.file_size + 1)
