"""How documents are sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Optional
from urllib.parse import urlsplit

from pyrite.core.backoff import Backoff
from pyrite.core.connector.urls import check_url


class FlushBackoffType(Enum):
    """How the pauses grow between attempts to send a bulk request."""

    CONSTANT = 0
    EXPONENTIAL = 1
    NONE = 2

    def backoff(self, max_retries: int, delay_ms: int) -> Backoff:
        """So many further attempts, after pauses of this kind."""
        retries = 0 if self is FlushBackoffType.NONE else max_retries
        return Backoff(delay_ms, multiplier=2 if self is FlushBackoffType.EXPONENTIAL else 1, retries=retries)


@dataclass(frozen=True)
class ConnectionSettings:
    """Where the cluster is. The repr shows neither user nor password."""

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
        """For messages: without what may stand before the hosts."""
        return ", ".join(f"{urlsplit(host).hostname}:{urlsplit(host).port or 9200}" for host in self.hosts)


NO_RETRY: Final = Backoff(0, retries=0)


@dataclass(frozen=True)
class BulkSettings:
    """When documents are sent: by their number, their bytes and their age. -1: that does not count."""

    max_actions: int = 1000
    max_size_mb: int = 5
    interval_ms: int = -1
    backoff: Backoff = NO_RETRY
    """When a request is sent again that the server has no room for."""
