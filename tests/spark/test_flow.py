"""Flow: a slow task holds its senders back, memory stays bounded, nothing starves."""

from __future__ import annotations

import time
from itertools import chain
from pathlib import Path

from pyrite.common import JobStatus, WatermarkStrategy
from pyrite.common.block import Block
from pyrite.core.config.options import RuntimeExecutionMode
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.job.commands import Stop
from pyrite.core.metrics.declared_metrics import (
    BACK_PRESSURED_TIME,
    MEMORY_USED_AT_START,
    MEMORY_USED_MAX,
    NUM_BYTES_IN,
    NUM_RECORDS_IN,
    NUM_RECORDS_OUT,
)
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, DiscardingSink, RateLimiterStrategy
from pyrite.runtime.spark.spark_executor import SparkExecutor
from pyrite.runtime.wire.task_report import TaskReport
from tests.spark.conftest import environment, ticks
from tests.spark.processes import wait_until

MIB = 1 << 20
LIMIT = {"taskmanager--memory--task--size": "64m"}


def growth_mib(report: TaskReport) -> float:
    """What a task's process has grown by since its work began."""
    return (report[MEMORY_USED_MAX] - report[MEMORY_USED_AT_START]) / MIB


def test_slow_sink_holds_the_sources_back_in_bounded_memory() -> None:
    env = environment(**LIMIT)

    def slowly(value: bytes) -> bytes:
        time.sleep(0.002)
        return value

    source = ticks(env, rate=1_000_000, make=lambda n: bytes(1000))
    source.rebalance().map(slowly).sink_to(DiscardingSink())
    client = env.execute_async()
    master = client._job
    wait_until(lambda: master.view.reports()[1, 0][NUM_RECORDS_IN] > 1500, 60, "records at the sink")
    sources = [master.view.reports()[0, pid] for pid in (0, 1)]
    made = sum(report[NUM_RECORDS_IN] for report in sources)
    time.sleep(2)
    later = [master.view.reports()[0, pid] for pid in (0, 1)]
    arrived = sum(master.view.reports()[1, pid][NUM_RECORDS_IN] for pid in (0, 1))
    in_flight = sum(report[NUM_RECORDS_IN] for report in later) - arrived
    assert sum(report[NUM_RECORDS_IN] for report in later) - made < 20_000, "the sources were not held back"
    assert in_flight < 3000, "more than the work of a second or two is in flight"
    assert all(report[BACK_PRESSURED_TIME] > 1000 for report in later)
    assert max(map(growth_mib, master.view.reports().values())) < 64
    client.cancel().result(10)


def test_checkpoints_and_stop_pass_a_slow_function_in_time(tmp_path: Path) -> None:
    env = environment(execution__checkpointing__dir=tmp_path.as_uri()).enable_checkpointing(200)

    def slowly(value: int) -> int:
        time.sleep(0.05)
        return value

    env.from_sequence(0, 10**12).key_by(lambda n: n % 100).map(slowly).sink_to(DiscardingSink())
    master = SparkExecutor().submit(env.get_job_spec(clear=True))
    wait_until(lambda: master.view.checkpoints.completed >= 3, 60, "three checkpoints")
    assert all(outcome.ended_ms - outcome.triggered_ms < 5000 for outcome in master.view.checkpoints.history)
    assert master.run(Stop(False, str(tmp_path))).result(10).path


class _CostlyWriter(SinkWriter):
    def __init__(self, context: WriterInitContext) -> None:
        self._context = context

    def write(self, block: Block) -> None:
        time.sleep(0.1)
        self._context.emit_result([len(block)])


class _CostlySink(Sink):
    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return _CostlyWriter(context)


def test_sink_whose_calls_are_costly_gets_large_blocks() -> None:
    env = environment().set_parallelism(1)
    source = DataGeneratorSource(lambda n: n, count=450, rate_limiter_strategy=RateLimiterStrategy.per_second(300))
    env.from_source(source, WatermarkStrategy.no_watermarks(), "ticks").rebalance().sink_to(_CostlySink())
    master = SparkExecutor().submit(env.get_job_spec(clear=True))
    sizes = list(chain.from_iterable(iter(master.results.get, None)))
    assert sum(sizes) == 450
    assert len(sizes) < 100


class _EachWriter(SinkWriter):
    def __init__(self, context: WriterInitContext) -> None:
        self._context = context

    def write(self, block: Block) -> None:
        for value in block.values:
            self._context.emit_result([value])


class _EachSink(Sink):
    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return _EachWriter(context)


def test_results_that_the_client_has_not_taken_when_the_job_ends_are_not_lost() -> None:
    env = environment().set_parallelism(1)
    env.from_sequence(1, 500).sink_to(_EachSink())
    master = SparkExecutor().submit(env.get_job_spec(clear=True))
    master.finished.result(120)
    results = list(chain.from_iterable(iter(lambda: master.results.get(timeout=10), None)))
    assert results == list(range(1, 501))


def test_batch_groups_data_several_times_larger_than_the_memory_limit() -> None:
    env = environment(**LIMIT).set_runtime_mode(RuntimeExecutionMode.BATCH)
    records = 100_000
    pairs = env.from_sequence(0, records - 1).map(lambda n: (n * 7919 % 20_000, str(n) * 450))
    counted = pairs.key_by(lambda pair: pair[0]).map(lambda pair: (pair[0], 1))
    reduced = counted.key_by(lambda pair: pair[0]).reduce(lambda a, b: (a[0], a[1] + b[1]))
    reduced.map(lambda pair: pair[1]).sink_to(DiscardingSink())
    master = SparkExecutor().submit(env.get_job_spec(clear=True))
    assert master.finished.result(240) is not None
    reports = master.view.reports()
    assert sum(reports[1, pid][NUM_BYTES_IN] for pid in (0, 1)) > 3 * 64 * MIB
    assert max(map(growth_mib, reports.values())) < 72  # the limit, and frames as they are sealed and opened


def test_sources_side_by_side_do_not_starve_each_other(env: StreamExecutionEnvironment) -> None:
    fast = ticks(env, rate=10_000_000, make=lambda n: "fast").set_parallelism(1)
    slow = ticks(env, rate=200, make=lambda n: "slow").set_parallelism(1)
    fast.union(slow).key_by(lambda name: name).map(lambda name: name).sink_to(DiscardingSink()).name("sink")
    client = env.execute_async()
    master = client._job
    wait_until(lambda: len(master.view.physical_graph().placements) == 4, 60, "start")
    time.sleep(4)
    rates = {(level, pid): report for (level, pid), report in master.view.reports().items() if level == 0}
    assert client.get_job_status().result() is JobStatus.RUNNING
    assert min(report[NUM_RECORDS_OUT] for report in rates.values()) > 200
    assert max(report[NUM_RECORDS_OUT] for report in rates.values()) > 100_000
    client.cancel().result(10)
