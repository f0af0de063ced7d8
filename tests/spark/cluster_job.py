"""A job for tests that kill things: runs without end on the master given, and says where its tasks are.

usage: cluster_job.py MASTER SETTINGS [stuck] (prints a line of JSON once all tasks run, and how it ended)
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
import time
from collections.abc import Callable, Sequence

from pyrite.common import Configuration, WatermarkStrategy
from pyrite.core.errors import PyriteError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, DiscardingSink, RateLimiterStrategy
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.graph.running_job import RunningJob


def holding_the_interpreter(value: int) -> int:
    return int(ctypes.PyDLL(None).sleep(1000))


def say_where_tasks_are(jobs: Sequence[RunningJob]) -> Callable[[], None]:
    """Watches a job that runs in the foreground, so that signals reach the job from here on."""
    (master,) = jobs
    while len(master.view.physical_graph().placements) < 4:
        time.sleep(0.05)
    time.sleep(1)
    placements = master.view.physical_graph().placements
    print(
        json.dumps({"tasks": [p.process for p in placements], "executors": [p.executor for p in placements]}),
        flush=True,
    )
    return lambda: None


def main() -> int:
    settings = Configuration({**json.loads(sys.argv[2]), "spark.master": sys.argv[1], "spark.executor.memory": "512m"})
    settings.set_string("spark.executor.extraJavaOptions", os.environ["SPARK_SUBMIT_OPTS"])
    env = StreamExecutionEnvironment.get_execution_environment(settings).set_parallelism(2)
    source = DataGeneratorSource(lambda number: number, None, RateLimiterStrategy.per_second(100))
    ticks = env.from_source(source, WatermarkStrategy.no_watermarks(), "ticks")
    func = holding_the_interpreter if "stuck" in sys.argv else (lambda number: number)
    ticks.key_by(lambda number: number % 10).map(func).sink_to(DiscardingSink())
    try:
        with use_context(ExecutionContext(watch=say_where_tasks_are)):
            env.execute()
    except PyriteError as error:
        print(f"ended: {type(error).__name__}: {str(error).splitlines()[0]}", flush=True)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
