"""HttpSettings: the settings of the requests of an HttpSink or an HTTP table."""

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
    """The settings of requests. Headers and the query of the URL may be secret, so errors never include them."""

    url: str = field(repr=False)
    method: str
    headers: Mapping[str, str] = field(repr=False)
    batch_size: int
    separator: bytes
    backoff: Backoff
    timeout_s: float
    owner: str = "an HttpSink"
    """What has the settings, for messages."""

    def __post_init__(self) -> None:
        _check_url(self.url, self.owner)
        _check_headers(self.headers)

    @property
    def parts(self) -> SplitResult:
        return urlsplit(self.url)

    @property
    def place(self) -> str:
        """The URL without secrets."""
        return f"{self.parts.scheme}://{self.parts.hostname}:{self.parts.port or self.parts.scheme}{self.parts.path}"

    @property
    def secrets(self) -> Secrets:
        """The secrets to mask in answers."""
        return Secrets(*self._secrets())

    def _secrets(self) -> Iterator[str]:
        for value in self.headers.values():
            yield value.strip()
            yield value.strip().partition(" ")[2].strip()  # after Bearer or Basic
        for part in self.parts.query.split("&"):
            yield part.partition("=")[2] or part


def _check_url(url: str, owner: str) -> None:
    """Validates a URL, because the client's error for an invalid URL would include secrets."""
    try:
        parts = urlsplit(url)
        has_host = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        has_host = False
    if not has_host:
        raise InvalidProgramError(f"the URL of {owner} must begin with http:// or https:// and a host")
    if not _VISIBLE.fullmatch(url):
        raise InvalidProgramError(
            f"the URL of {owner} contains a space or a non-ASCII character: encode it, as %20 for example "
            "(urllib.parse.quote), in a host by its xn-- name"
        )
    check_port(url, owner)
    if "@" in parts.netloc:
        raise InvalidProgramError(
            f"the URL of {owner} contains a user or a password, which would be ignored. Use a header instead: "
            'headers={"Authorization": "Basic " + base64.b64encode(b"user:password").decode()}'
        )
    try:
        (parts.hostname or "").encode("idna")
    except UnicodeError:
        raise InvalidProgramError(f"the host in the URL of {owner} is not a valid host name") from None


def _check_headers(headers: Mapping[str, str]) -> None:
    """Validates headers, because the client's error for an invalid header would include it."""
    for name, value in headers.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise InvalidProgramError(f"{name!r} is not a valid header name")
        if not isinstance(value, str):
            raise InvalidProgramError(f"the value of header {name!r} must be a str, not {type(value).__name__}")
        if not value.isprintable():
            raise InvalidProgramError(f"the value of header {name!r} contains a line end or another invalid character")
        if any(character > "\xff" for character in value):
            raise InvalidProgramError(f"the value of header {name!r} contains a character that is not in Latin-1")
