"""The simulation as an executor: programs and stored jobs run in it as they do on Spark."""

from __future__ import annotations

import pytest

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.errors import JobCancelledError, JobExecutionError, JobNotRunningError
from pyrite.core.job.commands import Savepoint
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.executor import ExecutionContext, Executor, use_context
from pyrite.graph.running_job import RunningJob
from pyrite.testing import SimulationExecutor, SimulationOptions


def squares() -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment()
    env.from_sequence(1, 5).map(lambda number: number * number).sink_to(CollectSink())
    return env


def test_submitted_job_has_run() -> None:
    executor: Executor = SimulationExecutor(seed=3)
    job: RunningJob = executor.submit(squares().get_job_spec("squares"))
    assert job.view.status is JobStatus.FINISHED
    assert sorted(job.results.get() or []) == [1, 4, 9, 16, 25]
    assert job.results.get() is None


def test_result_has_the_id_of_the_job() -> None:
    spec = squares().get_job_spec()
    result = SimulationExecutor().submit(spec).finished.result()
    assert result.get_job_id() == spec.job_id
    assert result.get_net_runtime() >= 0


def test_program_runs_unchanged() -> None:
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=5))):
        assert sorted(squares_of_a_program()) == [1, 4, 9]


def squares_of_a_program() -> list[int]:
    env = StreamExecutionEnvironment()
    with env.from_collection([1, 2, 3]).map(lambda number: number * number).execute_and_collect() as results:
        return list(results)


def test_execute_raises_what_failed_the_job() -> None:
    env = StreamExecutionEnvironment()
    env.from_collection([1, 0]).map(lambda number: 1 // number).sink_to(CollectSink())
    with (
        use_context(ExecutionContext(executor=SimulationExecutor())),
        pytest.raises(JobExecutionError, match="division"),
    ):
        env.execute("divides")


def test_cancelled_job_says_so() -> None:
    env = StreamExecutionEnvironment()
    env.from_sequence(1, 10_000).map(str).sink_to(CollectSink())
    job = SimulationExecutor(options=SimulationOptions(cancel=True)).submit(env.get_job_spec())
    assert job.view.status is JobStatus.CANCELED
    with pytest.raises(JobCancelledError):
        job.finished.result()


def test_commands_come_too_late() -> None:
    job = SimulationExecutor().submit(squares().get_job_spec())
    job.cancel()
    job.stop()
    with pytest.raises(JobNotRunningError, match="the job has ended: FINISHED"):
        job.run(Savepoint(None)).result()


def test_same_seed_gives_the_same_run() -> None:
    spec = squares().get_job_spec()
    first, second = (SimulationExecutor(seed=9).submit(spec).result for _ in range(2))
    assert (first.steps, first.results) == (second.steps, second.results)
