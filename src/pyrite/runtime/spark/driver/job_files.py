"""JobFiles: files of the program that its tasks need: modules, requirements, archives, cached files.

The driver passes copies to Spark, which ships them to every executor. The first task of an executor unpacks or installs
them; the others wait for it and use the same folder.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import CACHED_FILES, PYTHON_ARCHIVES, PYTHON_FILES, PYTHON_REQUIREMENTS
from pyrite.core.errors import PyriteError
from pyrite.core.file_uri import file_uri
from pyrite.storage.archives import unpack
from pyrite.storage.scratch import scratch_folder

_EXECUTABLE = "executable:"
_PACKED = ".pyrite.zip"
"""The suffix of shipped folders, which are packed."""
_UNSAFE = re.compile(r"[^A-Za-z0-9._+-]")
"""Characters that Spark does not support in file names: it puts names into URIs, not always encoded."""
_ZIPS = (".zip", ".whl", ".egg")
_ARCHIVES = (*_ZIPS, ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")


@dataclass(frozen=True)
class JobFile:
    """A file under its shipped name, with the name given by the user."""

    shipped: str
    name: str
    executable: bool = False


@dataclass(frozen=True)
class JobFiles:
    """All files of a job."""

    modules: tuple[JobFile, ...] = ()
    archives: tuple[JobFile, ...] = ()
    cached: tuple[JobFile, ...] = ()
    requirements: tuple[JobFile, ...] = ()
    """The requirements file and, optionally, the folder of packages."""

    def install(self) -> dict[str, Path]:
        """Called in the task before user code is loaded: makes the files usable; returns the cached files."""
        for file in self.modules:
            path = str(_importable(file))
            if path not in sys.path:
                sys.path.insert(0, path)
        if self.requirements:
            sys.path.insert(0, str(_installed(self.requirements)))
        if self.archives:
            os.chdir(self._working_folder())
        return {file.name: _cached(file) for file in self.cached}

    def _working_folder(self) -> Path:
        """The working folder of tasks with these archives; it contains each archive, unpacked under its name."""
        names = repr([(file.shipped, file.name) for file in self.archives])
        root = _local_path(self.archives[0]).parent
        folder = root / f"{hashlib.sha256(names.encode()).hexdigest()[:16]}.work"
        with _locked(root / f"{folder.name}.lock"):
            for file in self.archives:
                target = folder / file.name
                if not target.is_symlink():
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.symlink_to(_unpacked(file))
        return folder


def ship_files(context: Any, configuration: Configuration) -> JobFiles:
    """Passes the files of the configuration to Spark."""
    archives = [_split_at_hash(text) for text in configuration.get(PYTHON_ARCHIVES)]
    requirements = [part for part in _split_at_hash(configuration.get(PYTHON_REQUIREMENTS)) if part]
    return JobFiles(
        modules=tuple(_shipped(context, Path(path)) for path in configuration.get(PYTHON_FILES)),
        archives=tuple(_shipped(context, Path(path), name) for path, name in archives),
        cached=tuple(
            _shipped(context, Path(path.removeprefix(_EXECUTABLE)), name, path.startswith(_EXECUTABLE))
            for name, path in configuration.get(CACHED_FILES).items()
        ),
        requirements=tuple(_shipped(context, Path(path)) for path in requirements),
    )


def _split_at_hash(text: str) -> tuple[str, str]:
    """Splits `path#rest`. A `#` may also be part of the path, which ends at the first `#` that follows an existing
    file.
    """
    positions = [match.start() for match in re.finditer("#", text)]
    if not positions or Path(text).exists():
        return text, ""
    position = next((position for position in positions if Path(text[:position]).exists()), positions[-1])
    return text[:position], text[position + 1 :]


def _shipped(context: Any, path: Path, name: str = "", executable: bool = False) -> JobFile:
    """Copies a file to a name derived from its content, so that a name never refers to different files."""
    if not path.exists():
        raise PyriteError(f"there is no file {path}")
    folder = scratch_folder() / "files"
    folder.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        packed = Path(shutil.make_archive(str(folder / f"{path.name}.pyrite"), "zip", path.parent, path.name))
    else:
        packed = path
    digest = hashlib.sha256(packed.read_bytes()).hexdigest()[:16]
    copied = folder / f"{digest}-{_UNSAFE.sub('_', packed.name)}"
    if not copied.exists():
        shutil.copy2(packed, copied)
    context.addFile(file_uri(copied))
    return JobFile(copied.name, name or path.name, executable)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _local_path(file: JobFile) -> Path:
    from pyspark import SparkFiles

    return Path(SparkFiles.get(file.shipped))


def _unpacked(file: JobFile, keep_file: bool = False) -> Path:
    """The folder with the file's content; with `keep_file`, a file that is not an archive is copied into it under
    its name.
    """
    path = _local_path(file)
    folder = path.with_name(f"{path.name}.unpacked")
    with _locked(path.with_name(f"{path.name}.lock")):
        if not folder.exists():
            unfinished = path.with_name(f"{path.name}.unpacking")
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            if file.shipped.endswith(_ARCHIVES):
                unpack(path, unfinished, is_zip=file.shipped.endswith(_ZIPS))
            elif keep_file:
                shutil.copy2(path, unfinished / file.name)
            else:
                raise PyriteError(f"{file.name} is not a supported archive: {', '.join(_ARCHIVES)}")
            unfinished.rename(folder)
    return folder


def _importable(file: JobFile) -> Path:
    """The folder to import from: the folder of a module or package, or a shipped folder of modules."""
    folder = _unpacked(file, keep_file=True)
    if file.shipped.endswith(_PACKED):
        inner = next(folder.iterdir())
        return folder if (inner / "__init__.py").exists() else inner
    return folder


def _cached(file: JobFile) -> Path:
    path = _local_path(file)
    if file.shipped.endswith(_PACKED):
        return next(_unpacked(file).iterdir())
    if file.executable:
        os.chmod(path, 0o755)  # noqa: PTH101
    return path


def _installed(files: tuple[JobFile, ...]) -> Path:
    """The folder into which pip installs the requirements."""
    requirements = _local_path(files[0])
    name = "-".join(file.shipped for file in files)
    folder = requirements.with_name(f"{name}.installed")
    with _locked(requirements.with_name(f"{name}.lock")):
        if not folder.exists():
            unfinished = requirements.with_name(f"{name}.installing")
            shutil.rmtree(unfinished, ignore_errors=True)
            command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            command += ["--target", str(unfinished), "-r", str(requirements)]
            if len(files) > 1:
                command += ["--no-index", "--find-links", str(next(_unpacked(files[1]).iterdir()))]
            result = subprocess.run(command, capture_output=True, text=True, check=False)
            if result.returncode != 0:
                last_lines = (result.stderr or result.stdout).strip().splitlines()[-3:]
                raise PyriteError(f"pip could not install {files[0].name}: " + " | ".join(last_lines))
            unfinished.mkdir(exist_ok=True)
            unfinished.rename(folder)
    return folder
