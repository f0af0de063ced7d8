"""A task that takes more memory than its slot has fails its attempt, and says so."""

from __future__ import annotations

import pytest

from pyrite.common import Configuration
from pyrite.core.errors import JobExecutionError
from pyrite.datastream import StreamExecutionEnvironment
from tests.spark.conftest import ticks

SMALL = {
    "taskmanager.memory.task.heap.size": "48m",
    "taskmanager.memory.managed.size": "0",
    "taskmanager.memory.network.min": "16m",
    "taskmanager.memory.network.max": "16m",
    "heartbeat.interval": "200 ms",
}

_hoard: list[bytes] = []


def hoarded(number: int) -> int:
    _hoard.append(b"x" * (1 << 20))
    return number


def test_task_over_its_memory_fails_the_attempt() -> None:
    env = StreamExecutionEnvironment.get_execution_environment(Configuration(SMALL)).set_parallelism(1)
    ticks(env, rate=100).map(hoarded).name("hoard").print()
    with pytest.raises(JobExecutionError, match=r"(?s)hoard.*of memory, but its slot has 64\.000mb") as raised:
        env.execute()
    assert "raise taskmanager.memory.process.size" in str(raised.value)
