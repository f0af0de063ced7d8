"""How documents are sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Optional
from urllib.parse import urlsplit

from pyrite.core.connector.urls import check_url


class FlushBackoffType(Enum):
    """How the pauses grow between attempts to send a bulk request."""

    CONSTANT = 0
    EXPONENTIAL = 1
    NONE = 2


@dataclass(frozen=True)
class Backoff:
    """How often a request is sent again that the server has no room for, and after what pauses."""

    kind: FlushBackoffType = FlushBackoffType.NONE
    max_retries: int = 0
    delay_ms: int = 0

    def pause_s(self, attempt: int) -> Optional[float]:
        """The pause after an attempt, counted from 0; None: there is no further one."""
        if self.kind is FlushBackoffType.NONE or attempt >= self.max_retries:
            return None
        return self.delay_ms / 1000 * (2**attempt if self.kind is FlushBackoffType.EXPONENTIAL else 1)


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


@dataclass(frozen=True)
class BulkSettings:
    """When documents are sent: by their number, their bytes and their age. -1: that does not count."""

    max_actions: int = 1000
    max_size_mb: int = 5
    interval_ms: int = -1
    backoff: Backoff = Backoff()
