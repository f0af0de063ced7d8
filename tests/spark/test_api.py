"""Parts of the API that only a real job shows: sockets, function sources and sinks, caches, figures."""

from __future__ import annotations

import os
import socket
import threading
import uuid
from pathlib import Path
from typing import Any

import pytest

from pyrite.common import Types
from pyrite.core.errors import JobExecutionError, UserFunctionError
from pyrite.core.job.job_metrics import JobMetrics
from pyrite.core.metrics.declared_metrics import TASK_METRICS
from pyrite.datastream import (
    KeySelector,
    MapFunction,
    ParallelSourceFunction,
    RuntimeContext,
    RuntimeExecutionMode,
    SinkFunction,
    SourceFunction,
    StreamExecutionEnvironment,
)
from pyrite.datastream.connectors import DiscardingSink
from tests.spark.conftest import environment, ticks
from tests.spark.processes import wait_until


def mark(folder: Path, text: str) -> None:
    """Leaves a mark that the test can count."""
    (folder / f"{text}-{uuid.uuid4().hex}").touch()


def marks(folder: Path, text: str) -> int:
    return len(list(folder.glob(f"{text}-*")))


def test_lines_of_a_server_are_a_stream(env: StreamExecutionEnvironment) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.sendall("one\r\nzwö".encode()[:-1])
                connection.sendall("zwö".encode()[-1:] + b"lf\nthree")

        threading.Thread(target=serve, daemon=True).start()
        lines = env.socket_text_stream("127.0.0.1", listener.getsockname()[1])
        assert sorted(lines.map(str.upper).execute_and_collect()) == ["ONE", "THREE", "ZWÖLF"]


class Count(ParallelSourceFunction):
    """Counts to five in every subtask."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._subtask = runtime_context.get_index_of_this_subtask()

    def run(self, ctx: SourceFunction.SourceContext) -> None:
        for number in range(5):
            ctx.collect_with_timestamp((self._subtask, number), number)

    def cancel(self) -> None: ...


class WriteLines(SinkFunction):
    """Holds its records back until it is finished."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def open(self, runtime_context: RuntimeContext) -> None:
        self._name = f"{runtime_context.get_index_of_this_subtask()}.txt"
        self._lines: list[str] = []

    def invoke(self, value: Any, context: SinkFunction.Context) -> None:
        self._lines.append(f"{value} at {context.timestamp()}\n")

    def finish(self) -> None:
        (self._folder / self._name).write_text("".join(self._lines))

    def close(self) -> None:
        mark(self._folder, "closed")


def test_function_source_and_function_sink_are_a_job(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    env.add_source(Count()).add_sink(WriteLines(tmp_path))
    env.execute()
    for subtask in range(2):
        lines = (tmp_path / f"{subtask}.txt").read_text().splitlines()
        assert lines == [f"({subtask}, {number}) at {number}" for number in range(5)]
    assert marks(tmp_path, "closed") == 2


def test_function_before_a_cache_runs_once_for_two_jobs(tmp_path: Path) -> None:
    env = environment().set_runtime_mode(RuntimeExecutionMode.BATCH)

    def slow(value: int) -> int:
        mark(tmp_path, "called")
        return value * 10

    cached = env.from_sequence(1, 3).map(slow).cache()
    assert sorted(cached.map(lambda value: value + 1).execute_and_collect()) == [11, 21, 31]
    assert marks(tmp_path, "called") == 3
    assert sorted(cached.map(lambda value: value + 2).execute_and_collect()) == [12, 22, 32]
    assert marks(tmp_path, "called") == 3
    env.close()


class Figures(MapFunction):
    """Counts its records in an accumulator and a metric."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._seen = runtime_context.get_long_counter("seen")
        self._counter = runtime_context.get_metrics_group().add_group("mine").counter("records")

    def map(self, value: Any) -> Any:
        self._seen.add(1)
        self._counter.inc()
        return value


def test_client_tells_accumulators_and_metrics_of_a_running_job(env: StreamExecutionEnvironment) -> None:
    env.get_configuration().set_string("heartbeat.interval", "200 ms")
    ticks(env, rate=1000).map(Figures()).name("Figures").sink_to(DiscardingSink())
    client = env.execute_async()
    wait_until(lambda: client.get_accumulators().result().get("seen", 0) > 10, 30, "an accumulator")
    names = {f"{subtask}.Figures.mine.records" for subtask in range(2)}

    def metrics() -> JobMetrics:
        return client.get_metrics().result()

    wait_until(lambda: all(name in metrics() and metrics()[name] > 0 for name in names), 30, "metrics")
    of_a_task = {metric.name.name for metric in metrics() if metric.subtask == 0 and not metric.operator_id}
    assert of_a_task == set(TASK_METRICS)
    client.stop().result(20)
    seen = client.get_job_execution_result().result().get_accumulator_result("seen")
    assert seen >= sum(metrics()[name] for name in names) > 0


def no_number(value: int) -> Any:
    return "seven" if value == 7 else value


def test_record_that_does_not_fit_is_reported_with_the_operator_the_function_and_the_record(
    env: StreamExecutionEnvironment,
) -> None:
    env.from_sequence(0, 10).map(no_number, output_type=Types.LONG()).name("Numbers").sink_to(DiscardingSink())
    with pytest.raises(JobExecutionError, match="does not fit the declared type") as raised:
        env.execute()
    cause = raised.value.cause
    assert isinstance(cause, UserFunctionError)
    assert cause.operator.startswith("'Numbers'")
    assert "no_number" in cause.function and "test_api.py" in cause.function
    assert cause.record == "'seven'"


def test_print_to_err_writes_to_standard_error(
    env: StreamExecutionEnvironment, capfd: pytest.CaptureFixture[str]
) -> None:
    env.from_collection(["a", "b"]).print_to_err().set_parallelism(1)
    env.from_collection(["c"]).print_to_err("mine").set_parallelism(1)
    env.execute()
    shown = capfd.readouterr()
    assert {"a", "b", "mine> c"} <= set(shown.err.splitlines())
    assert not {"a", "b", "mine> c"} & set(shown.out.splitlines())


class Modulo(KeySelector):
    """Has its divisor from open() only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def open(self, runtime_context: RuntimeContext) -> None:
        self._divisor = 3
        mark(self._folder, "opened")

    def get_key(self, value: int) -> int:
        return value % self._divisor

    def close(self) -> None:
        mark(self._folder, "closed")


@pytest.mark.parametrize("mode", [RuntimeExecutionMode.STREAMING, RuntimeExecutionMode.BATCH])
def test_key_selector_is_opened_and_closed_in_every_sender(tmp_path: Path, mode: RuntimeExecutionMode) -> None:
    env = environment().set_runtime_mode(mode)
    sums = env.from_sequence(1, 9).key_by(Modulo(tmp_path)).reduce(lambda one, other: one + other)
    assert {12, 15, 18} <= set(sums.execute_and_collect())
    assert (marks(tmp_path, "opened"), marks(tmp_path, "closed")) == (2, 2)


class OnlyInTasks:
    """A record that cannot be unpickled in the driver's process."""

    def __reduce__(self) -> Any:
        return _in_a_task, (os.getpid(),)


def _in_a_task(process: int) -> Any:
    if os.getpid() != process:
        raise ValueError("not in the process that has made it")
    return OnlyInTasks()


def test_job_fails_when_the_driver_cannot_read_a_record_that_it_collects(env: StreamExecutionEnvironment) -> None:
    records = env.from_collection([1]).map(lambda value: OnlyInTasks())
    with pytest.raises(JobExecutionError, match="ValueError: not in the process that has made it"):
        list(records.execute_and_collect())
