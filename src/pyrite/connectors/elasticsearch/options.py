"""The settings of an Elasticsearch sink."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Optional
from urllib.parse import urlsplit

from pyrite.core.backoff import Backoff
from pyrite.core.connector.urls import check_url


class FlushBackoffType(Enum):
    """How the pauses between retries of a bulk request increase."""

    CONSTANT = 0
    EXPONENTIAL = 1
    NONE = 2

    def backoff(self, max_retries: int, delay_ms: int) -> Backoff:
        """A backoff with `max_retries` retries, after pauses of this type."""
        retries = 0 if self is FlushBackoffType.NONE else max_retries
        return Backoff(delay_ms, multiplier=2 if self is FlushBackoffType.EXPONENTIAL else 1, retries=retries)


@dataclass(frozen=True)
class ConnectionSettings:
    """The connection to a cluster. The repr omits user and password."""

    hosts: tuple[str, ...] = field(default=(), repr=False)
    username: Optional[str] = field(default=None, repr=False)
    password: Optional[str] = field(default=None, repr=False)
    path_prefix: str = ""
    timeout_ms: int = 10_000

    def __post_init__(self) -> None:
        for host in self.hosts:
            check_url(host, "an Elasticsearch host")

    @property
    def address(self) -> str:
        """The hosts for messages, without credentials."""
        return ", ".join(f"{urlsplit(host).hostname}:{urlsplit(host).port or 9200}" for host in self.hosts)


NO_RETRY: Final = Backoff(0, retries=0)


@dataclass(frozen=True)
class BulkSettings:
    """When documents are sent: by their number, their size and their age. -1 disables a limit."""

    max_actions: int = 1000
    max_size_mb: int = 5
    interval_ms: int = -1
    backoff: Backoff = NO_RETRY
    """The retries of requests that an overloaded server rejects."""
