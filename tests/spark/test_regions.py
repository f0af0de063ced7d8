"""Two pipelines of one job on Spark: one fails and restarts alone, the other keeps its processes and its pace."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.functions.functions import RuntimeContext
from pyrite.core.metrics.declared_metrics import NUM_RECORDS_OUT
from pyrite.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyrite.datastream.state import ValueStateDescriptor
from pyrite.runtime.spark.driver.job_master import JobMaster
from pyrite.runtime.spark.spark_executor import SparkExecutor
from tests.spark.conftest import ticks
from tests.spark.processes import is_alive, wait_until
from tests.spark.test_checkpoints import KEYS, RATE, assert_each_once, checkpointing, collected, wait_for_checkpoints

SOON_S = 60.0


class Counted(KeyedProcessFunction):
    """Numbers the records of each key; raises once if a file says so."""

    def __init__(self, pipeline: str, trouble: Path) -> None:
        self._pipeline = pipeline
        self._trouble = trouble

    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: int, ctx: Any) -> Iterator[tuple[str, int, int]]:
        if value % 50 == 0 and self._trouble.exists():
            self._trouble.unlink(missing_ok=True)
            raise ValueError(f"{self._pipeline} does not like {value}")
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        yield self._pipeline, value, count


def pipelines(folder: Path) -> StreamExecutionEnvironment:
    env = checkpointing(folder / "store", jobmanager__execution__failover_strategy="region")
    for name in ("steady", "failing"):
        keyed = ticks(env, RATE).key_by(lambda number: number % KEYS)
        keyed.process(Counted(name, folder / f"{name}-trouble")).name(name).sink_to(CollectSink())
    return env


def processes(master: JobMaster, region: int) -> dict[Any, int]:
    """The processes of a region's tasks, once all have registered."""
    tasks = master._core.attempt.attempt_tasks.regions[region].region.tasks
    placed = {(item.level, item.pid): item.process for item in master.view.physical_graph().placements}
    return {task: placed[task] for task in tasks if task in placed}


def emitted(master: JobMaster, region: int) -> int:
    reports = master.view.reports()
    return sum(reports[task][NUM_RECORDS_OUT] for task in processes(master, region))


def wait_for_restart(master: JobMaster, before: dict[Any, int]) -> None:
    wait_until(
        lambda: (
            not set(processes(master, 1).values()) & set(before.values())
            and len(processes(master, 1)) == len(before)
            and master.view.is_under_way
        ),
        SOON_S,
        "the failing pipeline runs again",
    )


@pytest.mark.parametrize("fails_by", ["SIGKILL", pytest.param("an exception", marks=pytest.mark.slow)])
def test_other_pipelines_keep_their_processes_and_emit_when_one_restarts(tmp_path: Path, fails_by: str) -> None:
    master = SparkExecutor().submit(pipelines(tmp_path).get_job_spec(clear=True))

    def disturb() -> None:
        wait_for_checkpoints(master, 2)
        steady, failing, attempt = processes(master, 0), processes(master, 1), master.view.graph.attempt
        emitted_before = emitted(master, 0)
        if fails_by == "SIGKILL":
            os.kill(next(iter(failing.values())), signal.SIGKILL)
        else:
            (tmp_path / "failing-trouble").touch()
        wait_until(lambda: emitted(master, 0) > emitted_before + RATE // 10 or master.view.restarts > 0, SOON_S, "more")
        wait_for_restart(master, failing)
        at_restart = emitted(master, 0)
        wait_until(lambda: emitted(master, 0) > at_restart + RATE // 10, SOON_S, "the steady pipeline emits")
        wait_for_checkpoints(master, 4)
        assert processes(master, 0) == steady and all(map(is_alive, steady.values()))
        assert master.view.graph.attempt == attempt
        master.stop()

    results = collected(master, disturb)
    assert master.view.restarts == 1
    for name in ("steady", "failing"):
        assert_each_once([(number, count) for pipeline, number, count in results if pipeline == name])
    assert not list(tmp_path.glob("store/*/shared/*"))
