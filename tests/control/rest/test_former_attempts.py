"""Attempts of subtasks: the last one, and those before."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.control.rest.memory_gateway import FAILED, MemoryGateway, documents, rest_client

VERTEX = documents()[FAILED].vertices[1]
SUBTASK = f"/jobs/{FAILED}/vertices/{VERTEX.id}/subtasks/1"


def ask(path: str) -> tuple[int, Any]:
    async def main() -> tuple[int, Any]:
        async with rest_client(MemoryGateway()) as client:
            answer = await client.get(path)
            return answer.status_code, answer.json()

    return asyncio.run(main())


def test_former_attempt_of_a_subtask_is_shown() -> None:
    last = VERTEX.subtasks[1].attempt
    former = next(attempt for attempt in VERTEX.former if attempt.index == 1)
    assert former.attempt < last
    status, answer = ask(f"{SUBTASK}/attempts/{former.attempt}")
    assert (status, answer["attempt"], answer["status"]) == (200, former.attempt, "CANCELED")
    assert answer["end-time"] >= answer["start-time"] > 0
    assert set(answer) == set(ask(f"{SUBTASK}/attempts/{last}")[1])
    assert ask(f"{SUBTASK}/attempts/{former.attempt}/accumulators")[1]["user-accumulators"] == []


def test_attempt_that_never_was_is_unknown() -> None:
    assert ask(f"{SUBTASK}/attempts/99") == (404, {"errors": ["Invalid attempt num 99"]})
