"""The clock on the wall is set while a job runs: watermarks, checkpoints and sources go by another."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pyrite.common import WatermarkStrategy
from pyrite.core.metrics.declared_metrics import CURRENT_INPUT_WATERMARK
from pyrite.core.time.watermark_strategy import TimestampAssigner
from pyrite.datastream.connectors import DataGeneratorSource, DiscardingSink, RateLimiterStrategy
from pyrite.runtime.spark.spark_executor import SparkExecutor
from tests.spark.conftest import environment
from tests.spark.processes import wait_until

_machines_clock = time.time_ns


def set_clock(number: int, step_s: int) -> int:
    """In the source's task, the clock is set when the hundredth record is made."""
    if number == 100:
        time.time_ns = lambda: _machines_clock() + step_s * 10**9
    return number


class _Number(TimestampAssigner):
    def extract_timestamp(self, value: int, record_timestamp: int) -> int:
        return value


@pytest.mark.parametrize("step_s", [-3600, 3600])
def test_job_runs_on_when_the_clock_is_set(tmp_path: Path, step_s: int) -> None:
    env = environment(execution__checkpointing__dir=tmp_path.as_uri()).enable_checkpointing(200)
    env.set_parallelism(1)
    source = DataGeneratorSource(
        lambda n: set_clock(n, step_s), rate_limiter_strategy=RateLimiterStrategy.per_second(200)
    )
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(_Number())
    env.from_source(source, strategy, "numbers").key_by(lambda n: n % 2).map(lambda n: n).sink_to(DiscardingSink())
    master = SparkExecutor().submit(env.get_job_spec(clear=True))
    wait_until(lambda: master.view.reports()[1, 0][CURRENT_INPUT_WATERMARK] > 400, 60, "watermarks after the step")
    before = master.view.checkpoints.completed
    wait_until(lambda: master.view.checkpoints.completed >= before + 3, 20, "checkpoints after the step")
    assert master.view.restarts == 0
    master.cancel()
