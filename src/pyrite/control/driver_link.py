"""DriverLink: the asyncio side of a DriverClient: sends commands to a driver, and follows its job until it exits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Optional, TypeVar

from pyrite.control.driver_client import DriverBusyError, DriverClient
from pyrite.control.driver_protocol import command_line
from pyrite.core.errors import JobNotRunningError
from pyrite.core.job.commands import Command, Status
from pyrite.core.job.job_summary import JobSummary

A = TypeVar("A")
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]

_LONGEST_ANSWER: Final = 1 << 28
_INTERVAL_S: Final = 1.0
_ANSWER_S: Final = 10.0
"""After this long without an answer, the request is repeated on another connection; the driver counts as alive."""


class DriverLink(DriverClient):
    """Commands to one driver from an event loop. A separate module: the command line does without asyncio's imports."""

    async def ask(self, command: Command[A], timeout_s: Optional[float] = None) -> A:
        """Sends a command; the answer, or the errors, of `DriverClient.send`."""
        streams = await self._connect()
        try:
            return await self._exchange(streams, command, timeout_s)
        finally:
            streams[1].close()

    async def follow(self, on_summary: Callable[[JobSummary], None]) -> None:
        """Calls `on_summary` every second; returns when the driver has exited."""
        while True:
            try:
                streams = await self._connect()
                try:
                    while True:
                        on_summary(await self._exchange(streams, Status(), _ANSWER_S))
                        await asyncio.sleep(_INTERVAL_S)
                finally:
                    streams[1].close()
            except (OSError, DriverBusyError):
                await asyncio.sleep(_INTERVAL_S)
            except JobNotRunningError:
                return

    async def _connect(self) -> Streams:
        try:
            connection = await asyncio.to_thread(self._folder.connect, self._entry.job_id)
        except (ConnectionRefusedError, FileNotFoundError):
            raise self._ended() from None
        except (BlockingIOError, TimeoutError):
            raise self._busy() from None
        connection.setblocking(False)
        return await asyncio.open_unix_connection(sock=connection, limit=_LONGEST_ANSWER)

    async def _exchange(self, streams: Streams, command: Command[A], timeout_s: Optional[float]) -> A:
        """Requests on one connection are answered one after another."""
        reader, writer = streams
        try:
            writer.write(command_line(command))
            async with asyncio.timeout(timeout_s):  # unlike wait_for, it never swallows a cancellation
                line = await reader.readline()
        except TimeoutError:
            raise self._busy() from None
        except ConnectionError:
            line = b""
        return self._answer(command, line)
