"""Pickling without secrets: the pickled form contains their names, and the program provides the secrets."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from typing import Any, Final, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.code_pickling import CodePickler
from pyrite.core.persistence.persisted import by_name, is_nameable
from pyrite.core.persistence.persisted_pickling import PersistedUnpickler
from pyrite.core.secrets import is_sensitive

_IN_URL: Final = re.compile(r"://[^\s/@:]*:[^\s/@]+@|nats://[^\s/@]+@|[?&](password|token)=\S")
"""A password or token in a URL."""


def dumps_without(value: Any, secrets: Mapping[str, str]) -> bytes:
    """Like `dumps_code`, with names in place of secrets. InvalidProgramError for a secret without a name."""
    buffer = io.BytesIO()
    _Pickler(buffer, secrets).dump(value)
    return buffer.getvalue()


def loads_with(pickled: bytes, secrets: Mapping[str, str]) -> Any:
    """The object passed to `dumps_without`, with the current secrets."""
    return _Unpickler(io.BytesIO(pickled), secrets).load()


class _Pickler(CodePickler):
    """Pickles a text with secrets as a JSON list of its parts, of which every second one is the name of a secret."""

    def __init__(self, buffer: io.BytesIO, secrets: Mapping[str, str]) -> None:
        super().__init__(buffer)
        self._names = {secret: name for name, secret in secrets.items()}
        longest_first = sorted(map(re.escape, self._names), key=len, reverse=True)
        self._any = re.compile(f"({'|'.join(longest_first)})") if longest_first else None

    def persistent_id(self, value: Any) -> Optional[str]:
        if type(value) is dict:
            for key, item in value.items():
                if type(key) is str and type(item) is str and item and is_sensitive(key):
                    self._check_named(item, f"'{key}'")
        if type(value) is not str:
            return None
        if _IN_URL.search(value):
            self._check_named(value, "in a URL")
        if self._any is None or not self._any.search(value):
            return None
        parts = self._any.split(value)
        parts[1::2] = [self._names[secret] for secret in parts[1::2]]
        return json.dumps(parts)

    def reducer_override(self, obj: Any) -> Any:
        reduced = by_name(obj) if is_nameable(type(obj)) else NotImplemented
        return super().reducer_override(obj) if reduced is NotImplemented else reduced

    def _check_named(self, value: str, where: str) -> None:
        if self._any is None or not self._any.search(value):
            raise InvalidProgramError(
                f"HybridSource: the source of a factory contains a secret ({where}), which would be written to every "
                "checkpoint. Name the secret: add_source_factory(..., secrets={'password': password}). Checkpoints "
                "then contain the name, and each run uses the secret of its program"
            )


class _Unpickler(PersistedUnpickler):
    def __init__(self, buffer: io.BytesIO, secrets: Mapping[str, str]) -> None:
        super().__init__(buffer)
        self._secrets = secrets

    def persistent_load(self, pid: str) -> str:
        parts = json.loads(pid)
        missing = [name for name in parts[1::2] if name not in self._secrets]
        if missing:
            raise InvalidProgramError(
                f"HybridSource: the checkpoint contains a source that needs the secret '{missing[0]}': pass it to "
                f"add_source_factory(..., secrets={{'{missing[0]}': ...}})"
            )
        parts[1::2] = [self._secrets[name] for name in parts[1::2]]
        return "".join(parts)
