"""Jobs on Spark: one context for all tests of a process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from typing import Any

import pytest

from pyrite.common import Configuration, WatermarkStrategy
from pyrite.datastream import DataStream, StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, RateLimiterStrategy
from pyrite.runtime.spark.driver.job_master import JobMaster
from tests.spark.processes import MARK, new_mark

os.environ.setdefault(MARK, new_mark())


@pytest.fixture(autouse=True)
def no_job_outlives_its_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    started: list[JobMaster] = []
    start = JobMaster.start

    def remember(master: JobMaster) -> None:
        start(master)
        started.append(master)

    monkeypatch.setattr(JobMaster, "start", remember)
    yield
    for master in started:
        master.cancel()
        wait([master.finished], timeout=20)


@pytest.fixture
def env() -> StreamExecutionEnvironment:
    return environment()


def environment(**settings: str) -> StreamExecutionEnvironment:
    configuration = Configuration({key.replace("_", "-").replace("--", "."): value for key, value in settings.items()})
    return StreamExecutionEnvironment.get_execution_environment(configuration).set_parallelism(2)


def ticks(
    env: StreamExecutionEnvironment, rate: float = 100, make: Callable[[int], Any] = lambda number: number
) -> DataStream:
    """A stream without end."""
    source = DataGeneratorSource(make, None, RateLimiterStrategy.per_second(rate))
    return env.from_source(source, WatermarkStrategy.no_watermarks(), "ticks")
