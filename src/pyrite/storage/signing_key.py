"""SigningKey: the key that shows who wrote a manifest. State is unpickled, so whoever writes it can run code."""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
import stat
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from pyrite.core.config.checkpoint_options import SIGNING_KEY_FILE
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError
from pyrite.core.file_uri import local_path, split_scheme

_LEAST_BYTES: Final = 32
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SigningKey:
    """The keys in a file, one on each line: the first one signs, and each of them is accepted. False without a file."""

    file: str = ""

    @staticmethod
    def of(configuration: Configuration) -> SigningKey:
        return SigningKey(configuration.get(SIGNING_KEY_FILE))

    def __bool__(self) -> bool:
        return bool(self.file)

    def sign(self, data: bytes) -> str:
        """The signature of data: HMAC-SHA256, in hexadecimal digits."""
        return _signature(_keys(self.file)[0], data)

    def accepts(self, data: bytes, signature: str) -> bool:
        return any(hmac.compare_digest(_signature(key, data), signature) for key in _keys(self.file))


def _signature(key: bytes, data: bytes) -> str:
    return hmac.new(key, data, hashlib.sha256).hexdigest()


@cache
def _keys(file: str) -> tuple[bytes, ...]:
    path, setting = Path(file).expanduser(), f"{SIGNING_KEY_FILE.key} = '{file}'"
    try:
        status, keys = path.stat(), tuple(path.read_bytes().split())
    except OSError as error:
        raise CheckpointError(f"{setting} cannot be read: {error.strerror}") from None
    if status.st_uid not in (os.getuid(), 0) or stat.S_IMODE(status.st_mode) & 0o027:
        raise CheckpointError(f"{setting}: other users can read or replace it: chmod 600 {path}")
    if not keys or min(map(len, keys)) < _LEAST_BYTES:
        raise CheckpointError(
            f"{setting}: expected lines of at least {_LEAST_BYTES} bytes, such as the output of `openssl rand -hex 32`"
        )
    return keys


def warn_of_writers(folder: str, key: SigningKey) -> None:
    """Warns once of a folder of unsigned state in which other users can replace files."""
    if key or split_scheme(folder)[0] not in ("", "file"):
        return
    path = Path(local_path(folder))
    for each in (path, path.parent):
        if _has_other_writers(each):
            _warn_once(str(each))


def _has_other_writers(path: Path) -> bool:
    """Whether other users can replace what is in a folder. A sticky bit keeps them from it, as in /tmp."""
    try:
        status = path.stat()
    except OSError:
        return False
    is_writable = status.st_mode & 0o022 and not status.st_mode & stat.S_ISVTX
    return status.st_uid not in (os.getuid(), 0) or bool(is_writable)


@cache
def _warn_once(path: str) -> None:
    _log.warning(
        "other users can write to %s, and so run code in the jobs that read its state: chmod go-w it, or sign "
        "checkpoints by %s",
        path,
        SIGNING_KEY_FILE.key,
    )
