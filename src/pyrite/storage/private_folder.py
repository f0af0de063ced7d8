"""PrivateFolder: a folder that only this user can use, at the platform's place for such folders."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from platformdirs import user_cache_path, user_runtime_path

from pyrite.core.errors import PyriteError


@dataclass(frozen=True)
class PrivateFolder:
    """A folder that only this user may write to and, if `is_closed`, only this user may enter. Never a link."""

    path: Path
    is_closed: bool = True
    variable: str = ""
    """The environment variable that overrides the folder, for error messages."""

    def make(self) -> Path:
        """Creates the folder if missing. PyriteError: creation failed, or the folder is not writable or not private."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise PyriteError(f"{self.path} cannot be created: {error.strerror}") from None
        self.check()
        if not os.access(self.path, os.W_OK):
            raise PyriteError(f"{self.path} is not writable")
        return self.path

    def check(self) -> None:
        """PyriteError if other users can use the folder; FileNotFoundError if it is missing."""
        status = self.path.lstat()
        others = status.st_mode & (0o077 if self.is_closed else 0o022)
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or others:
            what = "enter" if self.is_closed else "write to"
            instead = f", or name another one by {self.variable}" if self.variable else ""
            raise PyriteError(
                f"{self.path} is not a folder that only this user can {what} (owner {status.st_uid}, mode "
                f"{stat.S_IMODE(status.st_mode):o}): chmod 700 it{instead}"
            )


def runtime_paths(variable: str) -> list[Path]:
    """Candidate folders for sockets, best first: the variable's folder, or the session's folder and a fallback.

    The session's folder is removed when the user logs out, so the temporary folder has the fallback.
    """
    if folder := os.environ.get(variable):
        return [Path(folder).expanduser().absolute()]
    with warnings.catch_warnings(action="ignore"):  # warns of a session folder open to others, which is not used
        session = _user_path(user_runtime_path)
    beside = Path(tempfile.gettempdir()) / f"pyrite-control-{os.getuid()}"
    is_usable = session is not None and session.is_dir() and _is_own(session)
    return [session / "pyrite", beside] if session is not None and is_usable else [beside]


def _user_path(path: Callable[[], Path]) -> Optional[Path]:
    """None: a user without a name and HOME, as containers have, has no folders."""
    try:
        return path()
    except RuntimeError:
        return None


def _is_own(folder: Path) -> bool:
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def home_path(name: str, variable: str) -> Path:
    """The folder for files that outlive sessions: the variable's folder, or a folder in ~/.pyrite.

    A user without a home that can be written to, as in containers with arbitrary user ids, has a temporary folder.
    """
    if folder := os.environ.get(variable):
        return Path(folder).expanduser().absolute()
    home = _user_path(Path.home)
    if home is not None and ((home / ".pyrite").exists() or os.access(home, os.W_OK | os.X_OK)):
        return home / ".pyrite" / name
    return Path(tempfile.gettempdir()) / f"pyrite-{name}-{os.getuid()}"


def user_cache() -> Optional[Path]:
    """A folder for reproducible files: the user's cache, or a temporary folder; None if neither is usable."""
    cache = _user_path(lambda: user_cache_path("pyrite"))
    for path in cache, Path(tempfile.gettempdir()) / f"pyrite-cache-{os.getuid()}":
        with contextlib.suppress(PyriteError):
            if path is not None and path.is_absolute():  # relative for a user without a home
                return PrivateFolder(path, is_closed=False).make()
    return None
