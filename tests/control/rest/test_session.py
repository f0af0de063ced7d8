"""What REST shows of a session: its workers, and how much of them is free."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Optional

import pytest

from pyrite.control.job_manager.session_workers import SessionWorkers
from pyrite.control.job_manager_gateway import Worker
from tests.control.rest.memory_gateway import MemoryGateway, rest_client


class SessionGateway(MemoryGateway):
    """A JobManager of a session."""

    def __init__(self, workers: Optional[Sequence[Worker]]) -> None:
        super().__init__()
        self._workers = workers

    async def workers(self) -> Optional[Sequence[Worker]]:
        return self._workers


@pytest.mark.parametrize(
    ("workers", "counts"),
    [
        ((Worker(4, 1), Worker(2, 2)), [2, 6, 3]),
        ((), [0, 0, 0]),  # all of them died
        (None, [1, 4, 0]),  # no session: the one job that runs has its own executor
    ],
)
def test_overview_counts_workers_and_their_cores(workers: Optional[Sequence[Worker]], counts: list[int]) -> None:
    async def ask() -> tuple[Any, Any]:
        async with rest_client(SessionGateway(workers)) as client:
            metrics = await client.get("/jobmanager/metrics?get=taskSlotsAvailable")
            return (await client.get("/overview")).json(), metrics.json()

    overview, metrics = asyncio.run(ask())
    assert [overview[name] for name in ("taskmanagers", "slots-total", "slots-available")] == counts
    assert metrics == [{"id": "taskSlotsAvailable", "value": str(counts[2])}]


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
