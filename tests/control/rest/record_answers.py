"""Records what REST answers about three jobs that ran in the simulation: python -m tests.control.rest.record_answers

Run it after a change of an answer that is meant, and look at the difference: people and their tools read these values.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from socket import gethostname
from typing import Any, Final

from pyrite.control.rest.services import RestSettings
from tests.control.rest.flink_agreement import GETS, places
from tests.control.rest.memory_gateway import MemoryGateway, rest_client

FILE: Final = Path(__file__).parent / "recorded_answers.json"
OWN: Final = (
    *("/jobs/:jobid/events", "/jobs/:jobid/document", "/drivers"),
    "/jobs/:jobid/exceptions?maxExceptions=1",
    "/jobs/:jobid/subtasks/metrics?get=numRecordsIn,accumulateBusyTimeMs",
    "/jobs/:jobid/vertices/:vertexid/subtasks/metrics?get=numRecordsIn&agg=sum,max&subtasks=1",
    "/jobs/metrics?get=numRestarts&agg=max&jobs=:jobid",
    "/taskmanagers/metrics?get=numTasks&taskmanagers=nobody",
    "/taskmanagers/metrics?get=numTasks&taskmanagers=:taskmanagerid",
)
_OF_THE_MACHINE: Final = (
    "/config",
    "/jobmanager/*",
    "*/environment",
    "/taskmanagers/:taskmanagerid/*",
    "/openapi.json",
)
_PASSING: Final = (
    *("now", "end-timestamp", "timeSinceLastHeartbeat", "memoryConfiguration", "hardware", "process"),
    "serialized-throwable",
)
"""Fields with the time of the request, the memory of the machine, the process of the test and paths of its files."""
_YEARS_MS: Final = 2 * 365 * 86_400_000
_BEGIN_MS: Final = 1_600_000_000_000


def paths() -> list[str]:
    """The paths whose answers depend on nothing but the jobs."""
    patterns = [re.compile(re.escape(one).replace(r"\*", ".*")) for one in _OF_THE_MACHINE]
    return sorted({*GETS, *OWN} - {path for path in GETS if any(one.fullmatch(path) for one in patterns)})


def _lasting(value: Any) -> Any:
    """An answer without what differs between two runs; of a stack trace, the first line.

    The jobs began in 2023: durations of the running one are years long.
    """
    if isinstance(value, dict):
        return {key: _lasting(each) for key, each in value.items() if key not in _PASSING}
    if isinstance(value, int):
        return value if value < _YEARS_MS or value > _BEGIN_MS else "until now"
    if isinstance(value, str):
        return "this host" if value == gethostname() else value.partition("\n")[0]
    return [_lasting(each) for each in value] if isinstance(value, list) else value


async def answers() -> dict[str, Any]:
    """The answer to each path, filled in for every job and vertex."""
    current: dict[str, Any] = {}
    async with rest_client(MemoryGateway(), RestSettings(document_age_s=60.0)) as client:
        taskmanager = (await client.get("/taskmanagers")).json()["taskmanagers"][0]["id"]
        for path in paths():
            for place in sorted(set(places(path, taskmanager))):
                answer = await client.get(place)
                current[place] = _lasting(answer.json()) if answer.status_code == 200 else answer.status_code
    return current


def text_of(recorded: dict[str, Any]) -> str:
    """One line for each answer, so that a difference shows which ones have changed."""
    lines = [f"{json.dumps(place)}: {json.dumps(answer)}" for place, answer in recorded.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text_of(asyncio.run(answers())), encoding="utf-8")
