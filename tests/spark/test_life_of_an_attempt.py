"""Every way in which a job can end: soon, with the cause, and with nothing left behind."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pyspark import SparkContext

from pyrite.common import JobStatus
from pyrite.core.errors import (
    InvalidProgramError,
    JobCancelledError,
    JobExecutionError,
    PyriteError,
    SlotsUnavailableError,
    UserFunctionError,
)
from pyrite.core.job.job_client import JobClient
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import DiscardingSink
from tests.spark.conftest import environment, ticks
from tests.spark.processes import is_alive, wait_until

SOON_S = 10.0


def asleep(value: Any) -> Any:
    time.sleep(1000)


def in_a_loop(value: Any) -> Any:
    while True:
        pass


def holding_the_interpreter(value: Any) -> Any:
    ctypes.PyDLL(None).sleep(1000)


def start(env: StreamExecutionEnvironment, tasks: int) -> tuple[JobClient, list[int]]:
    """Starts the program; returns when all tasks run, with their processes."""
    client = env.execute_async()
    wait_until(lambda: len(client.get_physical_graph().placements) == tasks, 60, "all tasks registered")
    time.sleep(0.5)
    return client, [placement.process for placement in client.get_physical_graph().placements]


def assert_all_gone(processes: list[int]) -> None:
    wait_until(lambda: not any(map(is_alive, processes)), SOON_S, f"processes {processes} gone")


@pytest.mark.parametrize(
    "func",
    [holding_the_interpreter, *(pytest.param(func, marks=pytest.mark.slow) for func in (None, asleep, in_a_loop))],
)
def test_cancel_ends_the_job_whatever_its_functions_do(
    env: StreamExecutionEnvironment, func: Callable[[Any], Any] | None
) -> None:
    ticks(env).key_by(lambda n: n % 10).map(func or (lambda n: n)).sink_to(DiscardingSink())
    client, processes = start(env, 4)
    client.cancel().result(SOON_S)
    assert client.get_job_status().result() is JobStatus.CANCELED
    assert_all_gone(processes)
    with pytest.raises(JobCancelledError):
        client.get_job_execution_result().result(0)


def test_cancel_ends_a_source_that_sleeps(env: StreamExecutionEnvironment) -> None:
    ticks(env, make=asleep).key_by(lambda n: n).map(lambda n: n).sink_to(DiscardingSink())
    client, processes = start(env, 4)
    client.cancel().result(SOON_S)
    assert_all_gone(processes)


def test_stop_lets_the_job_finish(env: StreamExecutionEnvironment) -> None:
    ticks(env).key_by(lambda n: n % 10).map(lambda n: n).sink_to(DiscardingSink())
    client, processes = start(env, 4)
    client.stop().result(SOON_S)
    assert client.get_job_status().result() is JobStatus.FINISHED
    assert_all_gone(processes)


@pytest.mark.parametrize("victim", [pytest.param(0, marks=pytest.mark.slow), 3])
def test_killed_worker_fails_the_job_with_the_task_named(env: StreamExecutionEnvironment, victim: int) -> None:
    ticks(env).key_by(lambda n: n % 10).map(lambda n: n).sink_to(DiscardingSink())
    client, processes = start(env, 4)
    os.kill(processes[victim], signal.SIGKILL)
    with pytest.raises(JobExecutionError, match=f"process {processes[victim]}"):
        client.get_job_execution_result().result(SOON_S)
    assert_all_gone(processes)


def test_worker_is_forked_with_a_tasks_modules_by_a_daemon_without_other_threads(
    env: StreamExecutionEnvironment,
) -> None:
    def look(number: int) -> tuple[bool, int]:
        daemon = Path(f"/proc/{os.getppid()}")
        return b"pyrite.runtime.spark.task.daemon" in (daemon / "cmdline").read_bytes(), len(
            list((daemon / "task").iterdir())
        )

    assert list(env.from_collection([1]).map(look).execute_and_collect()) == [(True, 1)]


def test_daemon_that_died_while_it_started_is_replaced() -> None:
    settings = {"restart_strategy__type": "fixed-delay", "restart_strategy__fixed_delay__delay": "10ms"}
    assert numbers_through(environment(**settings)) == list(range(100))
    assert forget_where_daemons_listen() > 0
    assert numbers_through(environment(**settings)) == list(range(100))


def numbers_through(env: StreamExecutionEnvironment) -> list[int]:
    return sorted(env.from_collection(range(100)).rebalance().map(lambda n: n).execute_and_collect())


def forget_where_daemons_listen() -> int:
    """As Spark does when a daemon dies while it starts and its task is cancelled; in how many factories of workers."""
    context = SparkContext._active_spark_context
    assert context is not None and context._jvm is not None
    factories = field(context._jvm, "SparkEnv", "pythonWorkers").get(context._jsc.sc().env()).valuesIterator()
    place = field(context._jvm, "api.python.PythonWorkerFactory", "daemonSockPath")
    count = 0
    while factories.hasNext():
        place.set(factories.next(), None)
        count += 1
    return count


def field(jvm: Any, owner: str, name: str) -> Any:
    loader = jvm.java.lang.Thread.currentThread().getContextClassLoader()
    declared = jvm.java.lang.Class.forName(f"org.apache.spark.{owner}", False, loader).getDeclaredFields()
    [actual] = [each for each in declared if each.getName().endswith(name)]
    actual.setAccessible(True)
    return actual


def test_error_of_a_function_is_known_within_a_second_on_a_quiet_input(env: StreamExecutionEnvironment) -> None:
    def fail_on_second(value: tuple[int, float]) -> None:
        if value[0] == 1:
            raise ValueError(f"bad record, made at {time.time()}")

    source = ticks(env, rate=1, make=lambda n: (n, 0.0)).force_non_parallel()
    source.key_by(lambda n: 1).map(fail_on_second).sink_to(DiscardingSink())
    client = env.execute_async()
    with pytest.raises(JobExecutionError) as raised:
        client.get_job_execution_result().result(60)
    known = time.time()
    cause = raised.value.cause
    assert isinstance(cause, UserFunctionError)
    assert known - float(cause.error.rpartition(" ")[2]) < 5.0
    assert "test_life_of_an_attempt.py" in cause.function
    assert cause.record == "(1, 0.0)"
    assert "Py4J" not in str(raised.value)


def test_stranger_on_the_control_port_gets_nothing(env: StreamExecutionEnvironment) -> None:
    ticks(env).sink_to(DiscardingSink())
    client, _ = start(env, 2)
    job: Any = client._job
    port = job._runners._runners[0].server.port
    with socket.create_connection(("127.0.0.1", port)) as stranger:
        nonce = stranger.recv(1000)
        stranger.sendall(b"x" * 64)
        assert len(nonce) == 32
        assert stranger.recv(1000) == b""
    assert client.get_job_status().result() is JobStatus.RUNNING
    client.cancel().result(SOON_S)


def test_missing_slots_are_reported_with_the_number_and_the_way_out() -> None:
    too_many = 20 * len(os.sched_getaffinity(0)) + 1
    env = environment().set_max_parallelism(too_many).set_parallelism(too_many)
    ticks(env).sink_to(DiscardingSink())
    with pytest.raises(SlotsUnavailableError, match=rf"needs {too_many} Spark slots at once.*spark\.task\.cpus"):
        env.execute()


def test_function_that_cannot_be_pickled_is_reported_before_the_job_starts(env: StreamExecutionEnvironment) -> None:
    connection = socket.socket()
    ticks(env).map(lambda n: connection.fileno()).name("holder").sink_to(DiscardingSink())
    with pytest.raises(PyriteError, match=r"'holder': .*variable 'connection' is a socket"):
        env.execute()
    connection.close()


def test_batch_refuses_a_source_without_end(env: StreamExecutionEnvironment) -> None:
    env.get_configuration().set_string("execution.runtime-mode", "BATCH")
    ticks(env).sink_to(DiscardingSink())
    with pytest.raises(InvalidProgramError, match="ticks"):
        env.execute()
