"""The work with async I/O: each record is asked about, and its answer takes 10 ms."""

from __future__ import annotations

import asyncio
from typing import Final

from pyrite.common import Time
from pyrite.datastream import AsyncDataStream, AsyncFunction, DataStream

NAME: Final = "async_io"
LATENCY_S: Final = 0.010
CAPACITY: Final = 100


class Enrich(AsyncFunction[int, tuple[int, int]]):
    """A service without a socket: what is measured is what comes on top of waiting."""

    async def async_invoke(self, value: int) -> list[tuple[int, int]]:
        await asyncio.sleep(LATENCY_S)
        return [(value, -value)]


def answered(numbers: DataStream) -> DataStream:
    return AsyncDataStream.unordered_wait(numbers, Enrich(), Time.seconds(10), CAPACITY)
