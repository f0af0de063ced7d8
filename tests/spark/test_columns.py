"""A keyed job on columns on Spark: each row has its effect once, though tasks die, and in batch."""

from __future__ import annotations

from pathlib import Path

from pyrite.common import WatermarkStrategy
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.job.partitioning import PartitioningKind
from pyrite.datastream import RuntimeExecutionMode
from pyrite.datastream.connectors import DataGeneratorSource, RateLimiterStrategy
from pyrite.runtime.spark.spark_executor import SparkExecutor
from tests.columnar import GroupBy
from tests.spark.conftest import environment
from tests.spark.test_checkpoints import checkpointing, collected, kill_a_task, wait_for_checkpoints


def test_killed_tasks_lose_and_double_no_row(tmp_path: Path) -> None:
    env = checkpointing(tmp_path, execution__checkpointing__unaligned__enabled="true", state__backend__type="rocksdb")
    program = GroupBy(12_000, PartitioningKind.SHUFFLE, ("k", "odd"))
    source = DataGeneratorSource(lambda number: number, program.records, RateLimiterStrategy.per_second(2000))
    numbers = env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers")
    program.build(env, CollectSink(), numbers)
    master = SparkExecutor().submit(env.get_job_spec(clear=True))

    def kill() -> None:
        wait_for_checkpoints(master, 2)
        kill_a_task(master, 2)

    changes = collected(master, kill)
    assert master.view.restarts == 1
    assert program.faults_in(changes) == []


def test_batch_gives_every_row_its_effect_once() -> None:
    env = environment().set_runtime_mode(RuntimeExecutionMode.BATCH)
    program = GroupBy(20_000, PartitioningKind.HASH, looked_up=True)
    program.build(env, CollectSink())
    master = SparkExecutor().submit(env.get_job_spec(clear=True))
    assert program.faults_in(collected(master, lambda: None)) == []
