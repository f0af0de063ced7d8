"""URLs of servers: validation, and display without credentials."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from pyrite.core.errors import InvalidProgramError

ESCAPED: Final = "In a password, write @ as %40, / as %2F, : as %3A and ? as %3F"
_NEXT: Final = re.compile(r",(?=\w+://)")


def check_url(url: str, what: str) -> None:
    """Refuses a URL with an ambiguous end of user and password, since their rest would be displayed as an address."""
    check_port(url, what)
    if "@" in urlsplit(url).path:
        raise InvalidProgramError(f"the URL of {what} has an @ after the host. {ESCAPED}")


def check_port(url: str, what: str) -> None:
    try:
        _ = urlsplit(url).port
    except ValueError:
        raise InvalidProgramError(f"the port in the URL of {what} is not a number below 65536. {ESCAPED}") from None


def shown(urls: str) -> str:
    """A URL, or several comma-separated ones, for messages: without user, password and query."""
    return ",".join(_redacted(url) for url in _NEXT.split(urls))


def _redacted(url: str) -> str:
    scheme, separator, rest = url.rpartition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2].partition('?')[0]}"


def secrets_in(urls: str) -> list[str]:
    """Users and passwords in URLs, to remove them from messages."""
    credentials = [url.rpartition("://")[2].rpartition("@")[0] for url in _NEXT.split(urls)]
    return [part for each in credentials for part in (each, each.partition(":")[2]) if part]
