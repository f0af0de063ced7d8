"""A job for tests that send signals to its driver: numbers into a sink of the soak's.

usage: signal_job.py FOLDER SINK SETUP COUNT [FROM] (SETUP: what the sink needs, as JSON; FROM: a retained checkpoint)
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from chaos.run_folder import RunFolder
from chaos.sinks import soaked_sink
from pyrite.common import Configuration, WatermarkStrategy
from pyrite.datastream import CheckpointedFunction, MapFunction, StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, DiscardingSink, RateLimiterStrategy

STUCK = "PYRITE_TEST_STUCK"


class StuckInThirdCheckpoint(MapFunction, CheckpointedFunction):
    """Lets two checkpoints complete, and the third one never: other operators have prepared for it."""

    def __init__(self) -> None:
        self._count = 0

    def map(self, value: Any) -> Any:
        return value

    def initialize_state(self, context: Any) -> None:
        pass

    def snapshot_state(self, context: Any) -> None:
        self._count += 1
        if self._count == 3:
            time.sleep(1000)


def main() -> None:
    folder, sink, reported, count, *origin = sys.argv[1:]
    run = RunFolder(Path(folder))
    settings = {
        "spark.master": "local[2]",
        "spark.driver.memory": "512m",
        "spark.ui.enabled": "false",
        "execution.checkpointing.dir": str(run.checkpoints),
        "execution.checkpointing.externalized-checkpoint-retention": "RETAIN_ON_CANCELLATION",
        "pipeline.job-id": "resumed" if origin else "numbers",
        **({"execution.state-recovery.path": origin[0]} if origin else {}),
    }
    env = StreamExecutionEnvironment.get_execution_environment(Configuration(settings)).set_parallelism(2)
    env.enable_checkpointing(200)
    source = DataGeneratorSource(
        lambda n: {"kind": "n", "key": n % 7, "n": n}, int(count), RateLimiterStrategy.per_second(1000)
    )
    numbers = env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers").uid("numbers")
    numbers.key_by(lambda row: row["key"]).map(lambda row: row).uid("same").sink_to(
        soaked_sink(sink, run).make("state", json.loads(reported))
    ).uid("sink")
    if STUCK in os.environ:
        numbers.rebalance().map(StuckInThirdCheckpoint()).uid("stuck").sink_to(DiscardingSink())
    print(f"driver {os.getpid()}", flush=True)
    env.execute("numbers")


if __name__ == "__main__":
    main()
