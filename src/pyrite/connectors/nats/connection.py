"""NatsConnection: a blocking interface to nats-py, which is asynchronous."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Coroutine, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final, Optional, TypeVar

from pyrite.core.connector.urls import check_url, secrets_in, shown
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted
from pyrite.core.secrets import Secrets

_CONNECT_S: Final = 5.0
T = TypeVar("T")


@persisted("nats-settings/1")
@dataclass(frozen=True)
class NatsSettings:
    """The servers, and further options of `nats.connect` such as user, password and tls. Errors never include these."""

    servers: str = field(repr=False)
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for server in self.servers.split(","):
            url = server if "://" in server else f"nats://{server}"
            if url.partition("://")[0] not in ("nats", "tls", "ws", "wss"):
                raise InvalidProgramError("the URL of a NATS server must begin with nats://, tls://, ws:// or wss://")
            check_url(url, "a NATS server")

    def error(self, needed_by: str, what: str, error: BaseException) -> ConnectorError:
        reason = Secrets(*secrets_in(self.servers)).masked(error)
        return ConnectorError(f"{needed_by}: {what} at {shown(self.servers)}: {reason}")


class NatsConnection:
    """A connection with an event loop in a background thread. Both end when this object is closed or garbage."""

    def __init__(self, settings: NatsSettings, needed_by: str) -> None:
        self.settings = settings
        self._nats = load("nats", "nats", needed_by)
        loop = self._loop = asyncio.new_event_loop()
        threading.Thread(target=_run, args=(loop,), daemon=True, name="nats").start()
        self._client = self._nats.aio.client.Client()
        self._end = weakref.finalize(self, asyncio.run_coroutine_threadsafe, _shut(self._client), loop)
        failures: list[Exception] = []
        try:
            self.call(self._connect(failures), 2 * _CONNECT_S)
        except Exception as error:
            self._end()
            raise settings.error(needed_by, "no connection", failures[-1] if failures else error) from None
        self.jetstream = self._client.jetstream()

    async def _connect(self, failures: list[Exception]) -> None:
        """Connects. The client reconnects automatically; calls that need the connection raise later errors."""

        async def note(error: Exception) -> None:
            if not (
                failures and isinstance(error, OSError)
            ):  # the server's message explains more than a closed connection
                failures[:] = [error]

        options: dict[str, Any] = {"connect_timeout": 3, "max_reconnect_attempts": -1, **self.settings.options}
        connecting = self._client.connect(servers=self.settings.servers.split(","), error_cb=note, **options)
        await asyncio.wait_for(connecting, _CONNECT_S)

    @property
    def reconnects(self) -> int:
        """The number of reconnections."""
        return int(self._client.stats["reconnects"])

    def begin(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        """Starts a call, and returns its future."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def call(self, coroutine: Coroutine[Any, Any, T], timeout_s: Optional[float] = None) -> T:
        return self.begin(coroutine).result(timeout_s)

    def close(self) -> None:
        self._end()


def _run(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
    finally:
        loop.close()


async def _shut(client: Any) -> None:
    """Runs in the loop: closes the client, and stops the loop."""
    try:
        await client.close()
    finally:
        loop = asyncio.get_running_loop()
        loop.call_later(0.05, loop.stop)
