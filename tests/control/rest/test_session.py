"""What REST shows of a session: its workers, and how much of them is free."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from pyrite.control.job_manager.session_workers import SessionWorkers
from pyrite.control.job_manager_gateway import Worker
from tests.control.rest.memory_gateway import MemoryGateway, rest_client


class SessionGateway(MemoryGateway):
    """A JobManager of a session with two workers."""

    async def workers(self) -> Sequence[Worker]:
        return (Worker(4, 1), Worker(2, 2))


def test_overview_counts_workers_and_their_cores() -> None:
    async def ask() -> tuple[Any, Any]:
        async with rest_client(SessionGateway()) as client:
            metrics = await client.get("/jobmanager/metrics?get=taskSlotsAvailable")
            return (await client.get("/overview")).json(), metrics.json()

    overview, metrics = asyncio.run(ask())
    assert [overview[name] for name in ("taskmanagers", "slots-total", "slots-available")] == [2, 6, 3]
    assert metrics == [{"id": "taskSlotsAvailable", "value": "3"}]


def test_those_who_ask_at_the_same_time_share_the_masters_answer() -> None:
    asked: list[int] = []

    def ask_master() -> Sequence[Worker]:
        asked.append(1)
        return (Worker(4, 0),)

    async def ask() -> None:
        session = SessionWorkers(ask_master)
        answers = await asyncio.gather(*(session.workers() for _ in range(20)))
        assert answers == [(Worker(4, 0),)] * 20

    asyncio.run(ask())
    assert asked == [1]
