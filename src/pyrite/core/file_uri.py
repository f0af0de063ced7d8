"""Conversions between paths and file URIs, both ways.

A URI is percent-encoded: `file:///my%20data` is the folder `my data`, as in `Path.as_uri()` and Java. Users may also
write `file:///my data`: unencoded characters stay. A plain path is never decoded, and neither are the keys of an object
store, where `%20` is an ordinary name.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote, unquote

from pyrite.core.errors import InvalidProgramError

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://|(file):(?=/)", re.IGNORECASE)


def split_scheme(text: str) -> tuple[str, str]:
    """The scheme of a URI, in lower case, and the rest after `://`, unchanged; for a plain path, `""` and the path."""
    match = _SCHEME.match(text)
    return ((match[1] or match[2]).lower(), text[match.end() :]) if match else ("", text)


def local_path(text: str) -> Path:
    """The absolute path of a plain path or a file URI. InvalidProgramError: another kind of URI."""
    scheme, rest = split_scheme(text)
    if not scheme:
        return Path(text).expanduser().absolute()
    if scheme != "file":
        raise InvalidProgramError(f"{text}: expected a local path or file:///path")
    host, slash, path = rest.partition("/")
    if not slash or host not in ("", "localhost"):
        raise InvalidProgramError(f"{text} contains a host, '{host}': write file:///{rest} for a path of this machine")
    return Path(f"/{unquote(path, errors='surrogateescape').lstrip('/')}")


def file_uri(path: str | Path) -> str:
    """The URI of an absolute local path, without a trailing slash."""
    return f"file://{quote(str(path), errors='surrogateescape').rstrip('/') or '/'}"


def as_uri(text: str) -> str:
    """A path or URI as a URI, without a trailing slash. Different spellings of a local path result in the same URI."""
    return file_uri(local_path(text)) if split_scheme(text)[0] in ("", "file") else text.rstrip("/")
