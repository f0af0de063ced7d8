"""A job of 300 tasks on this machine: each is a Python process with its watchdog, and all run at the same time."""

from __future__ import annotations

from concurrent.futures import wait

import pytest

from pyrite.common import WatermarkStrategy
from pyrite.core.metrics.declared_metrics import NUM_RECORDS_IN
from pyrite.datastream.connectors import DataGeneratorSource, DiscardingSink, RateLimiterStrategy
from pyrite.runtime.spark.spark_executor import SparkExecutor
from tests.spark.conftest import environment
from tests.spark.processes import wait_until

SOURCES, COUNTERS = 290, 10
SETTINGS = {
    "spark--task--cpus": "0.005",
    "heartbeat--interval": "5 s",  # 600 processes on two cores are busy for a while
    "heartbeat--timeout": "60 s",
}


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_job_of_300_tasks_starts_and_takes_a_checkpoint() -> None:
    env = environment(**SETTINGS).set_parallelism(SOURCES).enable_checkpointing(5_000)
    source = DataGeneratorSource(lambda n: n, None, RateLimiterStrategy.per_second(300))
    numbers = env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers")
    counted = numbers.key_by(lambda n: n % 1000).map(lambda n: n).set_parallelism(COUNTERS)
    counted.sink_to(DiscardingSink()).set_parallelism(COUNTERS)
    master = SparkExecutor().submit(env.get_job_spec(clear=True))
    assert len(master.view.reports()) == SOURCES + COUNTERS
    wait_until(lambda: master.view.checkpoints.completed > 0, 500, "a checkpoint of all tasks")
    assert sum(report[NUM_RECORDS_IN] for task, report in master.view.reports().items() if task[0] == 1) > 0
    assert master.view.restarts == 0
    master.cancel()
    wait([master.finished], timeout=120)
