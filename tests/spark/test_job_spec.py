"""A job that was written to storage runs on the Spark of another process."""

from __future__ import annotations

import multiprocessing
import queue
from pathlib import Path
from typing import Any

from pyrite.common import Configuration
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.job_spec import JobSpec
from pyrite.runtime.spark.spark_executor import SparkExecutor
from pyrite.storage.open_store import open_store


def run_stored(folder: str, results: Any) -> None:
    job = JobSpec.loads(open_store(folder, Configuration()).read("jobs/squares"))
    running = SparkExecutor().submit(job)
    blocks: list[Any] = []
    while (block := running.results.get(timeout=60)) is not None:
        blocks.extend(block)
    running.finished.result(60)
    results.put((str(running.job_id), sorted(blocks)))


def test_stored_job_runs_on_the_spark_of_another_process(tmp_path: Path) -> None:
    factor = 10
    env = StreamExecutionEnvironment(Configuration({"spark.master": "local[1]"})).set_parallelism(2)
    env.from_sequence(1, 4).key_by(lambda n: n % 2).map(lambda n: n * factor).sink_to(CollectSink())
    job = env.get_job_spec("squares", clear=True)
    open_store(str(tmp_path), Configuration()).write("jobs/squares", job.dumps())
    context = multiprocessing.get_context("spawn")
    results: Any = context.Queue()
    process = context.Process(target=run_stored, args=(str(tmp_path), results))
    process.start()
    try:
        assert results.get(timeout=120) == (str(job.job_id), [10, 20, 30, 40])
    except queue.Empty:
        raise AssertionError(f"the other process has ended with {process.exitcode}") from None
    finally:
        process.join(30)
        process.kill()
