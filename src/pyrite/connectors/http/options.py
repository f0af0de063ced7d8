"""HttpSettings: how an HttpSink makes requests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import SplitResult, urlsplit

from pyrite.core.backoff import Backoff
from pyrite.core.connector.urls import check_port
from pyrite.core.errors import InvalidProgramError
from pyrite.core.secrets import Secrets

_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VISIBLE: Final = re.compile(r"[!-~]+")


@dataclass(frozen=True)
class HttpSettings:
    """How requests are made. Headers, and what is asked for in the URL, may be secret: they are never shown."""

    url: str = field(repr=False)
    method: str
    headers: Mapping[str, str] = field(repr=False)
    batch_size: int
    separator: bytes
    backoff: Backoff
    timeout_s: float

    def __post_init__(self) -> None:
        _check_url(self.url)
        _check_headers(self.headers)

    @property
    def parts(self) -> SplitResult:
        return urlsplit(self.url)

    @property
    def place(self) -> str:
        """The URL without what may be secret in it."""
        return f"{self.parts.scheme}://{self.parts.hostname}:{self.parts.port or self.parts.scheme}{self.parts.path}"

    @property
    def secrets(self) -> Secrets:
        """What must not be shown of an answer."""
        return Secrets(*self._secrets())

    def _secrets(self) -> Iterator[str]:
        for value in self.headers.values():
            yield value.strip()
            yield value.strip().partition(" ")[2].strip()  # after Bearer or Basic
        for part in self.parts.query.split("&"):
            yield part.partition("=")[2] or part


def _check_url(url: str) -> None:
    """The client would show a URL that it cannot use, and what is asked for with it."""
    try:
        parts = urlsplit(url)
        has_host = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        has_host = False
    if not has_host:
        raise InvalidProgramError("the URL of an HttpSink begins with http:// or https:// and a host")
    if not _VISIBLE.fullmatch(url):
        raise InvalidProgramError(
            "the URL of an HttpSink has a blank, or another character that is not one of ASCII's: write it as %20 or "
            "the like (urllib.parse.quote), in a host by its xn-- name"
        )
    check_port(url, "an HttpSink")
    if "@" in parts.netloc:
        raise InvalidProgramError(
            "the URL of an HttpSink has a user or a password in it, which would not be used. Give the header instead: "
            'headers={"Authorization": "Basic " + base64.b64encode(b"user:password").decode()}'
        )
    try:
        (parts.hostname or "").encode("idna")
    except UnicodeError:
        raise InvalidProgramError("the host in the URL of an HttpSink is not a name of a host") from None


def _check_headers(headers: Mapping[str, str]) -> None:
    """The client would refuse them one by one, and show them."""
    for name, value in headers.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise InvalidProgramError(f"{name!r} is not a name that a header can have")
        if not isinstance(value, str):
            raise InvalidProgramError(f"the value of header {name!r} must be a str, not {type(value).__name__}")
        if not value.isprintable():
            raise InvalidProgramError(
                f"the value of header {name!r} has a line end, or another character that a header cannot have"
            )
        if any(character > "\xff" for character in value):
            raise InvalidProgramError(f"the value of header {name!r} has a character that is not in Latin-1")
