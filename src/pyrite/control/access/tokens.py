"""Tokens of REST: one for each role, in files that only their user can read.

A server creates the files in its user's folder, where the user's own command line finds them. A new text in a file is a
new token: servers notice it at the next request, and the old token and its sign-ins are void.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import logging
import os
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.security_options import REST_OPERATE_FILE, REST_VIEW_FILE
from pyrite.core.errors import PyriteError
from pyrite.core.job.commands import Role

_log = logging.getLogger(__name__)
_FOLDER: Final = "tokens"
_SHORTEST: Final = 32
_TOKEN_BYTES: Final = 32
_OPTIONS: Final = {Role.OPERATE: REST_OPERATE_FILE, Role.VIEW: REST_VIEW_FILE}

TokenFiles = Mapping[Role, Path]


def token_files(configuration: Configuration, folder: Path) -> TokenFiles:
    """The files of the tokens: the configured ones, or those in the folder of the user's servers."""
    configured = {role: configuration.get(option) for role, option in _OPTIONS.items()}
    return {
        role: Path(path).expanduser().absolute() if path else folder / _FOLDER / role.value
        for role, path in configured.items()
    }


def configured_token_files(configuration: Configuration) -> TokenFiles:
    """The configured files of tokens alone."""
    return {
        role: Path(path).expanduser().absolute()
        for role, option in _OPTIONS.items()
        if (path := configuration.get(option))
    }


def make_tokens(files: TokenFiles) -> None:
    """Creates the missing files, each with a random token, and checks the others. PyriteError: other users can read
    one, or it has no token.
    """
    for file in files.values():
        if not file.exists():
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            fresh = _write_beside(file)
            with contextlib.suppress(FileExistsError):  # another server of this user has just created it
                os.link(fresh, file)
            fresh.unlink()
        read_token(file)


def renew_token(file: Path) -> str:
    """Replaces a token by a random one, and returns that."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _write_beside(file).replace(file)
    return read_token(file)


def _write_beside(file: Path) -> Path:
    fresh = file.with_name(f"{file.name}.new-{os.getpid()}")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as output:
        output.write(secrets.token_urlsafe(_TOKEN_BYTES) + "\n")
    return fresh


def read_token(file: Path) -> str:
    """The token in a file. PyriteError: other users can read or replace it, or it is no token."""
    try:
        status, text = file.stat(), file.read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        raise PyriteError(f"the token of REST could not be read from {file}: {error}") from None
    if status.st_uid not in (os.getuid(), 0) or stat.S_IMODE(status.st_mode) & 0o027:
        raise PyriteError(f"other users can read or replace the token of REST: chmod 600 {file}")
    if len(text) < _SHORTEST or not text.isprintable() or " " in text:
        raise PyriteError(f"{file} has no token: expected a random text of at least {_SHORTEST} characters, no spaces")
    return text


def digest_of(token: str) -> bytes:
    """The digest by which tokens are compared, which takes the same time for every text."""
    return hashlib.sha256(token.encode()).digest()


class Tokens:
    """The tokens of a server. Their files are read again when they change."""

    def __init__(self, files: TokenFiles) -> None:
        self._files = files
        self._digests: dict[Role, bytes] = {}
        self._identities: dict[Role, tuple[int, int, int]] = {}

    def role_of(self, token: str) -> Optional[Role]:
        """The role of a token; None: it is neither's."""
        digest = digest_of(token)
        return next((role for role in self._files if self.is_current(role, digest)), None)

    def is_current(self, role: Role, digest: bytes) -> bool:
        """Whether a digest is that of the role's token of now."""
        self._refresh(role)
        return hmac.compare_digest(self._digests.get(role, b""), digest)

    def _refresh(self, role: Role) -> None:
        """Reads a file that has changed. As long as it cannot be read, nobody has the role by token."""
        file = self._files[role]
        try:
            status = file.stat()
            identity = status.st_ino, status.st_mtime_ns, status.st_size
        except OSError:
            identity = (0, 0, 0)
        if self._identities.get(role) == identity:
            return
        self._identities[role] = identity
        self._digests.pop(role, None)
        try:
            self._digests[role] = digest_of(read_token(file))
        except PyriteError as error:
            _log.error("nobody can use role %s: %s", role.value, error)
