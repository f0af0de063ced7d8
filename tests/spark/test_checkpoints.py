"""Checkpoints on Spark: tasks are killed and the job resumes from the last complete checkpoint."""

from __future__ import annotations

import contextlib
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.errors import InvalidProgramError, JobExecutionError
from pyrite.core.functions.functions import RuntimeContext
from pyrite.datastream import DataStream, KeyedProcessFunction, StreamExecutionEnvironment
from pyrite.datastream.connectors import DiscardingSink
from pyrite.datastream.state import ValueStateDescriptor
from pyrite.runtime.spark.driver.job_master import JobMaster
from pyrite.runtime.spark.spark_executor import SparkExecutor
from tests.spark.conftest import environment, ticks
from tests.spark.processes import wait_until
from tests.whole.simulation.ledger import LedgerSink

KEYS = 500
RATE = 2000
SOON_S = 60.0


class Numbered(KeyedProcessFunction):
    """Numbers the records of each key."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: int, ctx: Any) -> Iterator[tuple[int, int]]:
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        yield value, count


def checkpointing(folder: Path, **settings: str) -> StreamExecutionEnvironment:
    return environment(
        execution__checkpointing__interval="200ms",
        execution__checkpointing__dir=str(folder),
        execution__checkpointing__incremental="true",
        execution__checkpointing__data_inline_threshold="0",
        restart_strategy__type="fixed-delay",
        restart_strategy__fixed_delay__attempts="5",
        restart_strategy__fixed_delay__delay="100ms",
        **settings,
    )


def numbered(env: StreamExecutionEnvironment) -> DataStream:
    """An endless stream, to be stopped; each of two sources counts on from a number of its own."""
    return ticks(env, RATE).key_by(lambda number: number % KEYS).process(Numbered()).name("Numbered")


def wait_for_checkpoints(master: JobMaster, count: int) -> None:
    """Waits for so many more."""
    before = master.view.checkpoints.completed
    wait_until(lambda: master.view.checkpoints.completed >= before + count, SOON_S, "checkpoints")


def kill_a_task(master: JobMaster, level: int) -> None:
    """Kills one and waits for the next attempt."""
    attempt = master.view.graph.attempt
    victim = next(place for place in master.view.physical_graph().placements if place.level == level)
    os.kill(victim.process, signal.SIGKILL)
    wait_until(lambda: master.view.graph.attempt > attempt, SOON_S, "a restart")


def collected(master: JobMaster, disturb: Callable[[], None]) -> list[Any]:
    """What the client gets until the job's end, while the job is disturbed."""
    with ThreadPoolExecutor(1) as pool:
        disturbed = pool.submit(disturb)
        disturbed.add_done_callback(lambda done: master.cancel() if done.exception() else None)
        actual: list[Any] = []
        while (values := master.results.get(timeout=SOON_S)) is not None:
            actual.extend(values)
        disturbed.result()
    master.finished.result()
    return actual


def assert_each_once(results: list[tuple[int, int]]) -> None:
    numbers = sorted(number for number, _ in results)
    assert len(numbers) > RATE / 10
    assert [number for number, times in Counter(numbers).items() if times != 1] == []
    gaps = [b for a, b in pairwise(numbers) if b != a + 1]
    assert len(gaps) == 1, "only where the second source's numbers begin"
    counts: dict[int, list[int]] = {}
    for number, count in results:
        counts.setdefault(number % KEYS, []).append(count)
    assert all(sorted(item) == list(range(1, len(item) + 1)) for item in counts.values())


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({}, id="hashmap", marks=pytest.mark.slow),
        pytest.param({"state__backend__type": "rocksdb"}, id="rocksdb"),
        pytest.param({"execution__checkpointing__unaligned__enabled": "true"}, id="unaligned"),
    ],
)
def test_killed_tasks_lose_and_double_nothing(tmp_path: Path, settings: dict[str, str]) -> None:
    env = checkpointing(tmp_path, **settings)
    numbered(env).sink_to(CollectSink())
    master = SparkExecutor().submit(env.get_job_spec(clear=True))

    def kill() -> None:
        for level in (1, 0):
            wait_for_checkpoints(master, 2)
            kill_a_task(master, level)
        wait_for_checkpoints(master, 1)
        master.stop()

    results = collected(master, kill)
    assert master.view.restarts == 2
    assert_each_once(results)
    assert not list(tmp_path.glob("*/chk-*")), "a finished job leaves no checkpoint"
    assert not list(tmp_path.glob("*/shared/*"))


def test_a_task_that_comes_back_reads_its_local_copies_only(tmp_path: Path) -> None:
    env = checkpointing(
        tmp_path / "store",
        execution__state_recovery__from_local="true",
        execution__checkpointing__local_backup__dirs=str(tmp_path / "local"),
    )
    numbered(env).sink_to(CollectSink())
    master = SparkExecutor().submit(env.get_job_spec(clear=True))

    def spoil_and_kill() -> None:
        wait_for_checkpoints(master, 3)
        for place in master.view.physical_graph().placements:
            os.kill(place.process, signal.SIGSTOP)  # so that no checkpoint is completed meanwhile
        for file in [*tmp_path.glob("store/*/shared/*"), *tmp_path.glob("store/*/chk-*/a*")]:
            with contextlib.suppress(FileNotFoundError), file.open("r+b") as actual:  # the driver may still clean up
                actual.write(b"?" * os.fstat(actual.fileno()).st_size)
        kill_a_task(master, 1)
        wait_for_checkpoints(master, 1)
        master.stop()

    results = collected(master, spoil_and_kill)
    assert master.view.restarts == 1
    assert_each_once(results)
    assert not list(tmp_path.glob("local/*/*")), "the copies go with the job"


def test_a_crash_loop_ends_with_the_first_cause(tmp_path: Path) -> None:
    def fail(number: int) -> int:
        if number == 300:
            raise ValueError("a bad record")
        return number

    env = environment(restart_strategy__type="fixed-delay", restart_strategy__fixed_delay__attempts="2")
    env.get_configuration().set_string("restart-strategy.fixed-delay.delay", "50ms")
    env.from_sequence(0, 1000).map(fail).sink_to(DiscardingSink())
    with pytest.raises(JobExecutionError, match=r"after 2 restarts.*a bad record"):
        env.execute()


@pytest.mark.parametrize(("retention", "kept"), [("RETAIN_ON_CANCELLATION", 1), ("DELETE_ON_CANCELLATION", 0)])
def test_a_cancelled_job_keeps_its_last_checkpoint_if_reported_to(
    tmp_path: Path, retention: str, kept: int, capsys: pytest.CaptureFixture[str]
) -> None:
    env = checkpointing(tmp_path, execution__checkpointing__externalized_checkpoint_retention=retention)
    ticks(env).key_by(lambda number: number % 3).process(Numbered()).sink_to(DiscardingSink())
    master = SparkExecutor().submit(env.get_job_spec(clear=True))
    wait_for_checkpoints(master, 2)
    master.cancel()
    assert master.finished.exception(SOON_S) is not None
    folders = list(tmp_path.glob("*/chk-*"))
    assert len(folders) == kept
    assert (str(folders[0]) if folders else "") in capsys.readouterr().err


def test_a_two_phase_sink_without_checkpoints_refuses_input_that_never_ends() -> None:
    env = environment()
    ticks(env).sink_to(LedgerSink("never"))
    with pytest.raises(InvalidProgramError, match="enable_checkpointing"):
        env.execute()
