"""PrivateFolder: a folder of this user's alone, where the platform keeps such folders."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from platformdirs import user_cache_path, user_runtime_path

from pyrite.core.errors import PyriteError


@dataclass(frozen=True)
class PrivateFolder:
    """A folder that nobody else may write to, and that `is_closed` nobody else may enter. It is never a link."""

    path: Path
    is_closed: bool = True
    variable: str = ""
    """The environment variable that names another folder, for messages."""

    def make(self) -> Path:
        """Creates the folder if it is missing. PyriteError: it cannot be created, written to, or is not private."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise PyriteError(f"{self.path} cannot be made: {error.strerror}") from None
        self.check()
        if not os.access(self.path, os.W_OK):
            raise PyriteError(f"{self.path} cannot be written to")
        return self.path

    def check(self) -> None:
        """PyriteError: it is not a folder of this user's alone. FileNotFoundError: it is not there."""
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
    """Where sockets may be, best first: the folder that the variable names, or the session's and one beside it.

    The session's own is removed when the user logs out; so there is a second one, in the temporary folder.
    """
    if named := os.environ.get(variable):
        return [Path(named).expanduser().absolute()]
    with warnings.catch_warnings(action="ignore"):  # of a session's folder that is open to others: it is not used
        session = user_runtime_path()
    beside = Path(tempfile.gettempdir()) / f"pyrite-control-{os.getuid()}"
    return [session / "pyrite", beside] if session.is_dir() and _is_own(session) else [beside]


def _is_own(folder: Path) -> bool:
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def home_path(name: str, variable: str) -> Path:
    """Where the user keeps what outlives sessions: the folder that the variable names, or one in ~/.pyrite."""
    named = os.environ.get(variable)
    return Path(named).expanduser().absolute() if named else Path.home() / ".pyrite" / name


def user_cache() -> Optional[Path]:
    """A folder for what can be made again: the user's cache, or one in the temporary folder; None if there is none."""
    for path in user_cache_path("pyrite"), Path(tempfile.gettempdir()) / f"pyrite-cache-{os.getuid()}":
        with contextlib.suppress(PyriteError):
            if path.is_absolute():  # a user without a home has none
                return PrivateFolder(path, is_closed=False).make()
    return None
