"""RedisSettings: the URL of a Redis server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from pyrite.core.connector.urls import check_url, secrets_in
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted
from pyrite.core.secrets import Secrets

_TIMEOUTS: Final = {"socket_connect_timeout": 5, "socket_timeout": 30}


@persisted("redis-settings/1")
@dataclass(frozen=True)
class RedisSettings:
    """A URL for redis-py: `redis://user:password@host:6379/0` or `rediss://`. Errors include it without credentials."""

    url: str = field(repr=False)

    def __post_init__(self) -> None:
        if urlsplit(self.url).scheme not in ("redis", "rediss", "unix"):
            raise InvalidProgramError("the URL of a Redis server must begin with redis://, rediss:// or unix://")
        check_url(self.url, "a Redis server")
        database = urlsplit(self.url).path.strip("/")
        if not self.url.startswith("unix") and database and not database.isdigit():
            raise InvalidProgramError(f"the database in the URL of a Redis server must be a number, not '{database}'")

    @property
    def place(self) -> str:
        """The URL without credentials."""
        parts = urlsplit(self.url)
        host = parts.hostname or ""
        return f"{parts.scheme}://{host}{f':{parts.port}' if parts.port else ''}{parts.path}"

    def client(self, needed_by: str) -> Any:
        """A redis-py client, which connects on first use."""
        return self._checked(load("redis", "redis", needed_by).Redis.from_url(self.url, **_TIMEOUTS))

    def async_client(self, needed_by: str) -> Any:
        """A redis-py client for an event loop, which connects on first use."""
        return self._checked(load("redis.asyncio", "redis", needed_by).Redis.from_url(self.url, **_TIMEOUTS))

    def _checked(self, client: Any) -> Any:
        try:
            client.connection_pool.make_connection()
        except TypeError as error:
            raise InvalidProgramError(
                f"the URL of a Redis server has an option that redis-py does not support: {error}"
            ) from None
        return client

    def error(self, needed_by: str, what: str, error: Exception) -> ConnectorError:
        reason = Secrets(*secrets_in(self.url)).masked(error)
        return ConnectorError(f"{needed_by}: {what} at {self.place}: {reason}")
