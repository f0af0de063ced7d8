"""Cached streams: the first job that needs one fills it, later ones read it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import CACHE_FOLDER, SPARK_MASTER, RuntimeExecutionMode
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.job_execution_result import JobExecutionResult
from pyrite.core.job.job_id import JobID
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.datastream import CachedDataStream, DataStream, StreamExecutionEnvironment
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.graph.plan_executor import PlanExecutor
from pyrite.graph.transformation import TransformationId
from pyrite.runtime.spark.driver import job_master
from pyrite.testing import At, ScriptedSource, SimulationOptions, simulate
from tests.whole.behaviour.run import WithTimestamp

calls: list[int] = []


def noted(value: int) -> int:
    calls.append(value)
    return value * 10


@pytest.fixture
def env(tmp_path: Path) -> StreamExecutionEnvironment:
    calls.clear()
    configuration = Configuration().set(CACHE_FOLDER, str(tmp_path / "caches"))
    return StreamExecutionEnvironment(configuration).set_parallelism(2).set_runtime_mode(RuntimeExecutionMode.BATCH)


def folders(tmp_path: Path) -> list[Path]:
    kept = tmp_path / "caches"
    return list(kept.iterdir()) if kept.exists() else []


def fill(env: StreamExecutionEnvironment, batch: bool = True) -> dict[TransformationId, Path]:
    return env._caches.fill(env._transformations, batch, env.get_configuration())


def collect(env: StreamExecutionEnvironment, stream: DataStream) -> list[Any]:
    """Runs a batch job as `start` does, without Spark."""
    stream.sink_to(CollectSink())
    filling = fill(env)
    result = simulate(env, options=SimulationOptions(batch=True))
    job: CompletableFuture[Any] = CompletableFuture()
    job.set_result(None) if result.cause is None else job.set_exception(result.cause)
    env._caches.filling(job, filling)
    if result.cause is not None:
        raise result.cause
    return sorted(result.results)


def sources(env: StreamExecutionEnvironment, stream: DataStream) -> list[str]:
    """The names of the sources that a job of this stream would read."""
    stream.print()
    executor = PlanExecutor()
    with use_context(ExecutionContext(executor=executor)), pytest.raises(SystemExit):
        env.start()
    assert executor.plan is not None
    names = [node.name for node in executor.plan.stream.nodes]
    return [name for name in names if "Source" in name or name.startswith("Cache")]


# Filling --------------------------------------------------------------------------------------------------------------


def test_function_before_a_cache_runs_for_the_first_job_only(env: StreamExecutionEnvironment) -> None:
    cached = env.from_collection([1, 2, 3]).map(noted).cache()
    assert collect(env, cached.map(lambda value: value + 1)) == [11, 21, 31]
    assert sorted(calls) == [1, 2, 3]
    assert collect(env, cached.map(lambda value: value + 2)) == [12, 22, 32]
    assert collect(env, cached) == [10, 20, 30]
    assert sorted(calls) == [1, 2, 3]


def test_cached_records_keep_their_timestamps(env: StreamExecutionEnvironment) -> None:
    source = ScriptedSource([At(5, "a"), At(7, "b"), "c"])
    cached = env.from_source(source, WatermarkStrategy.no_watermarks(), "Script").cache()
    first = collect(env, cached.process(WithTimestamp()))
    assert collect(env, cached.process(WithTimestamp())) == first
    assert first[:2] == [("a", 5), ("b", 7)]


def test_cache_behind_a_cache_is_filled_with_it(env: StreamExecutionEnvironment) -> None:
    first = env.from_collection([1, 2]).map(noted).cache()
    second = first.map(lambda value: value + 1).cache()
    assert collect(env, second) == [11, 21]
    assert (collect(env, second), collect(env, first)) == ([11, 21], [10, 20])
    assert sorted(calls) == [1, 2]


def test_only_caches_that_a_job_needs_are_filled(env: StreamExecutionEnvironment) -> None:
    used = env.from_collection([1]).map(noted).cache()
    unused = env.from_collection([2]).map(noted).cache()
    env._transformations.clear()
    used.print()
    assert set(fill(env)) == {used.transformation_id}
    assert unused.transformation_id not in env._caches._folder


def test_cache_used_twice_in_a_job_is_filled_once(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    cached = env.from_collection([1, 2]).map(noted).cache()
    assert collect(env, cached.union(cached.map(lambda value: -value))) == [-20, -10, 10, 20]
    assert (sorted(calls), len(folders(tmp_path))) == ([1, 2], 1)


def test_streaming_job_is_refused_with_the_way_out(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    env.from_collection([1]).cache().print()
    with pytest.raises(InvalidProgramError, match=r"cache\(\) works in BATCH only: set_runtime_mode"):
        fill(env, batch=False)
    assert folders(tmp_path) == []


def test_streaming_job_without_a_cache_needs_none(env: StreamExecutionEnvironment) -> None:
    env.from_collection([1]).print()
    assert fill(env, batch=False) == {}


def test_keyed_stream_is_refused() -> None:
    keyed = StreamExecutionEnvironment().from_collection([1]).key_by(lambda value: value)
    with pytest.raises(InvalidProgramError, match=r"call it before key_by\(\)"):
        keyed.cache()


def test_cluster_without_a_shared_folder_is_refused_with_the_option() -> None:
    env = StreamExecutionEnvironment(Configuration().set(SPARK_MASTER, "spark://host:7077"))
    env.from_collection([1]).cache().print()
    with pytest.raises(InvalidProgramError, match=CACHE_FOLDER.key):
        fill(env)


def test_local_job_keeps_caches_in_its_scratch_folder() -> None:
    env = StreamExecutionEnvironment()
    env.from_collection([1]).cache().print()
    (folder,) = fill(env).values()
    assert folder.is_dir()
    folder.rmdir()


def test_program_with_uids_of_its_own_can_have_caches(env: StreamExecutionEnvironment) -> None:
    env.get_config().disable_auto_generated_uids()
    cached = env.from_collection([1]).uid("source").map(noted).uid("map").cache()
    for number in range(2):
        cached.print().uid(f"print-{number}")
        filling = fill(env)
        graph = env.get_stream_graph(clear=True)
        assert all(node.uid for node in graph.nodes) and len(filling) == (1 if number == 0 else 0)
        env._caches.filling(CompletableFuture.completed(None), filling)


# When a job has ended -------------------------------------------------------------------------------------------------


def test_job_that_failed_leaves_nothing_and_the_next_one_fills(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    cached = env.from_collection([1]).map(noted).cache()
    with pytest.raises(Exception, match="ZeroDivisionError"):
        collect(env, cached.map(lambda value: value // 0))
    assert folders(tmp_path) == []
    assert collect(env, cached) == [10]
    assert calls == [1, 1]


def test_second_of_two_jobs_that_fill_at_once_throws_its_copy_away(
    env: StreamExecutionEnvironment, tmp_path: Path
) -> None:
    cached = env.from_collection([1]).cache()
    cached.print()
    first = fill(env)
    env.get_stream_graph(clear=True)
    cached.print()
    second = fill(env)
    for filling in (first, second):
        env._caches.filling(CompletableFuture.completed(None), filling)
    assert folders(tmp_path) == list(first.values())


def test_invalidated_cache_is_filled_again(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    cached = env.from_collection([1]).map(noted).cache()
    assert isinstance(cached, CachedDataStream)
    cached.invalidate()
    collect(env, cached)
    cached.invalidate()
    assert folders(tmp_path) == []
    assert collect(env, cached) == [10]
    assert calls == [1, 1]


def test_closed_environment_keeps_nothing(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    first, second = env.from_collection([1]).cache(), env.from_collection([2]).cache()
    collect(env, first.union(second))
    assert len(folders(tmp_path)) == 2
    env.close()
    assert folders(tmp_path) == []


# With a job master ----------------------------------------------------------------------------------------------------


class PlayedMaster:
    """A job that finishes at once, in a thread of its own as the real one does."""

    def __init__(self, *_: Any) -> None:
        self.finished: CompletableFuture[JobExecutionResult] = CompletableFuture()

    def start(self) -> None:
        result = JobExecutionResult(JobID(), 1, {})
        threading.Timer(0.05, self.finished.set_result, [result]).start()


class FailingMaster(PlayedMaster):
    def start(self) -> None:
        raise OSError("no Spark today")


def test_cache_is_filled_once_execute_has_returned(
    env: StreamExecutionEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for the job may be faster than the job's callbacks."""
    monkeypatch.setattr(CompletableFuture, "add_done_callback", lambda *_: None)
    monkeypatch.setattr(job_master, "JobMaster", PlayedMaster)
    cached = env.from_collection([1]).cache()
    cached.print()
    env.execute()
    assert sources(env, cached) == ["Cache Collection Source"]


def test_job_that_could_not_start_leaves_no_folder(
    env: StreamExecutionEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_master, "JobMaster", FailingMaster)
    env.from_collection([1]).cache().print()
    with pytest.raises(OSError, match="no Spark today"):
        env.start()
    assert folders(tmp_path) == []
